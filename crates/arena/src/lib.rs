//! Matches between programs: the players, their budgets and openings ([`Duel`]), the result ([`Score`], [`Sprt`]), and an
//! engine that speaks the Go Text Protocol ([`gtp`]).

mod contender;
mod duel;
pub mod gtp;
mod mover;
mod played;
mod score;

pub use contender::{Contender, memory};
pub use duel::Duel;
pub use mover::{Choice, Fault, Inside, Mover};
pub use played::{Effort, Ending, Played};
pub use score::{Score, Sprt, Verdict};
