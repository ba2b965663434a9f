//! Ctrl-C as a wish: what was found out so far is told before the program ends.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::play::leave;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C does not end the program, but is [`asked`] for. Whoever asks twice is not asked back.
pub(crate) fn heed() {
    leave::on_request(|| ASKED.store(true, Relaxed));
}

/// Whether somebody wants the program to end.
pub(crate) fn asked() -> bool {
    ASKED.load(Relaxed)
}

/// Whether to go on, for those who watch something grow.
pub(crate) fn flow() -> ControlFlow<()> {
    if asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// That the program was stopped before it had done all that was asked, and how to go on: sentences.
#[derive(Debug)]
pub(crate) struct Stopped(String);

impl Stopped {
    /// Nothing, unless somebody wanted the program to end.
    ///
    /// # Errors
    /// What is said then.
    pub(crate) fn or_done(words: impl FnOnce() -> String) -> Result<(), Stopped> {
        if asked() { Err(Stopped(words())) } else { Ok(()) }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stopped {}
