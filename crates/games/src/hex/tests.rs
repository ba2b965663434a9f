use crosscut_draw::{Draw, Ink, Last, Shape};
use crosscut_rules::{Game, Outcome, Pie, Position, Rng, Seat, Setup, Side, conform, perft};
use crosscut_search::Evaluate;

use super::oracle::Slow;
use super::{Hex, HexPosition};
use crate::testing::{after, agree, check, game, playouts_are_uniform, set_up};

#[test]
fn hex_keeps_the_contract_of_positions() {
    for options in ["size=2", "size=5,opening=none", "", "size=26"] {
        conform::<Hex>(&game(options), if options == "size=26" { 2 } else { 20 }, 700, 1);
    }
}

#[test]
fn the_oracle_agrees() {
    agree::<Hex, _>("size=2", || Slow::new(2, true), 2_000, 1, 1);
    agree::<Hex, _>("size=5,opening=none", || Slow::new(5, false), 10_000, 3, 2);
    agree::<Hex, _>("size=7", || Slow::new(7, true), 10_000, 7, 3);
    agree::<Hex, _>("", || Slow::new(11, true), 5_000, 50, 4);
    agree::<Hex, _>("size=26,opening=none", || Slow::new(26, false), 600, 100, 5);
}

#[test]
fn perft_counts_every_line() {
    assert_eq!(perft(&game::<Hex>("opening=none").start(), 3), 121 * 120 * 119);
    assert_eq!(perft(&game::<Hex>("").start(), 2), 121 * 121);
    // On 2 x 2 cells three of the six pairs of stones that V may have after three plies join top and bottom.
    let tiny = game::<Hex>("size=2,opening=none").start();
    assert_eq!((1..=4).map(|depth| perft(&tiny, depth)).collect::<Vec<_>>(), [4, 12, 24, 12]);
}

#[test]
fn a_position_fits_two_kibibytes() {
    assert!(size_of::<Pie<HexPosition>>() <= 2048);
}

#[test]
fn the_help_pages_game_is_won_by_v() {
    let position = after::<Hex>("size=5,opening=none", "D1 C1 C2 D2 C3 A3 B5 B3");
    assert_eq!(position.outcome(), None);
    assert_eq!(check::<Hex>("size=5,opening=none", "D1 C1 C2 D2 C3 A3 B5 B3", "C4"), "C4");
    let won = after::<Hex>("size=5,opening=none", HELP_GAME);
    assert_eq!(won.outcome(), Some(Outcome::Won(Seat::First)));
}

const HELP_GAME: &str = "D1 C1 C2 D2 C3 A3 B5 B3 A1 C4 B4";

#[test]
fn the_side_decides_not_the_number_of_stones() {
    let v = set_up::<Hex>("size=3", "V:A1,A2,A3").unwrap();
    let h = set_up::<Hex>("size=3", "H:A1,A2,A3").unwrap();
    assert_eq!((v.outcome(), h.outcome()), (Some(Outcome::Won(Seat::First)), None));
    let level = set_up::<Hex>("size=3", "H:A1,B1,C1").unwrap();
    assert_eq!(level.outcome(), Some(Outcome::Won(Seat::Second)));
    // The long diagonal of A1 is no chain, the short one of C1 is one for both.
    assert_eq!(set_up::<Hex>("size=3", "V:A1,B2,C3").unwrap().outcome(), None);
    for (side, seat) in [("V", Seat::First), ("H", Seat::Second)] {
        let short = set_up::<Hex>("size=3", &format!("{side}:C1,B2,A3")).unwrap();
        assert_eq!(short.outcome(), Some(Outcome::Won(seat)));
    }
}

#[test]
fn a_swap_exchanges_the_seats_and_not_the_board() {
    let swapped = after::<Hex>("size=3", "B2 swap");
    assert_eq!((swapped.turn(), swapped.side()), (Seat::First, Side::Second));
    assert_eq!(swapped.board(), after::<Hex>("size=3", "B2").board());
    let won = after::<Hex>("size=3", "B2 swap A1 B1 A2 A3");
    assert_eq!(won.outcome(), Some(Outcome::Won(Seat::Second)));
}

