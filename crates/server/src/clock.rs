use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The time of day, in milliseconds since 1970; the one place that reads it. A test sets it by hand.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// A clock that stands where it is put.
    pub fn by_hand(at: i64) -> (Clock, Arc<AtomicI64>) {
        let hand = Arc::new(AtomicI64::new(at));
        (Clock(Some(hand.clone())), hand)
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match &self.0 {
            Some(hand) => hand.load(Ordering::Relaxed),
            None => system(),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the server's clock is where time comes from")]
fn system() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
