use std::sync::OnceLock;

use crosscut_rules::Side;

use crate::board::{Graph, Joint};

/// The rhombus of `size` x `size` cells, row by row from the top; every cell is a node of its own.
pub(super) fn rhombus(size: usize) -> &'static Graph {
    static GRAPHS: [OnceLock<Graph>; 27] = [const { OnceLock::new() }; 27];
    GRAPHS[size].get_or_init(|| {
        let joints =
            Side::BOTH.map(|side| (0..size * size).map(|cell| joint(size, side, cell)).collect());
        Graph::new(FIRST + size * size, FIRST as u16, joints)
    })
}

/// Cells come after the four ends.
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

/// The up to six cells around one.
pub(super) fn neighbours(
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
