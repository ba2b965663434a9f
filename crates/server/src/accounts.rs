use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::anyhow;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use crosscut_club::{Command, Key, MemberId, Who};
use tokio::sync::Semaphore;

use crate::clock::Clock;
use crate::config::Config;
use crate::desk::Desk;
use crate::error::Error;
use crate::limits::{Limits, Whose};
use crate::person::Caller;
use crate::store::{Session, Store};
use crate::token;
use crate::watch::{self, Deed};

const HOUR: i64 = 3_600_000;
/// How long a session lasts that nobody uses.
const LASTS: i64 = 60 * 24 * HOUR;
/// How many sessions are kept in memory.
const KEPT: usize = 20_000;
/// How many may wait for a password to be hashed.
const WAITING: usize = 32;
/// The least and the most characters of a password.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=256;

/// Who is who: passwords and sessions.
#[derive(Clone, Debug)]
pub struct Accounts(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    desk: Desk,
    clock: Clock,
    limits: Arc<Limits>,
    argon2: Argon2<'static>,
    /// Hashing takes memory and a processor: this many at once.
    hashing: Semaphore,
    waiting: Semaphore,
    known: Mutex<Known>,
    /// Told whenever sessions were ended.
    ended: tokio::sync::watch::Sender<()>,
    /// A hash that is compared with when there is none, so that both take as long.
    nobody: tokio::sync::OnceCell<String>,
}

/// Sessions kept in memory, by the hash of their token.
#[derive(Debug, Default)]
struct Known {
    sessions: HashMap<String, Session>,
    /// How often sessions were ended. What was looked up before the last time may be a session that is no more.
    ends: u64,
}

impl Known {
    fn keep(&mut self, hash: String, session: Session) {
        if KEPT <= self.sessions.len() {
            self.sessions.clear();
        }
        self.sessions.insert(hash, session);
    }

    /// Keeps what was looked up when so many sessions had been ended, unless one was ended meanwhile.
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

/// A session that has begun: the token is told once and kept nowhere.
#[derive(Clone, Debug)]
pub struct Begun {
    /// The secret that opens it.
    pub token: String,
    /// Whose it is.
    pub member: MemberId,
}

impl Accounts {
    pub(crate) fn new(
        store: Store,
        desk: Desk,
        clock: Clock,
        limits: Arc<Limits>,
        config: &Config,
    ) -> anyhow::Result<Self> {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        Ok(Accounts(Arc::new(Inner {
            store,
            desk,
            clock,
            limits,
            argon2: argon2(config)?,
            hashing: Semaphore::new((processors / 2).max(1)),
            waiting: Semaphore::new(WAITING),
            known: Mutex::default(),
            ended: tokio::sync::watch::Sender::default(),
            nobody: tokio::sync::OnceCell::new(),
        })))
    }

