use crosscut_rules::{Pie, Position};
use crosscut_solve::{Bounds, Solve, may_swap};

use super::bridges::Bridges;
use super::{Hex, HexPosition};

impl Solve for Hex {
    type Node = Bridges;

    fn node(&self, position: &Pie<HexPosition>) -> Option<Bridges> {
        let board = position.board();
        if position.is_open() { None } else { Bridges::of(board, board.side()) }
    }

    fn draws(&self) -> bool {
        false
    }

    fn known(&self, position: &Pie<HexPosition>) -> Bounds {
        may_swap(position, self.draws())
    }
}

#[cfg(test)]
mod tests;
