//! What a member's address is told of changes to the account, and how they are taken back: whoever has found out the
//! password, or a browser that was left open, is not to keep what they took.

use crosscut_club::{Command, MemberId, Who};

use super::Post;
use crate::App;
use crate::accounts::UNDONE;
use crate::error::Error;
use crate::store::UndoRow;
use crate::token;

/// What was changed, and what it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The password.
    Password,
    /// Other sessions were ended.
    Sessions,
    /// A passkey was added.
    Passkey,
    /// A passkey was removed.
    NoPasskey,
    /// Mails went to this address.
    Address(String),
    /// This was the name.
    Name(String),
}

impl Change {
    fn write(&self) -> (&'static str, &str) {
        match self {
            Change::Password => ("password", ""),
            Change::Sessions => ("sessions", ""),
            Change::Passkey => ("passkey", ""),
            Change::NoPasskey => ("no passkey", ""),
            Change::Address(it) => ("address", it),
            Change::Name(it) => ("name", it),
        }
    }

    fn read(row: &UndoRow) -> Option<Self> {
        Some(match &*row.what {
            "password" => Change::Password,
            "sessions" => Change::Sessions,
            "passkey" => Change::Passkey,
            "no passkey" => Change::NoPasskey,
            "address" => Change::Address(row.former.clone()),
            "name" => Change::Name(row.former.clone()),
            _ => return None,
        })
    }

    /// What has happened, in a sentence.
    fn happened(&self, base: &str) -> String {
        match self {
            Change::Password => format!("Your password at {base} was changed."),
            Change::Sessions => format!("You were signed out at {base} on another device."),
            Change::Passkey => format!("A passkey was added to your account at {base}."),
            Change::NoPasskey => format!("A passkey was removed from your account at {base}."),
            Change::Address(_) => {
                format!("The mails of {base} to you do not go to this address any more.")
            }
            Change::Name(former) => format!("You are not called {former} at {base} any more."),
        }
    }

    /// What the link does besides what it always does.
    pub(crate) fn back(&self) -> String {
        match self {
            Change::Address(former) => format!("Your mails go to {former} again. "),
            Change::Name(former) => format!("Your name is {former} again. "),
            _ => String::new(),
        }
    }
}

/// Tells a member's address of a change, if there is mail.
pub(crate) async fn tell(app: &App, member: MemberId, change: Change) -> Result<(), Error> {
    let Some(post) = app.post() else { return Ok(()) };
    let address = post.told_at(app, member).await?;
    post.tell(app, member, address, &change).await
}

impl Post {
    /// The address that a member is written to, where changes are told.
    pub(crate) async fn told_at(
        &self,
        app: &App,
        member: MemberId,
    ) -> Result<Option<String>, Error> {
        Ok(self.held(app, member).await?.address)
    }

    /// Tells an address of a change, with the link that takes it back.
    pub(crate) async fn tell(
        &self,
        app: &App,
        member: MemberId,
        address: Option<String>,
        change: &Change,
    ) -> Result<(), Error> {
        let Some(address) = address else { return Ok(()) };
        let code = token::token()?;
        let (what, former) = change.write();
        let row = UndoRow {
            code: token::hash(&code),
            member: member.0.cast_signed(),
            at: app.clock().now(),
            what: what.to_string(),
            former: former.to_string(),
        };
        app.store().note_undo(&row).await?;
        let text = format!(
            "{happened} If that was you, there is nothing to do.\n\nIf it was not, somebody else has got into your account. \
             Take it back here, within a week:\n\n{base}/mail/undo/{code}\n\nThe page asks for a new password, signs you out \
             everywhere, and undoes this change and what was changed after it.",
            happened = change.happened(self.base()),
            base = self.base(),
        );
        self.send_note(app, None, Some(address), "Your account was changed", text).await
    }

    /// The change that a link takes back.
    pub(crate) async fn may_undo(&self, app: &App, code: &str) -> Result<(UndoRow, Change), Error> {
        let row = app.store().undo(&token::hash(code)).await?;
        let row = row.filter(|it| app.clock().now() < it.at + UNDONE).ok_or(Error::Hidden)?;
        let change = Change::read(&row).ok_or(Error::Hidden)?;
        Ok((row, change))
    }

    /// Takes a change back: what it was before is so again, nobody is signed in, and the password is another, since whoever
    /// made the change knew the old one. Ways in that were made since are gone, and with them the links that were sent to
    /// wherever mails went since.
    pub(crate) async fn undo(&self, app: &App, code: &str, password: &str) -> Result<(), Error> {
        let (row, change) = self.may_undo(app, code).await?;
        let member = MemberId(row.member.cast_unsigned());
        app.accounts().set_password(member, password).await?;
        match change {
            Change::Address(former) => {
                let now = app.clock().now();
                if !app.store().verify_address(row.member, &former, now).await? {
                    return Err(Error::Unclear(format!("{former} is another member's by now")));
                }
                self.write_again(app, member).await?;
            }
            Change::Name(former) => {
                let back = Command::Rename { name: former };
                app.desk().act(Who::Member(member), None, back).await?;
            }
            Change::Password | Change::Sessions | Change::Passkey | Change::NoPasskey => {}
        }
        app.accounts().end(member, None, "").await?;
        // The link itself is one of them: it is good once, and good still if one of the steps before has failed.
        Ok(app.store().forget_ways_in(row.member, row.at).await?)
    }
}
