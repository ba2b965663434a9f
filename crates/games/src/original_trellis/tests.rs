use crosscut_draw::{Draw, Ink, Last, Shape};
use crosscut_rules::{Game, Outcome, Pie, Position, Rng, Seat, Side, conform, perft};

use super::oracle::Slow;
use super::{OriginalTrellis, OriginalTrellisPosition};
use crate::board::connection_game::Board;
use crate::board::{ConnectionBoard, Point};
use crate::testing::{after, agree, check, game, playouts_are_uniform, set_up};

#[test]
fn original_trellis_keeps_the_contract_of_positions() {
    for (options, games) in [("size=9", 30), ("opening=none", 5), ("size=21", 3)] {
        conform::<OriginalTrellis>(&game(options), games, 442, 1);
    }
}

#[test]
fn the_oracle_agrees() {
    agree::<OriginalTrellis, _>("size=9", || Slow::new(9, true), 250_000, 61, 1);
    agree::<OriginalTrellis, _>("size=9,opening=none", || Slow::new(9, false), 100_000, 61, 2);
    agree::<OriginalTrellis, _>("size=13", || Slow::new(13, true), 20_000, 97, 3);
    agree::<OriginalTrellis, _>("", || Slow::new(17, true), 8_000, 97, 4);
    agree::<OriginalTrellis, _>("size=21", || Slow::new(21, true), 4_000, 97, 5);
}

/// Random stones on all points except about one in `gap`.
fn scatter(size: usize, gap: u32, rng: &mut Rng) -> ([Vec<usize>; 2], Slow) {
    let mut stones = [Vec::new(), Vec::new()];
    let mut slow = Slow::new(size as i32, false);
    for cell in 0..size * size {
        if gap > 0 && rng.below(gap) == 0 {
            continue;
        }
        let side = rng.below(2) as usize;
        stones[side].push(cell);
        slow.put(['V', 'H'][side], (cell % size) as i32 + 1, (cell / size) as i32 + 1);
    }
    (stones, slow)
}

fn won(position: &OriginalTrellisPosition) -> String {
    position
        .board()
        .won()
        .0
        .iter()
        .map(|it| it.map_or('-', |side| ['V', 'H'][side.index()]))
        .collect()
}

#[test]
fn a_full_board_has_one_winner_in_each_of_the_five_and_so_of_the_game() {
    let mut rng = Rng::new(1);
    for size in [9, 13, 17, 21] {
        for _ in 0..300 {
            let (stones, slow) = scatter(size, 0, &mut rng);
            let position = OriginalTrellisPosition::with_stones(size, &stones, Side::First);
            assert_eq!(won(&position), slow.won().iter().collect::<String>());
            assert!(position.board().won().0.iter().all(Option::is_some));
            assert!(position.outcome().is_some());
        }
    }
}

#[test]
fn set_ups_with_any_stones_are_judged_by_the_definition() {
    let mut rng = Rng::new(2);
    for size in [9, 13, 17, 21] {
        for _ in 0..300 {
            let (stones, slow) = scatter(size, 4, &mut rng);
            let position = OriginalTrellisPosition::with_stones(size, &stones, Side::First);
            assert_eq!(won(&position), slow.won().iter().collect::<String>());
            for game in 0..5 {
                // A chain consists of the winner's stones, and of enough of them to cross.
                let won = position.board().won().0;
                let chain = position.board().winning_chain(game);
                let least = if game == 4 { size } else { size.div_ceil(2) };
                assert_eq!(chain.len() >= least, position.board().won().0[game].is_some());
                assert!(chain.iter().all(|&cell| position.board().owner(cell) == won[game]));
            }
        }
    }
}

#[test]
fn perft_counts_every_line() {
    assert_eq!(perft(&game::<OriginalTrellis>("opening=none").start(), 2), 289 * 288);
    assert_eq!(perft(&game::<OriginalTrellis>("").start(), 2), 289 * 289);
    assert_eq!(perft(&game::<OriginalTrellis>("size=9,opening=none").start(), 3), 81 * 80 * 79);
}

#[test]
fn a_position_fits_two_kibibytes() {
    assert!(size_of::<Pie<OriginalTrellisPosition>>() <= 2048);
}

fn column(letter: char, rows: std::ops::RangeInclusive<u32>) -> String {
    rows.map(|row| format!("{letter}{row}")).collect::<Vec<_>>().join(",")
}

