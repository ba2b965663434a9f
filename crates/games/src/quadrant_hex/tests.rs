mod solver;

use crosscut_draw::{Draw, Ink, Last, Shape};
use crosscut_rules::{Game, Outcome, Pie, Position, Rng, Seat, Side, conform, perft};
use crosscut_search::{Evaluate, Playout};

use super::oracle::Slow;
use super::{QuadrantHex, QuadrantHexPosition, QuadrantHexRules};
use crate::board::connection_game::Board;
use crate::board::rows::Rows;
use crate::board::{ConnectionBoard, Point, RhombusGoal};
use crate::testing::{after, agree, check, game, playouts_are_uniform, set_up};

#[test]
fn quadrant_hex_keeps_the_contract_of_positions() {
    for (options, games) in [("size=6", 30), ("size=8,opening=none", 10), ("", 4), ("size=26", 2)] {
        conform::<QuadrantHex>(&game(options), games, 677, 1);
    }
}

#[test]
fn the_oracle_agrees() {
    agree::<QuadrantHex, _>("size=6", || Slow::new(6, true), 70_000, 31, 1);
    agree::<QuadrantHex, _>("size=6,opening=none", || Slow::new(6, false), 40_000, 31, 2);
    agree::<QuadrantHex, _>("size=8", || Slow::new(8, true), 30_000, 61, 3);
    agree::<QuadrantHex, _>("", || Slow::new(14, true), 8_000, 97, 4);
    agree::<QuadrantHex, _>("size=26", || Slow::new(26, true), 3_000, 97, 5);
}

/// Random stones on all cells except about one in `gap`.
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

fn won(position: &QuadrantHexPosition) -> String {
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
    for size in (6..=26).step_by(2) {
        for _ in 0..60 {
            let (stones, slow) = scatter(size, 0, &mut rng);
            let position = QuadrantHexPosition::with_stones(size, &stones, Side::First);
            assert_eq!(won(&position), slow.won().iter().collect::<String>());
            assert!(position.board().won().0.iter().all(Option::is_some));
            assert!(position.outcome().is_some());
        }
    }
}

#[test]
fn set_ups_with_any_stones_are_judged_by_the_definition() {
    let mut rng = Rng::new(2);
    for size in [6, 10, 14, 26] {
        for _ in 0..150 {
            let (stones, slow) = scatter(size, 5, &mut rng);
            let position = QuadrantHexPosition::with_stones(size, &stones, Side::First);
            assert_eq!(won(&position), slow.won().iter().collect::<String>());
            for game in 0..5 {
                // A chain consists of the winner's stones, and of enough of them to cross.
                let won = position.board().won().0;
                let chain = position.board().winning_chain(game);
                let least = if game == 4 { size } else { size / 2 };
                assert_eq!(chain.len() >= least, position.board().won().0[game].is_some());
                assert!(chain.iter().all(|&cell| position.board().owner(cell) == won[game]));
            }
        }
    }
}

#[test]
fn perft_counts_every_line() {
    assert_eq!(perft(&game::<QuadrantHex>("opening=none").start(), 2), 196 * 195);
    assert_eq!(perft(&game::<QuadrantHex>("").start(), 2), 196 * 196);
    assert_eq!(perft(&game::<QuadrantHex>("size=6,opening=none").start(), 3), 36 * 35 * 34);
}

#[test]
fn a_position_fits_two_kibibytes() {
    assert!(size_of::<Pie<QuadrantHexPosition>>() <= 2048);
}

#[test]
fn one_stone_can_decide_its_quadrant_and_the_whole_board() {
    let mut position =
        set_up::<QuadrantHex>("size=6", "V:C1,C2,B3,B4,B5 H:D2,E2,F2,D5,E5 turn:V").unwrap();
    assert_eq!(won(position.board()), "VH---");
    assert_eq!((position.score(), position.outcome()), (Some([1, 1]), None));
    position.play("A6".parse().unwrap()).unwrap();
    assert_eq!(won(position.board()), "VHV-V");
    assert_eq!(position.score(), Some([3, 1]));
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::First)));
    assert_eq!(position.count(), 0);
}

