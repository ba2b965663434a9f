use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_verify::{Board, Games, Stones, Turns, Verify};

use super::parts::{MAJORITY, Part};
use super::{QuadrantHex, QuadrantHexPosition};
use crate::board::Point;
use crate::board::verified::{cells, first, lists, rhombus};

/// Each of the five boards is won by one side, by its own stones alone, and the more it has the better; so are three of
/// five.
impl Verify for QuadrantHex {
    fn board(&self) -> Option<Board<Self>> {
        let game = |it: Part| rhombus(self.size, it.size, [it.column, it.row]);
        let list = Part::all(self.size).map(game).to_vec();
        Some(Board {
            cells: self.size * self.size,
            turns: Turns::Singles,
            edges: None,
            games: Some(Games { list, need: MAJORITY }),
            place: |game, stones, side| {
                Pie::closed(QuadrantHexPosition::with_stones(game.size, &lists(stones), side))
            },
            ply: |game, cells| PieMove::Play(Point::at(first(cells), game.size)),
        })
    }

    fn stones(&self, position: &Pie<QuadrantHexPosition>) -> Option<Stones> {
        let board = position.board();
        let matters = !position.is_open() && position.outcome().is_none();
        matters.then(|| Stones {
            stones: Side::BOTH.map(|side| cells(board.stones(side))),
            side: board.side(),
            free: u32::MAX,
        })
    }
}
