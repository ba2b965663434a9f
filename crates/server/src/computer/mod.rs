//! The computer as a player: who waits for it, and the threads on which it thinks.

mod queue;
mod thinkers;

pub use queue::Waits;
pub use thinkers::Thinkers;
