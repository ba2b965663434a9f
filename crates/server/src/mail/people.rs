//! Members' addresses: whose they are, what is sent to them, and what they prove.

use std::fmt::Write;
use std::net::IpAddr;

use askama::Template;
use crosscut_club::{Member, MemberId, Moment, Span};
use crosscut_mail::is_address;
use sha2::{Digest, Sha256};

use super::inbox::{UnconfirmedMail, follow, note};
use super::notes::{Claim, MemberMessage, Recovery, Restart, Unsubscribed};
use super::undo::UndoableChange;
use crate::App;
use crate::commands::{Message, marked};
use crate::error::Error;
use crate::limits::rates::Whose;
use crate::person::Caller;
use crate::post::{MailFrequency, Post};
use crate::store::{AddressRow, HandledMail, OutboxKind, OutboxReply, UnconfirmedRow};
use crate::token;
use crate::watch::{self, SecurityEvent};

/// How long a link in a mail is valid.
const LASTS: Span = Span::hours(48);

/// A member's address and mail settings.
#[derive(Clone, Debug)]
pub(crate) struct MailAccount {
    /// The address that mails go to.
    pub(crate) address: Option<String>,
    /// Whether nothing is sent there any more, because mails bounced.
    pub(crate) suspended: bool,
    /// An address that the member has not confirmed yet.
    pub(crate) claimed: Option<String>,
    /// When they want mails.
    pub(crate) wish: MailFrequency,
}

impl Post {
    /// A member's address and mail settings.
    pub(crate) async fn held(&self, app: &App, member: MemberId) -> Result<MailAccount, Error> {
        let rows = app.store().addresses_of(member).await?;
        let known = rows.iter().find(|it| it.verified.is_some());
        Ok(MailAccount {
            address: known.map(|it| it.address.clone()),
            suspended: known.is_some_and(|it| it.suspended.is_some()),
            claimed: rows.iter().find(|it| it.verified.is_none()).map(|it| it.address.clone()),
            wish: MailFrequency::read(app.store().wish(member).await?.as_deref()),
        })
    }

    /// Mails a link for confirmation to an address that a member says is theirs; an empty one forgets their addresses.
    /// `from` is where they say so.
    pub(crate) async fn claim(
        &self,
        app: &App,
        from: Option<IpAddr>,
        member: MemberId,
        address: &str,
    ) -> Result<(), Error> {
        let address = address.trim().to_lowercase();
        if address.is_empty() {
            let former = self.told_at(app, member).await?;
            app.store().forget_addresses(member).await?;
            watch::tell(SecurityEvent::AddressChanged);
            self.0.addressees.set(member, false);
            return match former {
                Some(it) => {
                    self.tell(app, member, Some(it.clone()), &UndoableChange::Address(it)).await
                }
                None => Ok(()),
            };
        }
        if !is_address(&address) || self.club_address().tag_of(&address).is_some() {
            return Err(Error::Unclear(format!(
                "'{address}' is not an address such as ann@example.org"
            )));
        }
        let mut all = vec![Whose::MailTo(member.0)];
        all.extend(Whose::unproven_from(&address, from));
        app.limits().take_all(&all).map_err(Error::TooOften)?;
        app.store().claim_address(member, &address).await?;
        watch::tell(SecurityEvent::AddressChanged);
        let base = &self.0.base;
        let link = self.verify_link(member, &address, (app.clock().now() + LASTS).0);
        let text = Claim { base, link }.render()?;
        self.send_note(app, None, Some(address), "Is this your address?", text).await
    }

    /// The link that confirms that an address is the member's.
    fn verify_link(&self, member: MemberId, address: &str, until: i64) -> String {
        let proof = self.0.key.proof(&format!("verify {member} {until} {address}"));
        format!(
            "{base}/mail/verify?member={member}&until={until}&address={escaped}&proof={proof}",
            base = self.0.base,
            escaped = escaped(address),
        )
    }

    /// Whether nothing is sent to this address of a member's any more, because mails bounced.
    async fn is_stopped(&self, app: &App, member: MemberId, address: &str) -> Result<bool, Error> {
        if self.writes_to(member) {
            return Ok(false);
        }
        let held = self.held(app, member).await?;
        Ok(held.suspended && held.address.is_some_and(|it| it == address))
    }