#[test]
fn refusals_name_the_cell_and_the_reason() {
    let told = |plies, text| check::<Hex>("size=5", plies, text);
    assert_eq!(told("C3", "c3"), "C3 is taken by V");
    assert_eq!(told("A1 B3", " b3"), "B3 is taken by H");
    assert_eq!(told("", "F1"), "F1 is not on this board: columns go from A to E, rows from 1 to 5");
    assert_eq!(told("", "A6"), "A6 is not on this board: columns go from A to E, rows from 1 to 5");
    assert_eq!(told("", "pass"), "'pass' is no point: write a letter and a number, such as C6");
    assert_eq!(told("A1", "SWAP"), "swap");
    let no_swap = "swap is only possible as the answer to the first move, in a game opened with the swap rule";
    assert_eq!(told("", "swap"), no_swap);
    assert_eq!(told("A1 B1", "swap"), no_swap);
    assert_eq!(told("A1 swap", "swap"), no_swap);
    assert_eq!(check::<Hex>("size=5,opening=none", "A1", "swap"), no_swap);
    let over = check::<Hex>("size=5,opening=none", HELP_GAME, "E5");
    assert_eq!(over, "the game is over");
}

#[test]
fn set_ups_say_who_is_to_move() {
    let side = |setup| set_up::<Hex>("size=5", setup).map(|position| position.side());
    assert_eq!(side(""), Ok(Side::First));
    assert_eq!(side("V:A1,B2 H:C3"), Ok(Side::Second));
    assert_eq!(side("v:a1,B2 h:C3 TURN:v"), Ok(Side::First));
    assert_eq!(side("V:A1,A2,A3,A4 H:C1 turn:H"), Ok(Side::Second));
    // Its opening is over, whatever the options say.
    assert_eq!(set_up::<Hex>("size=5", "V:A1").unwrap().count(), 24);
    assert_eq!(side("V:A1 H:A1"), Err("A1 is given to both sides".to_string()));
    assert_eq!(side("V:A1,a1"), Err("A1 is given twice for V".to_string()));
    let off = "F1 is not on this board: columns go from A to E, rows from 1 to 5";
    assert_eq!(side("V:F1"), Err(off.to_string()));
    let turn = "'turn:X' is not possible: it is turn:V or turn:H";
    assert_eq!(side("V:A1 turn:X"), Err(turn.to_string()));
}

#[test]
fn a_joined_set_up_is_over_whoever_is_to_move() {
    for turn in ["V", "H"] {
        let won = set_up::<Hex>("size=2", &format!("V:A1,A2 turn:{turn}")).unwrap();
        assert_eq!(won.outcome(), Some(Outcome::Won(Seat::First)));
        assert_eq!(won.count(), 0);
        assert_eq!(won.check("B1".parse().unwrap()).unwrap_err().to_string(), "the game is over");
    }
}

#[test]
fn playouts_choose_uniformly() {
    for (options, plies) in [
        ("size=2", ""),
        ("size=2", "A1"),
        ("size=2", "A1 swap"),
        ("size=2,opening=none", ""),
        ("size=3,opening=none", "B2"),
        ("size=3", "B2 swap A3"),
        ("size=4,opening=none", "A1 B2 C3 D4 A4 B3 C1 D2"),
        ("size=5,opening=none", "D1 C1 C2 D2 C3 A3 B5 B3 A1 C4 A2 E5 A5 E4 E1 E2 A4 B1"),
    ] {
        playouts_are_uniform::<Hex>(&after::<Hex>(options, plies), 50_000, 1);
    }
}

