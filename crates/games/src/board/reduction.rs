//! The winner on a full rhombus of hexagons, without following chains.
//!
//! Replace each triangle of three neighbouring cells by one cell with the colour of two of the three. A chain that joins all
//! three sides of a triangular board still does so after this step, so the step is repeated until one cell is left, whose
//! colour is the winner (Schensted and Titus' game of Y, 1975; van Rijswijck, "Search and evaluation in Hex", 2002). A
//! rhombus is a triangle with two corners filled: what is right of it belongs to the second side, and what is below it to
//! the first.
//!
//! This needs no branches, so one board costs as much as a register full of them.

use super::Lanes;
use super::lanes::WORDS;

/// Reduces a board of numbers, of which smaller ones are better for the first side and larger ones for the second: the
/// majority of three cells becomes their *median*, and the number left at the end is the worst one that the winner needed.
///
/// The board of `size` x `size` cells is the upper left part of `rows`; below it there must be the smallest number, and to the
/// right the largest. The board is overwritten.
#[inline]
pub(super) fn reduce<T: Copy + Ord, const W: usize>(rows: &mut [[T; W]; W], size: usize) -> T {
    let cells = rows.as_flattened_mut();
    for left in (1..2 * size - 1).rev() {
        for row in 0..left.min(size) {
            let two = &mut cells[row * W..][..2 * W];
            for at in 0..W {
                let (it, right, below) = (two[at], two[at + 1], two[at + W]);
                two[at] = it.min(right).max(it.max(right).min(below));
            }
        }
    }
    cells[0]
}

/// The games in which the first side has joined top and bottom. A cell's bit is set in the games in which the first side has a
/// stone there; the second side has all other cells. The board is overwritten.
pub(crate) fn first_wins(size: usize, board: &mut [Lanes]) -> Lanes {
    for left in (1..2 * size - 1).rev() {
        for row in 0..left.min(size) {
            for column in 0..(left - row).min(size) {
                let at = row * size + column;
                let right = if column + 1 < size { board[at + 1] } else { [0; WORDS] };
                let below = if row + 1 < size { board[at + size] } else { [u64::MAX; WORDS] };
                for (word, it) in board[at].iter_mut().enumerate() {
                    *it = *it & right[word] | (*it | right[word]) & below[word];
                }
            }
        }
    }
    board[0]
}
