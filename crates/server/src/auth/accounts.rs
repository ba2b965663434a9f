use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::anyhow;
use argon2::password_hash::phc::PasswordHash;
use crosscut_club::{Command, Key, MemberId, Span, Who};

use crate::auth::password::Passwords;
use crate::clock::Clock;
use crate::config::Config;
use crate::error::Error;
use crate::limits::queues::Queues;
use crate::limits::rates::{Limits, Whose};
use crate::moderation::Moderation;
use crate::origin::network;
use crate::person::Caller;
use crate::store::{Session, Store};
use crate::token;
use crate::watch::{self, SecurityEvent};
use crate::write::CommandQueue;

/// How long an unused session lasts.
const LASTS: Span = Span::days(60);
/// How long a session lasts, however much it is used.
const LONGEST: Span = Span::days(180);
/// How many sessions are cached.
const KEPT: usize = 20_000;
/// How long a place where a member has signed in is remembered.
const KNOWN: Span = Span::days(90);
/// How long a change can be undone by the link sent to the old address.
pub(crate) const UNDONE: Span = Span::days(7);

/// Accounts: passwords and sessions.
#[derive(Clone, Debug)]
pub struct Accounts(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    queue: CommandQueue,
    clock: Clock,
    limits: Arc<Limits>,
    moderation: Moderation,
    passwords: Passwords,
    known: Mutex<SessionCache>,
    /// Held so that nobody signs in as a member while their ways in change.
    ways: Queues,
    /// Notified whenever sessions have ended.
    ended: tokio::sync::watch::Sender<()>,
}

/// Cached sessions, by the hash of their token.
#[derive(Debug, Default)]
struct SessionCache {
    sessions: HashMap<String, Session>,
    /// How often sessions were ended. A session looked up before the last time may no longer exist.
    ends: u64,
}

impl SessionCache {
    fn keep(&mut self, hash: String, session: Session) {
        if KEPT <= self.sessions.len() {
            self.sessions.clear();
        }
        self.sessions.insert(hash, session);
    }

    /// Forgets all, because some have been deleted.
    fn end_all(&mut self) {
        self.ends += 1;
        self.sessions.clear();
    }

    /// Caches a session looked up when sessions had been ended `ends` times, unless one has ended since.
    fn keep_if_none_ended(&mut self, hash: String, session: Session, ends: u64) {
        if self.ends == ends {
            self.keep(hash, session);
        }
    }

    fn end<'a>(&mut self, hashes: impl Iterator<Item = &'a String>) {
        self.ends += 1;
        for hash in hashes {
            self.sessions.remove(hash);
        }
    }
}

/// A session that has begun. Its token is returned once and stored nowhere.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The secret that opens the session.
    pub token: String,
    /// The member.
    pub member: MemberId,
}

impl Accounts {
    pub(crate) fn new(
        store: Store,
        queue: CommandQueue,
        clock: Clock,
        limits: Arc<Limits>,
        moderation: Moderation,
        config: &Config,
    ) -> anyhow::Result<Self> {
        Ok(Accounts(Arc::new(Inner {
            store,
            queue,
            clock,
            limits,
            moderation,
            passwords: Passwords::new(config)?,
            known: Mutex::default(),
            ways: Queues::default(),
            ended: tokio::sync::watch::Sender::default(),
        })))
    }