    /// The note to a member who writes from an address that mails no longer go to: how to start them again.
    pub(super) async fn restart(
        &self,
        app: &App,
        member: MemberId,
        address: &str,
    ) -> Result<Option<String>, Error> {
        if !self.is_stopped(app, member, address).await? {
            return Ok(None);
        }
        let link = self.verify_link(member, address, (app.clock().now() + LASTS).0);
        Ok(Some(Restart { address, link }.render()?))
    }

    /// Checks that a link that confirms an address can still be used.
    ///
    /// # Errors
    /// It is too old, incomplete, or no longer valid.
    pub(crate) async fn may_verify(
        &self,
        app: &App,
        member: MemberId,
        address: &str,
        until: i64,
        proof: &str,
    ) -> Result<(), Error> {
        self.proves_address(app, member, address, until, proof)?;
        let rows = app.store().addresses_of(member).await?;
        let known = rows.iter().find(|it| it.address == address);
        // The same link also restarts mails that were stopped.
        match known {
            Some(it) if it.verified.is_none() || it.suspended.is_some() => Ok(()),
            Some(_) => Err(Error::Unclear("this link was used already".into())),
            None => Err(Error::Unclear("this link is good no more: ask for another".into())),
        }
    }

    /// Refuses a link that is too old, or not one of ours.
    fn proves_address(
        &self,
        app: &App,
        member: MemberId,
        address: &str,
        until: i64,
        proof: &str,
    ) -> Result<(), Error> {
        let text = format!("verify {member} {until} {address}");
        if Moment(until) < app.clock().now() || !self.0.key.proves(&text, proof) {
            return Err(Error::Unclear(
                "this link is too old, or not whole: ask for another".into(),
            ));
        }
        Ok(())
    }

    /// Records that an address is the member's, as a link proves.
    pub(crate) async fn verify(
        &self,
        app: &App,
        member: MemberId,
        address: &str,
        until: i64,
        proof: &str,
    ) -> Result<(), Error> {
        let now = app.clock().now();
        self.proves_address(app, member, address, until, proof)?;
        // A member who has since taken the address back or given another one must not be switched to this one, not even
        // at the same moment.
        let _alone = app.accounts().alone(member).await;
        let rows = app.store().addresses_of(member).await?;
        if !rows.iter().any(|it| it.address == address) {
            return Err(Error::Unclear("this link is good no more: ask for another".into()));
        }
        if !app.store().verify_address(member, address, now).await? {
            return Err(Error::Unclear(format!("{address} is another member's")));
        }
        watch::member(member);
        watch::tell(SecurityEvent::AddressConfirmed);
        self.write_again(app, member).await?;
        match rows.into_iter().find(|it| it.verified.is_some() && it.address != address) {
            // The address that mails went to in between has no say in whether they go back.
            Some(AddressRow { address: it, .. }) if self.returns(app, member, address).await? => {
                self.tell_of_return(app, member, it).await
            }
            Some(AddressRow { address: it, .. }) => {
                self.tell(app, member, Some(it.clone()), &UndoableChange::Address(it)).await
            }
            None => Ok(()),
        }
    }

    /// Starts mails to a member with a confirmed address, unless they want none.
    pub(super) async fn write_again(&self, app: &App, member: MemberId) -> Result<(), Error> {
        let wish = MailFrequency::read(app.store().wish(member).await?.as_deref());
        self.0.addressees.set(member, wish != MailFrequency::Nothing);
        Ok(())
    }

    /// Stores when a member wants mails.
    pub(crate) async fn set_wish(
        &self,
        app: &App,
        member: MemberId,
        wish: MailFrequency,
    ) -> Result<(), Error> {
        app.store().set_wish(member, &wish.write(), app.clock().now()).await?;
        self.write_to(app, member).await?;
        self.0.addressees.wake();
        Ok(())
    }

    /// Counts a member among those who are written to, or not: by their address, and by what they wish.
    pub(super) async fn write_to(&self, app: &App, member: MemberId) -> Result<(), Error> {
        let held = self.held(app, member).await?;
        let wants = held.wish != MailFrequency::Nothing && !held.suspended;
        self.0.addressees.set(member, held.address.is_some() && wants);
        Ok(())
    }