#[test]
fn cells_that_win_at_once_are_those_with_which_the_game_is_won() {
    let mut rng = Rng::new(3);
    let mut seen = [0; 2];
    for size in [6, 8, 14] {
        for _ in 0..150 {
            let mut stones = [Rows::NONE; 3];
            for cell in 0..size * size {
                stones[rng.below(5) as usize / 2].insert(cell % size, cell / size);
            }
            let [first, second, empty] = stones;
            for (side, mine) in Side::BOTH.into_iter().zip([first, second]) {
                if QuadrantHexRules::won(&mine, size, side) {
                    continue;
                }
                let wins = QuadrantHexRules::wins(&mine, &empty, size, side);
                for (column, row) in (0..size * size).map(|cell| (cell % size, cell / size)) {
                    let mut more = mine;
                    more.insert(column, row);
                    let won = empty.has(column, row) && QuadrantHexRules::won(&more, size, side);
                    assert_eq!(wins.has(column, row), won, "{side:?} {column} {row}: {stones:?}");
                    seen[usize::from(won)] += 1;
                }
            }
        }
    }
    assert!(seen[1] > 100, "{seen:?}");
}

#[test]
fn quadrants_have_no_cell_in_common_and_every_cell_is_in_one() {
    let stones = |it: &str| won(set_up::<QuadrantHex>("size=6", it).unwrap().board());
    assert_eq!(stones("V:C1,C2,C3"), "V----");
    assert_eq!(stones("V:D1,D2,D3"), "-V---");
    assert_eq!(stones("V:C4,C5,C6"), "--V--");
    assert_eq!(stones("V:D4,D5,D6"), "---V-");
    assert_eq!(stones("H:A3,B3,C3"), "H----");
    assert_eq!(stones("H:A4,B4,C4"), "--H--");
    assert_eq!(stones("H:A3,B3,C3,D3,E3,F3"), "HH--H");
}

#[test]
fn a_chain_that_leaves_the_quadrant_does_not_count_in_it() {
    let stones = |it: &str| won(set_up::<QuadrantHex>("size=6", it).unwrap().board());
    // C1 and C3 are connected through the column next to them.
    assert_eq!(stones("V:C1,D1,D2,C3"), "-----");
    assert_eq!(stones("V:C1,D1,D2,C3,D3"), "-V---");
    assert_eq!(stones("V:C1,D1,D2,C3,C4,C5,C6"), "--V-V");
}

#[test]
fn three_quadrants_win_without_the_whole_board() {
    let setup = "V:A1,A2,F1,F2,F3,A4,A5,A6 turn:V";
    let mut position = set_up::<QuadrantHex>("size=6", setup).unwrap();
    assert_eq!((won(position.board()).as_str(), position.outcome()), ("-VV--", None));
    assert_eq!(check_ply(&position, "C3"), Some("-VV--".to_string()));
    position.play("A3".parse().unwrap()).unwrap();
    assert_eq!(won(position.board()), "VVV-V");
    let position = set_up::<QuadrantHex>("size=6", "V:A1,A2,A3,D1,D2,D3,F4,F5,F6").unwrap();
    assert_eq!(won(position.board()), "VV-V-");
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::First)));
}

/// The winners of the five games after a ply, if the whole game is not over.
fn check_ply(position: &Pie<QuadrantHexPosition>, ply: &str) -> Option<String> {
    let mut next = position.clone();
    next.play(ply.parse().unwrap()).unwrap();
    next.outcome().is_none().then(|| won(next.board()))
}

#[test]
fn a_swap_exchanges_the_seats_and_with_them_the_score() {
    let position = after::<QuadrantHex>("", "G7 swap");
    assert_eq!((position.turn(), position.side()), (Seat::First, Side::Second));
    let position = after::<QuadrantHex>("size=6", "A1 swap F1 A2 F2 A3");
    assert_eq!((won(position.board()).as_str(), position.score()), ("V----", Some([0, 1])));
}

