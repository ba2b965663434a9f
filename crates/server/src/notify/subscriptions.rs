use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crosscut_club::{Event, Key};
use tokio::sync::watch;

/// How many events of a stream are kept for listeners.
const TAIL: usize = 32;

/// The listeners of streams, who are notified when a stream has grown.
///
/// A listener receives a version, never an event: it fetches what it has not seen, from the tail or from the database.
/// A slow listener therefore misses nothing, and an idle one costs next to nothing.
#[derive(Clone, Default)]
pub(crate) struct Subscriptions(Arc<Mutex<HashMap<Key, Topic>>>);

/// An event with its version.
pub(crate) type VersionedEvent = (u64, Arc<Event>);

struct Topic {
    version: watch::Sender<u64>,
    tail: VecDeque<VersionedEvent>,
    listeners: usize,
}

/// A listener of a stream.
#[derive(Debug)]
pub(crate) struct Listener {
    subscriptions: Subscriptions,
    key: Key,
    version: watch::Receiver<u64>,
}

impl Subscriptions {
    /// Notifies all listeners; called when the events are on the disk, in the order of their versions.
    pub(crate) fn publish(&self, key: &Key, events: &[VersionedEvent]) {
        let mut topics = self.topics();
        let (Some(topic), Some((version, _))) = (topics.get_mut(key), events.last()) else {
            return;
        };
        topic.tail.extend(events.iter().cloned());
        let old = topic.tail.len().saturating_sub(TAIL);
        topic.tail.drain(..old);
        topic.version.send_replace(*version);
    }

    /// Listens to a stream from now on.
    pub(crate) fn listen(&self, key: Key) -> Listener {
        let mut topics = self.topics();
        let topic = topics.entry(key.clone()).or_insert_with(|| Topic {
            version: watch::Sender::new(0),
            tail: VecDeque::new(),
            listeners: 0,
        });
        topic.listeners += 1;
        let version = topic.version.subscribe();
        Listener { subscriptions: self.clone(), key, version }
    }

    /// Drops the tail of a stream: listeners read the database.
    pub(crate) fn forget(&self, key: &Key) {
        if let Some(topic) = self.topics().get_mut(key) {
            topic.tail.clear();
        }
    }

    /// The number of listeners.
    pub(crate) fn listeners(&self) -> usize {
        self.topics().values().map(|topic| topic.listeners).sum()
    }

    fn topics(&self) -> MutexGuard<'_, HashMap<Key, Topic>> {
        // No operation can leave the data inconsistent under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener {
    /// Waits until the stream may have grown beyond `version`, and returns its version then.
    pub(crate) async fn grown(&mut self, version: u64) -> u64 {
        // An error means that the subscriptions are gone, and the process with them.
        let latest = self.version.wait_for(|latest| *latest > version).await;
        latest.map_or(version, |it| *it)
    }

    /// The events after `version`, if the tail goes back that far.
    pub(crate) fn tail(&self, version: u64) -> Option<Vec<VersionedEvent>> {
        let topics = self.subscriptions.topics();
        let tail = &topics.get(&self.key)?.tail;
        let (first, _) = tail.front()?;
        (*first <= version + 1)
            .then(|| tail.iter().filter(|(at, _)| *at > version).cloned().collect())
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut topics = self.subscriptions.topics();
        if let Some(topic) = topics.get_mut(&self.key) {
            topic.listeners -= 1;
            if topic.listeners == 0 {
                topics.remove(&self.key);
            }
        }
    }
}

impl fmt::Debug for Subscriptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscriptions").field("listeners", &self.listeners()).finish()
    }
}

#[cfg(test)]
mod tests {
    use crosscut_club::{Fact, MatchId, Moment, Room, Who};

    use super::*;

    fn said(version: u64) -> VersionedEvent {
        let fact = Fact::Said { room: Room::Players, words: version.to_string() };
        let key = Key::Match(MatchId(1));
        (version, Arc::new(Event { key, at: Moment(0), by: Who::Club, once: None, fact }))
    }

    #[tokio::test]
    async fn the_tail_is_all_or_nothing() {
        let (subscriptions, key) = (Subscriptions::default(), Key::Match(MatchId(1)));
        subscriptions.publish(&key, &[said(1)]);
        let mut listener = subscriptions.listen(key.clone());
        assert!(listener.tail(0).is_none());
        for version in 2..=41 {
            subscriptions.publish(&key, &[said(version)]);
        }
        listener.grown(40).await;
        // 10 to 41 are kept.
        let versions = |after| {
            let tail = listener.tail(after)?;
            Some(tail.into_iter().map(|(version, _)| version).collect::<Vec<_>>())
        };
        assert_eq!(versions(8), None);
        assert_eq!(versions(9), Some((10..=41).collect()));
        assert_eq!(versions(40), Some(vec![41]));
        assert_eq!(versions(41), Some(vec![]));
        // What somebody removes is told from nowhere but the database.
        subscriptions.forget(&key);
        assert_eq!(versions(40), None);
        drop(listener);
        assert_eq!(subscriptions.listeners(), 0);
        assert!(subscriptions.topics().is_empty());
    }
}
