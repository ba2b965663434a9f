//! The solver finds the same as trying everything. `cargo run --release -p crosscut-bench --example endgames` tries many
//! more positions.

use crosscut_catalog::{GAMES, Limits, Outcome, Rng, Spec};

#[test]
fn random_endgames_on_the_published_boards_are_solved_like_minimax() {
    let mut rng = Rng::new(6);
    let (mut seen, mut plies) = ([0; 3], 0);
    for game in GAMES {
        let spec: Spec = game.card().name.parse().expect("a name alone is a spec");
        let endgames = (0..25).filter_map(|_| spec.start().endgame(400, &mut rng));
        for endgame in endgames {
            assert_eq!(endgame.check(&Limits::default()), Ok(()), "{spec}");
            seen[(endgame.result() + 1) as usize] += 1;
            plies += endgame.worth.plies;
        }
    }
    let [lost, drawn, won] = seen;
    assert!(lost > 50 && drawn > 10 && won > 50 && plies > 400, "{seen:?} {plies}");
}

/// The value, the winning plies, the score and the length can each be wrong alone.
#[test]
fn whatever_is_solved_otherwise_than_by_minimax_is_noticed() {
    let mut rng = Rng::new(6);
    let mut noticed = [0; 4];
    for game in GAMES {
        let spec: Spec = game.card().name.parse().expect("a name alone is a spec");
        for endgame in (0..12).filter_map(|_| spec.start().endgame(400, &mut rng)) {
            let mut others = [(); 4].map(|()| endgame.clone());
            if let Outcome::Won(seat) = endgame.worth.outcome {
                others[0].worth.outcome = Outcome::Won(!seat);
            }
            others[1].after.clear();
            others[2].worth.lead = endgame.worth.lead.map(|it| it + 1);
            others[3].worth.plies += 1;
            for (noticed, other) in noticed.iter_mut().zip(others) {
                *noticed += u32::from(other.check(&Limits::default()).is_err());
            }
        }
    }
    assert!(noticed.iter().all(|it| *it > 0), "{noticed:?}");
}
