//! Smart Game Format, FF[4], for Hex, GM[11], as the SGF site and HexWiki describe it.
//!
//! The one place of this crate that knows a game, for SGF's number 11 is that game. What it knows: the name, the size, how
//! a cell is called, the two sides, and that `swap` exchanges the seats and leaves the board as it is.

mod read;
mod tree;
mod write;

use std::fmt;

pub(crate) use read::parse;
pub(crate) use tree::cut;
pub(crate) use write::write;

use crate::tags::tag;

/// The name of the game in specs.
const GAME: &str = "hex";

/// SGF's number for it.
const GAME_NUMBER: &str = "11";

/// The size of a board whose size is not given, the same in SGF and in specs.
const DEFAULT_SIZE: u32 = 11;

/// The largest board whose columns have one letter.
const MAX_SIZE: u32 = 26;

/// The names of the sides in set-ups: Black joins top and bottom and moves first.
const SIDES: [&str; 2] = ["V", "H"];

/// The move that exchanges the seats.
const SWAP: &str = "swap";

/// The move that does nothing. The rules may not know it; that is theirs to say.
const PASS: &str = "pass";

/// The properties that are tags of ours.
const TAGS: [(&str, &str); 6] = [
    ("PB", tag::FIRST),
    ("PW", tag::SECOND),
    ("DT", tag::DATE),
    ("EV", tag::EVENT),
    ("PC", tag::SITE),
    ("RO", tag::ROUND),
];

/// How a won game ended: the codes of the property RE and the words of the tag Ending.
const ENDINGS: [(&str, &str, &str); 3] =
    [("R", "Resign", "resignation"), ("T", "Time", "time"), ("F", "Forfeit", "forfeit")];

/// RE and Ending of a game that does not count.
const VOID: (&str, &str) = ("Void", "void");

/// Our own property: a tag, or a mark of a move, that no other property holds, as `name:text`.
const EXTRA: &str = "XT";

/// The properties with a meaning here.
const KNOWN: [&str; 17] = [
    "AB", "AE", "AW", "B", "C", "DT", "EV", "GC", "PB", "PC", "PL", "PW", "RE", "RO", "RU", "W",
    EXTRA,
];

/// The properties that are passed over: what only a viewer wants, and what we write anew.
const PASSED_OVER: [&str; 22] = [
    "AP", "AR", "CA", "CR", "DD", "FF", "FG", "GM", "IP", "IS", "LB", "LN", "MA", "PM", "SL", "SQ",
    "ST", "SZ", "TB", "TR", "TW", "VW",
];

/// Whether a tag or mark with this name is the property of the same name.
fn is_property(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_uppercase())
        && !KNOWN.contains(&name)
        && !PASSED_OVER.contains(&name)
}

/// A cell: column and row, counted from 1 at the upper left, an acute corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    column: u32,
    row: u32,
}

impl Cell {
    /// Reads a letter and a number; case does not matter.
    fn parse(text: &str) -> Option<Self> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let column = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        let digits = &text[1..];
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(Cell { column, row: digits.parse().ok()? })
    }

    /// The cell on the other side of the long diagonal A1, B2, ..
    fn mirrored(self) -> Self {
        Cell { column: self.row, row: self.column }
    }

    fn is_within(self, size: u32) -> bool {
        self.column.max(self.row) <= size
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

/// The size that a spec of the game gives; `None` if it is no such spec.
fn size_of(spec: &str) -> Option<u32> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    if name != GAME {
        return None;
    }
    match options.split(',').find_map(|option| option.strip_prefix("size=")) {
        None => Some(DEFAULT_SIZE),
        Some(size) => size.parse().ok().filter(|size| (1..=MAX_SIZE).contains(size)),
    }
}

/// The side that moves when a set-up does not say: the one with fewer stones, the first if they are equal.
fn default_turn(stones: [usize; 2]) -> usize {
    usize::from(stones[1] < stones[0])
}
