use std::time::{Duration, Instant};

/// Measures how long something takes. The only place of the player's that reads a clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    #[expect(clippy::disallowed_methods, reason = "this is the clock the others ask")]
    #[must_use]
    pub fn start() -> Self {
        Stopwatch(Instant::now())
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
