//! What can be seen of a game on cells without playing it on: cells that no longer matter, pairs that belong to a side
//! already, and connections that the other side cannot cut.
//!
//! For boards in which every cell is a node of its own, of at most [`MOST`] cells, as sets of bits.

mod boards;
mod cells;
mod combined;
mod currents;
mod inferior;
mod node;
mod strategies;
#[cfg(test)]
mod tests;
mod theory;
mod virtual_connections;

pub(crate) use boards::{Boards, BoardsBySize};
use cells::{Cells, MOST};
pub(crate) use node::{Cellwise, Verdict};

/// A set of cells; of chains, each by one of its cells. The two ends of the side at hand are [`END`] and the bit after it.
type Set = u128;

/// The bit of a side's first end.
const END: usize = MOST;
/// Both ends.
const ENDS: Set = 3 << END;

/// The members of a set, the lowest first.
pub(crate) fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

/// The set with one member.
const fn only(at: usize) -> Set {
    1 << at
}
