use std::fmt;
use std::str::FromStr;

use crosscut_rules::MoveError;

/// A point or cell named by a letter and a number: `A1` is column 0, row 0. No board is needed to read or write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// 0 for A.
    pub(crate) column: u8,
    /// 0 for 1.
    pub(crate) row: u8,
}

impl Point {
    pub(crate) const fn new(column: usize, row: usize) -> Self {
        Point { column: column as u8, row: row as u8 }
    }

    /// The index on a board of `width` columns and `height` rows, row by row.
    ///
    /// # Errors
    /// A point that is not on that board.
    pub(crate) fn on(self, width: usize, height: usize) -> Result<usize, MoveError> {
        let (column, row) = (usize::from(self.column), usize::from(self.row));
        if column < width && row < height {
            Ok(row * width + column)
        } else {
            let (last, rows) = (Point::new(width - 1, 0).letter(), height);
            Err(MoveError::illegal(format!(
                "{self} is not on this board: columns go from A to {last}, rows from 1 to {rows}"
            )))
        }
    }

    /// The point with this index on a board of `width` columns.
    pub(crate) const fn at(index: usize, width: usize) -> Self {
        Point::new(index % width, index / width)
    }

    /// The column's letter.
    pub(crate) fn letter(self) -> char {
        char::from(b'A' + self.column)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.row + 1)
    }
}

impl FromStr for Point {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let text = text.trim();
        let wrong = || {
            MoveError::syntax(format!(
                "'{text}' is no point: write a letter and a number, such as C6"
            ))
        };
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic).ok_or_else(wrong)?;
        let digits = &text[1..];
        let row = digits
            .parse::<u8>()
            .ok()
            .filter(|_| !digits.starts_with(['+', '0']))
            .ok_or_else(wrong)?;
        Ok(Point {
            column: letter.to_ascii_uppercase() - b'A',
            row: row.checked_sub(1).ok_or_else(wrong)?,
        })
    }
}
