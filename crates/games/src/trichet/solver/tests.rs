use crosscut_rules::{Game, Rng};

use crate::testing::{at_random, game, solves_like_brute_force};
use crate::trichet::Trichet;

#[test]
fn small_pools_are_solved_like_brute_force() {
    let mut rng = Rng::new(3);
    for (options, plies) in [("num_tiles=4", 0), ("num_tiles=26,win_size=7", 30)] {
        let game: Trichet = game(options);
        for _ in 0..10 {
            let position = at_random(&game.start(), plies, &mut rng);
            solves_like_brute_force(&game, &position, 5);
        }
    }
}
