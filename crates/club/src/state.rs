use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use crate::{
    Challenge, ChallengeId, Downtimes, Event, Fact, Key, Match, MatchId, Member, MemberId, Moment,
};

/// What the caller has loaded of the club: the fold of the events of some streams.
///
/// Of every stream it is known whether it was loaded, for what was not loaded is not the same as what is not there.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(crate) members: HashMap<MemberId, Option<Arc<Member>>>,
    names: HashMap<String, Option<MemberId>>,
    challenges: HashMap<ChallengeId, Option<Arc<Challenge>>>,
    pub(crate) matches: HashMap<MatchId, Option<Arc<Match>>>,
    downtimes: Arc<Downtimes>,
    hushed: Arc<Hushed>,
}

/// Members who may write to nobody, and until when.
pub type Hushed = BTreeMap<MemberId, Option<Moment>>;

/// An event that does not follow on what is there: a sentence without a full stop. The events of
/// [`act`](crate::act()) fit by construction; stored ones may have been damaged, or a game's rules may have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The stream.
    pub key: Key,
    /// How many of its events had been applied.
    pub version: u64,
    /// What is wrong.
    pub why: String,
}

impl State {
    /// A member or guest, if it was loaded and is there.
    pub fn member(&self, id: MemberId) -> Option<&Member> {
        self.members.get(&id)?.as_deref()
    }

    /// Who has a name, if that was loaded and somebody has.
    pub fn name(&self, name: &str) -> Option<MemberId> {
        *self.names.get(&name.to_lowercase())?
    }

    /// A challenge, if it was loaded and is there.
    pub fn challenge(&self, id: ChallengeId) -> Option<&Challenge> {
        self.challenges.get(&id)?.as_deref()
    }

    /// A match, if it was loaded and is there.
    pub fn match_with(&self, id: MatchId) -> Option<&Match> {
        self.matches.get(&id)?.as_deref()
    }

    /// The matches that are loaded, in no order.
    pub fn matches(&self) -> impl Iterator<Item = &Match> {
        self.matches.values().flatten().map(Arc::as_ref)
    }

    /// When the house was closed, as far as that was [said](Self::set_downtimes).
    pub fn downtimes(&self) -> &Downtimes {
        &self.downtimes
    }

    /// Says when the house was closed: at no such time did anybody's clock run. It is not part of any stream.
    pub fn set_downtimes(&mut self, downtimes: Arc<Downtimes>) {
        self.downtimes = downtimes;
    }

    /// Says who may write to nobody: nothing is said either that they planned before. It is not part of any stream.
    pub fn set_hushed(&mut self, hushed: Arc<Hushed>) {
        self.hushed = hushed;
    }

    /// Whether a member may write to nobody at a moment, as far as that was [said](Self::set_hushed).
    pub fn is_hushed(&self, member: MemberId, now: Moment) -> bool {
        self.hushed.get(&member).is_some_and(|until| until.is_none_or(|until| now < until))
    }

    /// Whether a stream was loaded, be there anything or not.
    pub fn knows(&self, key: &Key) -> bool {
        match key {
            Key::Member(id) => self.members.contains_key(id),
            Key::Name(name) => self.names.contains_key(name),
            Key::Challenge(id) => self.challenges.contains_key(id),
            Key::Match(id) => self.matches.contains_key(id),
        }
    }

    /// How many events of a stream were applied.
    pub fn version(&self, key: &Key) -> u64 {
        match key {
            Key::Member(id) => self.member(*id).map_or(0, |it| it.version),
            Key::Name(name) => u64::from(self.name(name).is_some()),
            Key::Challenge(id) => self.challenge(*id).map_or(0, |it| it.version),
            Key::Match(id) => self.match_with(*id).map_or(0, |it| it.version),
        }
    }

    /// Notes that a stream was loaded and has no events. To load one that has, [`apply`](Self::apply) them in order.
    pub fn set_absent(&mut self, key: &Key) {
        match key {
            Key::Member(id) => drop(self.members.insert(*id, None)),
            Key::Name(name) => drop(self.names.insert(name.clone(), None)),
            Key::Challenge(id) => drop(self.challenges.insert(*id, None)),
            Key::Match(id) => drop(self.matches.insert(*id, None)),
        }
    }

