//! Moderation: who is banned or muted, which networks are shut out, and who is an operator.
//!
//! All of it is little, and consulted with every request, so it is kept in memory, as it is on the disk.
//!
//! **Moderation stands outside the club.** Bans, mutes, roles and shut networks (`moderation/`) are a matter of access:
//! few rows, all in memory, consulted in three places: where a session is looked up, where a person's command is
//! carried out, and where a request is admitted. What they change in the club is done by commands of the club itself. Words
//! that must go are redacted in the events that contain them (`write/redact.rs`), the one place where an event is
//! written twice: its place, its time and its effect on the state stay.

mod subnet;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use crosscut_club::{Branch, Command, Hushed, MatchId, MemberId};

use crate::clock::Clock;
use crate::error::Error;
use crate::person::Person;
use crate::present::times;
use crate::store::{HoldRow, ShutRow, Store};

pub(crate) use subnet::Subnet;

/// The kind of a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum HoldKind {
    /// The member cannot sign in or act.
    Ban,
    /// The member can play, but not write to others.
    Mute,
}

impl HoldKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            HoldKind::Ban => "ban",
            HoldKind::Mute => "mute",
        }
    }
}

/// How long an operator's password entry lasts, in milliseconds.
const SURE: i64 = 15 * 60_000;

/// The name of the only role.
pub(crate) const OPERATOR: &str = "operator";

/// The holds, shut networks and operators. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Moderation(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    clock: Clock,
    held: RwLock<ModerationCache>,
    /// When the password was last entered, by the session's number.
    sure: Mutex<HashMap<i64, i64>>,
    /// Held during an operator's action, so that memory and disk change together.
    acting: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct ModerationCache {
    people: HashMap<(MemberId, HoldKind), HoldRow>,
    shut: Vec<Subnet>,
    operators: HashSet<MemberId>,
    /// The members who may not write to anybody.
    hushed: Arc<Hushed>,
}

impl Moderation {
    /// Waits until no other operator's action is in progress.
    pub(crate) async fn alone(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.acting.lock().await
    }

