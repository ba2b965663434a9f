use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_verify::{Board, Stones, Turns, Verify};

use super::{OriginalTrellis, OriginalTrellisPosition};
use crate::board::Point;
use crate::board::verified::{cells, first, lists};

/// Each of the five boards is won by one side, by its own stones alone, and the more it has the better; so are three of
/// five.
impl Verify for OriginalTrellis {
    fn board(&self) -> Option<Board<Self>> {
        Some(Board {
            cells: self.size * self.size,
            turns: Turns::Singles,
            edges: None,
            games: None,
            place: |game, stones, side| {
                Pie::closed(OriginalTrellisPosition::with_stones(game.size, &lists(stones), side))
            },
            ply: |game, cells| PieMove::Play(Point::at(first(cells), game.size)),
        })
    }

    fn stones(&self, position: &Pie<OriginalTrellisPosition>) -> Option<Stones> {
        let board = position.board();
        let matters = !position.is_open() && position.outcome().is_none();
        matters.then(|| Stones {
            stones: Side::BOTH.map(|side| cells(board.stones(side))),
            side: board.side(),
            free: u32::MAX,
        })
    }
}
