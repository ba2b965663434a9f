//! Notices to a member's address about changes to their account, and how to take them back: somebody who found out the
//! password, or used a browser that was left open, must not keep what they took.

use std::collections::BTreeSet;

use askama::Template;
use crosscut_club::{Command, Event, Fact, Key, MemberId, Moment, Who};

use super::Post;
use super::inbox::note;
use super::notes::{Changed, Closed, Returned, TakenBack};
use crate::App;
use crate::auth::accounts::UNDONE;
use crate::error::Error;
use crate::post::{MailFrequency, SERIES};
use crate::store::{OutboxKind, OutboxReply, OutboxRow, UndoRow};
use crate::token;
use crate::watch::{self, SecurityEvent};

/// A change, with the former value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UndoableChange {
    /// The password.
    Password,
    /// Other sessions were ended.
    Sessions,
    /// The passkey with this id was added.
    Passkey(String),
    /// A passkey was removed.
    NoPasskey,
    /// The address was changed; this was the former one.
    Address(String),
    /// The name was changed; this was the former one.
    Name(String),
}

impl UndoableChange {
    fn write(&self) -> (&'static str, &str) {
        match self {
            UndoableChange::Password => ("password", ""),
            UndoableChange::Sessions => ("sessions", ""),
            UndoableChange::Passkey(it) => ("passkey", it),
            UndoableChange::NoPasskey => ("no passkey", ""),
            UndoableChange::Address(it) => ("address", it),
            UndoableChange::Name(it) => ("name", it),
        }
    }

    fn read(row: &UndoRow) -> Option<Self> {
        Some(match &*row.what {
            "password" => UndoableChange::Password,
            "sessions" => UndoableChange::Sessions,
            "passkey" => UndoableChange::Passkey(row.former.clone()),
            "no passkey" => UndoableChange::NoPasskey,
            "address" => UndoableChange::Address(row.former.clone()),
            "name" => UndoableChange::Name(row.former.clone()),
            _ => return None,
        })
    }

    /// What happened, in a sentence; `name` is the current name.
    fn happened(&self, base: &str, name: &str) -> String {
        match self {
            UndoableChange::Password => format!("The password of {name} at {base} was changed."),
            UndoableChange::Sessions => {
                format!("{name} was signed out at {base} on another device.")
            }
            UndoableChange::Passkey(_) => {
                format!("A passkey was added to the account of {name} at {base}.")
            }
            UndoableChange::NoPasskey => {
                format!("A passkey was removed from the account of {name} at {base}.")
            }
            UndoableChange::Address(_) => {
                format!(
                    "The mail address of {name} at {base} was changed; mails no longer come here."
                )
            }
            UndoableChange::Name(former) => {
                format!("Your name at {base} was changed from {former} to {name}.")
            }
        }
    }

    /// What the link does besides its usual effects, before "you will be signed out".
    pub(crate) fn back(&self) -> String {
        match self {
            UndoableChange::Address(former) => format!("your mails will go to {former} again and "),
            UndoableChange::Name(former) => format!("your name will be {former} again and "),
            _ => String::new(),
        }
    }
}

/// Notifies a member's address of a change, if the club has mail.
pub(crate) async fn tell(app: &App, member: MemberId, change: UndoableChange) -> Result<(), Error> {
    let Some(post) = app.post() else { return Ok(()) };
    let address = post.told_at(app, member).await?;
    post.tell(app, member, address, &change).await
}

impl Post {
    /// The address to notify of changes.
    pub(crate) async fn told_at(
        &self,
        app: &App,
        member: MemberId,
    ) -> Result<Option<String>, Error> {
        Ok(self.held(app, member).await?.address)
    }

    /// Notifies an address of a change, with the link that takes it back.
    pub(crate) async fn tell(
        &self,
        app: &App,
        member: MemberId,
        address: Option<String>,
        change: &UndoableChange,
    ) -> Result<(), Error> {
        let Some(address) = address else { return Ok(()) };
        let name = app.accounts().name_of(member).await?;
        let code = token::token()?;
        let (what, former) = change.write();
        let row = UndoRow {
            code: token::hash(&code),
            member,
            at: app.clock().now(),
            what: what.to_string(),
            former: former.to_string(),
        };
        app.store().note_undo(&row).await?;
        // Only to the current address of the member, since it says whom they have blocked.
        let lately = match change {
            UndoableChange::Password => self.lately(app, member).await?,
            _ => Vec::new(),
        };
        let happened = change.happened(self.base(), &name);
        let text = Changed { base: self.base(), happened, code: &code, lately }.render()?;
        self.send_note(app, None, Some(address), "Your account was changed", text).await
    }

