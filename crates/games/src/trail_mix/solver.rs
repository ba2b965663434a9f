use crosscut_rules::{Pie, Position, Side};
use crosscut_solve::{Bounds, Solve, may_swap};

use super::node::SolverNode;
use super::{TrailMix, TrailMixPosition};

impl Solve for TrailMix {
    type Node = SolverNode;

    fn node(&self, position: &Pie<TrailMixPosition>) -> Option<SolverNode> {
        node(position, false)
    }

    fn draws(&self) -> bool {
        self.supply.is_some()
    }

    fn known(&self, position: &Pie<TrailMixPosition>) -> Bounds {
        may_swap(position, self.draws())
    }

    fn timed(&self, position: &Pie<TrailMixPosition>) -> Option<SolverNode> {
        node(position, true)
    }
}

/// The node of a position: not while it may be swapped, and not if somebody may run out of tokens.
fn node(position: &Pie<TrailMixPosition>, timed: bool) -> Option<SolverNode> {
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
    Some(SolverNode::of(board, board.side(), timed))
}

#[cfg(test)]
mod tests;
