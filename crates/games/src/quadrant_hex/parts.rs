use crate::board::Part;
use crate::board::five::{GAMES, WHOLE};

/// The part of a board of `size` cells a side on which one of the five games is played. Rows are numbered from the top.
pub(super) fn part(game: usize, size: usize) -> Part {
    let half = size / 2;
    match game {
        WHOLE => Part::whole(size),
        _ => Part { from: [game % 2 * half, game / 2 * half], size: half },
    }
}

/// The five parts, in order.
pub(super) fn parts(size: usize) -> [Part; GAMES] {
    std::array::from_fn(|game| part(game, size))
}

/// The quadrant that a cell is in.
#[inline]
pub(super) fn quadrant(cell: usize, size: usize) -> usize {
    let half = size / 2;
    usize::from(cell / size >= half) * 2 + usize::from(cell % size >= half)
}
