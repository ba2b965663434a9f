// Its example needs a game, and is run where there are some: in crosscut-games.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]
//!
//! ## What makes a proof short
//!
//! A [`Certificate`] is the text of a proof: claims, and the plies that make them true. [`Certificate::check`] goes
//! through it with the rules of the game and believes nothing else.
//!
//! The walk from the position onwards names only the prover's plies: what the other
//! side may do is known from the rules, and a position that was proved before is not proved again. And in games in
//! which a stone never harms its owner, [`Facts`] say what a side wins with which stones and which empty cells,
//! whatever stands elsewhere.

#![warn(clippy::must_use_candidate)]

mod cells;
mod certificate;
mod check;
mod facts;
mod fault;
mod spared;
mod stones;
mod worst;

pub use cells::{CELLS, Cells};
pub use certificate::{Bound, Certificate, Claim, VERSION};
pub use check::Verified;
pub use facts::{Fact, Facts, Goal};
pub use fault::Fault;
pub use stones::{Board, Edges, Form, Games, Joins, Nodes, Stones, Turns, Verify, ends_at_once};
pub use worst::Worst;
