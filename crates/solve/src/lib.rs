// Its example needs a game, and is run where there are some: in crosscut-games.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]
//!
//! ## Solving
//!
//! [`solve`](fn@solve) finds out for certain what a position of any game with the face [`Solve`] is worth, and with which plies,
//! within [`Limits`]. It walks [`Node`]s, which a game makes of its positions, with a proof-number search or, where points
//! decide, with alpha-beta. All threads share one table.

#![warn(clippy::must_use_candidate)]

mod alpha_beta;
mod certify;
mod checkpoint;
mod clock;
mod connections;
mod limits;
mod node;
mod proof_number;
mod root_node;
mod solution;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod timed;

pub use certify::{Certified, Task, Uncertified, certify};
pub use checkpoint::{Checkpoint, Damaged, Save};
pub use connections::{Connection, ConnectionTheory, Connections, Fill, Reduced};
pub use limits::{Limits, Progress};
pub use node::{Bounds, Child, Node, Plain, key_of, mix};
pub use solution::{Solution, Value};
pub use solve::{Question, Solve, may_swap, solve};