#[test]
fn refusals_name_the_cell_and_the_reason() {
    let told = |plies, text| check::<QuadrantHex>("", plies, text);
    assert_eq!(told("B3", "b3"), "B3 is taken by V");
    assert_eq!(told("B3 C4", "c4"), "C4 is taken by H");
    assert_eq!(
        told("", "O1"),
        "O1 is not on this board: columns go from A to N, rows from 1 to 14"
    );
    assert_eq!(told("", "pass"), "'pass' is not a point: write a letter and a number, such as C6");
    assert_eq!(
        check::<QuadrantHex>("opening=none", "B3", "swap"),
        "swap is only possible as the answer to the first move, in a game opened with the swap rule"
    );
    let refused = |setup| set_up::<QuadrantHex>("", setup).unwrap_err();
    assert_eq!(refused("V:A1 H:A1"), "A1 is given to both sides");
    assert_eq!(refused("V:A1,a1"), "A1 is given twice for V");
    assert_eq!(
        refused("H:A15"),
        "A15 is not on this board: columns go from A to N, rows from 1 to 14"
    );
    assert_eq!(refused("X:A1"), "'X:' is not part of this game's set-ups; they have V:, H:, turn:");
}

#[test]
fn playouts_choose_uniformly() {
    // Full boards with six stones removed, if that leaves the game open.
    let mut rng = Rng::new(3);
    let mut compared = 0;
    while compared < 4 {
        let (mut stones, _) = scatter(6, 0, &mut rng);
        for _ in 0..6 {
            let side = rng.below(2) as usize;
            let at = rng.below(stones[side].len() as u32) as usize;
            stones[side].swap_remove(at);
        }
        let position = QuadrantHexPosition::with_stones(6, &stones, Side::First);
        if position.outcome().is_none() {
            playouts_are_uniform::<QuadrantHex>(&Pie::closed(position), 30_000, compared);
            compared += 1;
        }
    }
}

#[test]
fn playouts_from_the_start_end_as_those_by_listing_do() {
    for (options, games) in [("size=6", 6_000), ("size=16,opening=none", 150)] {
        let start = game::<QuadrantHex>(options).start();
        let mut rng = Rng::new(6);
        let mut summary = |games: u32, playout: &mut dyn FnMut(&mut Rng) -> Playout| {
            let (mut sum, mut squares, mut first) = (0.0, 0.0, 0.0);
            for _ in 0..games {
                let Playout { plies, outcome } = playout(&mut rng);
                sum += f64::from(plies) / f64::from(games);
                squares += f64::from(plies * plies) / f64::from(games);
                first +=
                    f64::from(u8::from(outcome == Outcome::Won(Seat::First))) / f64::from(games);
            }
            (sum, squares - sum * sum, first)
        };
        let fast = summary(10 * games, &mut |rng| QuadrantHex::playout(&start, rng));
        let slow = summary(games, &mut |rng| {
            let (mut position, mut plies, mut moves) = (start.clone(), 0, Vec::new());
            while position.outcome().is_none() {
                moves.clear();
                position.moves(&mut moves);
                position.play_unchecked(rng.pick(&moves));
                plies += 1;
            }
            Playout { plies, outcome: position.outcome().unwrap() }
        });
        let deviation = |variance: f64| 5.0 * (1.1 * variance / f64::from(games)).sqrt();
        assert!((fast.0 - slow.0).abs() < deviation(slow.1), "{options}: {fast:?} {slow:?}");
        assert!((fast.2 - slow.2).abs() < deviation(0.25), "{options}: {fast:?} {slow:?}");
    }
}

#[test]
fn full_boards_are_won_as_often_as_games() {
    for options in ["size=6,opening=none", "size=16,opening=none"] {
        let quadrant_hex: QuadrantHex = game(options);
        let (start, mut rng, games) = (quadrant_hex.start(), Rng::new(7), 20_000);
        let first =
            |_: &u32| QuadrantHex::playout(&start, &mut rng).outcome == Outcome::Won(Seat::First);
        let played = (0..games).filter(first).count() as f64 / f64::from(games);
        let filled = quadrant_hex.fill(50_000, &mut rng).unwrap();
        assert_eq!(filled.plies as usize, start.count());
        let filled = filled.first_wins as f64 / filled.games as f64;
        // Five standard deviations of the difference.
        assert!((played - filled).abs() < 0.021, "{options}: {played} {filled}");
    }
}