    /// Waits until the session that a token opens has ended, so that its event streams can be closed. Without a token it
    /// waits for ever.
    pub(crate) async fn ended(&self, token: Option<String>) {
        let mut ends = self.0.ended.subscribe();
        let Some(token) = token else { return std::future::pending().await };
        while !matches!(self.identify(&token).await, Ok(None)) {
            if ends.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// Whose session a token opens.
    ///
    /// # Errors
    /// The database cannot be asked.
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
        if session.seen + LASTS < now {
            return Ok(None);
        }
        if session.seen + HOUR < now {
            session.seen = now;
            self.0.store.session_seen(&hash, now).await?;
        }
        self.known().keep_if_none_ended(hash, session.clone(), ends);
        Ok(Some(session))
    }

    /// Lets a visitor in as a guest.
    ///
    /// # Errors
    /// It cannot be written down.
    pub async fn visit(&self, caller: &Caller, zone: &str) -> Result<Begun, Error> {
        self.limit(Whose::Guest(caller.address))?;
        let command = Command::Visit { zone: zone.to_string() };
        let done = self.0.desk.act(Who::Visitor, None, command).await?;
        let member = done.member().ok_or_else(|| anyhow!("a guest came and has no number"))?;
        self.begin(member, caller, None).await
    }

    /// Makes a member of a newcomer who has no password yet, and is known by the session that begins.
    ///
    /// # Errors
    /// The name will not do, or it cannot be written down.
    pub(crate) async fn join(&self, caller: &Caller, name: &str) -> Result<Begun, Error> {
        self.limit(Whose::Guest(caller.address))?;
        let command = Command::Join { name: name.to_string(), zone: String::new() };
        let done = self.0.desk.act(Who::Visitor, None, command).await?;
        let member = done.member().ok_or_else(|| anyhow!("a member came and has no number"))?;
        self.begin(member, caller, None).await
    }

    /// Makes a member: of the guest with this session, whose matches are kept, or of a newcomer.
    ///
    /// # Errors
    /// The name or the password will not do, or it cannot be written down.
    pub async fn sign_up(
        &self,
        caller: &Caller,
        guest: Option<&str>,
        name: &str,
        password: &str,
        zone: &str,
    ) -> Result<Begun, Error> {
        let begun = self.enter(caller, guest, name, password, zone).await?;
        watch::tell_of(Deed::SignedUp, name);
        Ok(begun)
    }

    async fn enter(
        &self,
        caller: &Caller,
        guest: Option<&str>,
        name: &str,
        password: &str,
        zone: &str,
    ) -> Result<Begun, Error> {
        self.limit(Whose::PasswordFrom(caller.address))?;
        check(password)?;
        let phc = self.hash(password).await?;
        let session = match guest {
            Some(token) => self.identify(token).await?,
            None => None,
        };
        let member = match session {
            Some(session) => MemberId(session.member.cast_unsigned()),
            None => {
                // The name is asked for first: a newcomer whose name will not do leaves no trace.
                let command = Command::Join { name: name.to_string(), zone: zone.to_string() };
                let done = self.0.desk.act_with_password(Who::Visitor, command, phc).await?;
                let member =
                    done.member().ok_or_else(|| anyhow!("a member came and has no number"))?;
                return self.begin(member, caller, None).await;
            }
        };
        let command = Command::Register { name: name.to_string() };
        self.0.desk.act_with_password(Who::Member(member), command, phc).await?;
        self.begin(member, caller, guest).await
    }

    /// Lets a member in, with a new session in place of the old one.
    ///
    /// # Errors
    /// Name and password do not belong together.
    pub async fn sign_in(
        &self,
        caller: &Caller,
        old: Option<&str>,
        name: &str,
        password: &str,
    ) -> Result<Begun, Error> {
        let begun = self.let_in(caller, old, name, password).await;
        match &begun {
            Ok(_) => watch::tell_of(Deed::SignedIn, name),
            Err(Error::WrongPassword | Error::TooOften(_)) => {
                watch::tell_of(Deed::SignInRefused, name);
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
    ) -> Result<Begun, Error> {
        self.limit(Whose::PasswordFrom(caller.address))?;
        let member = match self.member_named(name).await? {
            Some(member) if self.has_left(member).await? => None,
            member => member,
        };
        if let Some(member) = member {
            self.limit(Whose::PasswordOf(member.0))?;
        }
        let phc = match member {
            Some(member) => self.0.store.password(member.0.cast_signed()).await?,
            None => None,
        };
        let right = self.verify(password, phc).await?;
        match member.filter(|_| right) {
            Some(member) => self.begin(member, caller, old).await,
            None => Err(Error::WrongPassword),
        }
    }

    /// The member with this name, however it is spelt.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn member_named(&self, name: &str) -> Result<Option<MemberId>, Error> {
        let key = Key::name(name.trim());
        self.0.desk.named(&key).await
    }

    async fn has_left(&self, member: MemberId) -> Result<bool, Error> {
        let state = self.0.desk.look(&[Key::Member(member)]).await?;
        Ok(state.member(member).is_some_and(|it| it.left.is_some()))
    }

    /// Lets a member go for good: the name stays taken, what was played stays, and nobody comes in by it again. Who has
    /// no password need not say one.
    ///
    /// # Errors
    /// The password is wrong, or it cannot be written down.
    pub async fn leave(&self, member: MemberId, password: &str) -> Result<(), Error> {
        self.limit(Whose::PasswordOf(member.0))?;
        let id = member.0.cast_signed();
        if let Some(phc) = self.0.store.password(id).await?
            && !self.verify(password, Some(phc)).await?
        {
            watch::tell(Deed::PasswordRefused);
            return Err(Error::NotYourPassword);
        }
        self.0.desk.act(Who::Member(member), None, Command::Leave).await?;
        watch::tell(Deed::Left);
        // Whoever has left comes in nowhere: what follows only tidies up.
        self.0.store.forget_password(id).await?;
        self.0.store.forget_puzzles(id).await?;
        self.0.desk.write_no_more_to(member);
        self.0.store.forget_mails_of(id).await?;
        self.end(member, None, "").await
    }

    /// Changes a member's password, and ends all sessions but the one it is done in. Whoever has none yet need not say
    /// the old one.
    ///
    /// # Errors
    /// The old password is wrong, or the new one will not do.
    pub async fn change_password(
        &self,
        member: MemberId,
        old: &str,
        new: &str,
        token: &str,
    ) -> Result<(), Error> {
        check(new)?;
        let id = member.0.cast_signed();
        self.limit(Whose::PasswordOf(member.0))?;
        if let Some(phc) = self.0.store.password(id).await?
            && !self.verify(old, Some(phc)).await?
        {
            watch::tell(Deed::PasswordRefused);
            return Err(Error::NotYourPassword);
        }
        self.set_password(member, new).await?;
        watch::tell(Deed::PasswordChanged);
        self.end(member, None, token).await
    }

    /// Sets a member's password without asking for the old one.
    ///
    /// # Errors
    /// The new one will not do.
    pub async fn set_password(&self, member: MemberId, new: &str) -> Result<(), Error> {
        check(new)?;
        let phc = self.hash(new).await?;
        self.set_hash(member, &phc).await
    }

    /// Sets the hash of a member's password.
    pub(crate) async fn set_hash(&self, member: MemberId, phc: &str) -> Result<(), Error> {
        PasswordHash::new(phc).map_err(|error| anyhow!("a hash of a password: {error}"))?;
        let id = member.0.cast_signed();
        Ok(self.0.store.set_password(id, phc, self.0.clock.now()).await?)
    }

    /// A member's sessions, the last used first.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn sessions(&self, member: MemberId) -> Result<Vec<Session>, Error> {
        Ok(self.0.store.sessions_of(member.0.cast_signed()).await?)
    }

    /// Ends sessions of a member: the one with this number, or all but the one `spared` opens.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn end(
        &self,
        member: MemberId,
        number: Option<i64>,
        spared: &str,
    ) -> Result<(), Error> {
        let spared = if number.is_some() { String::new() } else { token::hash(spared) };
        let id = member.0.cast_signed();
        let ended = self.0.store.end_sessions(id, number, &spared).await?;
        self.known().end(ended.iter());
        self.0.ended.send_replace(());
        Ok(())
    }

