//! What games on boards of hexagons other than rhombi share.

use crosscut_rules::Side;

use crate::board::connection_game::{Board, Geometry};
use crate::board::{Connection, Graph, Joint, Point};

/// The node of the first cell. The nodes of ends before it stay unused, because an edge of the board must not connect chains.
const FIRST: u16 = 4;

/// The graph of a board on which a stone joins its own cell and its neighbours.
pub(super) fn hexagons<G: Geometry>(size: usize, cells: usize) -> Graph {
    let node = |cell: usize| FIRST + cell as u16;
    let joint = |cell: usize| {
        let near: Vec<u16> = around::<G>(G::point(cell, size), size).map(node).collect();
        Joint::new(&[node(cell)], &near)
    };
    Graph::new(cells + 4, FIRST, Side::BOTH.map(|_| (0..cells).map(joint).collect()))
}

/// The neighbours of a cell: those to its left and right, two above and two below.
pub(super) fn around<G: Geometry>(cell: Point, size: usize) -> impl Iterator<Item = usize> {
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)].into_iter().filter_map(move |(dx, dy)| {
        let column = cell.column().checked_add_signed(dx)?;
        G::cell(Point::new(column, cell.row().checked_add_signed(dy)?), size).ok()
    })
}

/// The stones of a stone's chain, including itself.
pub(super) fn chain<const WORDS: usize, const NODES: usize>(
    stones: &Connection<WORDS, NODES>,
    side: Side,
    cell: usize,
) -> impl Iterator<Item = usize> {
    let root = move |cell: usize| stones.root(FIRST + cell as u16);
    stones.cells_of(side).filter(move |&it| root(it) == root(cell))
}
