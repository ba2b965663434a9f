//! The text form, in the manner of PGN.

mod read;
mod write;

use crate::tags::tag;

pub(crate) use read::{cut, parse};
pub(crate) use write::write;

/// The tag with [`Record::game`](crate::Record::game).
const GAME: &str = "Game";

/// The tag that repeats [`Record::result`](crate::Record::result).
const RESULT: &str = "Result";

/// Whether a tag's name can be written without quotes.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// Why a tag with this unquoted name is refused: its author means something that would be ignored, since the name is one of the
/// form's own in other letters, or names the game or position in PGN.
fn misnamed(name: &str) -> Option<String> {
    let ours = [GAME, RESULT, tag::SETUP, tag::ENDING, tag::VARIATIONS];
    if let Some(own) = ours.iter().find(|it| it.eq_ignore_ascii_case(name) && **it != name) {
        return Some(format!("the tag {name} is not read: write it {own}"));
    }
    let foreign = ["FEN", "Position", "Variant", "Rules"];
    foreign.iter().any(|it| it.eq_ignore_ascii_case(name)).then(|| {
        format!(
            "the tag {name} is not read: write the game in the tag {GAME}, and where it begins in the tag {}",
            tag::SETUP
        )
    })
}

/// The latest point at which a word that begins here ends: `24.Gf4,25.Bd2` is two words, separated after the comma before a
/// number.
fn before_number(word: &str) -> Option<usize> {
    word.match_indices(',').map(|(at, _)| at + 1).find(|&at| {
        let rest = word[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < word.len() - at && rest.starts_with('.')
    })
}

/// Characters after a move that are not part of it: a comma, and marks such as `!?`.
const BEHIND: [char; 4] = [',', ';', '!', '?'];

/// Whether the character ends a word in the moves.
fn ends_word(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '{' | '}' | '"')
}
