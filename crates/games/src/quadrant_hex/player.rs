use crosscut_rules::{Pie, Rng};
use crosscut_search::{Evaluate, Playout};

use super::{QuadrantHex, QuadrantHexPosition};
use crate::board::playout;

impl Evaluate for QuadrantHex {
    fn playout(position: &Pie<QuadrantHexPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }
}
