//! The games, a folder each, and nothing in a game's way.
//!
//! A folder holds a game's card, notation, position, picture, help page, what a player knows of it, and its tests with
//! a slow, obvious oracle of the rules. Geometry that several games share is in `board`, which nobody outside sees.

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

pub use board::Point;
