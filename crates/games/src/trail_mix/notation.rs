use std::fmt;
use std::str::FromStr;

use crosscut_rules::{MoveError, Side};

use super::MOST;

/// A cell of the board: `a1` is the lower left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

/// A token laid into a cell. Which way it lies follows from the side to move.
///
/// `c1` prints and reads; `Gc1`, `\c1` (Green) and `Bc1`, `/c1` (Brown) read too. Such a claim is held against the side
/// to move when the move is checked, and is never printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Where.
    pub cell: Cell,
    /// For which side, if whoever wrote the move said so.
    pub claim: Option<Side>,
}

impl Cell {
    /// The cell in a column and a row, both counted from 0; `None` if no board is that large.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MOST && row < MOST { Some(Cell(row * MOST + column)) } else { None }
    }

    /// The column, from 0 for a.
    #[inline]
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % MOST
    }

    /// The row, from 0 for the lowest.
    #[inline]
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / MOST
    }

    /// The cell's number, the same on boards of every size and below 128.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The cell with a number that [`index`](Self::index) gave.
    #[inline]
    pub(super) const fn from_index(index: u8) -> Self {
        Cell(index)
    }
}

impl From<Cell> for Placement {
    #[inline]
    fn from(cell: Cell) -> Self {
        Placement { cell, claim: None }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cell.fmt(f)
    }
}

impl FromStr for Placement {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (claim, word) = claim(text);
        cell(word).map(|cell| Placement { cell, claim }).ok_or_else(|| match names_a_cell(word) {
            true => MoveError::syntax(format!("{word} is not on this board")),
            false => MoveError::syntax(format!(
                r"'{}' is not a cell: write a column and a row, like c1; Bc1 or /c1 and Gc1 or \c1 say whose token it is",
                text.trim()
            )),
        })
    }
}

/// Whose token a move says it is, if it says so, and the cell.
fn claim(text: &str) -> (Option<Side>, &str) {
    let word = text.trim();
    // `b3` is a cell and `bb3` Brown's b3: a cell has one letter, so there is no third reading.
    match word.as_bytes() {
        [b'/', ..] => (Some(Side::First), &word[1..]),
        [b'\\', ..] => (Some(Side::Second), &word[1..]),
        [b'B' | b'b', second, ..] if second.is_ascii_alphabetic() => {
            (Some(Side::First), &word[1..])
        }
        [b'G' | b'g', second, ..] if second.is_ascii_alphabetic() => {
            (Some(Side::Second), &word[1..])
        }
        _ => (None, word),
    }
}

/// Whether this is a letter and a number: a cell of some board, however large.
fn names_a_cell(word: &str) -> bool {
    let digits = word.strip_prefix(|it: char| it.is_ascii_alphabetic()).unwrap_or_default();
    is_row(digits)
}

/// Whether this is a number as people write it: none begins with a 0 but 0 itself.
fn is_row(digits: &str) -> bool {
    let number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    number && (digits == "0" || !digits.starts_with('0'))
}

/// The cell that a move names, if no board is so large that it has it.
pub(super) fn far_cell(text: &str) -> Option<&str> {
    let word = claim(text).1;
    (names_a_cell(word) && cell(word).is_none()).then_some(word)
}

/// Reads `c1`; `None` for anything that is no cell of the largest board.
fn cell(text: &str) -> Option<Cell> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let column = letter.to_ascii_lowercase().checked_sub(b'a')?;
    let row = match *digits {
        [units @ b'1'..=b'9'] => units - b'0',
        [tens @ b'1'..=b'9', units @ b'0'..=b'9'] => 10 * (tens - b'0') + (units - b'0'),
        _ => return None,
    };
    Cell::new(column, row - 1)
}
