use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_verify::{Board, Stones, Turns, Verify};

use super::{DiagonalBridgIt, DiagonalBridgItPosition, Turn};
use crate::board::Point;
use crate::board::verified::{cells, edges, first, lists};

/// A full board is won by one side, by its own stones alone, and the more it has the better.
impl Verify for DiagonalBridgIt {
    fn board(&self) -> Option<Board<Self>> {
        Some(Board {
            cells: self.size * self.size,
            turns: Turns::Singles,
            edges: Some(edges(DiagonalBridgItPosition::new(self.size).board())),
            games: None,
            place: |game, stones, side| {
                let stones = lists(stones);
                Pie::closed(DiagonalBridgItPosition::with_stones(game.size, &stones, side))
            },
            ply: |game, cells| PieMove::Play(Turn::Place(Point::at(first(cells), game.size))),
        })
    }

    /// Whoever has just been passed to may draw by a pass: such a position has no stones.
    fn stones(&self, position: &Pie<DiagonalBridgItPosition>) -> Option<Stones> {
        let board = position.board();
        let matters = !position.is_open() && position.outcome().is_none() && board.passes() == 0;
        matters.then(|| Stones {
            stones: Side::BOTH.map(|side| cells(board.board().stones(side))),
            side: board.side(),
            free: u32::MAX,
        })
    }
}
