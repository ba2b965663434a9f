use crosscut_rules::{Game, Position, Rng};

use crate::testing::{at_random, game, solves_like_brute_force};
use crate::trellis::Trellis;

#[test]
fn positions_of_3x3_are_solved_like_brute_force() {
    let mut rng = Rng::new(2);
    for (options, plies) in [("size=3,opening=none", 2), ("size=3,opening=swap", 2), ("size=3", 4)]
    {
        let game: Trellis = game(options);
        let mut seen = [0; 3];
        for _ in 0..30 {
            let position = at_random(&game.start(), plies, &mut rng);
            let here = solves_like_brute_force(&game, &position, 31);
            seen = std::array::from_fn(|at| seen[at] + here[at]);
        }
        assert!(seen.iter().all(|&it| it > 20), "{options}: {seen:?}");
    }
}

#[test]
fn endgames_are_solved_like_brute_force() {
    let mut rng = Rng::new(3);
    let game: Trellis = game("size=5,opening=none");
    let mut seen = [0; 3];
    for _ in 0..60 {
        let position = at_random(&game.start(), 12, &mut rng);
        if position.outcome().is_none() && position.board().empty().len() > 7 {
            continue;
        }
        let here = solves_like_brute_force(&game, &position, 31);
        seen = std::array::from_fn(|at| seen[at] + here[at]);
    }
    assert!(seen[0] > 20 && seen[2] > 20, "{seen:?}");
}
