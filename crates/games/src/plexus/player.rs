use crosscut_rules::{Position, Rng};
use crosscut_search::{Evaluate, Knowledge, Player, Playout, Plies, Tree};

use super::figure::{Class, Figure};
use super::knowledge::PlexusView;
use super::position::WORDS;
use super::{Plexus, PlexusPosition, Segment};

impl Evaluate for Plexus {
    fn playout(position: &PlexusPosition, rng: &mut Rng) -> Playout {
        // Most boards need fewer words than a position has; size 7 needs one.
        match position.figure().words() {
            1 => playout::<1>(position, rng),
            2 => playout::<2>(position, rng),
            3 => playout::<3>(position, rng),
            4 => playout::<4>(position, rng),
            5 => playout::<5>(position, rng),
            _ => playout::<WORDS>(position, rng),
        }
    }

    fn player(position: &PlexusPosition, knowledge: Knowledge) -> Box<dyn Player<Segment>> {
        match knowledge {
            Knowledge::Rules => Box::new(Tree::new(Plies::<Self>::of(position))),
            Knowledge::All => Box::new(Tree::new(PlexusView::of(position))),
        }
    }
}

/// A random game without lists of moves: every half counts its legal segments and draws one of them by its number.
fn playout<const W: usize>(position: &PlexusPosition, rng: &mut Rng) -> Playout {
    let mut figure: Figure<W> = position.figure().resized();
    let mut class: Option<Class> = position.class();
    let mut score = position.points();
    let mut player = position.turn();
    let free = position.left();
    let mut left = free;
    while left > 0 {
        let ways = figure.ways(class);
        let counts = ways.counts();
        let n = counts.iter().sum();
        if n == 0 {
            // Only a second half can be without a segment. Its player opens the next full-move.
            score[(!player).index()] += 1;
            class = None;
            continue;
        }
        let (from, direction) = ways.nth(counts, rng.below(n));
        class = match class {
            None => {
                player = !player;
                Some(figure.class(from))
            }
            Some(_) => None,
        };
        figure.draw(from, direction);
        left -= 1;
    }
    // The last dot was taken by a first half if the second one is still owed.
    if class.is_some() && position.final_scores() {
        score[(!player).index()] += 1;
    }
    Playout { plies: free, outcome: PlexusPosition::judge(score) }
}
