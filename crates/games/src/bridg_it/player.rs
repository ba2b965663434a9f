use crosscut_rules::{Pie, Rng};
use crosscut_search::{Evaluate, Playout};

use super::{BridgIt, BridgItPosition};
use crate::board::playout;

impl Evaluate for BridgIt {
    fn playout(position: &Pie<BridgItPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }
}
