use crosscut_rules::{Game, Position, Rng};
use crosscut_solve::Value;

use crate::bridg_it::BridgIt;
use crate::testing::{at_random, game, plies_are_exact, solution, solves_like_brute_force};

#[test]
fn every_position_of_small_boards_is_solved_like_brute_force() {
    for (options, every) in [("size=2", 1), ("size=2,opening=swap", 1), ("size=3", 500)] {
        let game: BridgIt = game(options);
        let [lost, drawn, won] = solves_like_brute_force(&game, &game.start(), every);
        assert!(lost > 20 && drawn == 0 && won > 20, "{options}: {lost} {drawn} {won}");
    }
}

#[test]
fn large_boards_are_solved_without_a_search() {
    let mut rng = Rng::new(1);
    let game: BridgIt = game("size=15");
    let start = solution(&game, &game.start());
    assert_eq!((start.value, start.nodes), (Some(Value::Win), 0));
    assert_eq!(start.winning.len(), 421, "every first move wins");
    for plies in [10, 60, 150] {
        let position = at_random(&game.start(), plies, &mut rng);
        let it = solution(&game, &position);
        assert_eq!((it.complete, it.nodes), (true, 0));
        // A winning ply leaves the other side a lost position.
        let Some(&m) = it.winning.first() else { continue };
        let mut next = position.clone();
        next.play_unchecked(m);
        assert_eq!(solution(&game, &next).value, Some(Value::Loss));
    }
}

#[test]
fn every_ply_has_the_value_that_brute_force_finds() {
    plies_are_exact::<BridgIt>("size=3", 5, 20);
    plies_are_exact::<BridgIt>("size=2,opening=swap", 0, 1);
}
