use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_verify::{Board, Stones, Turns, Verify};

use super::notation::{point, slots};
use super::{BridgIt, BridgItPosition};
use crate::board::verified::{cells, edges, first, lists};

/// A full board is won by one side, by its own links alone, and the more it has the better.
impl Verify for BridgIt {
    fn board(&self) -> Option<Board<Self>> {
        Some(Board {
            cells: slots(self.size),
            turns: Turns::Singles,
            edges: Some(edges(BridgItPosition::new(self.size).links())),
            games: None,
            place: |game, stones, side| {
                Pie::closed(BridgItPosition::with_links(game.size, &lists(stones), side))
            },
            ply: |game, cells| PieMove::Play(point(first(cells), game.size)),
        })
    }

    fn stones(&self, position: &Pie<BridgItPosition>) -> Option<Stones> {
        let board = position.board();
        let matters = !position.is_open() && position.outcome().is_none();
        matters.then(|| Stones {
            stones: Side::BOTH.map(|side| cells(board.links().stones(side))),
            side: board.side(),
            free: u32::MAX,
        })
    }
}
