use std::error::Error;
use std::fmt;

/// Why a certificate proves nothing: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Fault {
    pub(crate) fn at(line: usize, what: impl Into<String>) -> Self {
        Fault { line, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Error for Fault {}
