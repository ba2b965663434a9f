//! The computer as a player: its queue, and the threads on which it thinks.

mod queue;
mod thinkers;

pub use queue::ThoughtOwner;
pub use thinkers::Thinkers;
