use crate::commands::COMMANDS;
use crate::rest::Rest;
use crate::{Misheard, Order};

/// A command: what it is called, how it is written, what it does and how it is read.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The word for it.
    pub word: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// Whether it is about the club, a game or a match.
    pub place: Place,
    /// How it is written; what is in brackets may be left out.
    pub usage: &'static str,
    /// What it does.
    pub about: &'static str,
    /// An example, without the name of a game in front.
    pub example: &'static str,
    /// What it takes that most do not.
    pub(crate) takes: &'static [Takes],
    /// Reads what stands after the word.
    pub(crate) read: fn(&mut Rest<'_>) -> Result<Order, Misheard>,
}

/// What a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The club: no game's name comes first.
    Club,
    /// A game, whose name comes first.
    Game,
    /// A match, whose number says which game it is; the game's name may come first.
    Match,
}

/// What only some commands take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Switches, as `-size=9` and `--unrated`. Every other command refuses them.
    Switches,
    /// Lists of moves, which say by their blanks which commas stand between moves. For every other command the blanks
    /// behind commas are left out.
    Lists,
    /// A game's name in front, although the command is about the club.
    Game,
}

/// What a word may be short for.
pub(crate) enum Meant {
    /// This command.
    One(&'static Entry),
    /// Any of these.
    Many(Vec<&'static str>),
    /// None.
    Nothing,
}

fn words(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    [entry.word].into_iter().chain(entry.aliases.iter().copied())
}

/// The command with this word or alias, written out in full.
pub(crate) fn named(word: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| words(entry).any(|it| it.eq_ignore_ascii_case(word)))
}

/// The command a word stands for: its word or an alias, in full or shortened.
pub(crate) fn meant(word: &str) -> Meant {
    if let Some(entry) = named(word) {
        return Meant::One(entry);
    }
    let word = word.to_ascii_lowercase();
    let begun: Vec<_> =
        COMMANDS.iter().filter(|entry| words(entry).any(|it| it.starts_with(&word))).collect();
    match begun.as_slice() {
        [] => Meant::Nothing,
        [entry] => Meant::One(entry),
        many => Meant::Many(many.iter().map(|entry| entry.word).collect()),
    }
}
