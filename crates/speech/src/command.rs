use crate::arguments::CommandArguments;
use crate::commands::COMMANDS;
use crate::{CommandParseError, Order};

/// A command: its word, its usage, its description and its reader.
#[derive(Clone, Copy, Debug)]
pub struct CommandEntry {
    /// The command's word.
    pub word: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// Whether it is about the club, a game or a match.
    pub place: CommandScope,
    /// How it is written; parts in brackets are optional.
    pub usage: &'static str,
    /// A description of what it does.
    pub about: &'static str,
    /// An example, without a game's name before it.
    pub example: &'static str,
    /// What it accepts that most commands do not.
    pub(crate) takes: &'static [CommandOption],
    /// Reads what follows the word.
    pub(crate) read: fn(&mut CommandArguments<'_>) -> Result<Order, CommandParseError>,
}

/// What a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandScope {
    /// The club: no game's name comes first.
    Club,
    /// A game, whose name comes first.
    Game,
    /// A match, whose number says which game it is; the game's name may come first.
    Match,
}

/// What only some commands accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandOption {
    /// Switches, such as `-size=9` and `--unrated`. Every other command refuses them.
    Switches,
    /// Lists of moves, in which blanks tell which commas separate moves. Every other command drops the blanks after commas.
    Lists,
    /// A game's name before it, although the command is about the club.
    Game,
}

/// The commands that a word may be short for.
pub(crate) enum WordMatch {
    /// Exactly this one.
    One(&'static CommandEntry),
    /// Any of these.
    Many(Vec<&'static str>),
    /// No command.
    Nothing,
}

fn words(entry: &'static CommandEntry) -> impl Iterator<Item = &'static str> {
    [entry.word].into_iter().chain(entry.aliases.iter().copied())
}

/// The command with this word or alias, in full.
pub(crate) fn named(word: &str) -> Option<&'static CommandEntry> {
    COMMANDS.iter().find(|entry| words(entry).any(|it| it.eq_ignore_ascii_case(word)))
}

/// The command that a word stands for: its word or an alias, in full or abbreviated.
pub(crate) fn meant(word: &str) -> WordMatch {
    if let Some(entry) = named(word) {
        return WordMatch::One(entry);
    }
    let word = word.to_ascii_lowercase();
    let begun: Vec<_> =
        COMMANDS.iter().filter(|entry| words(entry).any(|it| it.starts_with(&word))).collect();
    match begun.as_slice() {
        [] => WordMatch::Nothing,
        [entry] => WordMatch::One(entry),
        many => WordMatch::Many(many.iter().map(|entry| entry.word).collect()),
    }
}
