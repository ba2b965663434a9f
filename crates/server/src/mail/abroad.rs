//! Mails that their recipients have not asked for: invitations, once to each address, and an operator's mails to all
//! members.

use std::net::IpAddr;

use askama::Template;
use crosscut_club::{Key, Member, MemberId, Moment, Span};
use crosscut_mail::is_address;

use super::inbox::note;
use super::notes::{Broadcast, Invitation};
use crate::App;
use crate::commands::marked;
use crate::error::Error;
use crate::limits::rates::{Whose, mailbox, short};
use crate::post::{InvitationText, MailFrequency, Post};
use crate::store::{OutboxKind, OutboxReply, OutboxRow};

/// The prefix of the settings that record who was invited.
const INVITED: &str = "invited/";

/// The prefix of the settings that record when something was sent to all, and by which mail; the hash of the text
/// follows.
const BROADCAST: &str = "broadcast/";
/// How long the same text is not sent to all again, in milliseconds.
const AGAIN: Span = Span::hours(1);
/// How much of a mail to all is recorded in the operators' log, in characters.
const TOLD: usize = 300;

/// An invitation that may be sent.
#[derive(Clone, Debug)]
pub(crate) struct MailInvitation {
    address: String,
    /// The setting that records the invitation of the address: a hash, since addresses are private.
    setting: String,
    word: String,
}

impl Post {
    /// Checks that a member may invite an address: no address is invited twice. The same `word` is the same invitation.
    ///
    /// # Errors
    /// The member may not invite it, or not now, or has no confirmed address of their own.
    pub(crate) async fn may_invite(
        &self,
        app: &App,
        by: &Member,
        from: IpAddr,
        address: &str,
        word: &str,
    ) -> Result<MailInvitation, Error> {
        // Only members who can be written to may invite: an account is made in a second, an address is not.
        if self.held(app, by.id).await?.address.is_none() {
            return Err(Error::Unclear(
                "to invite somebody by mail you need a confirmed address of your own: give it in the settings or with `change \
                 address YOU@ADDRESS`, and follow the link that is sent there"
                    .to_string(),
            ));
        }
        let address = address.trim().to_lowercase();
        if !is_address(&address) || self.club_address().tag_of(&address).is_some() {
            return Err(Error::Unclear(format!(
                "'{address}' is not an address such as friend@example.org"
            )));
        }
        let owner = app.store().owner(&address).await?;
        if owner == Some(by.id) {
            return Err(Error::Unclear(format!("{address} is your own address")));
        }
        let setting = format!("{INVITED}{:x}", short(&mailbox(&address)));
        let before = app.store().setting(&setting).await?;
        if before.as_deref().is_some_and(|it| it != word) {
            return Err(Error::Unclear(format!(
                "somebody at {address} was invited before, and nobody is invited twice: send them a link yourself, from the \
                 page on which a match begins, or challenge them by name if they are a member"
            )));
        }
        if before.is_none() {
            let all = Whose::invitation(by.id.0, &address, from);
            app.limits().take_all(&all).map_err(Error::TooOften)?;
        }
        Ok(MailInvitation { address, setting, word: word.to_string() })
    }

    /// Sends an invitation, and records that it was sent.
    pub(crate) async fn invite(
        &self,
        app: &App,
        invitation: &MailInvitation,
        it: InvitationText<'_>,
    ) -> Result<(), Error> {
        let address = &invitation.address;
        app.store().set(&invitation.setting, Some(&invitation.word)).await?;
        // Members who want no mails, or who have blocked or are blocked by the sender, get none; and nobody learns by
        // this that they are members.
        if let Some(id) = app.store().owner(address).await? {
            let club = app.queue().look(&[Key::Member(id)]).await?;
            let at_odds = club.member(id).is_some_and(|other| other.at_odds(it.by));
            let wish = MailFrequency::read(app.store().wish(id).await?.as_deref());
            if at_odds || wish == MailFrequency::Nothing {
                return Ok(());
            }
        }
        let text = Invitation {
            base: &self.0.base,
            name: &it.by.name,
            game: it.game,
            greeting: it.greeting.map(marked),
            until: it.until,
            id: it.id,
            code: it.code,
        }
        .render()?;
        let subject = format!("{} invites you to a match", it.by.name);
        let answer =
            OutboxReply { to: Some(address.clone()), subject, text, ..OutboxReply::default() };
        let row = note(app.clock().now(), None, OutboxKind::Answer(answer))?;
        self.post_once(app, row, &format!("invite {address}")).await
    }