#[test]
fn the_middle_column_counts_in_all_five() {
    let position =
        set_up::<OriginalTrellis>("", &format!("V:{} turn:H", column('I', 1..=17))).unwrap();
    assert_eq!(position.score(), Some([5, 0]));
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::First)));
    assert_eq!(position.count(), 0);
}

#[test]
fn two_of_five_are_not_enough() {
    let setup = format!("V:{},{} turn:V", column('A', 1..=8), column('I', 5..=9));
    let mut position = set_up::<OriginalTrellis>("size=9", &setup).unwrap();
    assert_eq!((position.score(), position.outcome()), (Some([2, 0]), None));
    position.play("A9".parse().unwrap()).unwrap();
    assert_eq!(position.score(), Some([4, 0]));
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::First)));
}

#[test]
fn a_stone_in_the_middle_can_win_all_five_at_once() {
    // The middle of 9 x 9 points, the only point in all four quadrants, completes H's row.
    let rest = "A5,B5,C5,D5,F5,G5,H5,I5";
    let mut position =
        set_up::<OriginalTrellis>("size=9", &format!("V:A1 H:{rest} turn:H")).unwrap();
    assert_eq!((position.score(), position.outcome()), (Some([0, 0]), None));
    position.play("E5".parse().unwrap()).unwrap();
    assert_eq!(position.score(), Some([0, 5]));
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::Second)));
}

#[test]
fn diagonals_go_across_home_squares_within_the_region() {
    // The square of A1 and B2 is light on these boards: H's diagonals rise from A1, V's from A2.
    let rising = |from: u8, side: &str| {
        let stones: Vec<String> =
            (0..5).map(|it| Point::new(it, usize::from(from) - 1 + it).to_string()).collect();
        let position =
            set_up::<OriginalTrellis>("size=9", &format!("{side}:{}", stones.join(","))).unwrap();
        won(position.board())
    };
    assert_eq!(rising(1, "H"), "--H--");
    assert_eq!(rising(1, "V"), "-----");
    assert_eq!(rising(5, "H"), "H----");
    // A2 to E6 leaves the lower quadrant between D5 and E6, and does not enter the upper one before D5.
    assert_eq!(rising(2, "V"), "-----");
    assert_eq!(rising(2, "H"), "-----");
    let position = set_up::<OriginalTrellis>("size=9", "V:A2,B3,C4,D5,A1").unwrap();
    assert_eq!(won(position.board()), "--V--");
}

#[test]
fn a_swap_exchanges_the_seats_and_with_them_the_score() {
    let position = after::<OriginalTrellis>("size=9", "E5 swap");
    assert_eq!((position.turn(), position.side()), (Seat::First, Side::Second));
    let plies = "A1 swap B9 A2 D9 A3 F9 A4 H9 A5";
    assert_eq!(after::<OriginalTrellis>("size=9", plies).score(), Some([0, 1]));
}

#[test]
fn refusals_name_the_point_and_the_reason() {
    let told = |plies, text| check::<OriginalTrellis>("", plies, text);
    assert_eq!(told("B3", "b3"), "B3 is taken by V");
    assert_eq!(told("B3 C4", "c4"), "C4 is taken by H");
    assert_eq!(
        told("", "R1"),
        "R1 is not on this board: columns go from A to Q, rows from 1 to 17"
    );
    assert_eq!(told("", "pass"), "'pass' is not a point: write a letter and a number, such as C6");
    assert_eq!(
        check::<OriginalTrellis>("opening=none", "B3", "swap"),
        "swap is only possible as the answer to the first move, in a game opened with the swap rule"
    );
    let refused = |setup| set_up::<OriginalTrellis>("", setup).unwrap_err();
    assert_eq!(refused("V:A1 H:A1"), "A1 is given to both sides");
    assert_eq!(refused("X:A1"), "'X:' is not part of this game's set-ups; they have V:, H:, turn:");
}

#[test]
fn playouts_choose_uniformly() {
    // Full boards with six stones removed, if that leaves the game open.
    let mut rng = Rng::new(3);
    let mut compared = 0;
    while compared < 4 {
        let (mut stones, _) = scatter(9, 0, &mut rng);
        for _ in 0..6 {
            let side = rng.below(2) as usize;
            let at = rng.below(stones[side].len() as u32) as usize;
            stones[side].swap_remove(at);
        }
        let position = OriginalTrellisPosition::with_stones(9, &stones, Side::First);
        if position.outcome().is_none() {
            playouts_are_uniform::<OriginalTrellis>(&Pie::closed(position), 30_000, compared);
            compared += 1;
        }
    }
}

