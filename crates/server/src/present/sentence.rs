//! Refusals and other words as sentences.

use crosscut_catalog::GAMES;

/// Capitalises the first letter, unless the first word is a name that keeps its spelling: of a game, a place, an
/// option.
pub(crate) fn capital(words: &str) -> String {
    let first = words.split([' ', ':', ',']).next().unwrap_or_default();
    let is_game = || GAMES.iter().any(|it| it.card().name == first);
    if first.contains(|it: char| it.is_ascii_digit() || it == '=') || is_game() {
        return words.to_string();
    }
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A refusal as a sentence: adds the capital and the full stop.
pub(crate) fn sentence(words: &str) -> String {
    stopped(&capital(words))
}

/// Adds a full stop, unless it ends as a question or exclamation.
pub(crate) fn stopped(words: &str) -> String {
    match words.ends_with(['?', '!']) {
        true => words.to_string(),
        false => format!("{}.", words.trim_end_matches('.')),
    }
}

#[cfg(test)]
mod tests {
    use super::{capital, stopped};

    #[test]
    fn a_sentence_begins_with_a_capital_and_a_name_as_it_is_written() {
        assert_eq!(capital("the game is over"), "The game is over");
        assert_eq!(stopped("The game is over"), "The game is over.");
        assert_eq!(
            stopped("There is no game 'hx': did you mean hex?"),
            "There is no game 'hx': did you mean hex?"
        );
        assert_eq!(capital("écrit"), "Écrit");
        for name in [
            "trail-mix: tokens=19 is not possible",
            "hex has no option '-x'",
            "a3 is taken by Brown",
            "size=5 is not possible",
            "'a:' is not a tile",
            "",
        ] {
            assert_eq!(capital(name), name);
        }
    }
}