    /// Sends an operator's mail to all members who get mails and may sign in, and returns how many they are. It is
    /// recorded in the operators' log. The same text is sent once an hour, since an operator in doubt sends it again;
    /// another text by the same operator is sent only if they confirm it, because a corrected word is no reason to
    /// write to all twice.
    ///
    /// # Errors
    /// The same text, or another of theirs, was sent a short while ago, or it cannot be recorded.
    pub(crate) async fn broadcast(
        &self,
        app: &App,
        by: &Member,
        words: &str,
        once: Option<&str>,
        again: bool,
    ) -> Result<usize, Error> {
        let _alone = self.0.broadcasting.lock().await;
        let mut to: Vec<MemberId> = self.0.addressees.all();
        to.retain(|it| *it != by.id && !app.moderation().is_banned(*it));
        to.sort();
        if !self.is_the_same_mail(app, by.id, words, once, again).await? {
            let whom = format!("{} members", to.len());
            let first: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
            let first: String = first.chars().take(TOLD).collect();
            crate::operate::deeds::note(app, &by.name, "broadcast", &whom, &first).await?;
        }
        let (name, words) = (&by.name, marked(words));
        let text = Broadcast { name, words, answered: self.how_answered(by) }.render()?;
        let answer = OutboxReply {
            subject: format!("To all members, from {}", by.name),
            text,
            by: Some(by.name.clone()),
            ..OutboxReply::default()
        };
        for id in &to {
            let message = OutboxKind::Message(answer.clone());
            let row = note(app.clock().now(), Some(*id), message)?;
            match once {
                Some(once) => self.post_once(app, row, &format!("broadcast {once} {id}")).await?,
                None => app.store().post(&[row]).await?,
            }
        }
        self.0.addressees.wake();
        Ok(to.len())
    }

    /// Records a mail to all; returns whether it is a mail that arrived before and is being continued.
    ///
    /// # Errors
    /// The same text was sent to all a short while ago by another mail; or another text was, and this one is not
    /// confirmed.
    async fn is_the_same_mail(
        &self,
        app: &App,
        by: MemberId,
        words: &str,
        once: Option<&str>,
        again: bool,
    ) -> Result<bool, Error> {
        let (store, now) = (app.store(), app.clock().now());
        let hashed = crate::token::hash(words);
        let once = once.unwrap_or_default();
        let mut lately = false;
        for (other, body) in store.settings(BROADCAST).await? {
            let mut parts = body.splitn(3, ' ');
            let [at, who, word] = std::array::from_fn(|_| parts.next().unwrap_or_default());
            if at.parse().is_ok_and(|at| now < Moment(at) + AGAIN) {
                if other != hashed {
                    lately |= who == by.to_string();
                    continue;
                }
                if !once.is_empty() && once == word {
                    return Ok(true);
                }
                return Err(Error::Unclear(
                    "the same words went to all members within the last hour, and go out once"
                        .into(),
                ));
            }
            store.set(&format!("{BROADCAST}{other}"), None).await?;
        }
        if lately && !again {
            return Err(Error::Unclear(
                "you have written to all members within the last hour: to write to them once more, send this with \
                 `broadcast again`"
                    .into(),
            ));
        }
        store.set(&format!("{BROADCAST}{hashed}"), Some(&format!("{} {by} {once}", now.0))).await?;
        Ok(false)
    }

    /// Puts a mail into the outbox, once for each `word`.
    async fn post_once(&self, app: &App, mut row: OutboxRow, word: &str) -> Result<(), Error> {
        row.id = (short(word) & u64::MAX >> 1).cast_signed();
        app.store().post(&[row]).await?;
        self.0.addressees.wake();
        Ok(())
    }
}