    /// Waits until nobody is signing in as a member or changing their ways in: while the guard is held, what was read of
    /// these stays valid.
    pub(crate) async fn alone(&self, member: MemberId) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.ways.alone(member).await
    }

    /// Waits until the session of a token has ended, so that its event streams can be closed. Without a token it waits for
    /// ever.
    pub(crate) async fn ended(&self, token: Option<String>) {
        let mut ends = self.0.ended.subscribe();
        let Some(token) = token else { return std::future::pending().await };
        while !matches!(self.identify(&token).await, Ok(None)) {
            if ends.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// The session of a token, if it opens one.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn identify(&self, token: &str) -> Result<Option<Session>, Error> {
        if token.len() != 64 {
            return Ok(None);
        }
        let hash = token::hash(token);
        let (known, ends) = {
            let known = self.known();
            (known.sessions.get(&hash).cloned(), known.ends)
        };
        let session = match known {
            Some(session) => Some(session),
            None => self.0.store.session(&hash).await?,
        };
        let Some(mut session) = session else { return Ok(None) };
        let now = self.0.clock.now();
        let old = session.seen + LASTS < now || session.began + LONGEST < now;
        if old || self.0.moderation.is_banned(session.member) {
            return Ok(None);
        }
        if session.seen + Span::hours(1) < now {
            session.seen = now;
            self.0.store.session_seen(&hash, now).await?;
        }
        self.known().keep_if_none_ended(hash, session.clone(), ends);
        Ok(Some(session))
    }

    /// Admits a visitor as a guest.
    ///
    /// # Errors
    /// It cannot be written.
    pub async fn visit(&self, caller: &Caller, zone: &str) -> Result<NewSession, Error> {
        self.limit(Whose::Guest(caller.address))?;
        let command = Command::Visit { zone: zone.to_string() };
        let done = self.0.queue.act(Who::Visitor, None, command).await?;
        let member = done.member().ok_or_else(|| anyhow!("a guest came and has no number"))?;
        self.begin(member, caller, None, false).await
    }

    /// Makes a member of a newcomer who has no password yet, and is identified by the new session.
    ///
    /// # Errors
    /// The name is not acceptable, or it cannot be written.
    pub(crate) async fn join(&self, caller: &Caller, name: &str) -> Result<NewSession, Error> {
        self.limit(Whose::Guest(caller.address))?;
        let command = Command::Join { name: name.to_string(), zone: String::new() };
        let done = self.0.queue.act(Who::Visitor, None, command).await?;
        let member = done.member().ok_or_else(|| anyhow!("a member came and has no number"))?;
        self.begin(member, caller, None, false).await
    }

    /// Makes a member: of the guest with this session, whose matches are kept, or of a newcomer.
    ///
    /// # Errors
    /// The name or the password is not acceptable, or it cannot be written.
    pub async fn sign_up(
        &self,
        caller: &Caller,
        guest: Option<&str>,
        name: &str,
        password: &str,
        zone: &str,
    ) -> Result<NewSession, Error> {
        let begun = self.enter(caller, guest, name, password, zone).await?;
        watch::tell_of(SecurityEvent::SignedUp, name);
        Ok(begun)
    }

    async fn enter(
        &self,
        caller: &Caller,
        guest: Option<&str>,
        name: &str,
        password: &str,
        zone: &str,
    ) -> Result<NewSession, Error> {
        let from = Whose::PasswordFrom(caller.address);
        self.limit(from)?;
        let phc = self.0.passwords.hash(name, password).await;
        let phc = self.unless_busy(phc, &[from])?;
        let session = match guest {
            // The same guest may have become a member a moment ago: a second member must not be made next to them.
            Some(token) => Some(self.identify(token).await?.ok_or(Error::UnknownToken)?),
            None => None,
        };
        let member = match session {
            Some(session) => {
                self.0.moderation.may_be_called_otherwise(session.member)?;
                session.member
            }
            None => {
                // The name is checked first: a newcomer with an unacceptable name leaves no trace.
                let command = Command::Join { name: name.to_string(), zone: zone.to_string() };
                let done = self.0.queue.act_with_password(Who::Visitor, command, phc).await?;
                let member =
                    done.member().ok_or_else(|| anyhow!("a member came and has no number"))?;
                return self.remember(member, caller, None, false).await;
            }
        };
        let command = Command::Register { name: name.to_string() };
        self.0.queue.act_with_password(Who::Member(member), command, phc).await?;
        self.remember(member, caller, guest, false).await
    }

    /// Signs a member in, with a new session in place of the old one.
    ///
    /// # Errors
    /// Name and password do not match.
    pub async fn sign_in(
        &self,
        caller: &Caller,
        old: Option<&str>,
        name: &str,
        password: &str,
    ) -> Result<NewSession, Error> {
        let begun = self.let_in(caller, old, name, password).await;
        match &begun {
            Ok(_) => watch::tell_of(SecurityEvent::SignedIn, name),
            Err(Error::WrongPassword | Error::TooOften(_)) => {
                watch::tell_of(SecurityEvent::SignInRefused, name);
            }
            Err(_) => {}
        }
        begun
    }

    async fn let_in(
        &self,
        caller: &Caller,
        old: Option<&str>,
        name: &str,
        password: &str,
    ) -> Result<NewSession, Error> {
        let from = Whose::PasswordFrom(caller.address);
        self.limit(from)?;
        // Neither the answer nor its timing reveals whether the name exists: for an unknown name, the same is looked up for
        // number 0, which no member has.
        let member = self.member_named(name).await?;
        let asked = member.unwrap_or(MemberId(0));
        let place = self.place(asked, caller, old).await?;
        let mut counted = match &place {
            Some(mark) => vec![Whose::password_known(mark)],
            None => Whose::password_of(name, caller.address).to_vec(),
        };
        // A refused try does not count, so waiting for the stated time is enough.
        let taken = self.0.limits.take_all(&counted).map_err(Error::TooOften);
        taken.inspect_err(|_| self.0.limits.give_back(from))?;
        counted.push(from);
        let left = self.has_left(asked).await?;
        let phc = self.0.store.password(asked).await?;
        let right = self.0.passwords.verify(password, phc.clone(), place.is_some()).await;
        let right = self.unless_busy(right, &counted)?;
        let Some(member) = member.filter(|_| right && !left) else {
            return Err(Error::WrongPassword);
        };
        // Comparing takes a while: meanwhile the password may have changed, or the member may have left.
        let _alone = self.alone(member).await;
        if self.0.store.password(member).await? != phc || self.has_left(member).await? {
            return Err(Error::WrongPassword);
        }
        self.remember(member, caller, old, false).await
    }

    /// Signs in a member by a passkey, given its id, that has signed.
    ///
    /// # Errors
    /// They have left, or it cannot be written.
    pub(crate) async fn enter_by_key(
        &self,
        caller: &Caller,
        old: Option<&str>,
        member: MemberId,
        key: &str,
    ) -> Result<NewSession, Error> {
        let _alone = self.alone(member).await;
        let is_there = self.0.store.passkey(key).await?.is_some();
        if !is_there || self.has_left(member).await? {
            return Err(Error::WrongKey);
        }
        let begun = self.remember(member, caller, old, true).await?;
        watch::member(member);
        watch::tell(SecurityEvent::SignedInByKey);
        Ok(begun)
    }

    /// A mark of the place, if the member has signed in there before: they have a session, or it is the same network. There,
    /// strangers trying passwords cannot lock them out.
    async fn place(
        &self,
        member: MemberId,
        caller: &Caller,
        old: Option<&str>,
    ) -> Result<Option<String>, Error> {
        if let Some(token) = old
            && self.identify(token).await?.is_some_and(|it| it.member == member)
        {
            return Ok(Some(token::hash(token)));
        }
        let mark = network_mark(member, caller);
        Ok(match self.0.store.is_known(member, &mark).await? && !caller.is_doubtful {
            true => Some(mark),
            false => None,
        })
    }

    /// Asks a signed-in member for their password again, before a change that must not be open to anybody who finds the
    /// browser unattended. A member without a password is not asked.
    ///
    /// While the returned guard is held, it stays their password, and the session stays theirs.
    ///
    /// # Errors
    /// The password is wrong, or the session has ended meanwhile.
    pub async fn ask_again(
        &self,
        member: MemberId,
        token: &str,
        password: &str,
    ) -> Result<tokio::sync::MutexGuard<'_, ()>, Error> {
        let known = Whose::password_known(&token::hash(token));
        self.limit(known)?;
        let alone = self.alone(member).await;
        if !token.is_empty() && self.identify(token).await?.is_none() {
            return Err(Error::NotSignedIn);
        }
        let Some(phc) = self.0.store.password(member).await? else {
            return Ok(alone);
        };
        let right = self.0.passwords.verify(password, Some(phc), true).await;
        match self.unless_busy(right, &[known])? {
            true => Ok(alone),
            false => {
                watch::tell(SecurityEvent::PasswordRefused);
                Err(Error::NotYourPassword)
            }
        }
    }

    /// How often a password was hashed or compared.
    #[cfg(test)]
    pub(crate) fn worked(&self) -> u32 {
        self.0.passwords.worked.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// The password hashing.
    #[cfg(test)]
    pub(crate) fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }

    /// Whether a member has a password.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn has_password(&self, member: MemberId) -> Result<bool, Error> {
        Ok(self.0.store.password(member).await?.is_some())
    }

    /// The member with this name, in any spelling that counts as the same.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn member_named(&self, name: &str) -> Result<Option<MemberId>, Error> {
        let key = Key::name(name.trim());
        self.0.queue.named(&key).await
    }

    async fn has_left(&self, member: MemberId) -> Result<bool, Error> {
        let state = self.0.queue.look(&[Key::Member(member)]).await?;
        Ok(state.member(member).is_some_and(|it| it.left.is_some()))
    }

    /// The name of a member.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn name_of(&self, member: MemberId) -> Result<String, Error> {
        let state = self.0.queue.look(&[Key::Member(member)]).await?;
        Ok(state.member(member).map(|it| it.name.clone()).unwrap_or_default())
    }

    /// Whether this is the password of a signed-in member.
    ///
    /// # Errors
    /// It is tried too often, or the database cannot be read.
    pub(crate) async fn is_password(
        &self,
        member: MemberId,
        password: &str,
    ) -> Result<bool, Error> {
        let known = Whose::PasswordKnown(member.0);
        self.limit(known)?;
        let phc = self.0.store.password(member).await?;
        let right = self.0.passwords.verify(password, phc, true).await;
        self.unless_busy(right, &[known])
    }

    /// Changes a member's password, and ends all sessions but the current one. A member without a password need not give the
    /// old one.
    ///
    /// # Errors
    /// The old password is wrong, or the new one is not acceptable.
    pub async fn change_password(
        &self,
        member: MemberId,
        old: &str,
        new: &str,
        token: &str,
    ) -> Result<(), Error> {
        let _alone = self.ask_again(member, token, old).await?;
        self.set_password(member, new).await?;
        watch::tell(SecurityEvent::PasswordChanged);
        self.end(member, None, token).await
    }

    /// Remembers the place from which somebody has proved to be this member: there, strangers trying passwords do not keep
    /// them waiting.
    pub(crate) async fn know(&self, member: MemberId, caller: &Caller) -> Result<(), Error> {
        if caller.is_doubtful {
            return Ok(());
        }
        let (mark, now) = (network_mark(member, caller), self.0.clock.now());
        Ok(self.0.store.note_known(member, &mark, now).await?)
    }

    /// Sets a member's password without asking for the old one.
    ///
    /// # Errors
    /// The new one is not acceptable.
    pub async fn set_password(&self, member: MemberId, new: &str) -> Result<(), Error> {
        let name = self.name_of(member).await?;
        let phc = self.0.passwords.hash(&name, new).await?;
        self.set_hash(member, &phc).await
    }

    /// Sets the hash of a member's password. Changes begun by anybody who knew the old password are void: addresses that are
    /// claimed but not verified are forgotten.
    pub(crate) async fn set_hash(&self, member: MemberId, phc: &str) -> Result<(), Error> {
        PasswordHash::new(phc).map_err(|error| anyhow!("a hash of a password: {error}"))?;
        self.0.store.set_password(member, phc, self.0.clock.now()).await?;
        Ok(self.0.store.forget_claims(member).await?)
    }

    /// A member's sessions, the most recently used first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn sessions(&self, member: MemberId) -> Result<Vec<Session>, Error> {
        Ok(self.0.store.sessions_of(member).await?)
    }

    /// Ends sessions of a member: the one with this number, or all but the one that the token `spared` opens.
    ///
    /// # Errors
    /// The database cannot be read or written.
    pub async fn end(
        &self,
        member: MemberId,
        number: Option<i64>,
        spared: &str,
    ) -> Result<(), Error> {
        let spared = if number.is_some() { String::new() } else { token::hash(spared) };
        let ended = self.0.store.end_sessions(member, number, &spared).await?;
        self.known().end(ended.iter());
        self.0.ended.send_replace(());
        Ok(())
    }

    /// Ends the session of a token.
    ///
    /// # Errors
    /// The database cannot be read or written.
    pub async fn sign_out(&self, token: &str) -> Result<(), Error> {
        if let Some(session) = self.identify(token).await? {
            self.end(session.member, Some(session.number), "").await?;
        }
        Ok(())
    }

    /// Looks every session up again, because some have been deleted.
    pub(crate) fn look_again(&self) {
        self.known().end_all();
        self.0.ended.send_replace(());
    }

    /// Forgets expired sessions, places and undo links.
    pub(crate) async fn tidy(&self) -> Result<(), Error> {
        let now = self.0.clock.now();
        self.0.store.forget_sessions(now - LASTS, now - LONGEST).await?;
        Ok(self.0.store.forget_old(now - KNOWN, now - UNDONE).await?)
    }

    fn limit(&self, whose: Whose) -> Result<(), Error> {
        self.0.limits.take(whose).map_err(Error::TooOften)
    }

    /// The result of password work; its allowances are given back if the work was not done.
    fn unless_busy<T>(&self, done: Result<T, Error>, taken: &[Whose]) -> Result<T, Error> {
        if matches!(done, Err(Error::Busy | Error::NotDone)) {
            taken.iter().for_each(|it| self.0.limits.give_back(*it));
        }
        done
    }

    /// Begins a session for somebody who has proved who they are, and remembers the place.
    async fn remember(
        &self,
        member: MemberId,
        caller: &Caller,
        old: Option<&str>,
        by_key: bool,
    ) -> Result<NewSession, Error> {
        self.know(member, caller).await?;
        self.begin(member, caller, old, by_key).await
    }

    async fn begin(
        &self,
        member: MemberId,
        caller: &Caller,
        old: Option<&str>,
        by_key: bool,
    ) -> Result<NewSession, Error> {
        self.0.moderation.may_enter(member)?;
        let now = self.0.clock.now();
        let token = token::token()?;
        let session = Session {
            number: token::number()?,
            member,
            began: now,
            seen: now,
            device: caller.device.clone(),
            by_key,
        };
        let (hash, old) = (token::hash(&token), old.map(token::hash));
        let over = self.0.store.begin_session(&hash, &session, old.as_deref()).await?;
        {
            let mut known = self.known();
            known.end(old.iter().chain(&over));
            known.keep(hash, session);
        }
        self.0.ended.send_replace(());
        Ok(NewSession { token, member })
    }

    fn known(&self) -> MutexGuard<'_, SessionCache> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The mark of the network a member has signed in from.
fn network_mark(member: MemberId, caller: &Caller) -> String {
    token::hash(&format!("network {member} {}", network(caller.address)))
}

#[cfg(test)]
mod tests {
    use crosscut_club::Moment;

    use super::*;

    #[test]
    fn a_session_that_was_ended_while_it_was_looked_up_is_not_kept() {
        let at = Moment(0);
        let session = Session {
            number: 1,
            member: MemberId(1),
            began: at,
            seen: at,
            device: String::new(),
            by_key: false,
        };
        let mut known = SessionCache::default();
        known.keep_if_none_ended("a".to_string(), session.clone(), 0);
        assert!(known.sessions.contains_key("a"));
        let looked_up_at = known.ends;
        known.end(["a".to_string()].iter());
        known.keep_if_none_ended("a".to_string(), session.clone(), looked_up_at);
        assert!(known.sessions.is_empty());
        let looked_up_at = known.ends;
        known.end_all();
        known.keep_if_none_ended("a".to_string(), session, looked_up_at);
        assert!(known.sessions.is_empty());
    }
}
