use std::fmt;

use crate::{Ink, Palette};

/// A board in fixed-width characters. `Display` prints the lines, each with its newline, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The lines, without newlines. ASCII unless a game has a reason.
    pub lines: Vec<String>,
    /// Where on the lines something can be played or pointed at.
    pub places: Vec<Place>,
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

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
