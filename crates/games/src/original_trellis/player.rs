use crosscut_rules::{Pie, Rng};
use crosscut_search::{Evaluate, Ladder, Playout, Rung};

use super::{OriginalTrellis, OriginalTrellisPosition};
use crate::board::playout;

impl Evaluate for OriginalTrellis {
    /// Up to the fifth about 190 Elo points apart; then three steps of the same length to the highest, which is far away.
    const LADDER: Ladder = [
        Rung::rules(15, 1),
        Rung::rules(30, 1),
        Rung::rules(56, 2),
        Rung::all(140),
        Rung::all(220),
        Rung::all(900),
        Rung::all(6000),
    ];

    fn playout(position: &Pie<OriginalTrellisPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }
}
