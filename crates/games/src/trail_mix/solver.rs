use crosscut_rules::{Pie, Position, Side};
use crosscut_solve::{Bounds, Solve, may_swap};

use super::knot::Knot;
use super::{TrailMix, TrailMixPosition};

impl Solve for TrailMix {
    type Node = Knot;

    fn node(&self, position: &Pie<TrailMixPosition>) -> Option<Knot> {
        knot(position, false)
    }

    fn draws(&self) -> bool {
        self.supply.is_some()
    }

    fn known(&self, position: &Pie<TrailMixPosition>) -> Bounds {
        may_swap(position, self.draws())
    }

    fn timed(&self, position: &Pie<TrailMixPosition>) -> Option<Knot> {
        knot(position, true)
    }
}

/// The knot of a position: not while it may be swapped, and not if somebody may run out of tokens.
fn knot(position: &Pie<TrailMixPosition>, timed: bool) -> Option<Knot> {
    let board = position.board();
    let over = board.outcome().is_some();
    let suffices = |side: Side| {
        let first = u32::from(side == board.side());
        board.left(side).is_none_or(|left| left >= (board.empty().count() as u32 + first) / 2)
    };
    if position.is_open() && !over || !board.is_complete() && !Side::BOTH.into_iter().all(suffices)
    {
        return None;
    }
    Some(Knot::of(board, board.side(), timed))
}

#[cfg(test)]
mod tests;
