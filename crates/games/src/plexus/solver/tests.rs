use crosscut_rules::{Game, Rng};

use crate::plexus::Plexus;
use crate::testing::{at_random, game, solves_like_brute_force};

#[test]
fn positions_of_3x3_are_solved_like_brute_force() {
    for options in ["size=3", "size=3,final=none"] {
        let game: Plexus = game(options);
        let [lost, drawn, won] = solves_like_brute_force(&game, &game.start(), 1);
        assert!(
            lost > 20 && won > 20 && (drawn > 0) == (options != "size=3"),
            "{lost} {drawn} {won}"
        );
    }
}

#[test]
fn endgames_are_solved_like_brute_force() {
    let mut rng = Rng::new(3);
    let game: Plexus = game("size=5");
    let mut seen = [0; 3];
    for _ in 0..40 {
        let position = at_random(&game.start(), 15, &mut rng);
        let here = solves_like_brute_force(&game, &position, 11);
        seen = std::array::from_fn(|at| seen[at] + here[at]);
    }
    assert!(seen[0] > 100 && seen[2] > 100, "{seen:?}");
}
