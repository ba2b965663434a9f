use crosscut_rules::Side;
use crosscut_verify::{Cells, Edges};

use super::{Bits, Connection, Graph};

/// A set of cells as the verifier has them.
pub(crate) fn cells<const WORDS: usize>(stones: &Bits<WORDS>) -> Cells {
    stones.iter().collect()
}

/// The stones of both sides as lists, for those who put them on a board.
pub(crate) fn lists(stones: [&Cells; 2]) -> [Vec<usize>; 2] {
    stones.map(|cells| cells.iter().collect())
}

/// The number of the first cell of a set, which has one.
pub(crate) fn first(cells: &Cells) -> usize {
    cells.iter().next().unwrap_or_default()
}

/// What each side's stones join, on a board on which a stone is an edge.
pub(crate) fn edges<const WORDS: usize, const NODES: usize>(
    board: &Connection<WORDS, NODES>,
) -> [Edges; 2] {
    let graph = board.graph();
    Side::BOTH.map(|side| {
        let ends = |cell| match *graph.joint(side, cell).always() {
            [a, b] => [a, b],
            _ => unreachable!("a stone of a switching game is an edge"),
        };
        Edges { joins: (0..graph.cells()).map(ends).collect(), ends: Graph::ends(side) }
    })
}

#[cfg(test)]
mod tests;
