use crosscut_rules::{Outcome, Pie, PieMove, Position, Rng, Side};
use crosscut_search::{Evaluate, Knowledge, Ladder, Player, Playout, Plies, Rung, Settled, Tree};

use super::knowledge::TrailMixView;
use super::trails::lower_left;
use super::{Placement, TrailMix, TrailMixPosition};

impl Evaluate for TrailMix {
    /// About 190 Elo points apart.
    const LADDER: Ladder = [
        Rung::rules(15, 1),
        Rung::rules(106, 1),
        Rung::rules(250, 2),
        Rung::all(14),
        Rung::all(33),
        Rung::all(77),
        Rung::all(225),
    ];

    /// Draws from a shrinking list of empty cells instead of listing moves.
    fn playout(position: &Pie<TrailMixPosition>, rng: &mut Rng) -> Playout {
        if let Some(outcome) = position.outcome() {
            return Playout { plies: 0, outcome };
        }
        match position.board().laid(Side::First) + position.board().laid(Side::Second) {
            // Here the rules may have a swap to offer: after this ply or instead of it. They know best.
            0 | 1 => {
                let mut next = position.clone();
                next.play_unchecked(opening_ply(position, rng));
                let Playout { plies, outcome } = Self::playout(&next, rng);
                Playout { plies: plies + 1, outcome }
            }
            _ => {
                let (plies, winner) = play_on(position.board(), rng);
                let outcome = match winner {
                    Some(side) => Outcome::Won(position.seat_of(side)),
                    None => Outcome::Drawn,
                };
                Playout { plies, outcome }
            }
        }
    }

    fn player(
        position: &Pie<TrailMixPosition>,
        knowledge: Knowledge,
    ) -> Box<dyn Player<PieMove<Placement>>> {
        match knowledge {
            Knowledge::Rules => Box::new(Tree::new(Plies::<Self>::of(position))),
            Knowledge::All => {
                let board = TrailMixView::of(position.board());
                Box::new(Tree::new(Settled(board)))
            }
        }
    }
}

/// A random ply while swapping may be possible.
fn opening_ply(position: &Pie<TrailMixPosition>, rng: &mut Rng) -> PieMove<Placement> {
    let nth = rng.below(position.count() as u32) as usize;
    match position.board().empty().nth(nth) {
        Some(cell) => PieMove::Play(cell.into()),
        None => PieMove::Swap,
    }
}

/// Plays on to the end of a game that is not over; how many plies that took, and who won.
fn play_on(board: &TrailMixPosition, rng: &mut Rng) -> (u32, Option<Side>) {
    let mut trails = board.forest().clone();
    let mut side = board.side();
    // Empty cells by their lower left nodes; 128 are room for the largest board's 121.
    let mut empty = [0; 128];
    let mut n_empty = 0;
    for cell in board.empty() {
        empty[n_empty] = lower_left(cell);
        n_empty += 1;
    }
    // The mover has the plies 0, 2, 4, .. and is out of tokens when the one after the last of them comes round.
    let plies = match (board.left(side), board.left(!side)) {
        (Some(mine), Some(yours)) => (2 * mine).min(2 * yours + 1).min(n_empty as u32),
        _ => n_empty as u32,
    };
    for ply in 0..plies {
        let at = rng.below(n_empty as u32) as usize;
        n_empty -= 1;
        let lower_left = empty[at];
        empty[at] = empty[n_empty];
        if trails.lay(side, lower_left) {
            return (ply + 1, Some(side));
        }
        side = !side;
    }
    (plies, None)
}
