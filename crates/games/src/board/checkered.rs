use std::sync::OnceLock;

use crosscut_rules::Side;

use super::connection_game::Geometry;
use super::{Graph, Joint};

/// The most points a side that a checkered board may have.
pub(crate) const MOST: usize = 25;

/// The number of nodes of the largest checkered board's graph: each side's squares and its two ends.
pub(crate) const NODES: usize = MOST * MOST + 3;

/// Words of [`Bits`](super::Bits) for the points of the largest checkered board.
pub(crate) const WORDS: usize = (MOST * MOST).div_ceil(64);

/// The side whose home is the unit square with the lower-left point (`column`, `row`), counted from 1. Squares whose
/// `column + row` has this `parity` are dark, and dark squares are the first side's.
///
/// Column 0 and row 0 name squares just outside the board.
pub(crate) const fn home(parity: usize, column: usize, row: usize) -> Side {
    if (column + row) % 2 == parity { Side::First } else { Side::Second }
}

/// The board of `size` x `size` points, row by row from the bottom, on which stones connect if they are orthogonal neighbours,
/// or diagonal ones across one of their home squares.
///
/// A side's nodes are its home squares, including those in a ring around the board; the ring's squares above and below are
/// the first side's ends, those to the left and right the second's. A point is an edge between the two home squares of a
/// side that touch it, and, dually, between the two of the other side: a board for Shannon's switching game. Orthogonal
/// neighbours share one square of each colour, diagonal ones only the square between them.
///
/// `parity` is that of the dark squares, see [`home`]: a separate board has its upper-left square dark, which is `size % 2`; a
/// part of a larger board keeps the colours of that board.
pub(crate) fn checkered(size: usize, parity: usize) -> &'static Graph {
    static GRAPHS: [[OnceLock<Graph>; MOST + 1]; 2] =
        [const { [const { OnceLock::new() }; MOST + 1] }; 2];
    GRAPHS[parity][size].get_or_init(|| {
        let mut nodes = Nodes { size, ids: vec![None; (size + 1) * (size + 1)], next: 4 };
        let joints = Side::BOTH.map(|side| {
            (0..size * size)
                .map(|cell| {
                    let (column, row) = (cell % size + 1, cell / size + 1);
                    let squares = [
                        (column - 1, row - 1),
                        (column, row - 1),
                        (column - 1, row),
                        (column, row),
                    ];
                    let mine: Vec<u16> = squares
                        .into_iter()
                        .filter(|&(column, row)| home(parity, column, row) == side)
                        .map(|(column, row)| nodes.of(side, column, row))
                        .collect();
                    Joint::new(&mine, &[])
                })
                .collect()
        });
        Graph::new(usize::from(nodes.next), 4, joints)
    })
}

/// The geometry of a checkered board whose upper-left square is dark.
#[derive(Clone, Copy, Debug)]
pub struct Checkered;

impl Geometry for Checkered {
    fn graph(size: usize) -> &'static Graph {
        checkered(size, size % 2)
    }
}

/// Numbers squares in the order in which they first occur.
struct Nodes {
    size: usize,
    ids: Vec<Option<u16>>,
    next: u16,
}

