use std::fmt;

use crosscut_catalog::{AnyGame, GAMES, is_last_move, is_list};

use crate::command::{CommandEntry, CommandOption};
use crate::terms::Switches;
use crate::token::board;
use crate::words::undecorated;
use crate::{BoardRef, CommandParseError, CommandScope, MatchAction, MatchFilter, Order};

/// The words after a command's word, and what its reader needs to interpret them.
pub(crate) struct CommandArguments<'a> {
    pub(crate) entry: &'static CommandEntry,
    pub(crate) me: Option<&'a str>,
    /// The game named before the command.
    pub(crate) game: Option<&'static dyn AnyGame>,
    pub(crate) words: Vec<String>,
    pub(crate) switches: Switches,
    /// Whether the sender's own name was found and dropped.
    pub(crate) named: bool,
}

impl CommandArguments<'_> {
    /// Calls the command's reader, unless the line has switches or a game's name that the command does not accept.
    pub(crate) fn read(&mut self) -> Result<Order, CommandParseError> {
        let takes = |it| self.entry.takes.contains(&it);
        if let Some((name, _)) = self.switches.first().filter(|_| !takes(CommandOption::Switches)) {
            let what = format!("'-{name}' means nothing to {}", self.entry.word);
            return Err(self.refused(what));
        }
        if self.entry.place == CommandScope::Club
            && self.game.is_some()
            && !takes(CommandOption::Game)
        {
            return Err(self.refused(format!("{} is said without a game", self.entry.word)));
        }
        if !takes(CommandOption::Lists) {
            self.join();
        }
        (self.entry.read)(self)
    }

    /// The game, for a command about one.
    pub(crate) fn the_game(&self) -> Result<&'static dyn AnyGame, CommandParseError> {
        self.game.ok_or_else(|| {
            CommandParseError::new(format!(
                "which game? Its name stands first: `{} {}`",
                GAMES[0].card().name,
                self.entry.example
            ))
        })
    }

    /// The next word, if any.
    pub(crate) fn next_word(&mut self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.remove(0))
    }

    pub(crate) fn is_me(&self, word: &str) -> bool {
        self.me.is_some_and(|me| me.to_lowercase() == word.to_lowercase())
    }

    /// Drops the sender's own name if it is the next word.
    pub(crate) fn own_name(&mut self) {
        if self.words.first().is_some_and(|it| self.is_me(it)) {
            self.words.remove(0);
            self.named = true;
        }
    }

    /// Refuses any remaining words.
    pub(crate) fn end(&self) -> Result<(), CommandParseError> {
        match self.words.as_slice() {
            [] => Ok(()),
            // A name and a password, or a password after one's own name.
            [_, _] => Err(CommandParseError::password()),
            [_] if self.named => Err(CommandParseError::password()),
            [word, ..] => Err(self.refused(format!("'{word}' is too much"))),
        }
    }

    /// Boards, players, and which of their matches.
    #[expect(clippy::type_complexity, reason = "three lists that are taken apart at once")]
    pub(crate) fn chosen(
        &mut self,
    ) -> Result<(Vec<BoardRef>, Vec<String>, Option<MatchFilter>), CommandParseError> {
        let (mut boards, mut of, mut which) = (Vec::new(), Vec::new(), None);
        for word in std::mem::take(&mut self.words) {
            let one = match word.to_ascii_lowercase().as_str() {
                "all" => Some(MatchFilter::All),
                "active" => Some(MatchFilter::Active),
                "inactive" => Some(MatchFilter::Inactive),
                "next" => Some(MatchFilter::Next),
                // Matches do not belong to tournaments yet: these two words asked for all of them.
                "tournament" | "standard" => continue,
                _ => None,
            };
            if let Some(one) = one {
                if which.is_some_and(|it| it != one) {
                    return Err(CommandParseError::new(
                        "one of all, active, inactive and next is enough",
                    ));
                }
                which = Some(one);
            } else if let Some(board) = board(&word) {
                boards.push(board);
            } else {
                of.push(word);
            }
        }
        Ok((boards, of, which))
    }

    /// The match, whose number comes first. The decoration people put around the words after it, and the sender's own name, are
    /// dropped.
    pub(crate) fn the_match(&mut self) -> Result<u64, CommandParseError> {
        let word = self.next_word().ok_or_else(|| self.asked("which match?"))?;
        let board = board(&word)
            .ok_or_else(|| self.refused(format!("'{word}' is not the number of a match")))?;
        if board.at.is_some() {
            return Err(CommandParseError::new(format!(
                "which move it is meant to be stands after the move: {} MOVE#N",
                board.id
            )));
        }
        self.own_name();
        for word in &mut self.words {
            *word = undecorated(word);
        }
        self.words.retain(|it| !it.is_empty());
        Ok(board.id)
    }

    /// The number of a match, with nothing after it.
    pub(crate) fn deed(&mut self, deed: MatchAction) -> Result<Order, CommandParseError> {
        let id = self.the_match()?;
        self.end()?;
        Ok(Order::At { id, deed })
    }

    /// Removes the blanks from words joined by commas.
    pub(crate) fn join(&mut self) {
        for word in &mut self.words {
            word.retain(|it| it != ' ');
        }
    }

    /// The number before a move, which tells where it belongs.
    pub(crate) fn number(&self) -> Option<String> {
        self.words.first().filter(|it| is_a_number_in_a_list(it)).cloned()
    }

    /// The one remaining word, if any. Two words after one's own name are a password and a move.
    pub(crate) fn one_move(&mut self) -> Result<Option<String>, CommandParseError> {
        self.words.retain(|it| !is_a_number_in_a_list(it));
        let text = self.words.join(" ");
        if is_last_move(&text) {
            self.words.clear();
            return Ok(Some(text));
        }
        if self.words.len() > 1 && !self.named && is_list(&text) {
            // Only something that can be a move is suggested.
            let is_move = |it: &&String| it.len() <= 40 && !it.contains(char::is_control);
            return Err(match self.words.first().filter(is_move) {
                Some(first) => CommandParseError::new(format!(
                    "only one move is possible here: write only {first}"
                )),
                None => self.no_move(),
            });
        }
        match (self.words.len(), self.named) {
            (0, _) => Ok(None),
            (1, _) => Ok(self.words.pop()),
            (2, false) => Err(match self.me {
                Some(me) => CommandParseError::new(format!(
                    "'{}' is two words: a move is one word, and only your own name, {me}, may stand before it",
                    self.words.join(" ")
                )),
                None => CommandParseError::new("a move is one word"),
            }),
            // They are not repeated: one may be a password.
            (_, false) => Err(CommandParseError::new(
                "that is more than one move: send one, and the next when it is your turn again. If a password was in it: \
                 passwords are not to be written in letters any more. Nothing was done",
            )),
            _ => Err(CommandParseError::password()),
        }
    }

    pub(crate) fn no_move(&self) -> CommandParseError {
        self.asked("what is the move?")
    }

    /// How to write the command.
    pub(crate) fn usage(&self) -> CommandParseError {
        CommandParseError::new(format!("write `{}`", self.entry.usage))
    }

    /// What is wrong, and how to write the command.
    pub(crate) fn refused(&self, what: impl fmt::Display) -> CommandParseError {
        CommandParseError::new(format!("{what}: write `{}`", self.entry.usage))
    }

    /// A question about what is missing, and how to write the command.
    pub(crate) fn asked(&self, question: &str) -> CommandParseError {
        CommandParseError::new(format!("{question} Write `{}`", self.entry.usage))
    }
}

/// A move with the number that was written before it.
pub(crate) fn with(number: Option<String>, text: String) -> String {
    match number {
        Some(number) => format!("{number} {text}"),
        None => text,
    }
}

/// `24.` as written before a move copied from a list.
pub(crate) fn is_a_number_in_a_list(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
}
