//! What members do for themselves: joining, leaving, going on vacation.

use crosscut_catalog::shortened;
use crosscut_club::{Command, Key, Member, MemberId, Moment, Span, Who};
use crosscut_speech::{AccountChange, MailSetting, Vacation};
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::session::{CommandError, CommandResult, CommandSession, lines};
use super::{Reply, Transport};
use crate::error::Error;
use crate::limits::rates::Whose;
use crate::operate::deeds::let_go_of;
use crate::post::MailFrequency;
use crate::watch::{self, SecurityEvent};

/// The hour at which a daily mail is sent, by default.
const MORNING: i8 = 7;

impl CommandSession<'_> {
    pub(super) async fn sign_up(&mut self, name: &str, address: Option<&str>) -> CommandResult {
        let (called, name) = (name, name.to_string());
        let mut said = vec![format!("welcome, {name}")];
        let once = self.once();
        let newcomer = match (&self.me, &self.sender.way) {
            // The same mail has come again: it was carried out, and its answer was not recorded.
            (Some(me), Transport::Mail(address))
                if !me.guest && me.name.to_lowercase() == name.to_lowercase() =>
            {
                said.push(format!("what comes from {address} comes from you"));
                if self.app.post().is_some_and(|it| !it.writes_to(me.id)) {
                    said.push(
                        "you get no mails about what happens: `mails each` has them sent"
                            .to_string(),
                    );
                }
                me.id
            }
            (Some(me), _) => {
                let id = me.id;
                self.act(Command::Register { name }).await?;
                said.push("what you have played as a guest is yours".to_string());
                id
            }
            (None, Transport::Wire(caller)) => {
                let begun = self.app.accounts().join(caller, &name).await?;
                said.push(format!(
                    "you are known by this secret, which is told once (Authorization: Bearer ..): {}",
                    begun.token
                ));
                said.push("set a password on the page with your settings, so that you can come back without it".to_string());
                begun.member
            }
            (None, Transport::Mail(address)) => {
                let bound = Whose::sign_up_from(address);
                self.app.limits().take(bound).map_err(Error::TooOften)?;
                let join = Command::Join { name, zone: String::new() };
                let done = self.app.queue().join_by_mail(once, join, address.clone()).await?;
                said.push(format!("what comes from {address} comes from you"));
                done.member().ok_or(Error::NotDone)?
            }
        };
        watch::tell_of(SecurityEvent::SignedUp, called);
        // What follows within `multiple` is the new member's.
        (self.person.who, self.person.member) = (Who::Member(newcomer), Some(newcomer));
        self.know(newcomer).await?;
        said.extend(address.and_then(|it| self.other_address(it)));
        said.push("send `help` to see what you can do".to_string());
        let reply = Reply::new("Welcome", lines(&said));
        Ok(vec![Reply { newcomer: Some(newcomer), ..reply }])
    }

    /// The note on an address that the sender has given besides their name.
    fn other_address(&self, said: &str) -> Option<String> {
        match &self.sender.way {
            Transport::Mail(own) if own.eq_ignore_ascii_case(said) => None,
            Transport::Mail(own) => Some(format!(
                "mails go to {own}, from where you write, and not to {said}: `change address {said}` sends a link there that \
                 changes it"
            )),
            Transport::Wire(_) => Some(format!(
                "{said} is not known as yours yet: `change address {said}` sends a link there"
            )),
        }
    }

    pub(super) async fn change(&mut self, what: AccountChange) -> CommandResult {
        let id = self.my_id()?;
        let post =
            || self.app.post().ok_or_else(|| CommandError::words("this club sends no mails"));
        match what {
            AccountChange::Zone(zone) => {
                self.act(Command::SetZone { zone }).await?;
                self.know_me_again().await?;
                // By its full name, whatever was typed.
                let state = self.app.queue().look(&[Key::Member(id)]).await?;
                let zone = state.member(id).map_or("", |it| it.zone.as_str());
                let said = lines(&[
                    format!("you live in the time zone {zone} now"),
                    "matches that have begun keep the old one".to_string(),
                ]);
                Ok(vec![Reply::new("Change", said)])
            }
            AccountChange::Password => {
                match post()?.send_recovery(self.app, id, Whose::MailTo(id.0)).await? {
                    Some(address) => Ok(vec![Reply::new(
                        "Change",
                        lines(&[format!(
                            "a link to set another password is sent to {address}, and is good for an hour"
                        )]),
                    )]),
                    None => Err(CommandError::words(
                        "no address of yours is known, so no link can be sent: a password is set on the page with your \
                     settings",
                    )),
                }
            }
            AccountChange::Address(None) => Err(CommandError::words(
                "which address? Write `change address NEW@ADDRESS`: a link is sent there, and following it changes it",
            )),
            AccountChange::Address(Some(address)) => {
                // A sender who writes from an address has shown that it is theirs; a token alone may have been found.
                if let Transport::Wire(_) = self.sender.way
                    && self.app.accounts().has_password(id).await?
                {
                    let why = "your address is changed on the page with your settings, where your password is asked for";
                    return Err(CommandError::words(why));
                }
                let from = self.person.caller.address;
                post()?.claim(self.app, Some(from), id, &address).await?;
                let held = post()?.held(self.app, id).await?;
                let until_then = held.address.map_or_else(
                    || "no mails go to you".to_string(),
                    |old| format!("your mails go to {old}"),
                );
                Ok(vec![Reply::new(
                    "Change",
                    lines(&[
                        format!(
                            "a link is sent to {address}, and following it makes the address yours"
                        ),
                        format!("until then {until_then}"),
                    ]),
                )])
            }
        }
    }

    /// When the sender gets mails about what happens.
    pub(super) async fn mails(&mut self, wish: Option<MailSetting>) -> CommandResult {
        let (id, zone) = (self.my_id()?, self.me()?.zone.clone());
        let post =
            self.app.post().ok_or_else(|| CommandError::words("this club sends no mails"))?;
        if let Some(wish) = wish {
            let wish = match wish {
                MailSetting::Each => MailFrequency::Each,
                MailSetting::Daily(hour) => {
                    MailFrequency::Daily(hour.map_or(MORNING, |it| it.cast_signed()))
                }
                MailSetting::None => MailFrequency::Nothing,
            };
            post.set_wish(self.app, id, wish).await?;
        }
        let held = post.held(self.app, id).await?;
        let mut said = vec![match held.wish {
            MailFrequency::Each => "you have a mail whenever something happens".to_string(),
            MailFrequency::Daily(hour) => {
                format!("you have one mail a day of what has happened, at {hour}:00 ({zone})")
            }
            MailFrequency::Nothing => {
                "you have no mails of what happens; what you ask by mail is answered".to_string()
            }
        }];
        match &held.address {
            None => said.push(
                "no address of yours is known yet: give one on the page with your settings, or write from it"
                    .to_string(),
            ),
            Some(address) if held.suspended => said.push(format!(
                "nothing is sent to {address} at present, because mails came back: write a mail from there, and the answer \
                 has a link that starts them again"
            )),
            Some(address) => said.push(format!("your address is {address}")),
        }
        said.push(
            "`mails each`, `mails daily 7` (at that hour) and `mails none` change it".to_string(),
        );
        Ok(vec![Reply::new("Mails", lines(&said))])
    }

    pub(super) async fn sign_off(&mut self, name: Option<&str>) -> CommandResult {
        let me = self.me()?;
        let (id, own) = (me.id, me.name.clone());
        if name.is_none_or(|name| name.to_lowercase() != own.to_lowercase()) {
            let for_good = if self.may_come_back(id).await? {
                String::new()
            } else {
                format!(
                    ". You could not come back as {own}: you have no password, passkey or mail address here. Set one in the \
                     settings first"
                )
            };
            return Err(CommandError::words(format!(
                "whoever leaves resigns all matches: if you mean it, write `signoff {own}`{for_good}"
            )));
        }
        // A sender who writes from an address has shown that it is theirs; a token alone may have been found.
        if let Transport::Wire(_) = self.sender.way
            && self.app.accounts().has_password(id).await?
        {
            let token = self.sender.token.clone().unwrap_or_default();
            let password = self.body().lines().next().unwrap_or_default().trim().to_string();
            if password.is_empty() {
                return Err(CommandError::words(format!(
                    "this needs your password: write it below `signoff {own}`, as the comment"
                )));
            }
            drop(self.app.accounts().ask_again(id, &token, &password).await?);
        }
        let (resigned, withdrawn) = let_go_of(self.app, id, true).await?;
        self.app.accounts().end(id, None, "").await?;
        self.app.presence().signed_out(id);
        // A member who has left wants no more mails.
        let written_to = self.app.post().filter(|it| it.writes_to(id));
        if let Some(post) = written_to {
            post.set_wish(self.app, id, MailFrequency::Nothing).await?;
        }
        let some = |n: usize, one: &str, many: &str, what: &str| match n {
            1 => format!("1 {one} is {what}"),
            n => format!("{n} {many} are {what}"),
        };
        let resigned = some(resigned, "match", "matches", "resigned");
        let withdrawn = some(withdrawn, "challenge", "challenges", "off");
        let mut said = vec![
            format!("farewell, {own}"),
            format!("{resigned}, {withdrawn}, and all sessions are ended"),
            match self.may_come_back(id).await? {
                true => "what was played stays in the records, and the name stays yours, should you come back",
                false => "what was played stays in the records. Nobody can come back under this name: it has no password",
            }
            .to_string(),
        ];
        if written_to.is_some() {
            said.push("you are sent no more news; `mails each` has them sent again".to_string());
        }
        self.signed_off = true;
        Ok(vec![Reply::new("Farewell", lines(&said))])
    }

    /// Blocks a member; without a name, lists whom the sender has blocked.
    pub(super) async fn block(&mut self, name: Option<&str>) -> CommandResult {
        let me = self.me()?;
        let Some(name) = name else {
            let names = self.app.queries().names(me.blocked.iter().copied()).await?;
            let mut names: Vec<String> = names.into_values().map(|it| it.name).collect();
            names.sort_by_key(|it| it.to_lowercase());
            let said = match names.is_empty() {
                true => "you have blocked nobody".to_string(),
                false => format!("you have blocked {}", names.join(", ")),
            };
            return Ok(vec![Reply::new("Block", lines(&[said]))]);
        };
        let member = self.named(name).await?;
        self.act(Command::Block { member }).await?;
        self.know_me_again().await?;
        let name = self.app.accounts().name_of(member).await?;
        let said = lines(&[
            format!("you have blocked {name}"),
            "they cannot challenge you or write to you".to_string(),
            "games you are playing continue".to_string(),
            format!("`unblock {name}` ends it"),
        ]);
        Ok(vec![Reply::new("Block", said)])
    }

    /// Unblocks a member.
    pub(super) async fn unblock(&mut self, name: &str) -> CommandResult {
        self.my_id()?;
        let member = self.named(name).await?;
        self.act(Command::Unblock { member }).await?;
        self.know_me_again().await?;
        let name = self.app.accounts().name_of(member).await?;
        let said = format!("{name} is not blocked: they can challenge you and write to you");
        Ok(vec![Reply::new("Unblock", lines(&[said]))])
    }

    /// Whether a member whose sessions are ended can prove who they are.
    async fn may_come_back(&self, id: MemberId) -> Result<bool, CommandError> {
        let address = match self.app.post() {
            Some(post) => post.held(self.app, id).await?.address,
            None => None,
        };
        Ok(address.is_some()
            || matches!(self.sender.way, Transport::Mail(_))
            || self.app.accounts().has_password(id).await?
            || !self.app.passkeys().of(id).await?.is_empty())
    }

    /// Loads the sender again, so that further commands in the same message see the changes.
    async fn know_me_again(&mut self) -> Result<(), CommandError> {
        let id = self.my_id()?;
        self.know(id).await
    }

    /// Looks up who the sender is.
    async fn know(&mut self, id: MemberId) -> Result<(), CommandError> {
        self.me = self.app.queue().look(&[Key::Member(id)]).await?.member(id).cloned();
        Ok(())
    }

    pub(super) async fn vacation(&mut self, what: &Vacation) -> CommandResult {
        let me = self.me()?;
        let zone = TimeZone::get(&me.zone).unwrap_or(TimeZone::UTC);
        let command = match what {
            Vacation::Tell => None,
            Vacation::Off => Some(Command::ComeBack),
            Vacation::Days(days) => {
                let until = self.now() + Span::days((*days).into());
                Some(Command::GoAway { from: None, until })
            }
            Vacation::Until { from, until } => {
                let from = from.as_deref().map(|it| morning(it, &zone)).transpose()?;
                // A vacation from today on begins now.
                let from = from.filter(|it| *it > self.now());
                Some(Command::GoAway { from, until: morning(until, &zone)? })
            }
        };
        let id = me.id;
        if let Some(command) = command {
            self.act(command).await?;
        }
        let club = self.app.queue().look(&[Key::Member(id)]).await?;
        let me = club.member(id).ok_or(Error::Hidden)?;
        Ok(vec![Reply::new("Vacation", lines(&away(me, self.now(), &zone)))])
    }
}

