//! Choosing a move.
//!
//! [`search`] looks for the best ply of any game that has the face [`Evaluate`], within a [`Budget`], and reports an
//! [`Analysis`]: at the end, and as often as it is asked to on the way.

mod analysis;
mod budget;
mod clock;
mod evaluate;
mod mcts;

pub use analysis::{Analysis, Candidate};
pub use budget::{Budget, Level};
pub use clock::Stopwatch;
pub use evaluate::{Evaluate, Filled, Playout};
pub use mcts::search;
