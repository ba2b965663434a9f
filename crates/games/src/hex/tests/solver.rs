use crosscut_rules::{Game, Rng};

use crate::hex::Hex;
use crate::testing::{at_random, game, solves_like_brute_force};

#[test]
fn every_position_of_3x3_is_solved_like_brute_force() {
    for (options, every) in [("size=2,opening=none", 1), ("size=3,opening=none", 3), ("size=3", 3)]
    {
        let game: Hex = game(options);
        let [lost, drawn, won] = solves_like_brute_force(&game, &game.start(), every);
        assert!(lost >= 2 && drawn == 0 && won >= 2, "{lost} {drawn} {won}");
    }
}

#[test]
fn endgames_are_solved_like_brute_force() {
    let mut rng = Rng::new(3);
    for (options, plies) in [("size=4,opening=none", 8), ("size=5,opening=none", 18)] {
        let game: Hex = game(options);
        let mut seen = [0; 3];
        for _ in 0..30 {
            let position = at_random(&game.start(), plies, &mut rng);
            let here = solves_like_brute_force(&game, &position, 31);
            seen = std::array::from_fn(|at| seen[at] + here[at]);
        }
        assert!(seen[0] > 50 && seen[2] > 50, "{seen:?}");
    }
}
