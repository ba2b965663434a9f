//! Documents that take long to make and never change: what was asked for last is kept for whoever asks next.

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use crosscut_club::MatchId;
use lru::LruCache;

/// How many bytes are kept; what was not asked for longest goes first.
const MOST: usize = 32 << 20;

/// Which document: of which match, and what it depends on.
type Of = (MatchId, String);

/// The documents that are kept.
#[derive(Debug, Default)]
pub(crate) struct Documents(Mutex<Held>);

#[derive(Debug)]
struct Held {
    documents: LruCache<Of, Bytes>,
    bytes: usize,
}

impl Default for Held {
    fn default() -> Self {
        Held { documents: LruCache::unbounded(), bytes: 0 }
    }
}

impl Documents {
    /// A document that was made before.
    pub(crate) fn get(&self, id: MatchId, of: &str) -> Option<Bytes> {
        self.held().documents.get(&(id, of.to_string())).cloned()
    }

    /// Keeps a document.
    pub(crate) fn keep(&self, id: MatchId, of: &str, document: Bytes) {
        let mut held = self.held();
        held.bytes += document.len();
        if let Some((_, before)) = held.documents.push((id, of.to_string()), document) {
            held.bytes -= before.len();
        }
        while MOST < held.bytes {
            let Some((_, oldest)) = held.documents.pop_lru() else { break };
            held.bytes -= oldest.len();
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_rest_is_bounded() {
        let documents = Documents::default();
        let mib = || Bytes::from(vec![0; 1 << 20]);
        for n in 1..=40 {
            documents.keep(MatchId(n), "a", mib());
            assert!(documents.get(MatchId(1), "a").is_some(), "{n}");
        }
        assert!(documents.get(MatchId(2), "a").is_none());
        assert!(documents.get(MatchId(40), "a").is_some());
        assert!(documents.get(MatchId(40), "b").is_none());
        assert_eq!(documents.held().bytes, MOST);
        documents.keep(MatchId(40), "a", Bytes::from_static(b"short"));
        assert_eq!(documents.held().bytes, MOST - (1 << 20) + 5);
    }
}