    /// Reads moderation from the database.
    pub(crate) async fn open(store: &Store, clock: &Clock) -> anyhow::Result<Self> {
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            held: RwLock::default(),
            sure: Mutex::default(),
            acting: tokio::sync::Mutex::default(),
        };
        let it = Moderation(Arc::new(inner));
        it.read().await?;
        Ok(it)
    }

    /// Reads all of it again.
    pub(crate) async fn read(&self) -> Result<(), Error> {
        let mut held = ModerationCache::default();
        for row in self.0.store.holds().await? {
            let kind =
                if row.kind == HoldKind::Ban.name() { HoldKind::Ban } else { HoldKind::Mute };
            held.people.insert((row.member, kind), row);
        }
        let mut hushed = Hushed::new();
        for it in held.people.values() {
            // Somebody who is both banned and muted is held until the later moment.
            let until = hushed.entry(it.member).or_insert(it.until);
            *until = until.zip(it.until).map(|(a, b)| a.max(b));
        }
        held.hushed = Arc::new(hushed);
        let shut = self.0.store.shut_networks().await?;
        held.shut = shut.iter().filter_map(|it| it.network.parse().ok()).collect();
        let roles = self.0.store.roles().await?.into_iter().filter(|it| it.1 == OPERATOR);
        held.operators = roles.map(|it| it.0).collect();
        *self.0.held.write().unwrap_or_else(PoisonError::into_inner) = held;
        Ok(())
    }

    fn held(&self) -> RwLockReadGuard<'_, ModerationCache> {
        self.0.held.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A member's current hold of a kind, if any.
    pub(crate) fn hold_on(&self, member: MemberId, kind: HoldKind) -> Option<HoldRow> {
        let now = self.0.clock.now();
        let hold = self.held().people.get(&(member, kind)).cloned();
        hold.filter(|it| it.until.is_none_or(|until| now < until))
    }

    /// Whether a member is banned.
    pub(crate) fn is_banned(&self, member: MemberId) -> bool {
        self.hold_on(member, HoldKind::Ban).is_some()
    }

    /// The members who may not write to anybody, muted or banned, and until when.
    pub(crate) fn hushed(&self) -> Arc<Hushed> {
        self.held().hushed.clone()
    }

    /// Whether a member is an operator.
    pub(crate) fn is_operator(&self, member: MemberId) -> bool {
        self.held().operators.contains(&member)
    }

    /// Notes that the password was entered in a session.
    pub(crate) fn be_sure(&self, session: i64) {
        let now = self.0.clock.ticks();
        let mut sure = self.0.sure.lock().unwrap_or_else(PoisonError::into_inner);
        sure.retain(|_, at| now < *at + SURE);
        sure.insert(session, now);
    }

    /// Whether the password was entered in a session recently.
    pub(crate) fn is_sure(&self, session: i64) -> bool {
        let now = self.0.clock.ticks();
        let sure = self.0.sure.lock().unwrap_or_else(PoisonError::into_inner);
        sure.get(&session).is_some_and(|at| now < *at + SURE)
    }

    /// Whether an address is shut out.
    pub(crate) fn shuts_out(&self, address: IpAddr) -> bool {
        self.held().shut.iter().any(|it| it.contains(address))
    }

    /// Refuses a banned member, with the reason.
    ///
    /// # Errors
    /// They are banned.
    pub(crate) fn may_enter(&self, member: MemberId) -> Result<(), Error> {
        match self.hold_on(member, HoldKind::Ban) {
            None => Ok(()),
            Some(hold) => Err(Error::Barred(said("this account is banned", &hold))),
        }
    }

    /// Refuses a muted member, with the reason.
    ///
    /// # Errors
    /// They are muted.
    pub(crate) fn may_talk(&self, member: MemberId) -> Result<(), Error> {
        match self.hold_on(member, HoldKind::Mute) {
            None => Ok(()),
            Some(hold) => Err(Error::Barred(said("you can play, but not write to others", &hold))),
        }
    }

    /// Refuses a command of a banned member, and one with words or a new name of a muted one.
    ///
    /// # Errors
    /// The command is refused.
    pub(crate) fn check(&self, person: &Person, command: &Command) -> Result<(), Error> {
        let Some(member) = person.member else { return Ok(()) };
        self.may_enter(member)?;
        match command {
            Command::Say { .. } => self.may_talk(member),
            // Everybody reads a name ..
            Command::Rename { .. } | Command::Register { .. } => {
                self.may_be_called_otherwise(member)
            }
            // .. and the opponent reads what goes with a planned turn.
            Command::Plan { plan: Some(plan), .. } if says(&plan.branches) => self.may_talk(member),
            Command::Turn { then, .. } if says(then) => self.may_talk(member),
            Command::Challenge { greeting: Some(words), .. } if !words.trim().is_empty() => {
                self.may_talk(member)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a muted member, or a muted guest who signs up, another name.
    ///
    /// # Errors
    /// They are muted.
    pub(crate) fn may_be_called_otherwise(&self, member: MemberId) -> Result<(), Error> {
        match self.hold_on(member, HoldKind::Mute) {
            None => Ok(()),
            Some(hold) => {
                let why = "you cannot change your name while you cannot write to others";
                Err(Error::Barred(said(why, &hold)))
            }
        }
    }

    /// All current holds.
    pub(crate) async fn holds(&self) -> Result<Vec<HoldRow>, Error> {
        let now = self.0.clock.now();
        let mut holds = self.0.store.holds().await?;
        holds.retain(|it| it.until.is_none_or(|until| now < until));
        Ok(holds)
    }

    /// How many reports wait for an operator; also sets the metric.
    pub(crate) async fn open_reports(&self) -> Result<u64, Error> {
        let open = self.0.store.count_open_reports().await?;
        metrics::gauge!("crosscut_reports_open").set(open as f64);
        Ok(open.cast_unsigned())
    }

    /// The networks that are shut out.
    pub(crate) async fn shut(&self) -> Result<Vec<ShutRow>, Error> {
        Ok(self.0.store.shut_networks().await?)
    }
}

/// The match in which a command has words for the other player, if any.
pub(crate) fn spoken_at(command: &Command) -> Option<MatchId> {
    match command {
        Command::Say { id, .. } => Some(*id),
        Command::Plan { id, plan: Some(plan) } if says(&plan.branches) => Some(*id),
        Command::Turn { id, then, .. } if says(then) => Some(*id),
        _ => None,
    }
}

/// Whether words go with planned turns.
fn says(branches: &[Branch]) -> bool {
    branches.iter().any(|it| !it.say.is_empty() || says(&it.then))
}

/// The refusal for a held member: until when, and why.
fn said(what: &str, hold: &HoldRow) -> String {
    let until = hold
        .until
        .map_or_else(String::new, |until| format!(" until {} (UTC)", times::when(until, "UTC")));
    match hold.reason.as_str() {
        "" => format!("{what}{until}: ask whoever runs this club why"),
        reason => format!("{what}{until}: {reason}"),
    }
}

#[cfg(test)]
mod tests;
