//! Positions with exactly one winning turn.
//!
//! A [`Puzzle`] is a line of JSON: a position, and the one turn that wins in it. That it is the only one is proved by the
//! exact solver ([`prove`](fn@prove)), when the puzzle is made ([`Maker`], or [`compose`](fn@compose) of a position one has) and
//! whenever anybody asks. Whoever tries a turn is
//! [`answer`](fn@answer)ed by what was proved: the best defence, or the refutation.
//!
//! ```
//! let puzzle = crosscut_puzzles::daily(20_000);
//! let mut line = puzzle.line()?;
//! line.play(&puzzle.solution).expect("the solution is legal");
//! assert_eq!(crosscut_puzzles::find(&puzzle.id), Some(puzzle));
//! # Ok::<(), crosscut_puzzles::Fault>(())
//! ```

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
