use crosscut_rules::{Pie, Rng};
use crosscut_search::{Evaluate, Ladder, Playout, Rung};

use super::{OriginalTrellis, OriginalTrellisPosition};
use crate::board::playout;

impl Evaluate for OriginalTrellis {
    /// About 190 Elo points apart; the highest level is further away.
    const LADDER: Ladder = [
        Rung::rules(500, 1),
        Rung::rules(640, 1),
        Rung::rules(810, 1),
        Rung::all(1140),
        Rung::all(1500),
        Rung::all(1980),
        Rung::all(2630),
    ];

    fn playout(position: &Pie<OriginalTrellisPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }
}
