use crosscut_rules::{Pie, Rng};
use crosscut_search::{Evaluate, Filled, Playout};

use super::graph::lattices;
use super::{BridgIt, BridgItPosition};
use crate::board::{fill, playout};

impl Evaluate for BridgIt {
    fn playout(position: &Pie<BridgItPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }

    fn fill(&self, games: u64, rng: &mut Rng) -> Option<Filled> {
        Some(fill(lattices(self.size), games, rng))
    }
}
