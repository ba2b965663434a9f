/// How many games are played at once.
pub(super) const GAMES: usize = 5;

/// How many of them win.
pub(super) const MAJORITY: usize = 3;

/// The game on the whole board; those before it are the quadrants.
pub(super) const WHOLE: usize = 4;

/// The games' names in diagrams.
pub(super) const NAMES: [&str; GAMES] = ["NW", "NE", "SW", "SE", "whole"];

/// One of the five games: where on the board it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Its first column, from 0.
    pub(super) column: usize,
    /// Its first row, from 0 at the top.
    pub(super) row: usize,
    /// Cells a side.
    pub(super) size: usize,
}

impl Part {
    /// A game on a board of `size` cells a side.
    pub(super) fn of(game: usize, size: usize) -> Part {
        let half = size / 2;
        match game {
            WHOLE => Part { column: 0, row: 0, size },
            _ => Part { column: game % 2 * half, row: game / 2 * half, size: half },
        }
    }

    /// The five games on a board of `size` cells a side, in order.
    pub(super) fn all(size: usize) -> [Part; GAMES] {
        std::array::from_fn(|game| Part::of(game, size))
    }

    /// The cell of the whole board that a cell of this game is.
    pub(super) fn on_board(self, cell: usize, size: usize) -> usize {
        (self.row + cell / self.size) * size + self.column + cell % self.size
    }
}

/// The quadrant that a cell is in.
#[inline]
pub(super) fn quadrant(cell: usize, size: usize) -> usize {
    let half = size / 2;
    usize::from(cell / size >= half) * 2 + usize::from(cell % size >= half)
}
