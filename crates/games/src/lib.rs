#![doc = include_str!("../README.md")]
//!
//! ## How it is laid out
//!
//! A game's folder has its card, notation, position, picture, help page, what a player knows about it, and its tests with a
//! slow, obvious oracle of the rules. What several games share is in the private module `board`: geometry, and the one
//! connection game of which six of these games are instances. [`ConnectionBoard`] reads a position of any of those.

#![warn(clippy::must_use_candidate)]

mod board;
pub mod bridg_it;
pub mod diagonal_bridg_it;
pub mod hex;
pub mod original_trellis;
pub mod plexus;
pub mod quadrant_hex;
#[cfg(test)]
mod testing;
pub mod trail_mix;
pub mod trellis;
pub mod trichet;

pub use board::{ConnectionBoard, ConnectionGame, ConnectionPosition, ConnectionRules, Point};

/// The examples of the crates below this one, which have no games of their own.
#[cfg(doctest)]
mod readmes {
    #[doc = include_str!("../../draw/README.md")]
    struct Draw;
    #[doc = include_str!("../../search/README.md")]
    struct Search;
    #[doc = include_str!("../../solve/README.md")]
    struct Solve;
    #[doc = include_str!("../../verify/README.md")]
    struct Verify;
}
