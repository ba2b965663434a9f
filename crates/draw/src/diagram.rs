use std::fmt;

use crate::{Ink, Palette};

/// A board in fixed-width characters. `Display` prints the lines, each with its newline, and nothing else.
///
/// The fields besides the lines are for terminals: where one can point, what has won, and which lines matter most if there is
/// no room for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The lines, without newlines. ASCII unless a game has a reason.
    pub lines: Vec<String>,
    /// The places where something can be played or pointed at.
    pub places: Vec<Place>,
    /// The roles of lines that do not show the board itself, each with the index of its line.
    pub roles: Vec<(usize, Role)>,
    /// What characters of the board lie on, for use when the lines that show it are left out.
    pub grounds: Vec<Ground>,
    /// Line and column of the winning characters, in the order of a chain.
    pub won: Vec<(usize, usize)>,
    /// The colours of the sides, for terminals with colours.
    pub palette: Palette,
}

/// A place of a diagram that a person can point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The word it adds to a move: a whole word (`C6`), or the beginning of the moves there (`N50u`).
    pub word: String,
    /// Index into [`Diagram::lines`].
    pub line: usize,
    /// The column of its first character, in characters from the left.
    pub column: usize,
    /// Its width in characters.
    pub width: usize,
    /// The owner of what is there ([`Ink::First`], [`Ink::Second`]), for terminals with colours; `None` if it is empty.
    pub ink: Option<Ink>,
}

/// The role of a line that does not show the board itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It fills the space between others, and the [`Ground`]s contain what it shows: the first to be dropped if there is no
    /// room.
    Filling,
    /// What it says is also said elsewhere: the next to be dropped.
    Repeated,
    /// It names the columns, and stays under them when the board is scrolled.
    Names,
    /// It says something about the board, and stays when the board is scrolled.
    Caption,
}

/// What some characters of a line lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Index into [`Diagram::lines`].
    pub line: usize,
    /// The column of the first of these characters.
    pub column: usize,
    /// The number of characters.
    pub width: usize,
    /// What is above the middle of the line, and what is below it. If both are the same, the characters lie on that.
    pub halves: [Option<Ink>; 2],
}

impl Diagram {
    /// The role of a line; `None` if it shows the board.
    #[must_use]
    pub fn role(&self, line: usize) -> Option<Role> {
        self.roles.iter().find(|(at, _)| *at == line).map(|(_, role)| *role)
    }

    /// Adds a line that does not show the board.
    pub fn push(&mut self, role: Role, line: impl Into<String>) {
        self.roles.push((self.lines.len(), role));
        self.lines.push(line.into());
    }

    /// Marks the places with these words as winning.
    pub fn mark_won(&mut self, words: impl IntoIterator<Item = String>) {
        let found = words.into_iter().filter_map(|word| {
            self.places.iter().find(|it| it.word == word).map(|it| (it.line, it.column))
        });
        let found: Vec<(usize, usize)> = found.collect();
        self.won.extend(found);
    }

    /// The words of the winning places, each once.
    #[must_use]
    pub fn winning_words(&self) -> Vec<&str> {
        let mut words = Vec::new();
        for at in &self.won {
            let place = self.places.iter().find(|it| (it.line, it.column) == *at);
            if let Some(place) = place.filter(|it| !words.contains(&it.word.as_str())) {
                words.push(&place.word);
            }
        }
        words
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
