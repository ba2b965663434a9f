//! One seat cuts, the other chooses: how the computer handles swaps and the choice of sides.

use std::ops::ControlFlow;

use crosscut_catalog::{Analysis, Budget, GAMES, Level, Line, Outcome, Seat, Spec};

fn after(spec: &str, plies: &str) -> Line {
    let mut line = Line::new(spec.parse::<Spec>().expect("a spec"));
    for ply in plies.split_whitespace() {
        line.play(ply).expect("it is legal");
    }
    line
}

fn analyse(line: &Line, budget: &Budget) -> Analysis<String> {
    let found = line.position().analyse(budget, &mut |_| ControlFlow::Continue(()));
    found.expect("the game is not over")
}

/// The computer's answer to an opening.
fn answer(spec: &str, plies: &str, budget: &Budget) -> String {
    analyse(&after(spec, plies), budget).candidates[0].ply.clone()
}

/// Sizes of a rhombus, each with its centre and a neighbouring cell.
const HEX: &[(&str, &str, &str)] = &[("7", "D4", "E3"), ("9", "E5", "E6"), ("11", "F6", "G5")];

#[test]
fn the_middle_is_swapped_and_the_corner_is_not() {
    for (size, centre, beside) in HEX {
        let spec = format!("hex:size={size}");
        let budget = Budget::simulations(20_000);
        for seed in 1..=2 {
            let budget = budget.clone().with_seed(seed);
            assert_eq!(answer(&spec, centre, &budget), "swap", "{spec} {centre} {seed}");
            assert_eq!(answer(&spec, beside, &budget), "swap", "{spec} {beside} {seed}");
            assert_ne!(answer(&spec, "A1", &budget), "swap", "{spec} A1 {seed}");
        }
    }
    let budget = Budget::simulations(20_000);
    assert_eq!(answer("quadrant-hex:size=10", "E5", &budget), "swap");
    assert_ne!(answer("quadrant-hex:size=10", "A1", &budget), "swap");
}

#[test]
fn what_is_expected_begins_with_the_choice() {
    for opening in ["F6", "A1"] {
        let found = analyse(&after("hex", opening), &Budget::simulations(5_000));
        let best = &found.candidates[0];
        assert_eq!((opening == "F6", best.ply.as_str()), (best.ply == "swap", &*found.line[0]));
        assert_eq!(found.line, best.line);
        assert!(found.line.len() > 1, "{:?}", found.line);
    }
}

#[test]
fn every_level_knows_what_a_swap_is_worth() {
    for level in Level::ALL.into_iter().take(7) {
        let spec: Spec = "hex".parse().expect("a spec");
        let budget = spec.budget(level);
        assert_eq!(answer("hex", "F6", &budget), "swap", "level {}", level.number());
        assert_ne!(answer("hex", "A1", &budget), "swap", "level {}", level.number());
    }
}

#[test]
fn an_opening_leaves_both_sides_alike() {
    for (spec, closed) in [
        ("hex:size=9", "hex:size=9,opening=none"),
        ("trellis:size=7,opening=swap", "trellis:size=7,opening=none"),
        ("trail-mix:opening=swap", "trail-mix:opening=none"),
    ] {
        let found = analyse(&after(spec, ""), &Budget::simulations(20_000));
        let ply = &found.candidates[0].ply;
        assert!((0.4..=0.5).contains(&found.share), "{spec}: {ply} at {}", found.share);
        assert_eq!(found.share, found.candidates[0].share);
        // Checked by a search of the game without a swap.
        let outside = analyse(&after(closed, ply), &Budget::simulations(20_000)).share;
        assert!((0.4..=0.6).contains(&outside), "{spec}: {ply} leaves {outside}");
    }
}

#[test]
fn the_official_opening_is_even_and_the_better_side_is_chosen() {
    let mut line = after("trellis:size=7", "");
    for _ in 0..3 {
        let found = analyse(&line, &Budget::simulations(10_000));
        assert!((0.35..=0.5).contains(&found.share), "{} at {}", found.line[0], found.share);
        let ply = found.candidates[0].ply.clone();
        line.play(&ply).expect("it is legal");
    }
    // Three stones of V in a row against one of H far away, and vice versa.
    let budget = Budget::simulations(5_000);
    assert_eq!(answer("trellis:size=7", "D3,D6 pass D4", &budget), "black");
    assert_eq!(answer("trellis:size=7", "pass C4,F4 pass", &budget), "white");
    // If one side has already joined its ends, there is nothing to search.
    let joined = analyse(&after("trellis:size=3", "A1,B3 C1 A2"), &budget);
    assert_eq!((joined.line.as_slice(), joined.share), (["black".to_string()].as_slice(), 1.0));
    assert_eq!(joined.proved, Some(Outcome::Won(Seat::Second)));
    assert_eq!(joined.simulations, 0);
}

#[test]
fn a_swap_is_worth_what_the_exchanged_position_is() {
    let closed = analyse(&after("hex:size=3,opening=none", "B2"), &Budget::simulations(40_000));
    assert_eq!(closed.proved, Some(Outcome::Won(Seat::First)), "the centre wins");
    let found = analyse(&after("hex:size=3", "B2"), &Budget::simulations(40_000));
    let best = &found.candidates[0];
    assert_eq!((best.ply.as_str(), best.share), ("swap", 1.0));
    assert_eq!(found.proved, Some(Outcome::Won(Seat::Second)), "who swaps wins");
    assert!(found.candidates.iter().skip(1).all(|it| it.share < 0.5));
    // The line continues with the seats swapped, and can be played.
    let mut line = after("hex:size=3", "B2");
    for ply in &found.line {
        line.play(ply).expect("the line can be played");
    }
}

#[test]
fn where_the_result_is_known_the_choice_is_perfect() {
    let budget = Budget::simulations(1);
    let mut n = 0;
    for spec in ["bridg-it:opening=swap", "diagonal-bridg-it:size=7", "diagonal-bridg-it:size=9"] {
        for first in after(spec, "").position().moves() {
            let line = after(spec, &first);
            let found = analyse(&line, &budget);
            assert_eq!(found.proved, Some(Outcome::Won(Seat::Second)), "{spec} {first}");
            n += 1;
        }
    }
    assert!(n > 100);
}

#[test]
fn a_player_follows_a_game_through_its_opening() {
    for game in GAMES {
        for opening in ["swap", "official"] {
            let Ok(spec) = format!("{}:opening={opening}", game.card().name).parse::<Spec>() else {
                continue;
            };
            let mut line = Line::new(spec);
            let budget = Budget::simulations(60);
            let mut player = line.position().player(&budget);
            for _ in 0..8 {
                let found = player.think(&budget, &mut |_| ControlFlow::Continue(()));
                let ply = found.expect("the game is not over").candidates[0].ply.clone();
                player.play(&ply).expect("it is legal");
                line.play(&ply).expect("it is legal");
            }
        }
    }
}
