use crosscut_rules::{Position, Side};
use crosscut_verify::{Board, Stones, Turns, Verify};

use super::partners::Partners;
use super::{Trellis, TrellisPosition, Turn};
use crate::board::Point;
use crate::board::connection_game::{Board as _, lists};
use crate::trellis::Stones as Placed;

/// A full board is won by one side, by its own stones alone, and the more it has the better. The winner never passes.
impl Verify for Trellis {
    fn board(&self) -> Option<Board<Self>> {
        let partners = Partners::on(self.size);
        let pairs = (0..self.size * self.size)
            .flat_map(|a| partners.later(a).map(move |b| [a as u16, b as u16]));
        Some(Board {
            cells: self.size * self.size,
            turns: Turns::Pairs(pairs.collect()),
            joins: None,
            stones: |_, position| stones(position),
            place: |game, stones, side| TrellisPosition::with_stones(game, &lists(stones), side),
            ply: |game, cells| {
                let mut points = cells.iter().map(|cell| Point::at(cell, game.size));
                let first = points.next().unwrap_or_else(|| Point::at(0, game.size));
                Turn::Place(
                    points
                        .next()
                        .map_or_else(|| Placed::one(first), |second| Placed::two(first, second)),
                )
            },
        })
    }
}

/// Whoever has just been passed to may draw by a pass: such a position has no stones.
fn stones(position: &TrellisPosition) -> Option<Stones> {
    let matters =
        position.opening().is_over() && position.outcome().is_none() && position.passes() == 0;
    matters.then(|| Stones {
        stones: Side::BOTH.map(|side| position.board().cells_of(side).collect()),
        side: position.side(),
        free: position.mirror().map_or(u32::MAX, super::mirror::Mirror::free),
    })
}
