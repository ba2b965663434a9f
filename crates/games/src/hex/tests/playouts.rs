use crosscut_rules::{Game, Outcome, Position, Rng, Seat};
use crosscut_search::Evaluate;

use crate::hex::Hex;
use crate::testing::{after, game, playouts_are_uniform, set_up};

#[test]
fn a_playout_draws_every_ply_and_a_swap_as_likely_as_any_other() {
    for (options, plies) in [
        ("size=2", "A1 swap"),
        ("size=2,opening=none", ""),
        ("size=3,opening=none", "B2"),
        ("size=3", "B2 swap A3"),
        ("size=4,opening=none", "A1 B2 C3 D4 A4 B3 C1 D2"),
        ("size=5,opening=none", "D1 C1 C2 D2 C3 A3 B5 B3 A1 C4 A2 E5 A5 E4 E1 E2 A4 B1"),
    ] {
        playouts_are_uniform::<Hex>(&after::<Hex>(options, plies), 50_000, 1);
    }
    // A handicap of two stones, and H to move.
    let handicap = set_up::<Hex>("size=3", "V:A1,C3 turn:H").unwrap();
    playouts_are_uniform::<Hex>(&handicap, 50_000, 2);
}

#[test]
fn a_playout_of_a_finished_game_is_over_at_once() {
    let won = set_up::<Hex>("size=2", "H:A1,B1 turn:V").unwrap();
    assert_eq!(won.count(), 0);
    let playout = Hex::playout(&won, &mut Rng::new(1));
    assert_eq!((playout.plies, playout.outcome), (0, Outcome::Won(Seat::Second)));
}

#[test]
fn random_games_last_as_long_as_everybody_elses() {
    // The mean length and the first player's share that every correct implementation finds on 11 x 11 cells.
    let start = game::<Hex>("opening=none").start();
    let (mut rng, games) = (Rng::new(2), 40_000);
    let (mut plies, mut wins) = (0, 0);
    for _ in 0..games {
        let playout = Hex::playout(&start, &mut rng);
        plies += playout.plies;
        wins += u32::from(playout.outcome == Outcome::Won(Seat::First));
    }
    let mean = |sum: u32| f64::from(sum) / f64::from(games);
    assert!((mean(plies) - 107.5).abs() < 0.25, "{}", mean(plies));
    assert!((mean(wins) - 0.523).abs() < 0.0125, "{}", mean(wins));
}

#[test]
fn full_boards_are_won_as_often_as_games() {
    let mut rng = Rng::new(3);
    for (options, cells, share) in [("size=2", 4, 0.5), ("", 121, 0.523)] {
        let filled = game::<Hex>(options).fill(100_000, &mut rng).unwrap();
        assert_eq!(filled.plies, cells);
        assert!(filled.games >= 100_000);
        let found = filled.first_wins as f64 / filled.games as f64;
        // Five standard deviations.
        assert!((found - share).abs() < 0.008, "{options}: {found}");
    }
}
