use crosscut_rules::Rng;
use crosscut_search::{Evaluate, Knowledge, Ladder, Player, Playout, Plies, Rung, Tree};

use super::course::{Course, judge};
use super::knowledge::PlexusView;
use super::position::WORDS;
use super::{Plexus, PlexusPosition, Segment};

impl Evaluate for Plexus {
    /// About 150 Elo points apart: there is less to gain from playing better than in most games.
    const LADDER: Ladder = [
        Rung::rules(15, 1),
        Rung::rules(450, 1),
        Rung::rules(210, 2),
        Rung::all(150),
        Rung::all(700),
        Rung::all(2900),
        Rung::all(13000),
    ];

    fn playout(position: &PlexusPosition, rng: &mut Rng) -> Playout {
        // Most boards need fewer words than a position has; size 7 needs one.
        let course = position.course();
        match course.figure.words() {
            1 => playout::<1>(course, rng),
            2 => playout::<2>(course, rng),
            3 => playout::<3>(course, rng),
            4 => playout::<4>(course, rng),
            5 => playout::<5>(course, rng),
            _ => playout::<WORDS>(course, rng),
        }
    }

    fn player(position: &PlexusPosition, knowledge: Knowledge) -> Box<dyn Player<Segment>> {
        match (knowledge, position.course().figure.words()) {
            (Knowledge::Rules, _) => Box::new(Tree::new(Plies::<Self>::of(position))),
            (Knowledge::All, 1) => Box::new(Tree::new(PlexusView::<1>::of(position))),
            (Knowledge::All, 2) => Box::new(Tree::new(PlexusView::<2>::of(position))),
            (Knowledge::All, _) => Box::new(Tree::new(PlexusView::<WORDS>::of(position))),
        }
    }
}

/// A playout without lists of moves: every half counts its legal segments and draws one of them by its number.
fn playout<const W: usize>(course: &Course<WORDS>, rng: &mut Rng) -> Playout {
    let Course { mut figure, mut class, mut score, left: free, .. } = course.resized::<W>();
    let mut player = course.turn();
    let mut left = free;
    while left > 0 {
        let ways = figure.ways(class);
        let counts = ways.counts();
        let n = counts.iter().sum();
        if n == 0 {
            // Only a second half can have no legal segment. Its player opens the next full-move.
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
    // A first half has taken the last dot if its second half is still to come.
    if class.is_some() && course.final_scores {
        score[(!player).index()] += 1;
    }
    Playout { plies: u32::from(free), outcome: judge(score) }
}