#[test]
fn the_diagram_shows_what_the_quadrants_share_and_how_the_five_stand() {
    let game: OriginalTrellis = game("size=9");
    let setup = "V:A1,A2,A3,A4,A5,E5 H:B9,I1,I3 turn:V";
    let position = set_up::<OriginalTrellis>("size=9", setup).unwrap();
    let diagram = game.text(&position);
    let expected = "   A   B   C   D   E   F   G   H   I
 9  ---H--- --- --- --- --- --- ---  9
   | : | - | : | - # : | - | : | - |
 8  --- --- --- --- --- --- --- ---  8
   | - | : | - | : # - | : | - | : |
 7  --- --- --- --- --- --- --- ---  7
   | : | - | : | - # : | - | : | - |
 6  --- --- --- --- --- --- --- ---  6
   | - | : | - | : # - | : | - | : |
 5 V=== === === ===V=== === === ===  5
   | : | - | : | - # : | - | : | - |
 4 V--- --- --- --- --- --- --- ---  4
   | - | : | - | : # - | : | - | : |
 3 V--- --- --- --- --- --- --- ---H 3
   | : | - | : | - # : | - | : | - |
 2 V--- --- --- --- --- --- --- ---  2
   | - | : | - | : # - | : | - | : |
 1 V--- --- --- --- --- --- --- ---H 1
   A   B   C   D   E   F   G   H   I

   NW -, NE -, SW V, SE -, whole -
";
    assert_eq!(diagram.to_string(), expected);
    assert_eq!(diagram.places.len(), 81);
    for place in &diagram.places {
        let point: Point = place.word.parse().unwrap();
        let there = &diagram.lines[place.line][place.column..][..place.width];
        let owner = position.board().owner(point);
        assert_eq!(there, owner.map_or(" ", |side| ["V", "H"][side.index()]));
    }
}

#[test]
fn the_scene_marks_the_last_stone_and_every_winning_chain() {
    let game: OriginalTrellis = game("size=9");
    let before = set_up::<OriginalTrellis>("size=9", "V:A1,A2,A3,A4 H:B9 turn:V").unwrap();
    let mut after = before.clone();
    let ply = "A5".parse().unwrap();
    after.play(ply).unwrap();
    let count = |position: &Pie<OriginalTrellisPosition>, last, wanted| {
        let scene = game.scene(position, last);
        let rings = |shape: &&Shape| matches!(shape, Shape::Ring { ink, .. } | Shape::Disc { ink, .. } if *ink == wanted);
        scene.shapes.iter().filter(rings).count()
    };
    assert_eq!(count(&before, None, Ink::Win), 0);
    assert_eq!(count(&after, Some(Last { before: &before, ply }), Ink::Win), 5);
    assert_eq!(count(&after, Some(Last { before: &before, ply }), Ink::Last), 1);
    let scene = game.scene(&after, None);
    assert_eq!(
        scene.title,
        "Original Trellis on 9 x 9 points, V has 5 stones and H 1; \
         NW -, NE -, SW V, SE -, whole -; H is to move"
    );
    assert_eq!(scene.spots.len(), 81 - 6);
}

#[test]
fn the_help_page_shows_boards_as_they_are_drawn() {
    let game: OriginalTrellis = game("size=9");
    for setup in ["", "V:A1,A2,A3,A4,A5 H:B9"] {
        let diagram = game.text(&set_up::<OriginalTrellis>("size=9", setup).unwrap());
        assert!(OriginalTrellis::CARD.help.contains(&diagram.to_string()), "{diagram}");
    }
}

#[test]
fn a_chain_of_a_quadrant_that_only_looks_whole_says_where_it_is_broken() {
    let broken = |stones: &str| {
        let position = set_up::<OriginalTrellis>("size=9,opening=none", stones).unwrap();
        let scene = game::<OriginalTrellis>("size=9,opening=none").scene(&position, None);
        scene.gaps.into_iter().filter(|it| it.breaks).map(|it| it.why).collect::<Vec<_>>()
    };
    let why = "A8 and B7 are not connected: the diagonal crosses one of H's squares";
    assert_eq!(broken("V:A9,A8,B7,B6,B5"), [why]);
    // This one stops before the line that the quadrants share.
    assert_eq!(broken("V:A9,A8,B7,B6"), [""; 0]);
}
