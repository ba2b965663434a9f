use crosscut_rules::{Game, Position, Rng};
use crosscut_solve::Value;

use crate::diagonal_bridg_it::DiagonalBridgIt;
use crate::testing::{
    after, at_random, game, plies_are_exact, set_up, solution, solves_like_brute_force,
};

#[test]
fn positions_of_3x3_are_solved_like_brute_force() {
    let mut rng = Rng::new(1);
    for (options, plies) in [("size=3,opening=none", 1), ("size=3", 0), ("size=3", 1)] {
        let game: DiagonalBridgIt = game(options);
        let mut seen = [0; 3];
        for _ in 0..4 {
            let position = at_random(&game.start(), plies, &mut rng);
            let here = solves_like_brute_force(&game, &position, 61);
            seen = std::array::from_fn(|at| seen[at] + here[at]);
        }
        assert!(seen.iter().all(|&it| it > 20), "{options}: {seen:?}");
    }
}

#[test]
fn endgames_are_solved_like_brute_force() {
    let mut rng = Rng::new(2);
    let game: DiagonalBridgIt = game("size=5,opening=none");
    for _ in 0..60 {
        let position = at_random(&game.start(), 19, &mut rng);
        if position.board().board().empty().len() < 8 {
            solves_like_brute_force(&game, &position, 31);
        }
    }
}

#[test]
fn large_boards_are_solved_without_a_search() {
    let mut rng = Rng::new(1);
    let game: DiagonalBridgIt = game("size=19,opening=none");
    for plies in [0, 10, 60, 150] {
        let position = at_random(&game.start(), plies, &mut rng);
        let it = solution(&game, &position);
        assert_eq!((it.complete, it.nodes), (true, 0));
        let Some(&m) = it.winning.first() else { continue };
        let mut next = position.clone();
        next.play_unchecked(m);
        assert_eq!(solution(&game, &next).value, Some(Value::Loss));
    }
}

#[test]
fn a_side_that_is_lost_draws_when_it_has_been_passed_to() {
    let options = "size=5,opening=none";
    let game: DiagonalBridgIt = game(options);
    let value = |position: &_| solution(&game, position).value;
    assert_eq!(value(&after::<DiagonalBridgIt>(options, "C3")), Some(Value::Loss));
    assert_eq!(value(&after::<DiagonalBridgIt>(options, "C3 pass")), Some(Value::Win));
    // V continues with C5 or D5 and need not move now.
    let mut position = set_up::<DiagonalBridgIt>(options, "V:C1,C2,C3,C4 H:A1 turn:V").unwrap();
    position.play("pass".parse().unwrap()).unwrap();
    assert_eq!(value(&position), Some(Value::Draw));
}

#[test]
fn every_ply_has_the_value_that_brute_force_finds() {
    plies_are_exact::<DiagonalBridgIt>("size=3,opening=none", 2, 20);
}
