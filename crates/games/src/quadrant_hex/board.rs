use crosscut_rules::Side;

use super::parts::{part, quadrant};
use crate::board::connection_game::{Board, Geometry};
use crate::board::five::{WHOLE, Won};
use crate::board::rhombus::{MOST, NODES, WORDS, neighbours};
use crate::board::{Bits, Connection, rhombus, walk};

/// The stones, and the winners of the five games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quarters {
    /// The game on the whole board. Chains of the quadrants are searched for among its stones.
    whole: Connection<WORDS, NODES>,
    won: Won,
    size: u8,
}

impl Board for Quarters {
    fn empty<G: Geometry>(size: usize) -> Self {
        let whole = Connection::new(G::graph(size));
        Quarters { whole, won: Won::default(), size: size as u8 }
    }

    #[inline]
    fn cells(&self) -> usize {
        self.whole.cells()
    }

    #[inline]
    fn stones(&self, side: Side) -> &[u64] {
        self.whole.stones(side).words()
    }

    /// Puts a stone. Only the stone's own side can win by it, in its quadrant, on the whole board or both.
    #[inline]
    fn place(&mut self, side: Side, cell: usize) {
        self.whole.place(side, cell);
        if self.won.0[WHOLE].is_none() && self.whole.joined(side) {
            self.won.0[WHOLE] = Some(side);
        }
        let game = quadrant(cell, self.size());
        if self.won.0[game].is_none() && self.joins_quadrant(side, cell) {
            self.won.0[game] = Some(side);
        }
    }

    #[inline]
    fn winner(&self) -> Option<Side> {
        self.won.winner()
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(self.won.score())
    }
}

impl Quarters {
    #[inline]
    fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The winners of the five games.
    pub(super) fn won(&self) -> &Won {
        &self.won
    }

    /// The game on the whole board.
    pub(super) fn whole(&self) -> &Connection<WORDS, NODES> {
        &self.whole
    }

    /// Whether the chain of a stone joins both edges of its quadrant within the quadrant.
    fn joins_quadrant(&self, side: Side, cell: usize) -> bool {
        let (size, stones) = (self.size(), self.whole.stones(side));
        let part = part(quadrant(cell, size), size);
        let [from_column, from_row] = part.from;
        let mut seen: Bits<WORDS> = Bits::EMPTY;
        seen.insert(cell);
        // Each cell of the largest quadrant is added at most once.
        let mut todo = [0; (MOST / 2) * (MOST / 2)];
        todo[0] = cell as u16;
        let (mut next, mut end) = (0, 1);
        let mut reached = [false; 2];
        while next < end {
            let (column, row) = (usize::from(todo[next]) % size, usize::from(todo[next]) / size);
            next += 1;
            let (column, row) = (column - from_column, row - from_row);
            let along = match side {
                Side::First => row,
                Side::Second => column,
            };
            reached[0] |= along == 0;
            reached[1] |= along == part.size - 1;
            if reached == [true, true] {
                return true;
            }
            for (column, row) in neighbours(part.size, column, row) {
                let near = (from_row + row) * size + from_column + column;
                if stones.has(near) && !seen.has(near) {
                    seen.insert(near);
                    todo[end] = near as u16;
                    end += 1;
                }
            }
        }
        false
    }

    /// The chain that has won one of the five, as cells of the whole board; empty if it is undecided.
    pub(super) fn winning_chain(&self, game: usize) -> Vec<usize> {
        let Some(side) = self.won.0[game] else { return Vec::new() };
        let (part, size) = (part(game, self.size()), self.size());
        let stones = (0..part.size * part.size)
            .filter(|&cell| self.whole.stones(side).has(part.on_board(cell, size)));
        let chain = walk::chain(rhombus(part.size), side, stones);
        chain.into_iter().map(|cell| part.on_board(cell, size)).collect()
    }
}
