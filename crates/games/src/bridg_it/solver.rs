use crosscut_rules::{Pie, PieMove, Position};
use crosscut_solve::{Bounds, Plain, Solve};

use super::notation::point;
use super::{BridgIt, BridgItPosition};
use crate::board::{holds, trees, winning_cells};

/// Every position is decided by Lehman's theorem, with no search.
impl Solve for BridgIt {
    type Node = Plain<BridgItPosition>;

    fn node(&self, position: &Pie<BridgItPosition>) -> Option<Self::Node> {
        (!position.is_open()).then(|| Plain(position.board().clone()))
    }

    fn draws(&self) -> bool {
        false
    }

    fn known(&self, position: &Pie<BridgItPosition>) -> Bounds {
        if position.outcome().is_some() {
            return Bounds::OPEN;
        }
        Bounds::exactly(value(position))
    }

    fn winning(&self, position: &Pie<BridgItPosition>) -> Option<Vec<PieMove<crate::Point>>> {
        if position.outcome().is_some() {
            return None;
        }
        if position.is_open() && !may_swap(position) {
            return Some(Vec::new());
        }
        let board = position.board();
        let play = |cell| PieMove::Play(point(cell, board.size()));
        let mut winning: Vec<_> =
            winning_cells(board.links(), board.side()).into_iter().map(play).collect();
        // A swap leaves this position to the other seat.
        if position.is_open() && winning.is_empty() {
            winning.push(PieMove::Swap);
        }
        Some(winning)
    }

    fn trees(&self, position: &Pie<BridgItPosition>) -> Option<[Vec<usize>; 2]> {
        let board = position.board();
        trees(board.links(), !board.side())
    }
}

/// What a position that is not over is worth to the seat to move.
pub(super) fn value(position: &Pie<BridgItPosition>) -> i32 {
    // Whoever may swap has the better of two sides; whoever may be answered with a swap, the worse.
    if position.is_open() {
        return if may_swap(position) { 1 } else { -1 };
    }
    let board = position.board();
    if holds(board.links(), !board.side()) { -1 } else { 1 }
}

fn may_swap(position: &Pie<BridgItPosition>) -> bool {
    position.check(PieMove::Swap).is_ok()
}

#[cfg(test)]
mod tests;
