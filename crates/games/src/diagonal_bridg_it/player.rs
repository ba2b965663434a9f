use crosscut_rules::{Pie, PieMove, Position, Rng};
use crosscut_search::{Evaluate, Exact, Filled, Ladder, Playout, Rung};

use super::solver::value;
use super::{DiagonalBridgIt, DiagonalBridgItPosition, Turn};
use crate::board::checkered::checkered;
use crate::board::{Point, fill, perfect};

impl Evaluate for DiagonalBridgIt {
    /// About 190 Elo points apart, and none of them knows how the game is solved: only the highest is perfect.
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
        let size = position.board().size();
        let mut free: Vec<u16> =
            position.board().board().empty().iter().map(|cell| cell as u16).collect();
        let mut position = position.clone();
        let mut plies = 0;
        loop {
            if let Some(outcome) = position.outcome() {
                return Playout { plies, outcome };
            }
            // Swapping answers the first ply of a game, so it is the first or second one from here or never.
            let swap = plies < 2 && position.check(PieMove::Swap).is_ok();
            let drawn = rng.below(free.len() as u32 + 1 + u32::from(swap)) as usize;
            position.play_unchecked(if drawn < free.len() {
                let cell = usize::from(free.swap_remove(drawn));
                PieMove::Play(Turn::Place(Point::at(cell, size)))
            } else if drawn == free.len() {
                PieMove::Play(Turn::Pass)
            } else {
                PieMove::Swap
            });
            plies += 1;
        }
    }

    fn fill(&self, games: u64, rng: &mut Rng) -> Option<Filled> {
        Some(fill(checkered(self.size, self.size % 2), games, rng))
    }

    /// Every position is decided by Lehman's theorem.
    fn exact(position: &Pie<DiagonalBridgItPosition>) -> Option<Exact<PieMove<Turn>>> {
        let (board, size) = (position.board(), position.board().size());
        let cell = |turn| match turn {
            Turn::Place(point) => Some(point.index(size)),
            Turn::Pass => None,
        };
        position.outcome().is_none().then(|| perfect(position, board.board(), cell, value))
    }
}
