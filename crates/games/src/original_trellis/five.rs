use std::sync::OnceLock;

use crosscut_rules::Side;

use crate::board::{Graph, checkered};

/// How many games are played at once.
pub(super) const GAMES: usize = 5;

/// How many of them win.
pub(super) const MAJORITY: usize = 3;

/// The most points a side.
const MOST: usize = 21;

/// How many nodes the largest board has: `n * n + 3` for each checkered board of n points a side, and there are four of
/// 11 within the one of 21.
pub(super) const NODES: usize = MOST * MOST + 3 + 4 * (11 * 11 + 3);

/// Words of bits for the points of the largest board.
pub(super) const WORDS: usize = (MOST * MOST).div_ceil(64);

/// One of the five games: where on the board it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Its name in diagrams.
    pub(super) name: &'static str,
    /// Its first column and row, from 0.
    pub(super) from: [usize; 2],
    /// Points a side.
    pub(super) size: usize,
}

/// What the positions of one size share.
#[derive(Debug)]
pub(super) struct Five {
    /// Points a side of the whole board.
    pub(super) size: usize,
    /// The five games: the quadrants, then the whole board.
    pub(super) parts: [Part; GAMES],
    /// By side and point: the two nodes a stone joins in each game, `None` where the point is not in it.
    ///
    /// The nodes of all games are numbered in one row, the ends of game g from 4g on.
    joins: [Vec<[Option<[u16; 2]>; GAMES]>; 2],
}

impl Five {
    /// The five games on a board of `size` points a side.
    pub(super) fn on(size: usize) -> &'static Five {
        static BOARDS: [OnceLock<Five>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        BOARDS[size].get_or_init(|| Five::new(size))
    }

    fn new(size: usize) -> Five {
        // The quadrants share the middle row and column.
        let (half, middle) = (size.div_ceil(2), size / 2);
        let quadrant = |name, column, row| Part { name, from: [column, row], size: half };
        let parts = [
            quadrant("NW", 0, middle),
            quadrant("NE", middle, middle),
            quadrant("SW", 0, 0),
            quadrant("SE", middle, 0),
            Part { name: "whole", from: [0, 0], size },
        ];
        let mut joins = Side::BOTH.map(|_| vec![[None; GAMES]; size * size]);
        let mut used = 4 * GAMES as u16;
        for (game, part) in parts.iter().enumerate() {
            let graph = part.graph(size);
            let node = |it: u16| if it < 4 { 4 * game as u16 + it } else { used + it - 4 };
            for side in Side::BOTH {
                for cell in 0..graph.cells() {
                    let joint = <[u16; 2]>::try_from(graph.joint(side, cell).always())
                        .expect("a stone on a checkered board joins two squares");
                    let at = part.on_board(cell, size);
                    joins[side.index()][at][game] = Some(joint.map(node));
                }
            }
            used += graph.nodes as u16 - 4;
        }
        assert!(usize::from(used) <= NODES, "the nodes fit");
        Five { size, parts, joins }
    }

    /// The nodes that a stone joins, game by game.
    #[inline]
    pub(super) fn joins(&self, side: Side, cell: usize) -> &[Option<[u16; 2]>; GAMES] {
        &self.joins[side.index()][cell]
    }

    /// The node of a side's first end in a game; the next one is its other end.
    #[inline]
    pub(super) fn end(game: usize, side: Side) -> u16 {
        4 * game as u16 + Graph::ends(side)[0]
    }
}

impl Part {
    /// The graph of this game alone, on a board of `size`: its squares keep the whole board's colours.
    pub(super) fn graph(&self, size: usize) -> &'static Graph {
        checkered(self.size, (size + self.from[0] + self.from[1]) % 2)
    }

    /// The point of the whole board that a point of this game is.
    pub(super) fn on_board(&self, cell: usize, size: usize) -> usize {
        let [column, row] = self.from;
        (row + cell / self.size) * size + column + cell % self.size
    }
}
