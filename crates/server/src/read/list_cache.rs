//! A cache of lists that everybody sees: each is read once until something changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Error;

/// The maximum number of cached lists; only odd lengths lead to more.
const MOST: usize = 16;

/// A list by its name and maximum length.
type ListKey = (&'static str, i64);

/// A list, and the number of changes at which it was read.
type ListEntry<T> = (u64, Arc<Vec<T>>);

/// Lists as they were when something last changed.
#[derive(Debug)]
pub(crate) struct ListCache<T>(Mutex<HashMap<ListKey, ListEntry<T>>>);

impl<T> Default for ListCache<T> {
    fn default() -> Self {
        ListCache(Mutex::default())
    }
}

impl<T> ListCache<T> {
    /// A list as cached at this number of changes, or as read now. Take the number before the call: a change during the read
    /// then has another one.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) async fn at(
        &self,
        changes: u64,
        of: ListKey,
        read: impl Future<Output = Result<Vec<T>, Error>>,
    ) -> Result<Arc<Vec<T>>, Error> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, list)) = lock().get(&of)
            && *at == changes
        {
            return Ok(list.clone());
        }
        let list = Arc::new(read.await?);
        let mut lists = lock();
        if MOST <= lists.len() {
            lists.clear();
        }
        lists.insert(of, (changes, list.clone()));
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_list_is_read_again_when_something_has_changed_and_only_then() {
        let kept = ListCache::default();
        let ask = async |changes, of, now: &[u8]| {
            kept.at(changes, of, async { Ok(now.to_vec()) }).await.unwrap().to_vec()
        };
        assert_eq!(ask(1, ("live", 2), &[1, 2]).await, [1, 2]);
        assert_eq!(ask(1, ("live", 2), &[3]).await, [1, 2]);
        assert_eq!(ask(1, ("live", 1), &[1]).await, [1]);
        assert_eq!(ask(1, ("open", 2), &[7]).await, [7]);
        assert_eq!(ask(2, ("live", 2), &[3]).await, [3]);
        // Failed reads are not cached.
        let broken = kept.at(3, ("live", 2), async { Err(Error::NotSignedIn) }).await;
        assert!(broken.is_err());
        assert_eq!(ask(3, ("live", 2), &[4]).await, [4]);
        for n in 0..100 {
            assert_eq!(ask(4, ("live", n), &[n as u8]).await, [n as u8]);
            assert!(kept.0.lock().unwrap().len() <= MOST);
        }
    }
}
