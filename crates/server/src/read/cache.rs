use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Context;
use crosscut_club::{Event, Key, State};

use crate::store::fact;
use crate::store::{EventRow, Store};

/// Bytes for each stream that may be held: a larger one leaves less for the others. A match of one evening takes about this
/// much.
const EACH: usize = 8 << 10;

/// The part of the club held in memory: streams as they are on the disk, folded. It is bounded in number and in bytes; the
/// least recently used is dropped first, and folded again on request.
#[derive(Clone, Debug)]
pub(crate) struct StreamCache(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    most: usize,
    /// Counts uses, to order streams by their last one.
    uses: AtomicU64,
    held: RwLock<CachedState>,
}

#[derive(Debug, Default)]
struct CachedState {
    state: State,
    streams: HashMap<Key, CachedStream>,
    /// Bytes of all streams together.
    bytes: usize,
}

#[derive(Debug)]
struct CachedStream {
    used: AtomicU64,
    bytes: usize,
}

impl StreamCache {
    pub(crate) fn new(store: Store, most: usize) -> Self {
        StreamCache(Arc::new(Inner {
            store,
            most,
            uses: AtomicU64::new(0),
            held: RwLock::default(),
        }))
    }

    /// Loads streams into `state`, from memory or from the database. Those in neither are noted as absent.
    ///
    /// # Errors
    /// The database cannot be read, or contains events that do not fit together.
    pub(crate) async fn load(&self, keys: &[Key], state: &mut State) -> anyhow::Result<()> {
        state.set_downtimes(self.0.store.downtimes());
        // Each once: a stream read twice would be folded twice.
        let mut missing = BTreeSet::new();
        {
            let held = self.0.held.read().unwrap_or_else(PoisonError::into_inner);
            for key in keys {
                if let Some(stream) = held.streams.get(key) {
                    stream.used.store(self.tick(), Ordering::Relaxed);
                    state.share(&held.state, key);
                } else {
                    missing.insert(key);
                }
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        for key in &missing {
            state.set_absent(key);
        }
        self.fold(&missing, state).await?;
        self.put(missing.into_iter(), state);
        Ok(())
    }

    /// Folds streams that are absent so far, from their snapshots if they have one.
    async fn fold(&self, keys: &BTreeSet<&Key>, state: &mut State) -> anyhow::Result<()> {
        let store = &self.0.store;
        let long = keys.iter().filter(|it| matches!(it, Key::Member(_) | Key::Match(_)));
        let long: Vec<String> = long.map(ToString::to_string).collect();
        let mut rows = Vec::new();
        let mut begun = BTreeSet::new();
        for kept in store.snapshots_of(&long).await? {
            let key: Key = kept.stream.parse().map_err(anyhow::Error::msg)?;
            let read = serde_json::from_str(&kept.body).map_err(|error| error.to_string());
            match read.and_then(|it| state.restore(&key, it)) {
                Ok(()) => {
                    rows.extend(store.events(&kept.stream, kept.version).await?);
                    begun.insert(key);
                }
                Err(why) => tracing::warn!("the snapshot of {key} is not used: {why}"),
            }
        }
        let whole = keys.iter().filter(|it| !begun.contains(**it));
        let whole: Vec<String> = whole.map(ToString::to_string).collect();
        rows.extend(store.events_of(&whole).await?);
        for row in rows {
            let event = event(&row)?;
            state.apply(&event)?;
        }
        Ok(())
    }

    /// Caches streams as they are in `state`, unless a later version is cached.
    pub(crate) fn put<'a>(&self, keys: impl Iterator<Item = &'a Key>, state: &State) {
        let mut held = self.0.held.write().unwrap_or_else(PoisonError::into_inner);
        for key in keys {
            let version = state.version(key);
            if version > held.state.version(key) {
                held.state.share(state, key);
                held.note(key, self.tick());
            }
        }
        held.thin_out(self.0.most);
    }

    /// Drops streams whose state on the disk is in doubt.
    pub(crate) fn drop(&self, keys: impl Iterator<Item = Key>) {
        let mut held = self.0.held.write().unwrap_or_else(PoisonError::into_inner);
        for key in keys {
            held.forget(&key);
        }
    }

    fn tick(&self) -> u64 {
        self.0.uses.fetch_add(1, Ordering::Relaxed)
    }
}

impl CachedState {
    /// Notes the size of a stream.
    fn note(&mut self, key: &Key, tick: u64) {
        let stream = CachedStream { used: AtomicU64::new(tick), bytes: self.state.bytes(key) };
        self.bytes += stream.bytes;
        if let Some(before) = self.streams.insert(key.clone(), stream) {
            self.bytes -= before.bytes;
        }
    }

    fn forget(&mut self, key: &Key) {
        self.state.forget(key);
        if let Some(stream) = self.streams.remove(key) {
            self.bytes -= stream.bytes;
        }
    }

