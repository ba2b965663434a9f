use std::error::Error;
use std::fmt;
use std::io;

/// Why a record could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text is not a valid record; the next one may be.
    Broken {
        /// The line of the fault, counted from 1.
        line: u64,
        /// What is wrong: a sentence without a full stop.
        reason: String,
    },
    /// The input failed; nothing more can be read.
    Io(io::Error),
}

/// Why a record could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// The form cannot express this record: a sentence without a full stop. Nothing was written.
    Unfit(String),
    /// The output failed.
    Io(io::Error),
}

/// The beginning of a text from a file, if it is too long to quote.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_string(),
    }
}

/// A sentence in which no word is longer than that limit.
fn readable(words: &str) -> String {
    words.split(' ').map(shortened).collect::<Vec<_>>().join(" ")
}

impl ReadError {
    /// A [`ReadError::Broken`] at a line, for this reason.
    pub(crate) fn broken(line: u64, reason: impl Into<String>) -> Self {
        ReadError::Broken { line, reason: readable(&reason.into()) }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Broken { line, reason } => write!(f, "line {line}: {reason}"),
            ReadError::Io(error) => write!(f, "the file cannot be read: {error}"),
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Unfit(reason) => f.write_str(reason),
            WriteError::Io(error) => write!(f, "the file cannot be written: {error}"),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReadError::Broken { .. } => None,
            ReadError::Io(error) => Some(error),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            WriteError::Unfit(_) => None,
            WriteError::Io(error) => Some(error),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        ReadError::Io(error)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        WriteError::Io(error)
    }
}