    /// The link that stops all mails with one click.
    pub(super) fn unsubscribe_link(&self, member: MemberId, address: &str) -> String {
        let proof = self.0.lasting.proof(&format!("unsubscribe {member} {address}"));
        format!("{}/mail/unsubscribe?member={member}&proof={proof}", self.0.base)
    }

    /// Stops mails to a member, as a link asks.
    pub(crate) async fn unsubscribe(
        &self,
        app: &App,
        member: MemberId,
        proof: &str,
    ) -> Result<(), Error> {
        let rows = app.store().addresses_of(member).await?;
        let proved = rows.iter().any(|it| {
            self.0.lasting.proves(&format!("unsubscribe {member} {}", it.address), proof)
        });
        if !proved {
            return Err(Error::Unclear(
                "this link is not whole, or your address has changed".into(),
            ));
        }
        if self.held(app, member).await?.wish == MailFrequency::Nothing {
            return Ok(());
        }
        self.set_wish(app, member, MailFrequency::Nothing).await?;
        // Mail programs request this automatically, and now and then by mistake.
        let text = Unsubscribed.render()?;
        self.send_note(app, Some(member), None, "No more mails", text).await
    }

    /// Mails a link for setting a new password to the member of this name or address. The caller does not learn whether
    /// there is such a member.
    pub(crate) async fn recover(&self, app: &App, caller: &Caller, who: &str) -> Result<(), Error> {
        app.limits().take(Whose::PasswordFrom(caller.address)).map_err(Error::TooOften)?;
        let who = who.trim();
        watch::tell_of(SecurityEvent::RecoveryAsked, who);
        // PostgreSQL allows no NUL in a text, and nobody has such a name.
        if who.contains('\0') {
            return Ok(());
        }
        // After the answer: how long it takes would show whether there is such a member.
        let (app, post, who) = (app.clone(), self.clone(), who.to_string());
        tokio::spawn(async move {
            if let Err(error) = post.recover_if_there(&app, &who).await {
                tracing::warn!("a link for another password was not sent: {error}");
            }
        });
        Ok(())
    }

    async fn recover_if_there(&self, app: &App, who: &str) -> Result<(), Error> {
        let member = match app.store().owner(&who.to_lowercase()).await? {
            Some(member) => Some(member),
            None => app.accounts().member_named(who).await?,
        };
        if let Some(member) = member {
            self.send_recovery(app, member, Whose::RecoveryOf(member.0)).await?;
        }
        Ok(())
    }

    /// Mails a member a link for setting a new password, and returns their address, if there is one. The rate limit
    /// depends on the caller.
    pub(crate) async fn send_recovery(
        &self,
        app: &App,
        member: MemberId,
        limit: Whose,
    ) -> Result<Option<String>, Error> {
        let Some(address) = self.held(app, member).await?.address else { return Ok(None) };
        app.limits().take(limit).map_err(Error::TooOften)?;
        let until = (app.clock().now() + Span::hours(1)).0;
        let proof = self.0.key.proof(&self.recovery(app, member, until).await?);
        let name = app.accounts().name_of(member).await?;
        let text = Recovery { base: &self.0.base, name, member, until, proof }.render()?;
        let to = Some(address.clone());
        self.send_note(app, Some(member), to, "Another password", text).await?;
        Ok(Some(address))
    }

    /// What a link for a password proves. The password it replaces is part of it, so it works once; and so is the
    /// address it went to, so that the holder of a former address cannot take the account over.
    async fn recovery(&self, app: &App, member: MemberId, until: i64) -> Result<String, Error> {
        let old = app.store().password(member).await?.unwrap_or_default();
        let address = self.held(app, member).await?.address.unwrap_or_default();
        Ok(format!("recover {member} {until} {old} {address}"))
    }

    /// Checks a link for setting a password.
    pub(crate) async fn may_recover(
        &self,
        app: &App,
        member: MemberId,
        until: i64,
        proof: &str,
    ) -> Result<(), Error> {
        let text = self.recovery(app, member, until).await?;
        if Moment(until) < app.clock().now() || !self.0.key.proves(&text, proof) {
            let why = "this link is too old, was used already, or is not whole: ask for another";
            return Err(Error::Unclear(why.into()));
        }
        Ok(())
    }

