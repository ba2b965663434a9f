//! A cache of documents that take long to make and never change.

use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use lru::LruCache;

/// How many bytes are cached; the least recently used document is dropped first.
const MOST: usize = 24 << 20;
/// The overhead of a document besides its bytes and its name.
const EACH: usize = 200;

/// The cached documents.
#[derive(Debug, Default)]
pub(crate) struct Documents(Mutex<DocumentCache>);

#[derive(Debug)]
struct DocumentCache {
    documents: LruCache<String, Bytes>,
    bytes: usize,
}

impl Default for DocumentCache {
    fn default() -> Self {
        DocumentCache { documents: LruCache::unbounded(), bytes: 0 }
    }
}

impl Documents {
    /// A cached document, by a key of what it is and depends on.
    pub(crate) fn get(&self, of: &str) -> Option<Bytes> {
        self.held().documents.get(of).cloned()
    }

    /// A cached document as text.
    pub(crate) fn known(&self, of: &str) -> Option<String> {
        String::from_utf8(self.get(of)?.into()).ok()
    }

    /// Caches a document.
    pub(crate) fn keep(&self, of: String, document: &[u8]) {
        let size = |of: &String, document: &Bytes| of.len() + document.len() + EACH;
        // A copy with no spare capacity.
        let document = Bytes::copy_from_slice(document);
        let mut held = self.held();
        held.bytes += size(&of, &document);
        if let Some((of, before)) = held.documents.push(of, document) {
            held.bytes -= size(&of, &before);
        }
        while MOST < held.bytes {
            let Some((of, oldest)) = held.documents.pop_lru() else { break };
            held.bytes -= size(&of, &oldest);
        }
    }

    /// A text cached at this number: at another number it may be outdated.
    pub(crate) fn known_at(&self, of: &str, number: u64) -> Option<String> {
        let text = self.known(of)?;
        let (at, text) = text.split_once('\n')?;
        (at == number.to_string()).then(|| text.to_string())
    }

    /// Caches a text at a number, replacing the one of an earlier number.
    pub(crate) fn keep_at(&self, of: String, number: u64, text: &str) {
        self.keep(of, format!("{number}\n{text}").as_bytes());
    }

    /// A cached text, or one made now and cached.
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
        self.keep(of, text.as_bytes());
        Ok(text)
    }

    /// A cached text, or one made now, where making it cannot fail.
    pub(crate) fn told(&self, of: String, make: impl FnOnce() -> String) -> String {
        self.text(of, || Ok::<_, Infallible>(make())).unwrap_or_else(|never| match never {})
    }

    fn held(&self) -> MutexGuard<'_, DocumentCache> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_rest_is_bounded() {
        let documents = Documents::default();
        let mib = vec![0; 1 << 20];
        for n in 1..=40 {
            documents.keep(n.to_string(), &mib);
            assert!(documents.get("1").is_some(), "{n}");
        }
        assert!(documents.get("2").is_none());
        assert!(documents.get("40").is_some());
        let bytes = |documents: &Documents| documents.held().bytes;
        let before = bytes(&documents);
        assert!(MOST - (2 << 20) < before && before <= MOST, "{before}");
        documents.keep("40".to_string(), b"short");
        assert_eq!(bytes(&documents), before - (1 << 20) + 5);
        // Short ones take room as well.
        documents.keep("a".to_string(), b"");
        assert_eq!(bytes(&documents), before - (1 << 20) + 5 + 1 + EACH);
    }

    #[test]
    fn a_text_at_another_number_takes_its_place() {
        let documents = Documents::default();
        for number in [7, 8] {
            assert_eq!(documents.known_at("it", number), None);
            documents.keep_at("it".to_string(), number, "of\ntwo lines\n");
            assert_eq!(documents.known_at("it", number).unwrap(), "of\ntwo lines\n");
        }
        assert_eq!(documents.known_at("it", 7), None);
        assert_eq!(documents.held().documents.len(), 1);
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
