use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crosscut_club::Moment;

/// How far the machine's clock may be set, in milliseconds, and still be followed immediately.
pub(crate) const SLACK: i64 = 5_000;

/// The time of day; the only place that reads it. Tests set it by hand.
///
/// It advances by elapsed time, and follows the machine's clock where that is adjusted a little. If the machine's clock is set
/// by more than five seconds, forward or back, it is not followed until it has stayed so for a minute: a wrong hour must end no
/// match.
#[derive(Clone, Debug)]
pub struct Clock {
    hands: Option<ManualTime>,
    /// The time of day when the ticks began, as far as it is trusted.
    began: Arc<AtomicI64>,
}

#[derive(Clone, Debug)]
struct ManualTime {
    day: Arc<AtomicI64>,
    ticks: Arc<AtomicI64>,
}

impl Default for Clock {
    fn default() -> Self {
        Clock::with(None)
    }
}

impl Clock {
    fn with(hands: Option<ManualTime>) -> Self {
        let clock = Clock { hands, began: Arc::default() };
        clock.began.store(clock.day() - clock.ticks(), Ordering::Relaxed);
        clock
    }

    /// A clock that stands where it is put.
    pub fn by_hand(at: i64) -> (Clock, Arc<AtomicI64>) {
        let hand = Arc::new(AtomicI64::new(at));
        (Clock::with(Some(ManualTime { day: hand.clone(), ticks: hand.clone() })), hand)
    }

    /// A clock whose time of day and ticks are set separately.
    #[cfg(test)]
    pub(crate) fn by_hands(at: i64) -> (Clock, Arc<AtomicI64>, Arc<AtomicI64>) {
        let [day, ticks] = [at, 0].map(|it| Arc::new(AtomicI64::new(it)));
        (Clock::with(Some(ManualTime { day: day.clone(), ticks: ticks.clone() })), day, ticks)
    }

    /// The time of day.
    pub fn now(&self) -> Moment {
        let (day, by) = self.look();
        Moment(day - by)
    }

    /// The machine's clock, and by how much it was set; a small adjustment is followed.
    fn look(&self) -> (i64, i64) {
        let (day, ticks) = (self.day(), self.ticks());
        let by = day - ticks - self.began.load(Ordering::Relaxed);
        if SLACK < by.abs() {
            return (day, by);
        }
        self.began.store(day - ticks, Ordering::Relaxed);
        (day, 0)
    }

    /// By how many milliseconds the machine's clock was set forward (back, if negative); 0 while it is followed.
    pub(crate) fn set_by(&self) -> i64 {
        self.look().1
    }

    /// Follows the machine's clock again.
    pub(crate) fn agree(&self) {
        self.began.store(self.day() - self.ticks(), Ordering::Relaxed);
    }

    /// Milliseconds since some moment, by a clock that cannot be set.
    pub fn ticks(&self) -> i64 {
        static BEGAN: LazyLock<Instant> = LazyLock::new(begin);
        match &self.hands {
            Some(hands) => hands.ticks.load(Ordering::Relaxed),
            None => i64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(i64::MAX),
        }
    }

    /// The machine's clock.
    fn day(&self) -> i64 {
        match &self.hands {
            Some(hands) => hands.day.load(Ordering::Relaxed),
            None => system(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_s_clock_is_followed_up_to_five_seconds() {
        for by in [5_000, -5_000, 5_001, -5_001] {
            let (clock, day, ticks) = Clock::by_hands(1_000_000);
            let follows = i64::abs(by) <= SLACK;
            day.fetch_add(by, Ordering::Relaxed);
            let told = (clock.now(), clock.set_by(), clock.ticks());
            let expected = if follows { (1_000_000 + by, 0) } else { (1_000_000, by) };
            assert_eq!(told, (Moment(expected.0), expected.1, 0), "{by}");
            // What is followed is the new time, so that many small steps are followed too.
            day.fetch_add(by, Ordering::Relaxed);
            ticks.fetch_add(7, Ordering::Relaxed);
            day.fetch_add(7, Ordering::Relaxed);
            let expected = if follows { 1_000_007 + 2 * by } else { 1_000_007 };
            assert_eq!((clock.now(), clock.ticks()), (Moment(expected), 7), "{by}");
        }
    }

    #[test]
    fn the_machine_tells_the_time_in_milliseconds() {
        let folder = crate::store::tests::Folder::new();
        let clock = Clock::default();
        let before = clock.now().0;
        // A file written now has the time of the machine's clock, which may be read a tick later.
        std::fs::write(folder.file("now"), "x").unwrap();
        let written = std::fs::metadata(folder.file("now")).unwrap().modified().unwrap();
        let written = written.duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
        assert!((before - 1000..before + 60_000).contains(&written), "{before} {written}");
        let ticks = clock.ticks();
        assert!((0..3_600_000).contains(&ticks), "{ticks}");
        let later = (0..100_000_000).map(|_| clock.ticks()).find(|it| *it != ticks).unwrap();
        assert!((ticks + 1..ticks + 60_000).contains(&later), "{ticks} {later}");
        assert_eq!(clock.set_by(), 0);
    }

    #[test]
    fn a_clock_that_is_set_by_much_is_not_followed_until_it_is_agreed_with() {
        let (clock, day, ticks) = Clock::by_hands(1_000_000);
        let pass = |ms: i64| {
            day.fetch_add(ms, Ordering::Relaxed);
            ticks.fetch_add(ms, Ordering::Relaxed);
        };
        day.fetch_add(SLACK, Ordering::Relaxed);
        assert_eq!((clock.now(), clock.set_by()), (Moment(1_005_000), 0));
        for by in [3_600_000, -3_600_000] {
            let before = clock.now().0;
            day.fetch_add(by, Ordering::Relaxed);
            pass(10_000);
            assert_eq!((clock.now(), clock.set_by()), (Moment(before + 10_000), by));
            clock.agree();
            assert_eq!((clock.now(), clock.set_by()), (Moment(before + 10_000 + by), 0));
        }
    }
}
