use crosscut_rules::{Game, Rng};

use crate::quadrant_hex::QuadrantHex;
use crate::testing::{at_random, game, solves_like_brute_force};

#[test]
fn endgames_are_solved_like_brute_force() {
    let mut rng = Rng::new(6);
    let game: QuadrantHex = game("size=6,opening=none");
    let mut seen = [0; 3];
    for plies in [25, 27] {
        for _ in 0..12 {
            let position = at_random(&game.start(), plies, &mut rng);
            let here = solves_like_brute_force(&game, &position, 31);
            seen = std::array::from_fn(|at| seen[at] + here[at]);
        }
    }
    assert!(seen[0] > 50 && seen[2] > 50, "{seen:?}");
}
