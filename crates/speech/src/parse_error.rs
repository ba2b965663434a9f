use std::error::Error;
use std::fmt;

use crosscut_catalog::{readable, shortened};

/// Why a line is not a command: a sentence without a full stop, for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandParseError(String);

impl CommandParseError {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        // A word may contain blanks, since commas keep theirs; what is quoted is kept short even so.
        let words: String = words.into();
        let said = words.strip_prefix('\'').and_then(|it| it.split_once("' "));
        CommandParseError(readable(&match said {
            Some((said, rest)) => format!("'{}' {rest}", shortened(said)),
            None => words,
        }))
    }

    /// The refusal of a line that may contain a password, which is not repeated.
    pub(crate) fn password() -> Self {
        CommandParseError::new(
            "that has one word more than the command takes, and in this place stood a password once: passwords are not \
             to be written in letters any more. By mail you are known by the address you write from; the password for \
             the pages is set in your settings there, or by a link that `change password` sends. Nothing was done; if it \
             was your real password, change it",
        )
    }
}

impl fmt::Display for CommandParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for CommandParseError {}
