use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_verify::{Cells, Stones, Turns, Verify};

use super::{Board, ConnectionGame, ConnectionPosition, ConnectionRules, Geometry, Ply, Theory};

/// A full board is won by one side, by its own stones alone, and the more it has the better, unless nobody need win it.
impl<G: ConnectionRules> Verify for ConnectionGame<G> {
    fn board(&self) -> Option<crosscut_verify::Board<Self>> {
        (!G::Board::DRAWS).then(|| crosscut_verify::Board {
            cells: G::Geometry::graph(self.size).cells(),
            turns: Turns::Singles,
            joins: G::Theory::joins(self.size),
            stones: |_, position| stones(position),
            place: |game: &Self, stones, side| {
                Pie::closed(ConnectionPosition::with_stones(game.size, &lists(stones), side))
            },
            ply: |game, cells| game.ply(cells.iter().next().unwrap_or_default()),
        })
    }
}

/// Whoever has just been passed to may draw by a pass: such a position has no stones.
fn stones<G: ConnectionRules>(position: &Pie<ConnectionPosition<G>>) -> Option<Stones> {
    let board = position.board();
    let matters = !position.is_open() && position.outcome().is_none() && board.passes() == 0;
    matters.then(|| Stones {
        stones: Side::BOTH.map(|side| board.board().cells_of(side).collect()),
        side: board.side(),
        free: u32::MAX,
    })
}

impl<G: ConnectionRules> ConnectionGame<G> {
    /// The ply that puts a stone on a cell.
    pub(super) fn ply(&self, cell: usize) -> PieMove<G::Ply> {
        PieMove::Play(G::Ply::place(G::Geometry::point(cell, self.size)))
    }
}

/// The stones of both sides as lists, for those who put them on a board.
pub(crate) fn lists(stones: [&Cells; 2]) -> [Vec<usize>; 2] {
    stones.map(|cells| cells.iter().collect())
}

#[cfg(test)]
mod tests;