    /// What a member, or somebody in their account, has set within a week that no link takes back on its own, and
    /// whether mails are off.
    pub(crate) async fn lately(&self, app: &App, member: MemberId) -> Result<Vec<String>, Error> {
        let since = app.clock().now() - UNDONE;
        let key = Key::Member(member);
        let state = app.queue().look(std::slice::from_ref(&key)).await?;
        let Some(it) = state.member(member) else { return Ok(Vec::new()) };
        let (mut name, mut former, mut touched) = (String::new(), None, BTreeSet::new());
        for (_, event) in app.queue().events(&key, 0).await? {
            let recent = since <= event.at;
            match &event.fact {
                Fact::Renamed { name: new } => {
                    let old = std::mem::replace(&mut name, new.clone());
                    former = former.or(recent.then_some(old));
                }
                Fact::Joined { name: new, .. } | Fact::Registered { name: new } => {
                    name.clone_from(new);
                }
                Fact::Blocked { member } | Fact::Unblocked { member } if recent => {
                    touched.insert(*member);
                }
                _ => {}
            }
        }
        let names = app.queries().names(touched).await?;
        let (mut blocked, mut free): (Vec<_>, Vec<_>) =
            names.into_iter().partition(|(id, _)| it.blocked.contains(id));
        let mut lately = Vec::new();
        let former = former.filter(|former| *former != it.name);
        lately.extend(former.map(|former| format!("the name: it was {former}")));
        for (they, what) in [(&mut blocked, "blocked"), (&mut free, "no longer blocked")] {
            they.sort_by_key(|(id, _)| *id);
            let names: Vec<&str> = they.iter().map(|(_, it)| &*it.name).collect();
            if !names.is_empty() {
                lately.push(format!("{what}: {}", names.join(", ")));
            }
        }
        if self.held(app, member).await?.wish == MailFrequency::Nothing {
            lately.push("mails about your matches: none are sent".to_string());
        }
        Ok(lately)
    }

    /// Whether mails go back to where they went before a change that can still be taken back. If so, everything sent to
    /// the address in between is void: the links that take back later changes, and tags for answers.
    pub(super) async fn returns(
        &self,
        app: &App,
        member: MemberId,
        address: &str,
    ) -> Result<bool, Error> {
        let undos = app.store().undos_since(member, app.clock().now() - UNDONE).await?;
        // The last time that mails were moved away from there: what was sent there until then, about this change too,
        // stays valid.
        let left = undos.iter().rfind(
            |it| matches!(UndoableChange::read(it), Some(UndoableChange::Address(former)) if former == address),
        );
        let Some(left) = left else { return Ok(false) };
        app.store().forget_undos_after(member, left.at).await?;
        self.renew_tags(app, member).await?;
        Ok(true)
    }

    /// Tells an address that a member's mails go where they went before.
    pub(super) async fn tell_of_return(
        &self,
        app: &App,
        member: MemberId,
        address: String,
    ) -> Result<(), Error> {
        let name = app.accounts().name_of(member).await?;
        let text = Returned { base: self.base(), name }.render()?;
        self.send_note(app, None, Some(address), "Your account was changed", text).await
    }

    /// The mails to a member who has left: to their address, and to those that were theirs until a week ago, since
    /// somebody who found out the password may have changed the address first.
    pub(crate) async fn farewells(
        &self,
        app: &App,
        member: MemberId,
        closed: bool,
    ) -> Result<Vec<OutboxRow>, Error> {
        let now = app.clock().now();
        let mut addresses: Vec<String> = self.told_at(app, member).await?.into_iter().collect();
        let undos = app.store().undos_since(member, now - UNDONE).await?;
        for change in undos.iter().filter_map(UndoableChange::read) {
            if let UndoableChange::Address(former) = change {
                addresses.push(former);
            }
        }
        addresses.sort();
        addresses.dedup();
        let text = Closed { base: self.base(), by_operator: closed }.render()?;
        addresses
            .into_iter()
            .map(|to| {
                let (to, subject) = (Some(to), "Your account is closed".to_string());
                let answer =
                    OutboxReply { to, subject, text: text.clone(), ..OutboxReply::default() };
                note(now, None, OutboxKind::Answer(answer))
            })
            .collect()
    }

    /// The change that a link takes back.
    pub(crate) async fn may_undo(
        &self,
        app: &App,
        code: &str,
    ) -> Result<(UndoRow, UndoableChange), Error> {
        let row = app.store().undo(&token::hash(code)).await?;
        let row = row.filter(|it| app.clock().now() < it.at + UNDONE).ok_or(Error::Hidden)?;
        let change = UndoableChange::read(&row).ok_or(Error::Hidden)?;
        Ok((row, change))
    }

