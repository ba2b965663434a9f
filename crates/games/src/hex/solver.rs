use crosscut_rules::Pie;
use crosscut_solve::{Bounds, Plain, Solve, may_swap};

use super::{Hex, HexPosition};

impl Solve for Hex {
    type Node = Plain<HexPosition>;

    fn node(&self, position: &Pie<HexPosition>) -> Option<Self::Node> {
        (!position.is_open()).then(|| Plain(position.board().clone()))
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
