//! Moves and cells as text: `N50ul.` is the cell `N50u` with a tile of which only the left corner is Dot's.

use std::fmt;
use std::str::FromStr;

use crosscut_rules::{MoveError, Side};

use super::cell::{Cell, Colours, Tile};

/// The row of the starting up tile in notation, and its column (`M` is the 13th letter).
const ROW: i32 = 50;
const COLUMN: i32 = 13;

impl Cell {
    /// The letters of the cell's column: after Z comes AA, before A comes -A.
    pub(super) fn column(self) -> String {
        let number = i32::from(self.q) + COLUMN;
        if number > 0 { letters(number) } else { format!("-{}", letters(1 - number)) }
    }

    /// The number of the cell's row.
    pub(super) fn row(self) -> i32 {
        i32::from(self.r) + ROW
    }
}

/// A number from 1 in letters: A to Z, then AA, AB, and so on.
fn letters(mut number: i32) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'A' + (number % 26) as u8));
        number /= 26;
    }
    letters.iter().rev().collect()
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.column(), self.row(), if self.down { 'd' } else { 'u' })
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let corner = self.colours.odd_corner();
        let colour = match self.colours.at(corner) {
            Side::First => 'o',
            Side::Second => '.',
        };
        write!(f, "{}{}{colour}", self.cell, self.cell.corner_letters()[corner])
    }
}

impl FromStr for Tile {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let text = text.trim();
        let (cell, rest) = cell(text)?;
        let mut rest = rest.chars();
        let Some(corner) = rest.next() else {
            return Err(MoveError::syntax(format!(
                "'{text}' is only a cell: add the corner that has its colour alone, and the colour, as in N50uro"
            )));
        };
        let letters = cell.corner_letters();
        let Some(corner) = letters.iter().position(|it| it.eq_ignore_ascii_case(&corner)) else {
            let kind = if cell.down { "a down tile" } else { "an up tile" };
            let [a, b, c] = letters;
            return Err(MoveError::syntax(format!(
                "'{text}' has no such corner: {kind} has {a}, {b} and {c}"
            )));
        };
        let side = match rest.next() {
            Some('o' | 'O') => Side::First,
            Some('.' | 'x' | 'X') => Side::Second,
            _ => {
                return Err(MoveError::syntax(format!(
                    "'{text}' has no colour: write 'o' for Oh or '.' for Dot after the corner"
                )));
            }
        };
        let tile = Tile { cell, colours: Colours::odd(corner, side) };
        match rest.next() {
            None => Ok(tile),
            Some(_) => {
                Err(MoveError::syntax(format!("'{text}' has more in it than the tile '{tile}'")))
            }
        }
    }
}

/// The cell at the beginning of a text, and the rest. Letters before the digits are the column, and the letter after them says
/// up or down, so `D50d` is not ambiguous.
fn cell(text: &str) -> Result<(Cell, &str), MoveError> {
    let no_cell = || {
        MoveError::syntax(format!(
            "'{text}' is not a tile: write a cell (column, row, u or d), a corner and a colour, as in N50uro"
        ))
    };
    let (before_a, rest) = sign(text);
    let (column, rest) = split(rest, |it| it.is_ascii_alphabetic());
    let (below_0, rest) = sign(rest);
    let (row, rest) = split(rest, |it| it.is_ascii_digit());
    if column.is_empty() || row.is_empty() {
        return Err(no_cell());
    }
    let down = match rest.chars().next() {
        Some('u' | 'U') => false,
        Some('d' | 'D') => true,
        _ => return Err(no_cell()),
    };
    let far = i32::from(Cell::FARTHEST);
    let bounded = |n: i32, base: i32, digit: u8| (n * base + i32::from(digit)).min(4 * far);
    let column =
        column.bytes().fold(0, |n, letter| bounded(n, 26, letter.to_ascii_uppercase() - b'A' + 1));
    let row = row.bytes().fold(0, |n, digit| bounded(n, 10, digit - b'0'));
    let q = if before_a { 1 - column } else { column } - COLUMN;
    let r = if below_0 { -row } else { row } - ROW;
    if q.abs() > far || r.abs() > far {
        return Err(MoveError::syntax(format!(
            "'{text}' is farther from the start than tiles can reach"
        )));
    }
    Ok((Cell { q: q as i16, r: r as i16, down }, &rest[1..]))
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

fn split(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|it| !belongs(it)).unwrap_or(text.len()))
}
