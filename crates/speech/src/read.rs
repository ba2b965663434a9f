use crosscut_catalog::{AnyGame, GAMES, find};

use crate::arguments::CommandArguments;
use crate::command::{WordMatch, meant};
use crate::words::Words;
use crate::{CommandParseError, Order, Request};

/// The most words read as names, boards or moves.
const MANY: usize = 500;

/// Reads a line from a member called `me`, or from somebody not signed in.
///
/// The sender's own name may be written before a move, as it once had to be, and is dropped. A password may not.
///
/// # Errors
/// A sentence that says what was not understood, and what would be.
pub fn read(line: &str, me: Option<&str>) -> Result<Request, CommandParseError> {
    let Words { plain, switches } = Words::of(line)?;
    if plain.len() > MANY {
        return Err(CommandParseError::new(format!("a command has {MANY} words at most")));
    }
    let mut words = plain;
    let named = named_at(&words, 0).map(|it| (0, it));
    let help = || words.first().is_some_and(|it| it.eq_ignore_ascii_case("help"));
    let named = named.or_else(|| named_at(&words, 1).filter(|_| help()).map(|it| (1, it)));
    if let Some((at, (name, n))) = named {
        words.splice(at..at + n, [name.to_string()]);
    }
    let mut words = words.into_iter();
    let Some(first) = words.next() else {
        return Ok(Request { game: None, order: Order::Help(Vec::new()) });
    };
    let (game, entry) = match (find(&first), meant(&first)) {
        (Some(game), _) => (Some(game), None),
        (None, WordMatch::One(entry)) => (None, Some(entry)),
        (None, WordMatch::Many(many)) => return Err(ambiguous(&first, &many)),
        (None, WordMatch::Nothing) => (Some(game_begun(&first)?), None),
    };
    let entry = match (entry, game) {
        (Some(entry), _) => entry,
        (None, game) => {
            let Some(word) = words.next() else {
                let name = game.map(|it| it.card().name.to_string());
                return Ok(Request { game: None, order: Order::Help(name.into_iter().collect()) });
            };
            match meant(&word) {
                WordMatch::One(entry) => entry,
                WordMatch::Many(many) => return Err(ambiguous(&word, &many)),
                WordMatch::Nothing => {
                    return Err(CommandParseError::new(format!(
                        "'{word}' is not a command: write `help commands` to have them listed"
                    )));
                }
            }
        }
    };
    let mut rest =
        CommandArguments { entry, me, game, words: words.collect(), switches, named: false };
    let order = rest.read()?;
    Ok(Request { game: game.map(AnyGame::card), order })
}

/// The game whose name begins at this word, possibly written as several words as on its page (`Trail Mix`), and how many words
/// its name takes.
pub(crate) fn named_at<S: AsRef<str>>(words: &[S], at: usize) -> Option<(&'static str, usize)> {
    /// No name has more words.
    const MOST: usize = 3;
    let words = words.get(at..)?;
    (1..=MOST.min(words.len())).rev().find_map(|n| {
        let name = words[..n].iter().map(AsRef::as_ref).collect::<Vec<_>>().join("-");
        Some((find(&name)?.card().name, n))
    })
}

/// The game whose name begins with this word.
fn game_begun(word: &str) -> Result<&'static dyn AnyGame, CommandParseError> {
    let small = word.to_ascii_lowercase();
    let begun: Vec<_> =
        GAMES.iter().copied().filter(|it| it.card().name.starts_with(&small)).collect();
    match begun.as_slice() {
        [game] => Ok(*game),
        [] => {
            let names: Vec<&str> = GAMES.iter().map(|it| it.card().name).collect();
            Err(CommandParseError::new(format!(
                "'{word}' is neither a game nor a command: the games are {}, and `help commands` lists the commands",
                names.join(", ")
            )))
        }
        many => Err(ambiguous(word, &many.iter().map(|it| it.card().name).collect::<Vec<_>>())),
    }
}

fn ambiguous(word: &str, many: &[&str]) -> CommandParseError {
    CommandParseError::new(format!("'{word}' may be {}: write more of it", many.join(" or ")))
}
