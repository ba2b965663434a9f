use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_verify::{Board, Games, Stones, Turns, Verify};

use super::{Hex, HexPosition};
use crate::board::Point;
use crate::board::verified::{cells, first, lists, rhombus};

/// A full board is won by one side, by its own stones alone, and the more it has the better.
impl Verify for Hex {
    fn board(&self) -> Option<Board<Self>> {
        Some(Board {
            cells: self.size * self.size,
            turns: Turns::Singles,
            edges: None,
            games: Some(Games { list: vec![rhombus(self.size, self.size, [0, 0])], need: 1 }),
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