    /// Ends the session a token opens.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub async fn sign_out(&self, token: &str) -> Result<(), Error> {
        if let Some(session) = self.identify(token).await? {
            let member = MemberId(session.member.cast_unsigned());
            self.end(member, Some(session.number), "").await?;
        }
        Ok(())
    }

    /// Forgets the sessions nobody uses any more.
    pub(crate) async fn tidy(&self) -> Result<(), Error> {
        self.0.store.forget_sessions(self.0.clock.now() - LASTS).await?;
        Ok(())
    }

    fn limit(&self, whose: Whose) -> Result<(), Error> {
        self.0.limits.take(whose).map_err(Error::TooOften)
    }

    async fn begin(
        &self,
        member: MemberId,
        caller: &Caller,
        old: Option<&str>,
    ) -> Result<Begun, Error> {
        let now = self.0.clock.now();
        let token = token::token()?;
        let session = Session {
            number: token::number()?,
            member: member.0.cast_signed(),
            began: now,
            seen: now,
            device: caller.device.clone(),
        };
        let (hash, old) = (token::hash(&token), old.map(token::hash));
        self.0.store.begin_session(&hash, &session, old.as_deref()).await?;
        {
            let mut known = self.known();
            known.end(old.iter());
            known.keep(hash, session);
        }
        self.0.ended.send_replace(());
        Ok(Begun { token, member })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn hash(&self, password: &str) -> Result<String, Error> {
        let password = password.to_string();
        self.work(move |argon2| {
            let hash = argon2.hash_password(password.as_bytes());
            hash.map(|it| it.to_string()).map_err(|error| anyhow!("no hash: {error}"))
        })
        .await
    }

    /// Whether a password is the one of this hash; without a hash it is not, after as much work.
    async fn verify(&self, password: &str, phc: Option<String>) -> Result<bool, Error> {
        let exists = phc.is_some();
        let phc = match phc {
            Some(phc) => phc,
            None => self
                .0
                .nobody
                .get_or_try_init(|| self.hash("nobody has this password"))
                .await?
                .clone(),
        };
        let password = password.to_string();
        self.work(move |argon2| {
            let phc = PasswordHash::new(&phc).map_err(|error| anyhow!("a stored hash: {error}"))?;
            Ok(exists && argon2.verify_password(password.as_bytes(), &phc).is_ok())
        })
        .await
    }

    /// Does slow work on a thread of its own, as many at once as there is room for.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let _waiting = self.0.waiting.try_acquire().map_err(|_| Error::Busy)?;
        let _turn = self.0.hashing.acquire().await.map_err(|_| Error::NotDone)?;
        let argon2 = self.0.argon2.clone();
        let done = tokio::task::spawn_blocking(move || work(&argon2)).await;
        Ok(done.map_err(anyhow::Error::from)??)
    }
}

fn argon2(config: &Config) -> anyhow::Result<Argon2<'static>> {
    let params = Params::new(config.password_cost, 2, 1, None)
        .map_err(|error| anyhow!("the password cost {}: {error}", config.password_cost))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// The hash of a password that will do, made here and now.
pub(crate) fn hashed(config: &Config, password: &str) -> anyhow::Result<String> {
    check(password)?;
    let hash = argon2(config)?.hash_password(password.as_bytes());
    hash.map(|it| it.to_string()).map_err(|error| anyhow!("no hash: {error}"))
}

fn check(password: &str) -> Result<(), Error> {
    match password.chars().count() {
        n if LENGTHS.contains(&n) => Ok(()),
        n => Err(Error::BadPassword(format!(
            "a password has {} to {} characters, this one has {n}",
            LENGTHS.start(),
            LENGTHS.end()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_that_was_ended_while_it_was_looked_up_is_not_kept() {
        let session = Session { number: 1, member: 1, began: 0, seen: 0, device: String::new() };
        let mut known = Known::default();
        known.keep_if_none_ended("a".to_string(), session.clone(), 0);
        assert!(known.sessions.contains_key("a"));
        let looked_up_at = known.ends;
        known.end(["a".to_string()].iter());
        known.keep_if_none_ended("a".to_string(), session, looked_up_at);
        assert!(known.sessions.is_empty());
    }
}
