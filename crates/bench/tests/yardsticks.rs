//! A yardstick that does different work measures nothing.

use crosscut_bench::{Kind, rival};
use crosscut_catalog::{Rng, Seat, Spec};

#[test]
fn yardsticks_play_the_same_games() {
    const GAMES: u64 = 3_000;
    for (spec, kind) in [
        ("hex:size=7,opening=none", Kind::Ply),
        ("hex:size=7", Kind::Fill),
        ("trellis:size=9,opening=none,mirror=off", Kind::Ply),
    ] {
        let spec: Spec = spec.parse().expect("it is a spec");
        let mut rng = Rng::new(1);
        let naive = rival(&spec, kind, 2).expect("there is a naive loop")(GAMES);
        let (mut plies, mut wins) = (0, 0);
        match kind {
            Kind::Ply => {
                for _ in 0..GAMES {
                    let playout = spec.start().playout(&mut rng);
                    plies += u64::from(playout.plies);
                    wins += u64::from(playout.outcome.winner() == Some(Seat::First));
                }
            }
            Kind::Fill => {
                let filled = spec.fill(GAMES, &mut rng).expect("it can be filled");
                plies = u64::from(filled.plies) * GAMES;
                wins = filled.first_wins * GAMES / filled.games;
            }
        }
        let mean = |plies: u64| plies as f64 / GAMES as f64;
        // Five standard deviations of the difference of two means: the standard deviation of the lengths is below 12 plies
        // here.
        assert!(
            (mean(plies) - mean(naive.plies)).abs() < 1.6,
            "{spec}: {} and {} plies",
            mean(plies),
            mean(naive.plies)
        );
        let share = |wins: u64| wins as f64 / GAMES as f64;
        assert!(
            (share(wins) - share(naive.first_wins)).abs() < 0.065,
            "{spec}: {} and {}",
            share(wins),
            share(naive.first_wins)
        );
    }
}
