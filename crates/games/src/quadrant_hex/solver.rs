use crosscut_rules::Pie;
use crosscut_solve::{Bounds, Plain, Solve, may_swap};

use super::{QuadrantHex, QuadrantHexPosition};

impl Solve for QuadrantHex {
    type Node = Plain<QuadrantHexPosition>;

    fn node(&self, position: &Pie<QuadrantHexPosition>) -> Option<Self::Node> {
        (!position.is_open()).then(|| Plain(position.board().clone()))
    }

    fn draws(&self) -> bool {
        false
    }

    fn known(&self, position: &Pie<QuadrantHexPosition>) -> Bounds {
        may_swap(position, self.draws())
    }
}
