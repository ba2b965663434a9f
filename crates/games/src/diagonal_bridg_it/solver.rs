use crosscut_rules::{Outcome, Pie, PieMove, Position};
use crosscut_solve::{Bounds, Plain, Solve};

use super::{DiagonalBridgIt, DiagonalBridgItPosition, Turn};
use crate::board::{Point, holds, trees, winning_cells};

/// Every position is decided by Lehman's theorem, with no search.
///
/// Without passes one side wins. A pass changes that in one case only. Whoever wins moving first never passes: after a
/// pass the other side could pass too, and the game were drawn. A pass of the other side is one more turn for the winner.
/// But whoever loses and has just been passed to draws at once by passing.
impl Solve for DiagonalBridgIt {
    type Node = Plain<DiagonalBridgItPosition>;

    fn node(&self, position: &Pie<DiagonalBridgItPosition>) -> Option<Self::Node> {
        (!position.is_open()).then(|| Plain(position.board().clone()))
    }

    fn known(&self, position: &Pie<DiagonalBridgItPosition>) -> Bounds {
        if position.outcome().is_some() {
            return Bounds::OPEN;
        }
        Bounds::exactly(value(position))
    }

    fn winning(&self, position: &Pie<DiagonalBridgItPosition>) -> Option<Vec<PieMove<Turn>>> {
        if position.outcome().is_some() {
            return None;
        }
        if position.is_open() && !may_swap(position) {
            return Some(Vec::new());
        }
        let board = position.board();
        let play = |cell| PieMove::Play(Turn::Place(Point::at(cell, board.size())));
        let mut winning: Vec<_> =
            winning_cells(board.board(), board.side()).into_iter().map(play).collect();
        // A swap leaves this position to the other seat.
        if position.is_open() && winning.is_empty() {
            winning.push(PieMove::Swap);
        }
        Some(winning)
    }

    fn trees(&self, position: &Pie<DiagonalBridgItPosition>) -> Option<[Vec<usize>; 2]> {
        let board = position.board();
        trees(board.board(), !board.side())
    }
}

/// What a position is worth to the seat to move.
pub(super) fn value(position: &Pie<DiagonalBridgItPosition>) -> i32 {
    let turn = position.turn();
    match position.outcome() {
        Some(Outcome::Drawn) => return 0,
        Some(Outcome::Won(seat)) => return if seat == turn { 1 } else { -1 },
        None => {}
    }
    // No pass counts yet, so one side wins. Whoever may swap has the better of two; whoever may be answered with a swap,
    // the worse.
    if position.is_open() {
        return if may_swap(position) { 1 } else { -1 };
    }
    let board = position.board();
    match holds(board.board(), !board.side()) {
        false => 1,
        true if board.passes() > 0 => 0,
        true => -1,
    }
}

fn may_swap(position: &Pie<DiagonalBridgItPosition>) -> bool {
    position.check(PieMove::Swap).is_ok()
}

#[cfg(test)]
mod tests;
