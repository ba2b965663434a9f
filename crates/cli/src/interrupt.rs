//! Ctrl-C as a request: what was found so far is reported before the program ends.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::play::leave;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C does not end the program, but sets [`asked`]. A second Ctrl-C ends it immediately.
pub(crate) fn heed() {
    leave::on_request(|| ASKED.store(true, Relaxed));
}

/// Whether the user wants the program to end.
pub(crate) fn asked() -> bool {
    ASKED.load(Relaxed)
}

/// Whether to continue, as a callback's result.
pub(crate) fn flow() -> ControlFlow<()> {
    if asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// An error saying that the program was stopped before it was done, and how to resume: sentences.
#[derive(Debug)]
pub(crate) struct Stopped(String);

impl Stopped {
    /// Succeeds unless the user wants the program to end.
    ///
    /// # Errors
    /// The program was asked to stop; `words` says what is missing.
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
