mod facts;
mod playouts;
mod solver;

use crosscut_draw::{Draw, Ink, Last, Shape};
use crosscut_rules::{Game, Outcome, Pie, Position, Rng, Seat, Side, conform, perft};

use super::oracle::{Slow, connects};
use super::{Hex, HexPosition};
use crate::board::Point;
use crate::testing::{after, agree, check, game, playouts_are_uniform, set_up};

#[test]
fn hex_keeps_the_contract_of_positions() {
    for (options, games) in [("size=2", 20), ("size=5,opening=none", 20), ("", 10), ("size=26", 2)]
    {
        conform::<Hex>(&game(options), games, 677, 1);
    }
}

#[test]
fn the_oracle_agrees() {
    for (seed, size) in (2..=6).enumerate() {
        let (options, seed) = (format!("size={size}"), seed as u64);
        agree::<Hex, _>(&options, || Slow::new(size, true), 15_000, 7, seed);
        let options = format!("{options},opening=none");
        agree::<Hex, _>(&options, || Slow::new(size, false), 15_000, 7, seed + 10);
    }
    agree::<Hex, _>("", || Slow::new(11, true), 20_000, 61, 20);
    agree::<Hex, _>("opening=none", || Slow::new(11, false), 10_000, 61, 21);
    agree::<Hex, _>("size=26", || Slow::new(26, true), 2_000, 97, 22);
}

#[test]
fn a_full_board_has_exactly_one_winner() {
    let mut rng = Rng::new(1);
    for size in 2..=26 {
        for _ in 0..40 {
            let mut stones = [Vec::new(), Vec::new()];
            for cell in 0..size * size {
                stones[rng.below(2) as usize].push(cell);
            }
            let position = HexPosition::with_stones(size, &stones, Side::First);
            for side in Side::BOTH {
                let cells = stones[side.index()].iter();
                let at: Vec<(i32, i32)> = cells
                    .map(|cell| ((cell % size) as i32 + 1, (cell / size) as i32 + 1))
                    .collect();
                let joined = connects(size as i32, side == Side::First, &at);
                assert_eq!(position.board().joined(side), joined, "{side:?}, size {size}: {at:?}");
            }
            let [v, h] = Side::BOTH.map(|side| position.board().joined(side));
            assert_ne!(v, h, "size {size}: {stones:?}");
        }
    }
}

#[test]
fn perft_counts_every_line() {
    let count = |options: &str, depth| perft(&game::<Hex>(options).start(), depth);
    assert_eq!(count("opening=none", 3), 121 * 120 * 119);
    assert_eq!(count("", 2), 121 * 121);
    assert_eq!(count("size=3,opening=none", 4), 9 * 8 * 7 * 6);
    // On four cells V wins with two stones in different rows that touch: A1-A2, B1-A2 and B1-B2 do, A1-B2 do not.
    assert_eq!(count("size=2,opening=none", 4), 4 * 3 * 2 - 3 * 2 * 2);
}

#[test]
fn a_position_fits_two_kibibytes() {
    assert!(size_of::<Pie<HexPosition>>() <= 2048);
}

#[test]
fn cells_touch_along_rows_columns_and_the_short_diagonal() {
    let joined = |setup| set_up::<Hex>("size=3", setup).unwrap().outcome();
    assert_eq!(joined("V:B1,B2,B3"), Some(Outcome::Won(Seat::First)));
    assert_eq!(joined("V:C1,B2,A3"), Some(Outcome::Won(Seat::First)));
    assert_eq!(joined("H:A3,B2,C1"), Some(Outcome::Won(Seat::Second)));
    assert_eq!(joined("V:A1,B2,C3"), None);
    assert_eq!(joined("H:A2,B2,C2"), Some(Outcome::Won(Seat::Second)));
    assert_eq!(joined("V:A2,B2,C2"), None);
}

#[test]
fn a_swap_exchanges_the_seats_and_not_the_board() {
    let position = after::<Hex>("", "F6 swap");
    assert_eq!((position.turn(), position.side()), (Seat::First, Side::Second));
    assert_eq!(position.board().board().owner(5 * 11 + 5), Some(Side::First));
    let won = after::<Hex>("size=3", "A1 swap B1 A2 B2 A3");
    assert_eq!(won.outcome(), Some(Outcome::Won(Seat::Second)));
    assert_eq!(won.count(), 0);
}

#[test]
fn refusals_name_the_cell_and_the_reason() {
    assert_eq!(check::<Hex>("", "C3", "c3"), "C3 is taken by V");
    assert_eq!(check::<Hex>("", "C3 B3", "b3"), "B3 is taken by H");
    let off = "is not on this board: columns go from A to E, rows from 1 to 5";
    for cell in ["F1", "A6", "AA1", "A0", "A999"] {
        assert_eq!(check::<Hex>("size=5", "", cell), format!("{cell} {off}"));
    }
    assert_eq!(
        check::<Hex>("", "", "pass"),
        "'pass' is not a point: write a letter and a number, such as C6"
    );
    let swap = "swap is only possible as the answer to the first move, in a game opened with the swap rule";
    for (options, plies) in [("", ""), ("", "A1 B1"), ("", "A1 swap"), ("opening=none", "A1")] {
        assert_eq!(check::<Hex>(options, plies, "swap"), swap);
    }
    let over = check::<Hex>("size=3,opening=none", "A1 B1 A2 B2 A3", "C3");
    assert_eq!(over, "the game is over");
}

