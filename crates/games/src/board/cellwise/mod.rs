//! What can be known about a game on cells without a search: cells that no longer matter, pairs that already belong to a
//! side, and connections that the other side cannot cut.
//!
//! For boards of at most [`MOST`] cells in which every cell is a node of its own; sets of cells are bit sets.

mod boards;
mod cells;
mod combined;
mod currents;
mod inferior;
mod node;
mod points;
mod said;
mod strategies;
#[cfg(test)]
mod tests;
mod theory;
mod virtual_connections;

pub(crate) use boards::{Boards, BoardsBySize};
use cells::{Cells, MOST};
pub(crate) use node::{Cellwise, Verdict};

/// A set of cells, or of chains, each represented by one of its cells. The two ends of the side in question are [`END`] and the
/// bit after it.
type Set = u128;

/// The bit of a side's first end.
const END: usize = MOST;
/// Both ends.
const ENDS: Set = 3 << END;

/// The members of a set in ascending order.
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