    /// The whole message that its sender is asked about.
    pub(crate) async fn asked(&self, app: &App, code: &str) -> Result<String, Error> {
        let (_, asked) = self.unconfirmed(app, code).await?;
        Ok(asked.whole())
    }

    /// Carries out a message that its sender has confirmed.
    pub(crate) async fn confirm(&self, app: &App, code: &str) -> Result<(), Error> {
        let (row, asked) = self.unconfirmed(app, code).await?;
        let id = format!("confirmed {}", row.code);
        if app.store().is_handled(&id).await? {
            return Ok(());
        }
        let mut handled = HandledMail { id, at: app.clock().now(), ..HandledMail::default() };
        // The reader of the mail with the link has the address; they may have become a member in the meantime.
        let member = app.store().owner(&row.address).await?;
        if row.member.is_some() && member != row.member {
            let why =
                "this link is good no more: the mail came from an address that is not yours by now";
            return Err(Error::Unclear(why.into()));
        }
        // A sender who followed the link got the mail it was in.
        if let Some(member) = member
            && self.is_stopped(app, member, &row.address).await?
        {
            let until = app.clock().now().0;
            let proof = self.0.key.proof(&format!("verify {member} {until} {}", row.address));
            self.verify(app, member, &row.address, until, &proof).await?;
        }
        let UnconfirmedMail { subject, body, answers, message_id, once } = asked;
        let message = Message { subject, body, answers };
        let number = message_id.as_deref();
        follow(app, member, &row.address, once, &message, number, &mut handled).await?;
        self.0.registrar.note(handled).await?;
        // A person reads mails there.
        app.limits().forgive(Whose::error_to(&row.address));
        let [address, _] = Whose::unproven(&row.address);
        app.limits().forgive(address);
        self.0.addressees.wake();
        Ok(())
    }

    async fn unconfirmed(
        &self,
        app: &App,
        code: &str,
    ) -> Result<(UnconfirmedRow, UnconfirmedMail), Error> {
        let row = app.store().unconfirmed(&token::hash(code)).await?;
        let row = row.filter(|it| app.clock().now() < it.at + LASTS).ok_or(Error::Hidden)?;
        let asked = serde_json::from_str(&row.body).map_err(anyhow::Error::from)?;
        Ok((row, asked))
    }

    /// Mails a member's message to another member who gets mails. The same `once` is one mail.
    pub(crate) async fn message(
        &self,
        app: &App,
        by: &Member,
        to: MemberId,
        words: &str,
        once: Option<&str>,
    ) -> Result<(), Error> {
        let text = MemberMessage {
            name: &by.name,
            words: marked(words),
            answered: self.how_answered(by),
            club: self.club_address(),
            page: format!("{}/member/{}", self.0.base, escaped(&by.name)),
        }
        .render()?;
        let answer = OutboxReply {
            subject: format!("Message from {}", by.name),
            text,
            by: Some(by.name.clone()),
            ..OutboxReply::default()
        };
        let mut row = note(app.clock().now(), Some(to), OutboxKind::Message(answer))?;
        if let Some(once) = once {
            let hash = Sha256::digest(format!("message {once} {to}").as_bytes());
            row.id = hash[..8].iter().fold(0, |bits, byte| bits << 8 | i64::from(*byte)) & i64::MAX;
        }
        app.store().post(&[row]).await?;
        self.0.addressees.wake();
        Ok(())
    }

    /// The sentence on where an answer to a member's message goes.
    pub(super) fn how_answered(&self, by: &Member) -> String {
        let name = &by.name;
        match self.writes_to(by.id) {
            true => format!("An answer to this mail goes to {name} alone."),
            false => format!(
                "{name} gets no mail from the club: an answer reaches them only in a match that you two play."
            ),
        }
    }

    pub(super) async fn send_note(
        &self,
        app: &App,
        member: Option<MemberId>,
        to: Option<String>,
        subject: &str,
        text: String,
    ) -> Result<(), Error> {
        let answer =
            OutboxReply { to, subject: subject.to_string(), text, ..OutboxReply::default() };
        let row = note(app.clock().now(), member, OutboxKind::Answer(answer))?;
        app.store().post(&[row]).await?;
        self.0.addressees.wake();
        Ok(())
    }
}

/// A text as a value in a query string.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => out.push(byte.into()),
            _ => drop(write!(out, "%{byte:02X}")),
        }
        out
    })
}
