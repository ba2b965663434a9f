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
/// For every stream it is known whether it was loaded, since not being loaded is different from not existing.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(crate) members: HashMap<MemberId, Option<Arc<Member>>>,
    names: HashMap<String, Option<MemberId>>,
    challenges: HashMap<ChallengeId, Option<Arc<Challenge>>>,
    pub(crate) matches: HashMap<MatchId, Option<Arc<Match>>>,
    downtimes: Arc<Downtimes>,
    hushed: Arc<Hushed>,
}

/// Muted members, and until when; `None` for no end.
pub type Hushed = BTreeMap<MemberId, Option<Moment>>;

/// An event that does not follow from the current state, with a sentence without a full stop. Events returned by
/// [`act`](crate::act()) fit by construction; stored ones may have been damaged, or a game's rules may have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The event's stream.
    pub key: Key,
    /// How many of its events had been applied.
    pub version: u64,
    /// What is wrong.
    pub why: String,
}

impl State {
    /// A member or guest, if loaded and present.
    pub fn member(&self, id: MemberId) -> Option<&Member> {
        self.members.get(&id)?.as_deref()
    }

    /// The member who has a name, if that was loaded and somebody has it.
    pub fn name(&self, name: &str) -> Option<MemberId> {
        *self.names.get(&name.to_lowercase())?
    }

    /// A challenge, if loaded and present.
    pub fn challenge(&self, id: ChallengeId) -> Option<&Challenge> {
        self.challenges.get(&id)?.as_deref()
    }

    /// A match, if loaded and present.
    pub fn match_with(&self, id: MatchId) -> Option<&Match> {
        self.matches.get(&id)?.as_deref()
    }

    /// The loaded matches, in no particular order.
    pub fn matches(&self) -> impl Iterator<Item = &Match> {
        self.matches.values().flatten().map(Arc::as_ref)
    }

    /// When the club was closed, as last [set](Self::set_downtimes).
    pub fn downtimes(&self) -> &Downtimes {
        &self.downtimes
    }

    /// Sets when the club was closed: no clock ran at those times. They are not part of any stream.
    pub fn set_downtimes(&mut self, downtimes: Arc<Downtimes>) {
        self.downtimes = downtimes;
    }

    /// Sets who is muted: what those members planned to say is not said either. This is not part of any stream.
    pub fn set_hushed(&mut self, hushed: Arc<Hushed>) {
        self.hushed = hushed;
    }

    /// Whether a member is muted at a moment, as last [set](Self::set_hushed).
    pub fn is_hushed(&self, member: MemberId, now: Moment) -> bool {
        self.hushed.get(&member).is_some_and(|until| until.is_none_or(|until| now < until))
    }

    /// Whether a stream was loaded, present or absent.
    pub fn knows(&self, key: &Key) -> bool {
        match key {
            Key::Member(id) => self.members.contains_key(id),
            Key::Name(name) => self.names.contains_key(name),
            Key::Challenge(id) => self.challenges.contains_key(id),
            Key::Match(id) => self.matches.contains_key(id),
        }
    }

    /// How many events of a stream have been applied.
    pub fn version(&self, key: &Key) -> u64 {
        match key {
            Key::Member(id) => self.member(*id).map_or(0, |it| it.version),
            Key::Name(name) => u64::from(self.name(name).is_some()),
            Key::Challenge(id) => self.challenge(*id).map_or(0, |it| it.version),
            Key::Match(id) => self.match_with(*id).map_or(0, |it| it.version),
        }
    }

    /// Records that a stream was loaded and has no events. To load one that has events, [`apply`](Self::apply) them in order.
    pub fn set_absent(&mut self, key: &Key) {
        match key {
            Key::Member(id) => drop(self.members.insert(*id, None)),
            Key::Name(name) => drop(self.names.insert(name.clone(), None)),
            Key::Challenge(id) => drop(self.challenges.insert(*id, None)),
            Key::Match(id) => drop(self.matches.insert(*id, None)),
        }
    }

    /// Takes a stream from another state, if it is loaded there. Nothing is copied until one of the two changes.
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
    /// The event does not follow from the current state. The stream is unchanged, or partly changed if the event was damaged:
    /// forget it then.
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

/// Applies an event to the entry with this number: the first event creates it, the others change it.
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

/// The error for an event that does not belong in its stream.
pub(crate) fn misplaced(fact: &Fact) -> String {
    format!("this does not belong here: {fact:?}")
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, event {}: {}", self.key, self.version + 1, self.why)
    }
}

impl Error for Misfit {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mute_lasts_until_its_moment_or_for_good() {
        let (one, two, other) = (MemberId(1), MemberId(2), MemberId(3));
        let mut state = State::default();
        assert!(!state.is_hushed(one, Moment(0)));
        state.set_hushed(Arc::new([(one, Some(Moment(5))), (two, None)].into()));
        let hushed = |at| [one, two, other].map(|it| state.is_hushed(it, Moment(at)));
        assert_eq!(hushed(4), [true, true, false]);
        assert_eq!(hushed(5), [false, true, false]);
        assert_eq!(hushed(i64::MAX), [false, true, false]);
    }
}
