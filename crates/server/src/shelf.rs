use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Context;
use crosscut_club::{Event, Key, State};

use crate::fact;
use crate::store::{Row, Store};

/// What of the club is in memory: streams as they are on the disk, folded. It is bounded; what is used least goes first,
/// and is folded again when it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Shelf(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    most: usize,
    /// Counts uses: who was used when.
    uses: AtomicU64,
    held: RwLock<Held>,
}

#[derive(Debug, Default)]
struct Held {
    state: State,
    used: HashMap<Key, AtomicU64>,
}

impl Shelf {
    pub(crate) fn new(store: Store, most: usize) -> Self {
        Shelf(Arc::new(Inner { store, most, uses: AtomicU64::new(0), held: RwLock::default() }))
    }

    /// Brings streams into `state`, from memory or from the database. What is in neither is noted as absent.
    ///
    /// # Errors
    /// The database cannot be read, or holds what does not fit together.
    pub(crate) async fn load(&self, keys: &[Key], state: &mut State) -> anyhow::Result<()> {
        state.set_downtimes(self.0.store.downtimes());
        // Each once: a stream that is read twice happens twice.
        let mut missing = BTreeSet::new();
        {
            let held = self.0.held.read().unwrap_or_else(PoisonError::into_inner);
            for key in keys {
                if let Some(used) = held.used.get(key) {
                    used.store(self.tick(), Ordering::Relaxed);
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

    /// Folds streams that are absent so far: from their snapshots on, of those that have one.
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

    /// Holds streams as `state` has them, unless they are held in a later version.
    pub(crate) fn put<'a>(&self, keys: impl Iterator<Item = &'a Key>, state: &State) {
        let mut held = self.0.held.write().unwrap_or_else(PoisonError::into_inner);
        for key in keys {
            let version = state.version(key);
            if version > held.state.version(key) {
                held.state.share(state, key);
                held.used.insert(key.clone(), AtomicU64::new(self.tick()));
            }
        }
        if self.0.most < held.used.len() {
            held.thin_out(self.0.most);
        }
    }

    /// Lets streams go whose state on the disk is in doubt.
    pub(crate) fn drop(&self, keys: impl Iterator<Item = Key>) {
        let mut held = self.0.held.write().unwrap_or_else(PoisonError::into_inner);
        for key in keys {
            held.used.remove(&key);
            held.state.forget(&key);
        }
    }

    fn tick(&self) -> u64 {
        self.0.uses.fetch_add(1, Ordering::Relaxed)
    }
}

impl Held {
    /// Lets the quarter go that was used longest ago: seldom, and then much at once.
    fn thin_out(&mut self, most: usize) {
        let mut uses: Vec<u64> =
            self.used.values().map(|used| used.load(Ordering::Relaxed)).collect();
        let gone = uses.len() - most + most / 4;
        uses.sort_unstable();
        let line = uses[gone.min(uses.len() - 1)];
        let state = &mut self.state;
        self.used.retain(|key, used| {
            let stays = line <= used.load(Ordering::Relaxed);
            if !stays {
                state.forget(key);
            }
            stays
        });
    }
}

/// An event as the club knows it.
///
/// # Errors
/// The row holds something else.
pub(crate) fn event(row: &Row) -> anyhow::Result<Event> {
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

/// An event as the database knows it.
pub(crate) fn row(event: &Event, version: u64) -> serde_json::Result<Row> {
    Ok(Row {
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
    use crosscut_club::{Fact, MemberId, Moment, Who};

    use super::*;
    use crate::store::Batch;
    use crate::store::tests::{Folder, meddle};

    /// Somebody comes.
    fn joined(id: MemberId) -> Row {
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
        let shelf = Shelf::new(store.clone(), 4);
        for id in &ids {
            let key = Key::Member(*id);
            shelf.load(std::slice::from_ref(&key), &mut State::default()).await.unwrap();
            let held = shelf.0.held.read().unwrap();
            assert!(held.used.len() <= 4 && held.used.contains_key(&key), "{key}");
        }
        // What is in memory is not read once more.
        meddle(&store, "DELETE FROM event").await;
        let mut state = State::default();
        shelf.load(&[Key::Member(ids[8]), Key::Member(ids[0])], &mut state).await.unwrap();
        assert!(state.member(ids[8]).is_some() && state.member(ids[0]).is_none());
        store.close().await;
    }
}
