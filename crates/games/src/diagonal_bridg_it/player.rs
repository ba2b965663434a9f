use crosscut_rules::{Pie, PieMove, Rng};
use crosscut_search::{Evaluate, Exact, Filled, Ladder, Playout, Rung};

use super::{DiagonalBridgIt, DiagonalBridgItPosition, Turn};
use crate::board::connection_game::{Geometry, exact, playout};
use crate::board::{Checkered, fill};

impl Evaluate for DiagonalBridgIt {
    /// About 190 Elo points apart, and none of them knows the solution of the game: only the highest level is perfect.
    const LADDER: Ladder = [
        Rung::rules(15, 1),
        Rung::rules(42, 1),
        Rung::rules(103, 2),
        Rung::searching(225),
        Rung::searching(325),
        Rung::searching(440),
        Rung::searching(565),
    ];

    fn playout(position: &Pie<DiagonalBridgItPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }

    fn fill(&self, games: u64, rng: &mut Rng) -> Option<Filled> {
        Some(fill(Checkered::graph(self.size), games, rng))
    }

    /// Lehman's theorem decides every position.
    fn exact(position: &Pie<DiagonalBridgItPosition>) -> Option<Exact<PieMove<Turn>>> {
        exact(position)
    }
}
