use std::hash::{Hash, Hasher};

use crosscut_rules::Side;

use super::five::{Five, NODES, WORDS};
use crate::board::connection_game::{Board, Geometry};
use crate::board::five::Won;
use crate::board::{Bits, Chains, walk};

/// The stones, and the winners of the five games.
#[derive(Clone, Debug)]
pub struct Quarters {
    five: &'static Five,
    stones: [Bits<WORDS>; 2],
    /// The nodes of all five games.
    chains: Chains<NODES>,
    won: Won,
}

impl Board for Quarters {
    fn empty<G: Geometry>(size: usize) -> Self {
        Quarters {
            five: Five::on(size),
            stones: [Bits::EMPTY; 2],
            chains: Chains::new(),
            won: Won::default(),
        }
    }

    #[inline]
    fn cells(&self) -> usize {
        self.five.size * self.five.size
    }

    #[inline]
    fn stones(&self, side: Side) -> &[u64] {
        self.stones[side.index()].words()
    }

    /// Puts a stone. Only the stone's own side can win by it.
    #[inline]
    fn place(&mut self, side: Side, cell: usize) {
        self.stones[side.index()].insert(cell);
        for (game, joined) in self.five.joins(side, cell).iter().enumerate() {
            if let &Some([a, b]) = joined
                && self.won.0[game].is_none()
            {
                self.chains.join(a, b);
                if self.chains.ends_joined(Five::end(game, side)) {
                    self.won.0[game] = Some(side);
                }
            }
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
    pub(super) fn five(&self) -> &'static Five {
        self.five
    }

    /// The winners of the five games.
    pub(super) fn won(&self) -> &Won {
        &self.won
    }

    /// The chain that has won one of the five, as points of the whole board; empty if it is undecided.
    pub(super) fn winning_chain(&self, game: usize) -> Vec<usize> {
        let Some(side) = self.won.0[game] else { return Vec::new() };
        let (graph, part, size) = (self.five.graph(game), self.five.parts[game], self.five.size);
        let stones = (0..graph.cells())
            .filter(|&cell| self.stones[side.index()].has(part.on_board(cell, size)));
        let chain = walk::chain(graph, side, stones);
        chain.into_iter().map(|cell| part.on_board(cell, size)).collect()
    }
}

/// Only stones are compared; the rest follows from them.
impl PartialEq for Quarters {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.five, other.five) && self.stones == other.stones
    }
}

impl Eq for Quarters {}

impl Hash for Quarters {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
    }
}