#[test]
fn the_diagram_shades_the_quadrants_and_says_how_the_five_stand() {
    let game: QuadrantHex = game("size=6");
    let setup = "V:C1,C2,B3,B4 H:D5,E5,F5 turn:V";
    let position = set_up::<QuadrantHex>("size=6", setup).unwrap();
    let diagram = game.text(&position);
    let expected = "  A B C D E F
 1 . . V - - - 1
  2 . . V - - - 2
   3 . V . - - - 3
    4 - V - . . . 4
     5 - - - H H H 5
      6 - - - . . . 6
         A B C D E F

   NW V, NE -, SW -, SE H, whole -
";
    assert_eq!(diagram.to_string(), expected);
    assert_eq!(diagram.places.len(), 36);
    for place in &diagram.places {
        let there = &diagram.lines[place.line][place.column..][..place.width];
        let point: Point = place.word.parse().unwrap();
        match position.board().owner(point) {
            Some(side) => assert_eq!(there, ["V", "H"][side.index()], "{point}"),
            None => assert!([".", "-"].contains(&there), "{point}"),
        }
    }
}

#[test]
fn the_scene_marks_the_last_stone_and_every_winning_chain() {
    let game: QuadrantHex = game("size=6");
    let setup = "V:C1,C2,B3,B4,B5 H:D2,E2,F2,D5,E5 turn:V";
    let before = set_up::<QuadrantHex>("size=6", setup).unwrap();
    let mut after = before.clone();
    let ply = "A6".parse().unwrap();
    after.play(ply).unwrap();
    let count = |position: &Pie<QuadrantHexPosition>, last, wanted| {
        let scene = game.scene(position, last);
        let is = |shape: &&Shape| matches!(shape, Shape::Ring { ink, .. } | Shape::Disc { ink, .. } if *ink == wanted);
        scene.shapes.iter().filter(is).count()
    };
    // Two chains of three stones, and then a third one and one of six on the whole board.
    assert_eq!(count(&before, None, Ink::Win), 6);
    assert_eq!(count(&after, Some(Last { before: &before, ply }), Ink::Win), 15);
    assert_eq!(count(&after, Some(Last { before: &before, ply }), Ink::Last), 1);
    let scene = game.scene(&before, None);
    assert_eq!(
        scene.title,
        "Quadrant Hex on 6 x 6 cells, V has 5 stones and H 5; NW V, NE H, SW -, SE -, whole -; V is to move"
    );
    assert_eq!(scene.spots.len(), 36 - 10);
    let won = game.scene(&after, None);
    assert!(won.title.ends_with("NW V, NE H, SW V, SE -, whole V; V has won"), "{}", won.title);
    assert!(won.spots.is_empty());
}

#[test]
fn a_diagram_can_be_read_back() {
    let game: QuadrantHex = game("size=6");
    let position = set_up::<QuadrantHex>("size=6", "V:C1,C2 H:D5 turn:H").unwrap();
    let read = QuadrantHex::READ.expect("diagrams can be read");
    let setup = read(&game, &format!("{}turn:H", game.text(&position))).unwrap();
    assert_eq!(game.set_up(&setup).unwrap(), position);
}

#[test]
fn the_help_page_shows_boards_as_they_are_drawn() {
    for (options, setup) in [
        ("size=10", ""),
        ("size=6", "V:C1,C2,B3,B4,B5 H:D2,E2,F2,D5,E5"),
        ("size=6", "V:C1,C2,B3,B4,B5,A6 H:D2,E2,F2,D5,E5"),
    ] {
        let game: QuadrantHex = game(options);
        let diagram = game.text(&set_up::<QuadrantHex>(options, setup).unwrap());
        assert!(QuadrantHex::CARD.help.contains(&diagram.to_string()), "{diagram}");
    }
}
