//! The text form, in the manner of PGN.

mod read;
mod write;

pub(crate) use read::{cut, parse};
pub(crate) use write::write;

/// The tag that holds [`Record::game`](crate::Record::game).
const GAME: &str = "Game";

/// The tag that repeats [`Record::result`](crate::Record::result).
const RESULT: &str = "Result";

/// Whether the name of a tag may stand without quotes.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// Whether the character ends a word of the moves.
fn ends_word(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '{' | '}' | '"')
}
