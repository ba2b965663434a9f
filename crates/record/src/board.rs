//! What this crate knows about Hex, the one game for which some forms are made: its name, its size, its cell names, its two
//! sides, and that `swap` exchanges the seats and leaves the board as it is.

use std::fmt;

/// The name of the game in specs.
pub(crate) const GAME: &str = "hex";

/// The default size of a board, the same in SGF and in specs.
pub(crate) const DEFAULT_SIZE: u32 = 11;

/// The largest board with single-letter columns.
pub(crate) const MAX_SIZE: u32 = 26;

/// The names of the sides in set-ups: Black connects top and bottom and moves first.
pub(crate) const SIDES: [&str; 2] = ["V", "H"];

/// The ply that exchanges the seats.
pub(crate) const SWAP: &str = "swap";

/// The ply that does nothing. Whether the rules allow it is not checked here.
pub(crate) const PASS: &str = "pass";

/// A cell: column and row, counted from 1 at the upper left, an acute corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) column: u32,
    pub(crate) row: u32,
}

impl Cell {
    /// Parses a letter and a number, in either case.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let column = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        let digits = &text[1..];
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(Cell { column, row: digits.parse().ok()? })
    }

    /// The cell mirrored in the long diagonal A1, B2, ..
    pub(crate) fn mirrored(self) -> Self {
        Cell { column: self.row, row: self.column }
    }

    pub(crate) fn is_within(self, size: u32) -> bool {
        self.column.max(self.row) <= size
    }

    /// In lower case, as other programs write it.
    pub(crate) fn small(self) -> String {
        self.to_string().to_ascii_lowercase()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u8::try_from(self.column) {
            Ok(column @ 1..=26) => write!(f, "{}{}", char::from(b'A' + column - 1), self.row),
            _ => write!(f, "column {} row {}", self.column, self.row),
        }
    }
}

/// The spec of the game at a size, with default values for the other options.
pub(crate) fn spec_of(size: u32) -> String {
    if size == DEFAULT_SIZE { GAME.to_string() } else { format!("{GAME}:size={size}") }
}

/// The size given by a spec of the game; `None` for any other text.
pub(crate) fn size_of(spec: &str) -> Option<u32> {
    let spec = spec.to_ascii_lowercase();
    let (name, options) = spec.split_once(':').unwrap_or((&spec, ""));
    if name != GAME {
        return None;
    }
    match options.split(',').find_map(|option| option.strip_prefix("size=")) {
        None => Some(DEFAULT_SIZE),
        Some(size) => size.parse().ok().filter(|size| (1..=MAX_SIZE).contains(size)),
    }
}

/// A starting position.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) stones: [Vec<Cell>; 2],
    /// The side to move, given or inferred: the one with fewer stones, or the first if they are equal.
    pub(crate) turn: usize,
    pub(crate) given: bool,
}

impl Start {
    /// Parses a set-up; an empty text is the empty board. The error is the part that was not understood.
    pub(crate) fn parse(text: &str, size: u32) -> Result<Self, String> {
        let side = |word: &str| SIDES.iter().position(|side| side.eq_ignore_ascii_case(word));
        let mut stones = [Vec::new(), Vec::new()];
        let mut turn = None;
        for group in text.split_whitespace() {
            let unfit = || group.to_string();
            let (key, items) = group.split_once(':').ok_or_else(unfit)?;
            if key.eq_ignore_ascii_case("turn") {
                turn = Some(side(items).ok_or_else(unfit)?);
                continue;
            }
            let side = side(key).ok_or_else(unfit)?;
            for item in items.split(',') {
                let cell = Cell::parse(item).filter(|cell| cell.is_within(size));
                stones[side].push(cell.ok_or_else(unfit)?);
            }
        }
        let fewer = usize::from(stones[1].len() < stones[0].len());
        Ok(Start { turn: turn.unwrap_or(fewer), given: turn.is_some(), stones })
    }

    /// The set-up as text.
    pub(crate) fn words(&self) -> String {
        let mut groups: Vec<String> = Vec::new();
        for (side, stones) in SIDES.iter().zip(&self.stones) {
            if !stones.is_empty() {
                let cells: Vec<String> = stones.iter().map(Cell::to_string).collect();
                groups.push(format!("{side}:{}", cells.join(",")));
            }
        }
        if self.given {
            groups.push(format!("turn:{}", SIDES[self.turn]));
        }
        groups.join(" ")
    }
}
