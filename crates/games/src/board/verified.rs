use crosscut_rules::Side;
use crosscut_verify::{Cells, Edges, Nodes};

use super::rhombus::neighbours;
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

/// What hangs together in a game on a rhombus with so many cells a side, from a column and a row on, that is a part of a board
/// of `size`.
pub(crate) fn rhombus(size: usize, part: usize, [column, row]: [usize; 2]) -> Nodes {
    let cell = |(x, y): (usize, usize)| (row + y) * size + column + x;
    let mut near = vec![Cells::NONE; size * size];
    for (x, y) in (0..part * part).map(|at| (at % part, at / part)) {
        near[cell((x, y))] = neighbours(part, x, y).map(cell).collect();
    }
    let along = |y: usize| (0..part).map(|x| cell((x, y))).collect();
    let down = |x: usize| (0..part).map(|y| cell((x, y))).collect();
    Nodes { near, ends: [[along(0), along(part - 1)], [down(0), down(part - 1)]] }
}

#[cfg(test)]
mod tests;
