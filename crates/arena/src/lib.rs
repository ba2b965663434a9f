//! Matches between programs: who plays whom, by what means and how they open ([`Duel`]), what came of it ([`Score`],
//! [`Sprt`]), and how a program is spoken to in the Go Text Protocol ([`gtp`]).

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
