// The example in the README needs a game, so it is run in crosscut-games.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]
//!
//! ## Searching
//!
//! [`search`] looks for the best ply in any game that implements [`Evaluate`], within a [`Budget`], and returns an
//! [`Analysis`]; a callback is shown the analysis while the search is running. A [`Player`] keeps what it has found from one
//! move to the next.

#![warn(clippy::must_use_candidate)]

mod analysis;
mod arena;
mod budget;
mod clock;
mod evaluate;
mod exact;
mod fair;
#[cfg(test)]
mod heap;
mod player;
mod plies;
mod settled;
mod tree;
mod tuning;
mod uct;
mod view;

pub use analysis::{Analysis, Candidate, LINES};
pub use budget::{Aim, Budget, Knowledge, Ladder, Level, Method, Rung};
pub use clock::Stopwatch;
pub use evaluate::{Evaluate, Filled, MoveOf, Playout};
pub use exact::Exact;
pub use player::{Player, Watch, player, search};
pub use plies::{Plies, key_of};
pub use settled::Settled;
pub use tree::Tree;
pub use tuning::Tuning;
pub use view::{Choice, Insight, Step, Trace, View};