    /// Takes a stream over as another state has it, if that knows it. Nothing is copied until one of the two changes.
    pub fn share(&mut self, other: &State, key: &Key) {
        fn copy<I: Eq + Hash + Clone, T: Clone>(
            to: &mut HashMap<I, T>,
            from: &HashMap<I, T>,
            id: &I,
        ) {
            if let Some(thing) = from.get(id) {
                to.insert(id.clone(), thing.clone());
            }
        }
        match key {
            Key::Member(id) => copy(&mut self.members, &other.members, id),
            Key::Name(name) => copy(&mut self.names, &other.names, name),
            Key::Challenge(id) => copy(&mut self.challenges, &other.challenges, id),
            Key::Match(id) => copy(&mut self.matches, &other.matches, id),
        }
    }

    /// Drops a stream, as if it had never been loaded.
    pub fn forget(&mut self, key: &Key) {
        match key {
            Key::Member(id) => drop(self.members.remove(id)),
            Key::Name(name) => drop(self.names.remove(name)),
            Key::Challenge(id) => drop(self.challenges.remove(id)),
            Key::Match(id) => drop(self.matches.remove(id)),
        }
    }

    /// Applies the next event of a stream.
    ///
    /// # Errors
    /// An event that does not follow on what is there. The stream is as it was, or in part changed if the event was
    /// damaged: forget it then.
    pub fn apply(&mut self, event: &Event) -> Result<(), Misfit> {
        let applied = match &event.key {
            Key::Member(id) => fold(&mut self.members, *id, event, Member::born, Member::apply),
            Key::Name(name) => take(&mut self.names, name, event),
            Key::Challenge(id) => {
                fold(&mut self.challenges, *id, event, Challenge::born, Challenge::apply)
            }
            Key::Match(id) => fold(&mut self.matches, *id, event, Match::born, Match::apply),
        };
        applied.map_err(|why| Misfit {
            key: event.key.clone(),
            version: self.version(&event.key),
            why,
        })
    }

    /// Applies events in order.
    ///
    /// # Errors
    /// The first that does not fit.
    pub fn apply_all<'a>(
        &mut self,
        events: impl IntoIterator<Item = &'a Event>,
    ) -> Result<(), Misfit> {
        events.into_iter().try_for_each(|event| self.apply(event))
    }
}

/// Applies an event to what has this number: the first makes it, the others change it.
fn fold<I: Eq + Hash + Copy, T: Clone>(
    map: &mut HashMap<I, Option<Arc<T>>>,
    id: I,
    event: &Event,
    born: fn(I, &Event) -> Option<Result<T, String>>,
    apply: fn(&mut T, &Event) -> Result<(), String>,
) -> Result<(), String> {
    let there = map.get_mut(&id).and_then(Option::as_mut);
    match (there, born(id, event)) {
        (Some(_), Some(_)) => Err("it has begun already".to_string()),
        (Some(thing), None) => apply(Arc::make_mut(thing), event),
        (None, Some(thing)) => {
            map.insert(id, Some(Arc::new(thing?)));
            Ok(())
        }
        (None, None) => Err("it has not begun".to_string()),
    }
}

fn take(
    names: &mut HashMap<String, Option<MemberId>>,
    name: &str,
    event: &Event,
) -> Result<(), String> {
    let Fact::Taken { member } = event.fact else {
        return Err("a name can only be taken".to_string());
    };
    match names.insert(name.to_string(), Some(member)) {
        Some(Some(_)) => Err("the name is taken already".to_string()),
        _ => Ok(()),
    }
}

/// What an event says that has no business in a stream.
pub(crate) fn misplaced(fact: &Fact) -> String {
    format!("this does not belong here: {fact:?}")
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, event {}: {}", self.key, self.version + 1, self.why)
    }
}

impl Error for Misfit {}