    /// Takes a change back: restores what it was before, ends all sessions, and sets a new password, since whoever made
    /// the change knew the old one. Ways in that were added since are removed, and the links sent to wherever mails
    /// went since are void. Returns what could not be restored or needs to be checked, in sentences.
    pub(crate) async fn undo(
        &self,
        app: &App,
        code: &str,
        password: &str,
    ) -> Result<Vec<String>, Error> {
        let (row, _) = self.may_undo(app, code).await?;
        let member = row.member;
        let _alone = app.accounts().alone(member).await;
        // Another link, or leaving, may have removed it while this one waited.
        let (row, change) = self.may_undo(app, code).await?;
        let before = self.told_at(app, member).await?;
        app.accounts().set_password(member, password).await?;
        // Everybody else is signed out first, whatever becomes of the rest.
        app.accounts().end(member, None, "").await?;
        app.store().forget_claims(member).await?;
        self.renew_tags(app, member).await?;
        // The key was added a moment before the change was recorded.
        if let UndoableChange::Passkey(key) = &change {
            app.store().remove_passkey(member, key).await?;
        }
        watch::tell_of(SecurityEvent::TakenBack, &app.accounts().name_of(member).await?);
        let mut left = None;
        // Later changes too: back to the state before the first of each kind.
        let since = app.store().undos_since(member, row.at).await?;
        let since: Vec<UndoableChange> = since.iter().filter_map(UndoableChange::read).collect();
        let address = since.iter().find_map(|it| match it {
            UndoableChange::Address(former) => Some(former),
            _ => None,
        });
        if let Some(former) = address {
            let now = app.clock().now();
            if app.store().verify_address(member, former, now).await? {
                self.write_again(app, member).await?;
            } else {
                app.store().forget_addresses(member).await?;
                self.0.addressees.set(member, false);
                left = Some(format!(
                    "the address {former} belongs to another member by now, so the club knows none of yours: give it one in the settings"
                ));
            }
        }
        let name = since.iter().find_map(|it| match it {
            UndoableChange::Name(former) => Some(former.clone()),
            _ => None,
        });
        let may = self.may_be_called(app, member, row.at).await?;
        let stays = (name.is_some() && !may)
            .then(|| "your name stays as it is: the club's operators see to that".to_string());
        if let Some(name) = name.filter(|_| may) {
            match app.queue().act(Who::Member(member), None, Command::Rename { name }).await {
                // An operator may have taken that name away since.
                Ok(_) | Err(Error::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        // The link itself is one of them: it works once, and still works if one of the steps before has failed.
        app.store().forget_ways_in(member, row.at).await?;
        // Somebody else may have had such a link, too: the address that mails went to until now is notified.
        let name = app.accounts().name_of(member).await?;
        let text = TakenBack { base: self.base(), name }.render()?;
        if let Some(before) = before {
            self.send_note(app, None, Some(before), "A change was taken back", text).await?;
        }
        let lately = self.lately(app, member).await?;
        let look = (!lately.is_empty()).then(|| {
            format!(
                "look at your settings, too, for this may have been changed within the last week: {}",
                lately.join("; ")
            )
        });
        Ok(left.into_iter().chain(stays).chain(look).collect())
    }

    /// Whether a member may take a former name back that they gave up at a moment: not one who is muted or banned, nor one whom
    /// an operator has renamed since.
    async fn may_be_called(
        &self,
        app: &App,
        member: MemberId,
        since: Moment,
    ) -> Result<bool, Error> {
        let moderation = app.moderation();
        if moderation.may_enter(member).is_err()
            || moderation.may_be_called_otherwise(member).is_err()
        {
            return Ok(false);
        }
        let events = app.queue().events(&Key::Member(member), 0).await?;
        let by_operator = |event: &Event| {
            since <= event.at && event.by == Who::Club && matches!(event.fact, Fact::Renamed { .. })
        };
        Ok(!events.iter().any(|(_, event)| by_operator(event)))
    }

    /// Voids the tags in earlier mails, so that nobody can answer for the member with them.
    pub(crate) async fn renew_tags(&self, app: &App, member: MemberId) -> Result<(), Error> {
        let series = self.0.key.series(member) + 1;
        app.store().set(&format!("{SERIES}{member}"), Some(&series.to_string())).await?;
        self.0.key.renew(member, series);
        Ok(())
    }
}
