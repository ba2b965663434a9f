use std::ops::ControlFlow;

use crosscut_rules::{Game, Minimax, Position, Rng};
use crosscut_solve::{Limits, Question, Value, solve};

use crate::testing::{at_random, game, set_up, solves_like_brute_force};
use crate::trail_mix::TrailMix;

#[test]
fn every_position_of_3x3_is_solved_like_brute_force() {
    for options in ["size=3", "size=3,opening=swap"] {
        let game: TrailMix = game(options);
        let [lost, drawn, won] = solves_like_brute_force(&game, &game.start(), 7);
        assert!(lost > 100 && drawn == 0 && won > 100, "{lost} {drawn} {won}");
    }
}

#[test]
fn endgames_are_solved_like_brute_force() {
    let mut rng = Rng::new(7);
    for (options, plies) in
        [("size=4", 9), ("size=5", 18), ("size=6", 28), ("size=7", 42), ("tokens=20", 37)]
    {
        let game: TrailMix = game(options);
        let mut seen = [0; 3];
        for _ in 0..40 {
            let position = at_random(&game.start(), plies, &mut rng);
            if position.outcome().is_some() {
                continue;
            }
            let here = solves_like_brute_force(&game, &position, 41);
            seen = std::array::from_fn(|at| seen[at] + here[at]);
        }
        assert!(
            seen[0] > 20 && seen[2] > 20 && (seen[1] > 0) == (options == "tokens=20"),
            "{options} {seen:?}"
        );
    }
}

#[test]
fn every_fifth_position_of_4x4_after_six_plies_is_solved_like_brute_force() {
    let game: TrailMix = game("size=4");
    let mut rng = Rng::new(11);
    let mut seen = [0; 3];
    for _ in 0..4 {
        let position = at_random(&game.start(), 6, &mut rng);
        let here = solves_like_brute_force(&game, &position, 5);
        seen = std::array::from_fn(|at| seen[at] + here[at]);
    }
    assert!(seen[0] > 1000 && seen[2] > 1000, "{seen:?}");
}

/// The position of the rule sheet's second figure.
const FIGURE_2: &str = "Brown:a6,d6,f6,g6,c5,a4,b4,e4,g4,a3,d3,g3 \
                        Green:c7,g7,e6,a5,b5,e5,f5,g5,f3,f2,e1 turn:Green";

#[test]
fn the_position_of_the_rule_sheet_is_won_by_one_move_in_seven_plies() {
    let game: TrailMix = game("");
    let position = set_up::<TrailMix>("", FIGURE_2).unwrap();
    let question = Question { all: true, plies: true };
    let solution =
        solve(&game, &position, question, &Limits::default(), &mut |_| ControlFlow::Continue(()));
    let winning: Vec<String> = solution.winning.iter().map(ToString::to_string).collect();
    assert_eq!((solution.value, solution.plies), (Some(Value::Win), Some(7)));
    assert_eq!(winning, ["f4"]);
}

#[test]
fn a_game_lasts_as_long_as_brute_force_says() {
    let mut rng = Rng::new(5);
    let mut longest = None;
    for (options, plies) in [("size=3", 0), ("size=3", 2), ("size=4", 7), ("size=5", 17)] {
        let game: TrailMix = game(options);
        let mut minimax = Minimax::new(usize::MAX);
        for _ in 0..40 {
            let position = at_random(&game.start(), plies, &mut rng);
            let question = Question { all: false, plies: true };
            let solution = solve(&game, &position, question, &Limits::default(), &mut |_| {
                ControlFlow::Continue(())
            });
            let expected = minimax.worth(&position).map(|it| it.plies);
            assert_eq!(solution.plies, expected, "{position:?}");
            longest = longest.max(expected);
        }
    }
    assert!(longest >= Some(7), "{longest:?}");
}
