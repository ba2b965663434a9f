//! The Go Text Protocol, version 2 (Farnebäck, 2002), as programs for Hex speak it, extended to all games.
//!
//! Black is the side that a game names first, white the other one: a colour is a side and not a person. So a swap changes
//! which player is black and leaves the board alone; Benzene's and HexGui's `swap-pieces` means the same.

mod analyse;
mod clock;
mod engine;
mod request;
mod setup;

pub use clock::Clock;
pub use engine::Engine;
pub use request::{Reply, Request};

use crosscut_catalog::{AnyPosition, Seat};

/// A side, as the protocol calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The side that the card names first.
    Black,
    /// The other side.
    White,
}

impl Colour {
    /// Both colours, in order.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The colour that a word names, if it names one.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let is = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        match () {
            () if is(["b", "black"]) => Some(Colour::Black),
            () if is(["w", "white"]) => Some(Colour::White),
            () => None,
        }
    }

    /// The colour for which the next ply is made; `None` when the game is over.
    #[must_use]
    pub fn to_move(position: &AnyPosition, sides: [&str; 2]) -> Option<Self> {
        Self::of(position.side()?, sides)
    }

    /// The colour that a seat holds.
    #[must_use]
    pub fn held_by(position: &AnyPosition, seat: Seat, sides: [&str; 2]) -> Option<Self> {
        Self::of(position.held_by(seat), sides)
    }

    fn of(side: &str, sides: [&str; 2]) -> Option<Self> {
        Self::BOTH.into_iter().find(|it| sides[it.index()] == side)
    }

    /// 0 or 1, for arrays by colour.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
        }
    }

    /// The letter in results, `B` or `W`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }
}

/// The ply that the words of a program mean: several stones may be in one word or several, and a swap has several names.
pub fn ply_of(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let joined = words.join(",");
    match joined.to_ascii_lowercase().as_str() {
        "swap-pieces" | "swap-sides" => "swap".to_string(),
        _ => joined,
    }
}

/// A canonical ply in the word that other programs understand.
#[must_use]
pub fn word_of(ply: &str) -> &str {
    if ply == "swap" { "swap-pieces" } else { ply }
}
