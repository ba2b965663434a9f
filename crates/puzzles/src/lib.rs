#![doc = include_str!("../README.md")]
//!
//! ## Made, proved, answered
//!
//! A [`Puzzle`] is a line of JSON: a position, and the one turn that wins in it. That it is the only one is proved
//! ([`prove`](fn@prove)) when the puzzle is made ([`Maker`], or [`compose`](fn@compose) for a given position) and can be proved
//! again at any time. A turn tried by a solver is [`answer`](fn@answer)ed with what was proved: the best defence, or the
//! refutation.

#![warn(clippy::must_use_candidate)]

mod answer;
mod compose;
mod fault;
mod grade;
mod likeness;
mod make;
mod prove;
mod puzzle;
mod shipped;
#[cfg(test)]
mod tests;

pub use answer::{Answer, Effort, Verdict, answer};
pub use compose::compose;
pub use fault::Fault;
pub use grade::{GRADES, grade};
pub use likeness::likeness;
pub use make::{Maker, Making, PROOF};
pub use prove::{Proof, prove};
pub use puzzle::{Puzzle, read};
pub use shipped::{daily, find, shipped};
