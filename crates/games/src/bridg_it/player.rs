use crosscut_rules::{Pie, PieMove, Rng};
use crosscut_search::{Evaluate, Exact, Filled, Ladder, Playout, Rung};

use super::graph::lattices;
use super::{BridgIt, BridgItPosition};
use crate::board::connection_game::{exact, playout};
use crate::board::{Point, fill};

impl Evaluate for BridgIt {
    /// About 190 Elo points apart, and none of them knows the solution of the game: only the highest level is perfect.
    const LADDER: Ladder = [
        Rung::rules(15, 1),
        Rung::rules(43, 1),
        Rung::rules(96, 2),
        Rung::searching(205),
        Rung::searching(410),
        Rung::searching(1400),
        Rung::searching(25_000),
    ];

    fn playout(position: &Pie<BridgItPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }

    fn fill(&self, games: u64, rng: &mut Rng) -> Option<Filled> {
        Some(fill(lattices(self.size), games, rng))
    }

    /// Lehman's theorem decides every position.
    fn exact(position: &Pie<BridgItPosition>) -> Option<Exact<PieMove<Point>>> {
        exact(position)
    }
}