/// A moment in a time zone: `2026-12-20 00:00 CET`.
fn local(at: Moment, zone: &TimeZone) -> String {
    let stamp = jiff::Timestamp::from_millisecond(at.0).map(|it| it.to_zoned(zone.clone()));
    stamp.map_or("never".to_string(), |it| it.strftime("%Y-%m-%d %H:%M %Z").to_string())
}

/// What there is to say about a member's vacations.
fn away(me: &Member, now: Moment, zone: &TimeZone) -> Vec<String> {
    let day = |at| local(at, zone);
    let mut said: Vec<String> = me
        .vacations
        .iter()
        .filter(|it| it.until > now)
        .map(|it| match it.from <= now {
            true => format!("you are on vacation until {}", day(it.until)),
            false => {
                format!("you have planned a vacation from {} until {}", day(it.from), day(it.until))
            }
        })
        .collect();
    if said.is_empty() {
        said.push("you are not on vacation, and none is planned".to_string());
    }
    said.push(format!(
        "{} of vacation are left, of {} in 365 days",
        me.vacation_left(now),
        Member::VACATION
    ));
    said
}

/// The beginning of a day (`2026-12-24`) in the sender's time zone.
fn morning(text: &str, zone: &TimeZone) -> Result<Moment, CommandError> {
    let date: Option<Date> = text.parse().ok();
    let at = date.and_then(|it| zone.to_zoned(it.to_datetime(jiff::civil::Time::midnight())).ok());
    let at = at.ok_or_else(|| {
        let text = shortened(text);
        CommandError::words(format!("'{text}' is not a day: write it like 2026-12-24"))
    })?;
    Ok(Moment(at.timestamp().as_millisecond()))
}
