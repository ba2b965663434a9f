//! The members' names. Nearly every list needs them and they seldom change, so they are cached in memory.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crosscut_club::MemberId;
use lru::LruCache;

use super::stored::row;
use super::{Result, Store};

/// What a member is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub name: String,
    /// Whether the member is a guest.
    pub guest: bool,
}

row! {
    /// A name and its member.
    struct NameRow {
        id: MemberId,
        name: String,
        guest: bool,
    }
}

/// How many names are cached, in about 3 MB.
const MOST: NonZeroUsize = NonZeroUsize::new(20_000).unwrap();

/// The cached names.
#[derive(Debug)]
pub(super) struct Names(Mutex<NameCache>);

#[derive(Debug)]
struct NameCache {
    names: LruCache<MemberId, Name>,
    /// How often names have changed.
    changes: u64,
}

impl Default for Names {
    fn default() -> Self {
        Names(Mutex::new(NameCache { names: LruCache::new(MOST), changes: 0 }))
    }
}

impl Names {
    /// Drops names that are changing, or may have changed. What was read before this is no longer cached.
    pub(super) fn change(&self, members: impl Iterator<Item = MemberId>) {
        let mut held = self.held();
        for id in members {
            held.names.pop(&id);
            held.changes += 1;
        }
    }

    /// The cached ones of these names, and how often names have changed so far.
    fn known(&self, ids: &[MemberId]) -> (HashMap<MemberId, Name>, u64) {
        let mut held = self.held();
        let mut known = HashMap::with_capacity(ids.len());
        for id in ids {
            known.extend(held.names.get(id).map(|name| (*id, name.clone())));
        }
        (known, held.changes)
    }

    /// Caches what was read when names had changed `changes` times, unless one has changed since: it may have changed
    /// during the read.
    fn keep(&self, read: &HashMap<MemberId, Name>, changes: u64) {
        let mut held = self.held();
        if held.changes == changes {
            for (id, name) in read {
                held.names.put(*id, name.clone());
            }
        }
    }

    fn held(&self) -> MutexGuard<'_, NameCache> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    /// The names of members.
    pub(crate) async fn names(&self, ids: &[MemberId]) -> Result<HashMap<MemberId, Name>> {
        let (mut names, changes) = self.names.known(ids);
        let missing: Vec<MemberId> =
            ids.iter().filter(|it| !names.contains_key(it)).copied().collect();
        if missing.is_empty() {
            return Ok(names);
        }
        // Plan: member_line.
        let text = "SELECT id, name, guest FROM member_line WHERE id IN (";
        let read: Vec<NameRow> = self.by_numbers(text, &missing).await?;
        let read = read.into_iter().map(|it| (it.id, Name { name: it.name, guest: it.guest }));
        let read = read.collect();
        self.names.keep(&read, changes);
        names.extend(read);
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_changes_while_it_is_read_is_not_kept() {
        let names = Names::default();
        let [ada, bob] = [1, 2].map(MemberId);
        let read: HashMap<_, _> =
            [ada, bob].map(|id| (id, Name { name: format!("M{id}"), guest: false })).into();
        let (known, changes) = names.known(&[ada, bob]);
        assert!(known.is_empty());
        names.change([ada].into_iter());
        names.keep(&read, changes);
        assert!(names.known(&[ada, bob]).0.is_empty());
        names.keep(&read, names.known(&[]).1);
        assert_eq!(names.known(&[ada, bob]).0, read);
        names.change([ada].into_iter());
        assert_eq!(names.known(&[ada, bob]).0.into_keys().collect::<Vec<_>>(), [bob]);
    }
}
