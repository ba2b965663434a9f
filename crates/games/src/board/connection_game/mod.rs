//! One connection game, of which the others are cases.
//!
//! In a connection game sides put stones on the empty cells of a board until one of them has joined what it wants. Such a
//! game is five answers: *where* it is played ([`Geometry`]), *what wins* ([`Board`], which keeps the stones), *what a
//! turn is* ([`Ply`]), how it is *opened* (the card's option `opening`), and what is *known* of it besides its rules
//! ([`Theory`]). A game's folder gives them as one [`ConnectionRules`]. The position, set-ups, swapping, solving and
//! what certificates need are written here once, and compiled for each game.

mod board;
mod connection_board;
mod game;
mod geometry;
mod lehman;
mod playout;
mod ply;
mod position;
mod telling;
#[cfg(test)]
mod tests;
mod theory;
mod verified;

use std::fmt::Debug;
use std::hash::Hash;

use crosscut_rules::{Card, MoveError};

pub(crate) use board::Board;
pub use connection_board::ConnectionBoard;
pub use game::ConnectionGame;
pub(crate) use geometry::Geometry;
pub(crate) use lehman::{Lehman, exact};
pub(crate) use playout::playout;
pub(crate) use ply::{Ply, last_stone};
pub use position::ConnectionPosition;
pub(crate) use telling::{caption, news, owners};
pub(crate) use theory::{RulesAlone, Theory};
pub(crate) use verified::lists;

/// What one connection game has of its own: a type without values.
pub trait ConnectionRules: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// What is known of the game. It has an option `size`, a number, and an option `opening` with the values `swap` and
    /// `none`.
    const CARD: Card;

    /// Where it is played.
    type Geometry: Geometry;

    /// The stones, and what wins.
    type Board: Board;

    /// What a turn is.
    type Ply: Ply;

    /// What is known of it besides its rules.
    type Theory: Theory<Self>;

    /// Reads a ply, for games that have words of their own for a text that is none.
    ///
    /// # Errors
    /// What is wrong with the text, in the words of the person who typed it.
    fn read(text: &str) -> Result<Self::Ply, MoveError> {
        text.parse()
    }
}
