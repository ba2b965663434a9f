use std::time::{Duration, Instant};

/// Measures how long something takes. This is the only place in the search that reads a clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts a stopwatch.
    #[expect(clippy::disallowed_methods, reason = "this is the clock the others ask")]
    #[must_use]
    pub fn start() -> Self {
        Stopwatch(Instant::now())
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
