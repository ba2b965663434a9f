//! Documents that take long to make and never change: what was asked for last is kept for whoever asks next.

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use lru::LruCache;

/// How many bytes are kept; what was not asked for longest goes first.
const MOST: usize = 32 << 20;

/// The documents that are kept.
#[derive(Debug, Default)]
pub(crate) struct Documents(Mutex<Held>);

#[derive(Debug)]
struct Held {
    documents: LruCache<String, Bytes>,
    bytes: usize,
}

impl Default for Held {
    fn default() -> Self {
        Held { documents: LruCache::unbounded(), bytes: 0 }
    }
}

impl Documents {
    /// A document that was made before, by what it is and depends on.
    pub(crate) fn get(&self, of: &str) -> Option<Bytes> {
        self.held().documents.get(of).cloned()
    }

    /// The same as text.
    pub(crate) fn known(&self, of: &str) -> Option<String> {
        self.get(of).map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Keeps a document.
    pub(crate) fn keep(&self, of: String, document: Bytes) {
        let mut held = self.held();
        held.bytes += document.len();
        if let Some((_, before)) = held.documents.push(of, document) {
            held.bytes -= before.len();
        }
        while MOST < held.bytes {
            let Some((_, oldest)) = held.documents.pop_lru() else { break };
            held.bytes -= oldest.len();
        }
    }

    /// A text that was made before, or is made now and kept.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn text<E>(
        &self,
        of: String,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Result<String, E> {
        if let Some(text) = self.known(&of) {
            return Ok(text);
        }
        let text = make()?;
        self.keep(of, Bytes::from(text.clone()));
        Ok(text)
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
            documents.keep(n.to_string(), mib());
            assert!(documents.get("1").is_some(), "{n}");
        }
        assert!(documents.get("2").is_none());
        assert!(documents.get("40").is_some());
        assert_eq!(documents.held().bytes, MOST);
        documents.keep("40".to_string(), Bytes::from_static(b"short"));
        assert_eq!(documents.held().bytes, MOST - (1 << 20) + 5);
    }

    #[test]
    fn a_text_is_made_once() {
        let documents = Documents::default();
        let make = |text: &'static str| {
            documents.text("it".to_string(), || Ok::<_, ()>(text.to_string())).unwrap()
        };
        assert_eq!([make("first"), make("second")], ["first", "first"]);
        assert_eq!(documents.text("else".to_string(), || Err(7)), Err(7));
        assert!(documents.get("else").is_none());
    }
}