#[test]
fn set_ups_take_any_number_of_stones() {
    let position = set_up::<Hex>("", "V:A1,b2 H:C3").unwrap();
    assert_eq!((position.outcome(), position.turn(), position.count()), (None, Seat::Second, 118));
    assert_eq!(position, set_up::<Hex>("", "turn:H h:c3 V:B2,A1").unwrap());
    assert_eq!(set_up::<Hex>("", "H:C3,C4,C5 turn:H").unwrap().turn(), Seat::Second);
    assert!(position.check("swap".parse().unwrap()).is_err());
    let refused = |setup| set_up::<Hex>("size=5", setup).unwrap_err();
    assert_eq!(refused("V:A1 H:A1"), "A1 is given to both sides");
    assert_eq!(refused("V:A1,a1"), "A1 is given twice for V");
    assert_eq!(
        refused("H:F1"),
        "F1 is not on this board: columns go from A to E, rows from 1 to 5"
    );
    assert_eq!(
        refused("H:A999"),
        "A999 is not on this board: columns go from A to E, rows from 1 to 5"
    );
    assert_eq!(refused("W:B2"), "'W:' is not part of this game's set-ups; they have V:, H:, turn:");
}

#[test]
fn playouts_choose_uniformly() {
    for (options, plies) in
        [("size=2", ""), ("size=2", "B1"), ("size=3,opening=none", "B2 A3 C1 A1")]
    {
        playouts_are_uniform::<Hex>(&after::<Hex>(options, plies), 60_000, 1);
    }
}

#[test]
fn the_diagram_shows_a_rhombus_with_its_stones() {
    let game: Hex = game("size=4");
    let position = after::<Hex>("size=4", "B2 swap C2 A4");
    let diagram = game.text(&position);
    let expected = "  A B C D
 1 . . . . 1
  2 . V H . 2
   3 . . . . 3
    4 V . . . 4
       A B C D
";
    assert_eq!(diagram.to_string(), expected);
    assert_eq!(diagram.places.len(), 16);
    for place in &diagram.places {
        let there = &diagram.lines[place.line][place.column..][..place.width];
        let point: Point = place.word.parse().unwrap();
        let (sign, ink) = match position.board().board().owner(point.index(4)) {
            None => (".", None),
            Some(Side::First) => ("V", Some(Ink::First)),
            Some(Side::Second) => ("H", Some(Ink::Second)),
        };
        assert_eq!((there, place.ink), (sign, ink), "{point}");
    }
}

#[test]
fn a_diagram_can_be_read_back() {
    let game: Hex = game("size=4");
    let position = set_up::<Hex>("size=4", "V:B2,A4 H:C2,D1 turn:H").unwrap();
    let read = Hex::READ.expect("diagrams can be read");
    let setup = read(&game, &format!("{}turn:H", game.text(&position))).unwrap();
    assert_eq!(game.set_up(&setup).unwrap(), position);
}

#[test]
fn letters_stand_on_one_slanted_line_with_their_cells() {
    for size in [2, 9, 11, 26] {
        let game: Hex = game(&format!("size={size}"));
        let diagram = game.text(&game.start());
        let letters = |line: usize, at: usize| diagram.lines[line].as_bytes()[at];
        for place in &diagram.places {
            let letter = place.word.as_bytes()[0];
            assert_eq!(letters(0, place.column - place.line), letter);
            assert_eq!(letters(size + 1, place.column + size + 1 - place.line), letter);
        }
    }
}

#[test]
fn the_scene_marks_the_last_stone_and_the_winning_chain() {
    let game: Hex = game("size=3");
    let before = after::<Hex>("size=3", "A1 C1 A2 B2 C3 C2");
    let mut won = before.clone();
    let ply = "A3".parse().unwrap();
    won.play(ply).unwrap();
    let count = |position: &Pie<HexPosition>, last, wanted| {
        let scene = game.scene(position, last);
        let is = |shape: &&Shape| matches!(shape, Shape::Ring { ink, .. } | Shape::Disc { ink, .. } if *ink == wanted);
        scene.shapes.iter().filter(is).count()
    };
    assert_eq!((count(&before, None, Ink::Win), count(&before, None, Ink::Last)), (0, 0));
    let last = || Some(Last { before: &before, ply });
    assert_eq!((count(&won, last(), Ink::Win), count(&won, last(), Ink::Last)), (3, 1));
    let scene = game.scene(&before, None);
    assert_eq!(scene.title, "Hex on 3 x 3 cells, V has 3 stones and H 3; V is to move");
    assert_eq!([1, 2].map(|n| crate::board::counted(n, "stone")), ["1 stone", "2 stones"]);
    assert_eq!(scene.spots.len(), 3);
    let scene = game.scene(&won, last());
    assert_eq!(
        scene.title,
        "Hex on 3 x 3 cells, V has 4 stones and H 3; V has joined top and bottom"
    );
    assert!(scene.spots.is_empty());
}

#[test]
fn the_help_page_shows_boards_as_they_are_drawn() {
    for (options, setup) in
        [("", ""), ("size=5", "V:C1,C2,B3,B4,A5 H:B2,D2,A4,C4"), ("size=5", "V:C2,B4")]
    {
        let diagram = game::<Hex>(options).text(&set_up::<Hex>(options, setup).unwrap());
        assert!(Hex::CARD.help.contains(&diagram.to_string()), "{diagram}");
    }
}
