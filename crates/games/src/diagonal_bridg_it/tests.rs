mod solver;

use crosscut_draw::Draw;
use crosscut_rules::{Game, Outcome, Pie, Position, Rng, Seat, Side, conform, perft};
use crosscut_search::Evaluate;

use super::oracle::DiagonalBridgItOracle;
use super::{DiagonalBridgIt, DiagonalBridgItPosition, Turn};
use crate::board::Point;
use crate::testing::{
    after, agree, check, game, playouts_are_as_listed, playouts_are_uniform, set_up,
};

fn after_plies(options: &str, plies: &str) -> Pie<DiagonalBridgItPosition> {
    after::<DiagonalBridgIt>(options, plies)
}

#[test]
fn diagonal_bridg_it_keeps_the_contract_of_positions() {
    for options in ["size=3", "size=3,opening=none", "size=7", ""] {
        conform::<DiagonalBridgIt>(&game(options), 20, 1000, 1);
    }
}

#[test]
fn the_obvious_rules_agree() {
    for swap in [true, false] {
        for (size, plies, every) in [(3, 60_000, 1), (5, 30_000, 2), (7, 9_000, 4), (15, 1_000, 20)]
        {
            let opening = if swap { "swap" } else { "none" };
            agree::<DiagonalBridgIt, _>(
                &format!("size={size},opening={opening}"),
                || DiagonalBridgItOracle::new(size, swap),
                plies,
                every,
                7,
            );
        }
    }
}

#[test]
fn perft_counts_every_line() {
    let three = after_plies("size=3,opening=none", "");
    // After a stone there are eight points and the pass, after a pass all nine and the pass that ends the game.
    assert_eq!([1, 2].map(|depth| perft(&three, depth)), [10, 9 * 9 + 10]);
    assert_eq!(perft(&three, 3), 9 * (8 * 8 + 9) + 9 * 9);
    let swap = after_plies("size=3", "");
    assert_eq!([1, 2].map(|depth| perft(&swap, depth)), [10, 9 * 9 + 10 + 10]);
    assert_eq!(after_plies("", "").count(), 226);
}

#[test]
fn two_passes_in_a_row_after_the_opening_are_a_draw() {
    let ending = |options: &str, plies: &str| after_plies(options, plies).outcome();
    let drawn = Some(Outcome::Drawn);
    assert_eq!(ending("opening=none", "A1 pass"), None);
    assert_eq!(ending("opening=none", "pass pass"), drawn);
    assert_eq!(ending("opening=none", "pass A1 pass"), None);
    assert_eq!(ending("", "pass pass"), None);
    assert_eq!(ending("", "pass pass pass"), drawn);
    assert_eq!(ending("", "pass swap pass"), None);
    assert_eq!(ending("", "pass swap pass pass"), drawn);
    assert_eq!(ending("", "A1 pass pass"), drawn);
}

#[test]
fn swap_exchanges_the_seats_and_leaves_the_board() {
    let position = after_plies("size=3", "B2 swap");
    assert_eq!((position.turn(), position.side()), (Seat::First, Side::Second));
    let won = after_plies("size=3", "B2 swap C1 B3 A1 B1");
    assert_eq!(won.outcome(), Some(Outcome::Won(Seat::Second)));
    let kept = after_plies("size=3", "B2 C1 B3 A1 B1");
    assert_eq!(kept.outcome(), Some(Outcome::Won(Seat::First)));
}

#[test]
fn moves_are_read_leniently_and_refused_in_words() {
    let told = |plies: &str, text: &str| check::<DiagonalBridgIt>("size=5", plies, text);
    assert_eq!(told("", " c5 "), "C5");
    assert_eq!(told("", "PASS"), "pass");
    assert_eq!(told("A1", "Swap"), "swap");
    assert_eq!(told("A1", "A1"), "A1 is taken by V");
    assert_eq!(told("A1 B1", "b1"), "B1 is taken by H");
    assert_eq!(told("", "F1"), "F1 is not on this board: columns go from A to E, rows from 1 to 5");
    assert_eq!(told("", "F0"), "F0 is not on this board: columns go from A to E, rows from 1 to 5");
    assert_eq!(told("", "A2,C3"), "'A2,C3' is not a turn: write one point such as C6, or pass");
    assert_eq!(
        told("A1 B1", "swap"),
        "swap is only possible as the answer to the first move, in a game opened with the swap rule"
    );
    assert_eq!(told("A1 pass pass", "B2"), "the game is over");
}