impl Nodes {
    fn of(&mut self, side: Side, column: usize, row: usize) -> u16 {
        // The first end is the top or left, as in "joins top and bottom", "joins left and right".
        let [first, last] = Graph::ends(side);
        let end = match side {
            Side::First if row == self.size => Some(first),
            Side::First if row == 0 => Some(last),
            Side::Second if column == 0 => Some(first),
            Side::Second if column == self.size => Some(last),
            _ => None,
        };
        end.unwrap_or_else(|| {
            *self.ids[row * (self.size + 1) + column].get_or_insert_with(|| {
                self.next += 1;
                self.next - 1
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use crosscut_rules::Rng;

    use super::*;
    use crate::board::Connection;

    /// The definition: neighbours in a row or column, or across a home square.
    fn adjacent(parity: usize, side: Side, a: (usize, usize), b: (usize, usize)) -> bool {
        match (a.0.abs_diff(b.0), a.1.abs_diff(b.1)) {
            (0, 1) | (1, 0) => true,
            (1, 1) => home(parity, a.0.min(b.0), a.1.min(b.1)) == side,
            _ => false,
        }
    }

    /// Whether a point of a side is on each of the side's ends.
    fn on_ends(size: usize, side: Side, (column, row): (usize, usize)) -> [bool; 2] {
        match side {
            Side::First => [row == size, row == 1],
            Side::Second => [column == 1, column == size],
        }
    }

    fn boards() -> impl Iterator<Item = (usize, usize)> {
        [3, 4, 5, 6, 7, 9, 15, 25].into_iter().flat_map(|size| [(size, 0), (size, 1)])
    }

    fn points(size: usize) -> Vec<(usize, usize)> {
        (0..size * size).map(|cell| (cell % size + 1, cell / size + 1)).collect()
    }

    #[test]
    fn the_upper_left_square_of_a_whole_board_is_dark() {
        for size in [3, 4, 7, 10, 15] {
            assert_eq!(home(size % 2, 1, size - 1), Side::First);
            assert_eq!(home(size % 2, 2, size - 1), Side::Second);
        }
    }

    #[test]
    fn two_points_share_a_node_when_they_are_adjacent_and_an_end_when_they_lie_on_it() {
        for (size, parity) in boards().filter(|&(size, _)| size <= 15) {
            let graph = checkered(size, parity);
            for side in Side::BOTH {
                let ends = Graph::ends(side);
                let inner = |cell: usize| {
                    let nodes = graph.joint(side, cell).always().iter().copied();
                    nodes.filter(|node| !ends.contains(node)).collect::<Vec<u16>>()
                };
                for (i, &a) in points(size).iter().enumerate() {
                    let at = ends.map(|end| graph.joint(side, i).always().contains(&end));
                    assert_eq!(at, on_ends(size, side, a), "{size} {parity} {side:?} {a:?}");
                    assert_eq!(graph.joint(side, i).always().len(), 2);
                    for (j, &b) in points(size).iter().enumerate().filter(|&(j, _)| j != i) {
                        let inside = inner(i).iter().any(|node| inner(j).contains(node));
                        // Along an end the shared square may be outside the board, and then it is the end itself.
                        let along = (0..2)
                            .any(|end| on_ends(size, side, a)[end] && on_ends(size, side, b)[end]);
                        let by_definition = adjacent(parity, side, a, b);
                        assert!(!inside || by_definition, "{size} {parity} {side:?} {a:?} {b:?}");
                        assert!(
                            inside || along || !by_definition,
                            "{size} {parity} {side:?} {a:?} {b:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_full_board_has_the_winner_of_the_definition_and_no_other() {
        let mut rng = Rng::new(1);
        for (size, parity) in boards() {
            for _ in 0..if size < 9 { 400 } else { 40 } {
                let mut board: Connection<WORDS, NODES> = Connection::new(checkered(size, parity));
                let points = points(size);
                let owners: Vec<Side> = points.iter().map(|_| rng.pick(&Side::BOTH)).collect();
                for (cell, &side) in owners.iter().enumerate() {
                    board.place(side, cell);
                }
                let joined = Side::BOTH.map(|side| {
                    let mut reached: Vec<bool> = (0..points.len())
                        .map(|at| owners[at] == side && on_ends(size, side, points[at])[0])
                        .collect();
                    let mut todo: Vec<usize> =
                        (0..points.len()).filter(|&at| reached[at]).collect();
                    while let Some(a) = todo.pop() {
                        for b in 0..points.len() {
                            if !reached[b]
                                && owners[b] == side
                                && adjacent(parity, side, points[a], points[b])
                            {
                                reached[b] = true;
                                todo.push(b);
                            }
                        }
                    }
                    (0..points.len()).any(|at| reached[at] && on_ends(size, side, points[at])[1])
                });
                assert_ne!(joined[0], joined[1], "exactly one side wins");
                assert_eq!(Side::BOTH.map(|side| board.joined(side)), joined, "{size} {parity}");
            }
        }
    }

    #[test]
    fn an_odd_board_is_one_edge_short_of_two_spanning_trees() {
        for (size, nodes) in [(3, 6), (5, 14), (15, 114), (19, 182), (25, 314)] {
            assert_eq!(checkered(size, 1).nodes, 2 * nodes, "both sides' squares and ends");
            assert_eq!(2 * (nodes - 1) - size * size, 1);
        }
        assert_eq!(checkered(MOST, 1).nodes, NODES);
    }
}
