//! What operators hold against people: who is banned or muted, which networks are shut out, and who operates.
//!
//! All of it is few, and asked about with every request: it is kept in memory, as it is on the disk.
//!
//! **What operators hold is beside the club.** Bans, mutes, roles and shut networks (`moderation/`) are the doors'
//! business: few rows, all in memory, asked in three places: where a session is looked up, where a person's command is
//! carried out, and where a request is let in. What they change in the club goes by commands of the house. Words that
//! must go are taken out of the events that hold them (`write/redact.rs`), the one place where an event is written
//! twice: its place, its time and what it does to the state stay.

mod network;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use crosscut_club::{Branch, Command, Hushed, MatchId, MemberId};

use crate::clock::Clock;
use crate::error::Error;
use crate::person::Person;
use crate::present::times;
use crate::store::{HoldRow, ShutRow, Store};

pub(crate) use network::Network;

/// How somebody is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// They cannot come in.
    Ban,
    /// They play, and do not talk.
    Mute,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Ban => "ban",
            Kind::Mute => "mute",
        }
    }
}

/// For how long an operator's password is good, in milliseconds.
const SURE: i64 = 15 * 60_000;

/// The name of the one role that there is.
pub(crate) const OPERATOR: &str = "operator";

/// What is held against whom. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Moderation(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    clock: Clock,
    held: RwLock<Held>,
    /// When the password was entered again, by the session's number.
    sure: Mutex<HashMap<i64, i64>>,
    /// Held while an operator does something: what is in memory and on the disk changes together.
    acting: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Held {
    people: HashMap<(MemberId, Kind), HoldRow>,
    shut: Vec<Network>,
    operators: HashSet<MemberId>,
    /// Of the people, who may write to nobody.
    hushed: Arc<Hushed>,
}

impl Moderation {
    /// Waits until no other operator is doing something.
    pub(crate) async fn alone(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.acting.lock().await
    }

    /// What the database says.
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

    /// Reads all of it anew.
    pub(crate) async fn read(&self) -> Result<(), Error> {
        let mut held = Held::default();
        for row in self.0.store.holds().await? {
            let kind = if row.kind == Kind::Ban.name() { Kind::Ban } else { Kind::Mute };
            held.people.insert((row.member, kind), row);
        }
        let mut hushed = Hushed::new();
        for it in held.people.values() {
            // Who is held twice is held until the later moment.
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

    fn held(&self) -> RwLockReadGuard<'_, Held> {
        self.0.held.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// How a member is held now, if they are.
    pub(crate) fn hold_on(&self, member: MemberId, kind: Kind) -> Option<HoldRow> {
        let now = self.0.clock.now();
        let hold = self.held().people.get(&(member, kind)).cloned();
        hold.filter(|it| it.until.is_none_or(|until| now < until))
    }

    /// Whether a member may not come in.
    pub(crate) fn is_banned(&self, member: MemberId) -> bool {
        self.hold_on(member, Kind::Ban).is_some()
    }

    /// The members who may write to nobody, be they muted or banned, and until when.
    pub(crate) fn hushed(&self) -> Arc<Hushed> {
        self.held().hushed.clone()
    }

    /// Whether a member has the role.
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

    /// Whether the password was entered in a session a short while ago.
    pub(crate) fn is_sure(&self, session: i64) -> bool {
        let now = self.0.clock.ticks();
        let sure = self.0.sure.lock().unwrap_or_else(PoisonError::into_inner);
        sure.get(&session).is_some_and(|at| now < *at + SURE)
    }

    /// Whether nobody is let in from an address.
    pub(crate) fn shuts_out(&self, address: IpAddr) -> bool {
        self.held().shut.iter().any(|it| it.contains(address))
    }

    /// Refuses a member who may not come in, with the reason.
    ///
    /// # Errors
    /// They are banned.
    pub(crate) fn may_enter(&self, member: MemberId) -> Result<(), Error> {
        match self.hold_on(member, Kind::Ban) {
            None => Ok(()),
            Some(hold) => Err(Error::Barred(said("this account is banned", &hold))),
        }
    }

    /// Refuses a member who may not talk, with the reason.
    ///
    /// # Errors
    /// They are muted.
    pub(crate) fn may_talk(&self, member: MemberId) -> Result<(), Error> {
        match self.hold_on(member, Kind::Mute) {
            None => Ok(()),
            Some(hold) => Err(Error::Barred(said("you can play, but not write to others", &hold))),
        }
    }

    /// Refuses a command of somebody who is held.
    ///
    /// # Errors
    /// It is refused.
    pub(crate) fn check(&self, person: &Person, command: &Command) -> Result<(), Error> {
        let Some(member) = person.member else { return Ok(()) };
        self.may_enter(member)?;
        match command {
            Command::Say { .. } => self.may_talk(member),
            // A name is read by all ..
            Command::Rename { .. } => self.may_be_called_otherwise(member),
            // .. and what goes with a planned turn by the opponent.
            Command::Plan { plan: Some(plan), .. } if says(&plan.branches) => self.may_talk(member),
            Command::Turn { then, .. } if says(then) => self.may_talk(member),
            Command::Challenge { greeting: Some(words), .. } if !words.trim().is_empty() => {
                self.may_talk(member)
            }
            _ => Ok(()),
        }
    }

    /// Refuses another name to a member who may not talk, or a guest who becomes a member.
    ///
    /// # Errors
    /// They are muted.
    pub(crate) fn may_be_called_otherwise(&self, member: MemberId) -> Result<(), Error> {
        match self.hold_on(member, Kind::Mute) {
            None => Ok(()),
            Some(hold) => {
                let why = "you cannot change your name while you cannot write to others";
                Err(Error::Barred(said(why, &hold)))
            }
        }
    }

    /// Everybody who is held now.
    pub(crate) async fn holds(&self) -> Result<Vec<HoldRow>, Error> {
        let now = self.0.clock.now();
        let mut holds = self.0.store.holds().await?;
        holds.retain(|it| it.until.is_none_or(|until| now < until));
        Ok(holds)
    }

    /// How many reports wait for an operator; the figures tell it from now on.
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

/// The match in which a command has words for the other player, if it has any.
pub(crate) fn spoken_at(command: &Command) -> Option<MatchId> {
    match command {
        Command::Say { id, .. } => Some(*id),
        Command::Plan { id, plan: Some(plan) } if says(&plan.branches) => Some(*id),
        Command::Turn { id, then, .. } if says(then) => Some(*id),
        _ => None,
    }
}

/// Whether something is to be said with planned turns.
fn says(branches: &[Branch]) -> bool {
    branches.iter().any(|it| !it.say.is_empty() || says(&it.then))
}

/// What somebody is told who is held: until when, and why.
fn said(what: &str, hold: &HoldRow) -> String {
    let until = hold
        .until
        .map_or_else(String::new, |until| format!(" until {} (UTC)", times::when(until, "UTC")));
    match hold.reason.as_str() {
        "" => format!("{what}{until}: ask whoever runs this club why"),
        reason => format!("{what}{until}: {reason}"),
    }
}
