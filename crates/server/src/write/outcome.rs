use std::sync::Arc;

use crosscut_club::{ChallengeId, Event, Fact, Key, MatchId, MemberId};
use serde::{Deserialize, Serialize};

/// The outcome of a command. It is empty if the command had been carried out before.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CommandOutcome {
    /// The events with their versions, in the order in which they happened.
    #[serde(with = "events")]
    pub events: Vec<(u64, Arc<Event>)>,
    /// The mark of the command that this answers, where the answer is kept for a repeated request.
    #[serde(default)]
    pub(crate) to: String,
}

impl CommandOutcome {
    /// The member who joined.
    pub fn member(&self) -> Option<MemberId> {
        self.find(|event| match (&event.key, &event.fact) {
            (Key::Member(id), Fact::Joined { .. }) => Some(*id),
            _ => None,
        })
    }

    /// The member who has just received a name.
    pub fn named(&self) -> Option<MemberId> {
        self.find(|event| match (&event.key, &event.fact) {
            (Key::Member(id), Fact::Joined { .. } | Fact::Registered { .. }) => Some(*id),
            _ => None,
        })
    }

    /// The challenge that was made.
    pub fn challenge(&self) -> Option<ChallengeId> {
        self.find(|event| match (&event.key, &event.fact) {
            (Key::Challenge(id), Fact::Challenged { .. }) => Some(*id),
            _ => None,
        })
    }

    /// The match that began.
    pub fn began(&self) -> Option<MatchId> {
        self.find(|event| match (&event.key, &event.fact) {
            (Key::Match(id), Fact::Began { .. }) => Some(*id),
            _ => None,
        })
    }

    /// The new version of a stream, if it has grown.
    pub fn version(&self, key: &Key) -> Option<u64> {
        self.events.iter().rev().find(|(_, event)| event.key == *key).map(|(version, _)| *version)
    }

    fn find<T>(&self, what: impl Fn(&Event) -> Option<T>) -> Option<T> {
        self.events.iter().find_map(|(_, event)| what(event))
    }
}

/// Serializes shared events as plain events.
mod events {
    use super::{Arc, Event};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        events: &[(u64, Arc<Event>)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(events.iter().map(|(version, event)| (version, &**event)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(u64, Arc<Event>)>, D::Error> {
        let events: Vec<(u64, Event)> = Vec::deserialize(deserializer)?;
        Ok(events.into_iter().map(|(version, event)| (version, Arc::new(event))).collect())
    }
}
