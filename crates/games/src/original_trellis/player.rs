use crosscut_rules::{Pie, Rng};
use crosscut_search::{Evaluate, Ladder, Playout, Rung};

use super::{OriginalTrellis, OriginalTrellisPosition};
use crate::board::connection_game::playout;

impl Evaluate for OriginalTrellis {
    /// About 190 Elo points apart; the highest level is further away.
    const LADDER: Ladder = [
        Rung::rules(500, 1),
        Rung::rules(640, 1),
        Rung::rules(810, 1),
        Rung::all(1070),
        Rung::all(1410),
        Rung::all(1880),
        Rung::all(2500),
    ];

    fn playout(position: &Pie<OriginalTrellisPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }
}
