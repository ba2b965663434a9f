use std::sync::OnceLock;

use crosscut_rules::Side;
use crosscut_verify::{Cells, Nodes};

use super::connection_game::Geometry;
use super::{Graph, Joint, Part};

/// The most cells a side of a rhombus.
pub(crate) const MOST: usize = 26;

/// Words of [`Bits`](super::Bits) for the cells of the largest rhombus.
pub(crate) const WORDS: usize = (MOST * MOST).div_ceil(64);

/// The number of nodes of the largest rhombus's graph: its cells and the four ends.
pub(crate) const NODES: usize = FIRST + MOST * MOST;

/// The rhombus of `size` x `size` hexagons, row by row from the top, each row half a cell further to the right than the one
/// above. The first side's ends are the top and the bottom. Every cell is a node of its own.
pub(crate) fn rhombus(size: usize) -> &'static Graph {
    static GRAPHS: [OnceLock<Graph>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
    GRAPHS[size].get_or_init(|| {
        let joints =
            Side::BOTH.map(|side| (0..size * size).map(|cell| joint(size, side, cell)).collect());
        Graph::new(FIRST + size * size, FIRST as u16, joints)
    })
}

/// The geometry of a rhombus of hexagons.
#[derive(Clone, Copy, Debug)]
pub struct Rhombus;

impl Geometry for Rhombus {
    fn graph(size: usize) -> &'static Graph {
        rhombus(size)
    }
}

/// The nodes of a game on a part of a board of `size` cells a side, in the form that certificates need.
pub(crate) fn nodes(size: usize, part: Part) -> Nodes {
    let cell = |(x, y): (usize, usize)| part.on_board(y * part.size + x, size);
    let mut near = vec![Cells::NONE; size * size];
    for (x, y) in (0..part.size * part.size).map(|at| (at % part.size, at / part.size)) {
        near[cell((x, y))] = neighbours(part.size, x, y).map(cell).collect();
    }
    let along = |y: usize| (0..part.size).map(|x| cell((x, y))).collect();
    let down = |x: usize| (0..part.size).map(|y| cell((x, y))).collect();
    Nodes { near, ends: [[along(0), along(part.size - 1)], [down(0), down(part.size - 1)]] }
}

/// The node of the first cell, after the four ends.
const FIRST: usize = 4;

fn joint(size: usize, side: Side, cell: usize) -> Joint {
    let (column, row) = (cell % size, cell / size);
    let node = |cell: usize| (FIRST + cell) as u16;
    let mut always = vec![node(cell)];
    let along = match side {
        Side::First => row,
        Side::Second => column,
    };
    if along == 0 {
        always.push(Graph::ends(side)[0]);
    }
    if along == size - 1 {
        always.push(Graph::ends(side)[1]);
    }
    let near: Vec<u16> =
        neighbours(size, column, row).map(|(column, row)| node(row * size + column)).collect();
    Joint::new(&always, &near)
}

/// The neighbours of a cell, at most six.
pub(crate) fn neighbours(
    size: usize,
    column: usize,
    row: usize,
) -> impl Iterator<Item = (usize, usize)> {
    const STEPS: [(isize, isize); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];
    STEPS.into_iter().filter_map(move |(dx, dy)| {
        let (column, row) = (column.checked_add_signed(dx)?, row.checked_add_signed(dy)?);
        (column < size && row < size).then_some((column, row))
    })
}

#[cfg(test)]
mod tests {
    use crosscut_rules::Rng;

    use super::*;
    use crate::board::{Connection, shuffle};

    #[test]
    fn inner_cells_have_six_neighbours_and_acute_corners_two() {
        let around = |column, row| neighbours(5, column, row).collect::<Vec<_>>();
        assert_eq!(around(2, 2), [(3, 2), (3, 1), (2, 1), (1, 2), (1, 3), (2, 3)]);
        assert_eq!(around(0, 0), [(1, 0), (0, 1)]);
        assert_eq!(around(4, 4), [(4, 3), (3, 4)]);
        assert_eq!(around(4, 0), [(3, 0), (3, 1), (4, 1)]);
        assert_eq!(around(0, 4), [(1, 4), (1, 3), (0, 3)]);
    }

    #[test]
    fn a_full_board_has_one_winner_with_a_chain_of_neighbours() {
        let mut rng = Rng::new(1);
        let sizes = (2..=MOST).chain([11; 100]);
        for size in sizes {
            let mut order: Vec<usize> = (0..size * size).collect();
            shuffle(&mut order, &mut rng);
            let mut board: Connection<WORDS, NODES> = Connection::new(rhombus(size));
            for (ply, &cell) in order.iter().enumerate() {
                board.place(Side::BOTH[ply % 2], cell);
            }
            let winners: Vec<Side> =
                Side::BOTH.into_iter().filter(|&side| board.joined(side)).collect();
            let [winner] = winners[..] else { panic!("{winners:?} on {order:?}") };
            assert_eq!(board.winning_chain(!winner), []);
            let chain = board.winning_chain(winner);
            let along = |cell: usize| match winner {
                Side::First => cell / size,
                Side::Second => cell % size,
            };
            assert_eq!(along(chain[0]), 0);
            assert_eq!(along(chain[chain.len() - 1]), size - 1);
            assert!(chain.iter().all(|&cell| board.owner(cell) == Some(winner)));
            for two in chain.windows(2) {
                let next = (two[1] % size, two[1] / size);
                assert!(
                    neighbours(size, two[0] % size, two[0] / size).any(|it| it == next),
                    "{two:?} are no neighbours in {chain:?}"
                );
            }
        }
    }
}