#[test]
fn a_playout_of_a_finished_game_is_over_at_once() {
    let won = set_up::<Hex>("size=2", "H:A1,B1").unwrap();
    let playout = Hex::playout(&won, &mut Rng::new(1));
    assert_eq!((playout.plies, playout.outcome), (0, Outcome::Won(Seat::Second)));
}

#[test]
fn random_games_last_as_long_as_everybody_elses() {
    // The mean length and the first player's share that all correct loops find on 11 x 11 cells.
    let start = game::<Hex>("opening=none").start();
    let (mut rng, games) = (Rng::new(2), 40_000);
    let (mut plies, mut wins) = (0, 0);
    for _ in 0..games {
        let playout = Hex::playout(&start, &mut rng);
        plies += playout.plies;
        wins += u32::from(playout.outcome == Outcome::Won(Seat::First));
    }
    let (mean, share) = (f64::from(plies) / f64::from(games), f64::from(wins) / f64::from(games));
    assert!((mean - 107.5).abs() < 0.25, "{mean}");
    assert!((share - 0.523).abs() < 0.0125, "{share}");
    let filled = game::<Hex>("").fill(100_000, &mut rng).unwrap();
    assert_eq!(filled.plies, 121);
    let share = filled.first_wins as f64 / filled.games as f64;
    assert!((share - 0.523).abs() < 0.008, "{share}");
}

#[test]
fn the_help_page_shows_boards_as_they_are_drawn() {
    let bridge = set_up::<Hex>("size=5", "V:C2,B4").unwrap();
    for (options, position) in [
        ("", after::<Hex>("", "")),
        ("size=5", set_up::<Hex>("size=5", "V:D1,C2,C3,B4,B5 H:C1,D2,A3,B3,C4").unwrap()),
        ("size=5", bridge),
    ] {
        let diagram = game::<Hex>(options).text(&position);
        assert!(Hex::CARD.help.contains(&diagram.to_string()), "{diagram}");
    }
}

#[test]
fn a_diagram_reads_back_as_the_position_it_shows() {
    let read = Hex::READ.expect("these diagrams can be read");
    let hex: Hex = game("size=6,opening=none");
    let mut rng = Rng::new(3);
    for plies in 0..30 {
        let mut position = hex.start();
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if !moves.is_empty() {
                position.play_unchecked(rng.pick(&moves));
            }
        }
        let text = format!("{}turn:{}\n", hex.text(&position), ["V", "H"][position.side().index()]);
        let setup: Setup = read(&hex, &text).unwrap();
        assert_eq!(hex.set_up(&setup), Ok(position), "{text}");
    }
}

#[test]
fn the_picture_tells_stones_apart_and_marks_the_chain_and_the_last_one() {
    let hex: Hex = game("size=5,opening=none");
    let before = after::<Hex>("size=5,opening=none", "D1 C1 C2 D2 C3 A3 B5 B3 A1 C4");
    let after = after::<Hex>("size=5,opening=none", HELP_GAME);
    let last = Last { before: &before, ply: "B4".parse().unwrap() };
    let scene = hex.scene(&after, Some(last));
    let count =
        |wanted: &dyn Fn(&Shape) -> bool| scene.shapes.iter().filter(|it| wanted(it)).count();
    let disc = |wanted| count(&|it| matches!(it, Shape::Disc { ink, .. } if *ink == wanted));
    assert_eq!((disc(Ink::First), disc(Ink::Second), disc(Ink::Win)), (6, 5, 5));
    assert_eq!(count(&|it| matches!(it, Shape::Sign { .. })), 11);
    assert_eq!(count(&|it| matches!(it, Shape::Ring { ink: Ink::Last, .. })), 1);
    assert_eq!(count(&|it| matches!(it, Shape::Polygon { .. })), 25);
    assert!(scene.spots.is_empty());
    assert_eq!(scene.title, "Hex on 5 x 5 cells, V has 6 stones and H 5: V has won");
    assert_eq!(hex.scene(&before, None).spots.len(), 15);
}
