use crosscut_rules::Pie;
use crosscut_solve::{Bounds, Plain, Solve, may_swap};

use super::{OriginalTrellis, OriginalTrellisPosition};

impl Solve for OriginalTrellis {
    type Node = Plain<OriginalTrellisPosition>;

    fn node(&self, position: &Pie<OriginalTrellisPosition>) -> Option<Self::Node> {
        (!position.is_open()).then(|| Plain(position.board().clone()))
    }

    fn draws(&self) -> bool {
        false
    }

    fn known(&self, position: &Pie<OriginalTrellisPosition>) -> Bounds {
        may_swap(position, self.draws())
    }
}
