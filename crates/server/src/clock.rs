use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The time of day, in milliseconds since 1970; the one place that reads it. A test sets it by hand.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Hands>);

#[derive(Clone, Debug)]
struct Hands {
    day: Arc<AtomicI64>,
    ticks: Arc<AtomicI64>,
}

impl Clock {
    /// A clock that stands where it is put.
    pub fn by_hand(at: i64) -> (Clock, Arc<AtomicI64>) {
        let hand = Arc::new(AtomicI64::new(at));
        (Clock(Some(Hands { day: hand.clone(), ticks: hand.clone() })), hand)
    }

    /// A clock whose time of day may be set while its ticks go on.
    #[cfg(test)]
    pub(crate) fn by_hands(at: i64) -> (Clock, Arc<AtomicI64>, Arc<AtomicI64>) {
        let [day, ticks] = [at, 0].map(|it| Arc::new(AtomicI64::new(it)));
        (Clock(Some(Hands { day: day.clone(), ticks: ticks.clone() })), day, ticks)
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match &self.0 {
            Some(hands) => hands.day.load(Ordering::Relaxed),
            None => system(),
        }
    }

    /// Milliseconds since some moment, which nobody sets back or forward.
    pub fn ticks(&self) -> i64 {
        static BEGAN: LazyLock<Instant> = LazyLock::new(begin);
        match &self.0 {
            Some(hands) => hands.ticks.load(Ordering::Relaxed),
            None => i64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(i64::MAX),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the server's clock is where time comes from")]
fn system() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[expect(clippy::disallowed_methods, reason = "the server's clock is where time comes from")]
fn begin() -> Instant {
    Instant::now()
}