    /// Drops the least recently used streams down to three quarters of the limit, once it is exceeded: seldom, and then many
    /// together.
    fn thin_out(&mut self, most: usize) {
        let fits = |n: usize, bytes: usize, most: usize| n <= most && bytes <= most * EACH;
        if fits(self.streams.len(), self.bytes, most) {
            return;
        }
        let used = self.streams.iter().map(|(key, it)| (it.used.load(Ordering::Relaxed), key));
        let mut used: Vec<(u64, Key)> = used.map(|(at, key)| (at, key.clone())).collect();
        used.sort_unstable_by_key(|it| it.0);
        // Whatever its size, the last used stream stays.
        used.pop();
        for (_, key) in used {
            if fits(self.streams.len(), self.bytes, most - most / 4) {
                break;
            }
            self.forget(&key);
        }
    }
}

/// Parses an event from its row.
///
/// # Errors
/// The row is not a valid event.
pub(crate) fn event(row: &EventRow) -> anyhow::Result<Event> {
    let wrong = || format!("{}, event {}", row.stream, row.version);
    let parsed = || -> anyhow::Result<Event> {
        Ok(Event {
            key: row.stream.parse().map_err(anyhow::Error::msg)?,
            at: row.at,
            by: row.who.parse().map_err(anyhow::Error::msg)?,
            once: row.once.clone(),
            fact: fact::read(&row.fact)?,
        })
    };
    parsed().with_context(wrong)
}

/// The row of an event.
pub(crate) fn row(event: &Event, version: u64) -> serde_json::Result<EventRow> {
    Ok(EventRow {
        stream: event.key.to_string(),
        version: version.cast_signed(),
        at: event.at,
        who: event.by.to_string(),
        once: event.once.clone(),
        fact: fact::written(&event.fact)?,
    })
}

#[cfg(test)]
mod tests {
    use crosscut_club::{Fact, MatchId, MemberId, Moment, Who};

    use super::*;
    use crate::store::Batch;
    use crate::store::tests::{Folder, meddle};

    /// A member who joins.
    fn joined(id: MemberId) -> EventRow {
        let (name, zone) = (format!("guest-{id}"), "UTC".to_string());
        let fact = Fact::Joined { name, guest: true, zone };
        let event =
            Event { key: Key::Member(id), at: Moment(1), by: Who::Member(id), once: None, fact };
        row(&event, 1).unwrap()
    }

    #[tokio::test]
    async fn what_was_read_is_in_memory_and_never_more_than_may_be() {
        let folder = Folder::new();
        let store = Store::open(&folder.file("club.db")).await.unwrap();
        let ids: Vec<MemberId> = (1..=9).map(MemberId).collect();
        let events = ids.iter().map(|id| joined(*id)).collect();
        store.write(&Batch { events, ..Batch::default() }).await.unwrap();
        let cache = StreamCache::new(store.clone(), 4);
        for id in &ids {
            let key = Key::Member(*id);
            cache.load(std::slice::from_ref(&key), &mut State::default()).await.unwrap();
            let held = cache.0.held.read().unwrap();
            assert!(held.streams.len() <= 4 && held.streams.contains_key(&key), "{key}");
        }
        // What is in memory is not read again.
        meddle(&store, "DELETE FROM event").await;
        let mut state = State::default();
        cache.load(&[Key::Member(ids[8]), Key::Member(ids[0])], &mut state).await.unwrap();
        assert!(state.member(ids[8]).is_some() && state.member(ids[0]).is_none());
        store.close().await;
    }

    /// A match from a position with `stones` stones, in which `said` remarks were made.
    fn began(id: u64, stones: usize, said: usize) -> Vec<EventRow> {
        let cells =
            (1..=26).flat_map(|row| ('A'..='Z').map(move |column| format!("{column}{row}")));
        let cells: Vec<String> = cells.step_by(2).take(stones).collect();
        let setup = format!("V:{}", cells.join(","));
        let mut facts = vec![serde_json::json!({
            "fact": "began", "seats": ["member/1", "member/2"], "origin": "house",
            "terms": { "game": "hex:size=26", "setup": setup, "pace": { "kind": "none" } },
        })];
        let words = "x".repeat(1000);
        let remark = serde_json::json!({ "fact": "said", "room": "players", "words": words });
        facts.extend(std::iter::repeat_n(remark, said));
        let event = |(at, fact): (u64, serde_json::Value)| {
            let key = Key::Match(MatchId(id));
            let fact: Fact = serde_json::from_value(fact).unwrap();
            let event =
                Event { key, at: Moment(1), by: Who::Member(MemberId(1)), once: None, fact };
            row(&event, at).unwrap()
        };
        (1..).zip(facts).map(event).collect()
    }

    #[tokio::test]
    async fn what_is_large_leaves_less_room_for_others() {
        let folder = Folder::new();
        let store = Store::open(&folder.file("club.db")).await.unwrap();
        let held = |cache: &StreamCache| cache.0.held.read().unwrap().streams.len();
        let mut most = Vec::new();
        for (kind, [stones, said]) in (0..).zip([[0, 0], [300, 0], [0, 100]]) {
            let ids = kind * 100 + 1..=kind * 100 + 40;
            let events = ids.clone().flat_map(|id| began(id, stones, said)).collect();
            store.write(&Batch { events, ..Batch::default() }).await.unwrap();
            let cache = StreamCache::new(store.clone(), 40);
            most.push(0);
            for id in ids {
                let (key, mut state) = (Key::Match(MatchId(id)), State::default());
                cache.load(std::slice::from_ref(&key), &mut state).await.unwrap();
                let there = cache.0.held.read().unwrap().streams.contains_key(&key);
                assert!(there && state.match_with(MatchId(id)).is_some(), "{key}");
                most[kind as usize] = most[kind as usize].max(held(&cache));
            }
            let inner = cache.0.held.read().unwrap();
            let bytes: usize = inner.streams.values().map(|it| it.bytes).sum();
            assert!(inner.bytes == bytes && bytes <= 40 * EACH, "{bytes} {}", inner.bytes);
        }
        assert!(most[0] == 40 && most[1] < 20 && most[2] < 8, "{most:?}");
        store.close().await;
    }
}
