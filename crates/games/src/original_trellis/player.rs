use crosscut_rules::{Pie, Rng};
use crosscut_search::{Evaluate, Playout};

use super::{OriginalTrellis, OriginalTrellisPosition};
use crate::board::playout;

impl Evaluate for OriginalTrellis {
    fn playout(position: &Pie<OriginalTrellisPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }
}
