use std::fmt;
use std::str::FromStr;

use crosscut_rules::MoveError;

/// A point or cell named by a letter and a number: `A1` is column 0, row 0; after Z comes AA. Reading and writing it needs no
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The column, 0 for `A`.
    pub(crate) column: u8,
    /// The row, 0 for `1`.
    pub(crate) row: u8,
}

impl Point {
    /// The point in this column, 0 for `A`, and this row, 0 for `1`; both at most 254.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Self {
        Point { column: column as u8, row: row as u8 }
    }

    /// The column, 0 for `A`.
    #[must_use]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row, 0 for `1`.
    #[must_use]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The index on a board of `width` columns and `height` rows, counted row by row.
    ///
    /// # Errors
    /// A point that is not on that board.
    pub(crate) fn on(self, width: usize, height: usize) -> Result<usize, MoveError> {
        let (column, row) = (usize::from(self.column), usize::from(self.row));
        if column < width && row < height {
            Ok(self.index(width))
        } else {
            Err(off_board(&self.to_string(), width, height))
        }
    }

    /// Refuses points of a move that are too far out for any board, and therefore cannot be read, with the refusal of this
    /// board.
    ///
    /// # Errors
    /// The first such point.
    pub(crate) fn far(text: &str, width: usize, height: usize) -> Result<(), MoveError> {
        let is_far = |word: &&str| {
            let digits = word.trim_start_matches(|it: char| it.is_ascii_alphabetic());
            (1..=2).contains(&(word.len() - digits.len()))
                && !digits.is_empty()
                && digits.bytes().all(|it| it.is_ascii_digit())
                && (digits == "0" || !digits.starts_with('0'))
                && word.parse::<Point>().is_err()
        };
        match text.split(',').map(str::trim).find(is_far) {
            Some(word) => Err(off_board(&word.to_ascii_uppercase(), width, height)),
            None => Ok(()),
        }
    }

    /// The index of a point that is on a board of `width` columns, counted row by row.
    pub(crate) const fn index(self, width: usize) -> usize {
        self.row as usize * width + self.column as usize
    }

    /// The point with this index on a board of `width` columns.
    pub(crate) const fn at(index: usize, width: usize) -> Self {
        Point::new(index % width, index / width)
    }

    /// The column's letter; for a name of two letters, the last one.
    pub(crate) fn letter(self) -> char {
        char::from(b'A' + self.column % 26)
    }

    /// The column's name: A to Z, then AA, AB, ..
    pub(crate) fn column_name(self) -> String {
        match self.column / 26 {
            0 => self.letter().to_string(),
            before => format!("{}{}", char::from(b'A' - 1 + before), self.letter()),
        }
    }
}

fn off_board(point: &str, width: usize, height: usize) -> MoveError {
    let last = Point::new(width - 1, 0).column_name();
    MoveError::illegal(format!(
        "{point} is not on this board: columns go from A to {last}, rows from 1 to {height}"
    ))
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column_name(), self.row + 1)
    }
}

impl FromStr for Point {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let text = text.trim();
        let wrong = || {
            MoveError::syntax(format!(
                "'{text}' is not a point: write a letter and a number, such as C6"
            ))
        };
        let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (letters, digits) = text.split_at(length);
        let column = match letters.to_ascii_uppercase().as_bytes() {
            [letter] => letter - b'A',
            [first, last] => {
                let column = (u16::from(first - b'A') + 1) * 26 + u16::from(last - b'A');
                u8::try_from(column).map_err(|_| wrong())?
            }
            _ => return Err(wrong()),
        };
        let row = digits
            .parse::<u8>()
            .ok()
            .filter(|_| !digits.starts_with(['+', '0']))
            .ok_or_else(wrong)?;
        Ok(Point { column, row: row.checked_sub(1).ok_or_else(wrong)? })
    }
}

#[cfg(test)]
mod tests {
    use super::Point;

    #[test]
    fn after_z_comes_aa() {
        for column in 0..=255 {
            let point = Point::new(column, 8);
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        assert_eq!(Point::new(25, 0).to_string(), "Z1");
        assert_eq!(Point::new(26, 0).to_string(), "AA1");
        assert_eq!(Point::new(52, 0).to_string(), "BA1");
    }

    #[test]
    fn a_point_beyond_every_board_is_told_what_this_one_has() {
        for text in ["A0", "c256", "IW1", "A1,B999999999999", " zz0 "] {
            let error = Point::far(text, 15, 11).expect_err(text).to_string();
            let range = "is not on this board: columns go from A to O, rows from 1 to 11";
            assert!(error.ends_with(range), "{text}: {error}");
        }
        for text in ["", "C6", "P16", "C06", "AAA1", "pass", "A1,,", "é0"] {
            assert_eq!(Point::far(text, 15, 11), Ok(()), "{text}");
        }
    }

    #[test]
    fn what_is_no_letter_and_number_is_refused() {
        for text in [
            "", "C", "6", "6C", "C0", "C06", "C+6", "C-6", "C 6", "C256", "IW1", "AAA1", "é1",
            "Cé", "C6,",
        ] {
            let error = text.parse::<Point>().expect_err(text);
            assert_eq!(
                error.to_string(),
                format!("'{text}' is not a point: write a letter and a number, such as C6")
            );
        }
    }
}
