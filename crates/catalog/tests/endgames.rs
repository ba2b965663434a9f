//! The solver finds out what trying everything does. `cargo run --release -p crosscut-bench --example endgames` tries many
//! more positions.

use crosscut_catalog::{GAMES, Limits, Rng, Spec};

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
