//! Queries that everybody sees: they are read once, until something changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Error;

/// How many lists are kept; more than there are are asked for only with odd lengths.
const MOST: usize = 16;

/// Which list, and how long it is at most.
type Of = (&'static str, i64);

/// A list, and at which number of changes it was read.
type At<T> = (u64, Arc<Vec<T>>);

/// Queries as they were when something last changed.
#[derive(Debug)]
pub(crate) struct Kept<T>(Mutex<HashMap<Of, At<T>>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept(Mutex::default())
    }
}

impl<T> Kept<T> {
    /// A list as it was read when changes had this number, or as it is now. The number was taken before: what changes while the
    /// list is read has another one.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) async fn at(
        &self,
        changes: u64,
        of: Of,
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
        let kept = Kept::default();
        let ask = async |changes, of, now: &[u8]| {
            kept.at(changes, of, async { Ok(now.to_vec()) }).await.unwrap().to_vec()
        };
        assert_eq!(ask(1, ("live", 2), &[1, 2]).await, [1, 2]);
        assert_eq!(ask(1, ("live", 2), &[3]).await, [1, 2]);
        assert_eq!(ask(1, ("live", 1), &[1]).await, [1]);
        assert_eq!(ask(1, ("open", 2), &[7]).await, [7]);
        assert_eq!(ask(2, ("live", 2), &[3]).await, [3]);
        // What cannot be read is kept nowhere.
        let broken = kept.at(3, ("live", 2), async { Err(Error::NotSignedIn) }).await;
        assert!(broken.is_err());
        assert_eq!(ask(3, ("live", 2), &[4]).await, [4]);
        for n in 0..100 {
            assert_eq!(ask(4, ("live", n), &[n as u8]).await, [n as u8]);
            assert!(kept.0.lock().unwrap().len() <= MOST);
        }
    }
}