#[test]
fn a_set_up_is_a_position_without_a_past() {
    let position = set_up::<DiagonalBridgIt>("size=5", "V:C3 H:d4,E5 turn:h").unwrap();
    assert_eq!((position.turn(), position.side()), (Seat::Second, Side::Second));
    assert_eq!(position.count(), 22 + 1);
    assert_eq!(
        set_up::<DiagonalBridgIt>("", "V:C3 H:c3").unwrap_err(),
        "C3 is given to both sides"
    );
    let over = set_up::<DiagonalBridgIt>("size=3", "H:A1,B2,C3 turn:V").unwrap();
    assert_eq!(over.outcome(), Some(Outcome::Won(Seat::Second)));
    let open = set_up::<DiagonalBridgIt>("size=3", "V:A1,B2,C3").unwrap();
    assert_eq!(open.outcome(), None, "these diagonals are H's");
}

#[test]
fn a_diagram_reads_back_as_the_position_it_shows() {
    let game: DiagonalBridgIt = game("size=5");
    let position = after_plies("size=5", "C3 A1 C4 E5 B1");
    let text = game.text(&position).to_string();
    let lines = [
        "   A   B   C   D   E",
        " 5  --- --- --- ---H 5",
        "   | : | - | : | - |",
        " 4  --- ---V--- ---  4",
        "   | - | : | - | : |",
        " 3  --- ---V--- ---  3",
        "   | : | - | : | - |",
        " 2  --- --- --- ---  2",
        "   | - | : | - | : |",
        " 1 H---V--- --- ---  1",
        "   A   B   C   D   E",
        "",
    ];
    assert_eq!(text, lines.join("\n"));
    let read = DiagonalBridgIt::READ.expect("these diagrams can be read");
    let again = game.set_up(&read(&game, &format!("{text}turn:H")).unwrap()).unwrap();
    assert_eq!(again.board(), position.board());
    let scene = game.scene(&position, None);
    assert_eq!(
        scene.title,
        "Diagonal Bridg-It on 5 x 5 points, V has 3 stones and H 2: H is to move"
    );
    assert_eq!(scene.spots.len(), 20);
}

/// The points of each square ring around the centre, clockwise from its lower left corner, in pairs.
fn pairs(size: usize) -> Vec<[Point; 2]> {
    let mut pairs = Vec::new();
    for ring in 0..size / 2 {
        let (low, high) = (ring, size - 1 - ring);
        let left = (low..high).map(|it| (low, it));
        let top = (low..high).map(|it| (it, high));
        let right = (low + 1..=high).rev().map(|it| (high, it));
        let bottom = (low + 1..=high).rev().map(|it| (it, low));
        let around: Vec<Point> = left
            .chain(top)
            .chain(right)
            .chain(bottom)
            .map(|(column, row)| Point::new(column, row))
            .collect();
        pairs.extend(around.chunks(2).map(|two| [two[0], two[1]]));
    }
    pairs
}

/// Plays V's pairing strategy against `choose`, which picks one of the points that H may take; returns the outcome.
fn play_pairs(size: usize, mut choose: impl FnMut(&[Turn]) -> Turn) -> Option<Outcome> {
    let pairs = pairs(size);
    let mut position = DiagonalBridgItPosition::new(size);
    position.play(Turn::Place(Point::new(size / 2, size / 2))).unwrap();
    while position.outcome().is_none() {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let hit = choose(&moves);
        position.play(hit).unwrap();
        let Turn::Place(hit) = hit else { panic!("a pass gains nothing") };
        let pair = pairs.iter().find(|pair| pair.contains(&hit)).unwrap();
        let answer = if pair[0] == hit { pair[1] } else { pair[0] };
        if position.outcome().is_none() {
            position.play(Turn::Place(answer)).unwrap();
        }
    }
    position.outcome()
}

#[test]
fn v_wins_from_the_centre_by_answering_in_pairs() {
    let [first, second] = pairs(5)[0];
    assert_eq!((first.to_string(), second.to_string()), ("A1".to_string(), "A2".to_string()));
    let mut rng = Rng::new(1);
    for size in (3..=25).step_by(2) {
        assert_eq!(pairs(size).len(), size * size / 2);
        for _ in 0..if size < 12 { 200 } else { 20 } {
            // The last move in the list is the pass.
            let random = |moves: &[Turn]| moves[rng.below(moves.len() as u32 - 1) as usize];
            assert_eq!(play_pairs(size, random), Some(Outcome::Won(Seat::First)), "size {size}");
        }
    }
}

