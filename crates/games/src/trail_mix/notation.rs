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
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MOST && row < MOST { Some(Cell(row * MOST + column)) } else { None }
    }

    /// The column, from 0 for a.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % MOST
    }

    /// The row, from 0 for the lowest.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / MOST
    }

    /// The cell's number, the same on boards of every size and below 128.
    #[inline]
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
        let word = text.trim();
        let claimed = |rest: &str, side| Some(Placement { cell: cell(rest)?, claim: Some(side) });
        // `b3` is a cell and `bb3` Brown's b3: a cell has one letter, so there is no third reading.
        let read = match word.as_bytes() {
            [b'/', ..] => claimed(&word[1..], Side::First),
            [b'\\', ..] => claimed(&word[1..], Side::Second),
            [b'B' | b'b', second, ..] if second.is_ascii_alphabetic() => {
                claimed(&word[1..], Side::First)
            }
            [b'G' | b'g', second, ..] if second.is_ascii_alphabetic() => {
                claimed(&word[1..], Side::Second)
            }
            _ => cell(word).map(Placement::from),
        };
        read.ok_or_else(|| match word.as_bytes() {
            // No board is that large, this one least of all.
            [letter, digits @ ..]
                if letter.is_ascii_alphabetic()
                    && !digits.is_empty()
                    && digits.iter().all(u8::is_ascii_digit) =>
            {
                MoveError::syntax(format!("{word} is not on this board"))
            }
            _ => MoveError::syntax(format!(
                r"'{word}' is not a cell: write its column and its row, like c1; Bc1 or /c1 and Gc1 or \c1 say whose token it is"
            )),
        })
    }
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
