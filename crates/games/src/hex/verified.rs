use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_verify::{Board, Cells, Nodes, Stones, Turns, Verify};

use super::{Hex, HexPosition};
use crate::board::Point;
use crate::board::rhombus::neighbours;
use crate::board::verified::{cells, first, lists};

/// What hangs together.
fn nodes(size: usize) -> Nodes {
    let around = |cell: usize| {
        let cells = neighbours(size, cell % size, cell / size);
        cells.map(|(column, row)| row * size + column).collect::<Cells>()
    };
    let row = |row: usize| (0..size).map(|column| row * size + column).collect();
    let column = |column: usize| (0..size).map(|row| row * size + column).collect();
    Nodes {
        near: (0..size * size).map(around).collect(),
        ends: [[row(0), row(size - 1)], [column(0), column(size - 1)]],
    }
}

/// A full board is won by one side, by its own stones alone, and the more it has the better.
impl Verify for Hex {
    fn board(&self) -> Option<Board<Self>> {
        Some(Board {
            cells: self.size * self.size,
            turns: Turns::Singles,
            edges: None,
            nodes: Some(nodes(self.size)),
            place: |game, stones, side| {
                Pie::closed(HexPosition::with_stones(game.size, &lists(stones), side))
            },
            ply: |game, cells| PieMove::Play(Point::at(first(cells), game.size)),
        })
    }

    fn stones(&self, position: &Pie<HexPosition>) -> Option<Stones> {
        let board = position.board();
        let matters = !position.is_open() && position.outcome().is_none();
        matters.then(|| Stones {
            stones: Side::BOTH.map(|side| cells(board.board().stones(side))),
            side: board.side(),
            free: u32::MAX,
        })
    }
}
