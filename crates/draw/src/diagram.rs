use std::fmt;

use crate::{Ink, Palette};

/// A board in fixed-width characters. `Display` prints the lines, each with its newline, and nothing else.
///
/// What is not in the lines is for terminals: where one can point, what has won, and what matters where there is no room
/// for all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The lines, without newlines. ASCII unless a game has a reason.
    pub lines: Vec<String>,
    /// Where on the lines something can be played or pointed at.
    pub places: Vec<Place>,
    /// What lines are there for that do not show the board itself.
    pub roles: Vec<(usize, Role)>,
    /// What characters of the board lie on, for where the lines that show it are left out.
    pub grounds: Vec<Ground>,
    /// Line and column of the characters that have won, in the order of a chain.
    pub won: Vec<(usize, usize)>,
    /// The colours of the sides, for terminals that have any.
    pub palette: Palette,
}

/// A place of a diagram that a person can point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The word it adds to a move: a whole one (`C6`), or how moves there begin (`N50u`).
    pub word: String,
    /// Index into [`Diagram::lines`].
    pub line: usize,
    /// The column of its first character, in characters from the left.
    pub column: usize,
    /// How many characters wide it is.
    pub width: usize,
    /// Whose what stands there is ([`Ink::First`], [`Ink::Second`]), for terminals with colours; `None` if it is empty.
    pub ink: Option<Ink>,
}

/// What a line is there for that does not show the board itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It lies between others, and what it shows is told by the [`Ground`]s too: the first to go where there is no room.
    Filling,
    /// What it says is also said elsewhere: the next to go.
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
    /// How many there are.
    pub width: usize,
    /// What lies above the middle of the line, and below it. Where both are the same, the characters lie on it.
    pub halves: [Option<Ink>; 2],
}

impl Diagram {
    /// What a line is there for; `None` if it shows the board.
    #[must_use]
    pub fn role(&self, line: usize) -> Option<Role> {
        self.roles.iter().find(|(at, _)| *at == line).map(|(_, role)| *role)
    }

    /// Adds a line that does not show the board.
    pub fn push(&mut self, role: Role, line: impl Into<String>) {
        self.roles.push((self.lines.len(), role));
        self.lines.push(line.into());
    }

    /// Marks the places with these words as what has won.
    pub fn mark_won(&mut self, words: impl IntoIterator<Item = String>) {
        let found = words.into_iter().filter_map(|word| {
            self.places.iter().find(|it| it.word == word).map(|it| (it.line, it.column))
        });
        let found: Vec<(usize, usize)> = found.collect();
        self.won.extend(found);
    }

    /// The words of the places that have won, each once.
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
