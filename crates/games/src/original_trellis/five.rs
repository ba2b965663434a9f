use std::sync::OnceLock;

use crosscut_rules::Side;

use crate::board::five::GAMES;
use crate::board::{Graph, Part, checkered};

/// The most points a side.
const MOST: usize = 21;

/// The number of nodes of the largest board: `n * n + 3` for each checkered board of n points a side, and there are four of 11
/// within the one of 21.
pub(super) const NODES: usize = MOST * MOST + 3 + 4 * (11 * 11 + 3);

/// The number of words of bits for the points of the largest board.
pub(super) const WORDS: usize = (MOST * MOST).div_ceil(64);

/// What all positions of one size have in common.
#[derive(Debug)]
pub(super) struct Five {
    /// Points a side of the whole board.
    pub(super) size: usize,
    /// The five games: the quadrants, then the whole board.
    pub(super) parts: [Part; GAMES],
    /// By side and point: the two nodes that a stone joins in each game, `None` if the point is not in that game.
    ///
    /// The nodes of all games are numbered consecutively; the ends of game g are the nodes from 4g on.
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
        let quadrant = |column, row| Part { from: [column, row], size: half };
        let parts = [
            quadrant(0, middle),
            quadrant(middle, middle),
            quadrant(0, 0),
            quadrant(middle, 0),
            Part::whole(size),
        ];
        let mut joins = Side::BOTH.map(|_| vec![[None; GAMES]; size * size]);
        let mut used = 4 * GAMES as u16;
        for (game, part) in parts.iter().enumerate() {
            let graph = graph(*part, size);
            let node = |it: u16| if it < 4 { 4 * game as u16 + it } else { used + it - 4 };
            for side in Side::BOTH {
                for cell in 0..graph.cells() {
                    let at = part.on_board(cell, size);
                    joins[side.index()][at][game] = Some(graph.edge(side, cell).map(node));
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

    /// The graph of one of the games alone.
    pub(super) fn graph(&self, game: usize) -> &'static Graph {
        graph(self.parts[game], self.size)
    }

    /// The node of a side's first end in a game; the next one is its other end.
    #[inline]
    pub(super) fn end(game: usize, side: Side) -> u16 {
        4 * game as u16 + Graph::ends(side)[0]
    }
}

/// The graph of a part of a board of `size`, by itself: its squares keep the colours of the whole board.
fn graph(part: Part, size: usize) -> &'static Graph {
    checkered(part.size, (size + part.from[0] + part.from[1]) % 2)
}