#[test]
fn the_help_pages_diagrams_are_true() {
    // A fence may be followed by the word of a figure.
    let fenced = DiagonalBridgIt::CARD.help.split("```").skip(1).step_by(2);
    let diagrams: Vec<&str> = fenced.filter_map(|it| Some(it.split_once('\n')?.1)).collect();
    let game: DiagonalBridgIt = game("size=5");
    let read = DiagonalBridgIt::READ.expect("these diagrams can be read");
    let won = game.set_up(&read(&game, diagrams[0]).unwrap()).unwrap();
    assert_eq!(won.outcome(), Some(Outcome::Won(Seat::First)));
    assert_eq!(game.text(&won).to_string(), diagrams[0]);
    // The letters are where the stones of this game would be.
    let lines: Vec<&str> = diagrams[3].lines().collect();
    let letter = |point: Point| {
        let places = game.text(&won).places;
        let place = places.iter().find(|place| place.word == point.to_string()).unwrap();
        lines[place.line].chars().nth(place.column).unwrap()
    };
    let mut letters = Vec::new();
    for [a, b] in pairs(5) {
        assert_eq!(letter(a), letter(b), "{a} and {b}");
        letters.push(letter(a));
    }
    assert_eq!(letters.iter().collect::<String>(), "abcdefghijkl");
    assert_eq!(letter(Point::new(2, 2)), 'V');
}

#[test]
fn v_wins_by_pairs_against_everything_on_the_smallest_board() {
    // H has at most four turns, with up to eight, six, four and two points to choose from.
    for number in 0..8 * 6 * 4 * 2 {
        let mut rest = number;
        let line = |moves: &[Turn]| {
            let points = moves.len() - 1;
            let at = rest % points;
            rest /= points;
            moves[at]
        };
        assert_eq!(play_pairs(3, line), Some(Outcome::Won(Seat::First)), "line {number}");
    }
}

#[test]
fn playouts_choose_uniformly() {
    for (options, plies) in
        [("size=3,opening=none", "A1 B1 C1 C2"), ("size=3,opening=none", "A1 B1 C1 pass")]
    {
        playouts_are_uniform::<DiagonalBridgIt>(&after_plies(options, plies), 100_000, 1);
    }
    for (options, plies) in [("size=3", ""), ("size=3", "B2"), ("size=3", "pass"), ("size=5", "")] {
        playouts_are_as_listed::<DiagonalBridgIt>(&after_plies(options, plies), 20_000, 1);
    }
}

#[test]
fn filled_boards_are_won_as_often_as_all_boards() {
    // The wins on the 126 boards of 3 x 3 points with five stones of V, evaluated one by one.
    let boards = (0..1u32 << 9).filter(|it| it.count_ones() == 5);
    let won = |board: &u32| {
        let (v, h): (Vec<usize>, Vec<usize>) = (0..9).partition(|cell| board >> cell & 1 == 1);
        let position = DiagonalBridgItPosition::with_stones(3, &[v, h], Side::First);
        position.board().joined(Side::First)
    };
    let share = boards.filter(won).count() as f64 / 126.0;
    let filled = game::<DiagonalBridgIt>("size=3").fill(100_000, &mut Rng::new(1)).unwrap();
    assert_eq!(filled.plies, 9);
    let found = filled.first_wins as f64 / filled.games as f64;
    let deviation = (share * (1.0 - share) / filled.games as f64).sqrt();
    assert!((found - share).abs() < 5.0 * deviation, "{found} and not {share}");
}

#[test]
fn games_in_which_nobody_passes_are_won_as_often_as_filled_boards() {
    const GAMES: u32 = 20_000;
    let mut rng = Rng::new(2);
    let filled = game::<DiagonalBridgIt>("size=5").fill(200_000, &mut rng).unwrap();
    let share = filled.first_wins as f64 / filled.games as f64;
    let mut won = 0;
    let mut turns = Vec::new();
    for _ in 0..GAMES {
        let mut position = DiagonalBridgItPosition::new(5);
        while position.outcome().is_none() {
            turns.clear();
            position.moves(&mut turns);
            turns.retain(|it| *it != Turn::Pass);
            position.play_unchecked(rng.pick(&turns));
        }
        won += u32::from(position.outcome() == Some(Outcome::Won(Seat::First)));
    }
    let found = f64::from(won) / f64::from(GAMES);
    let deviation = (share * (1.0 - share) / f64::from(GAMES)).sqrt();
    assert!((found - share).abs() < 5.0 * deviation, "{found} and not {share}");
}

#[test]
fn a_position_of_the_largest_board_fits_two_kibibytes() {
    assert!(size_of::<Pie<DiagonalBridgItPosition>>() <= 2048);
}
