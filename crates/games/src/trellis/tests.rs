use crosscut_rules::{Outcome, Position, Rng, Seat, Side, conform, perft};

use crosscut_search::View as _;

use super::knowledge::TrellisView;
use super::oracle::TrellisOracle;
use super::{SIDES, Trellis, TrellisPosition, Turn};
use crate::board::ConnectionBoard;
use crate::testing::{after, agree, check, game, set_up};

/// The board of the old help page.
pub(super) const HELP_BOARD: &str = "V:F15,F14,G13,G12,H12,I12,J13,K13,L12,L11,L10,L9,K8,J7,I6,I5,I4,I3,I2,I1 \
     H:A7,B7,C7,D7,E7,F7,G7,H7,I7,J6,K6,L6,M6,N6,O6";

fn after_plies(options: &str, plies: &str) -> TrellisPosition {
    after::<Trellis>(options, plies)
}

/// The sides that have joined their ends, on a board of 15 x 15.
fn joined(setup: &str) -> Vec<&'static str> {
    let position = set_up::<Trellis>("", setup).unwrap();
    let winners = Side::BOTH.into_iter().filter(|&side| position.board().joined(side));
    winners.map(|side| SIDES[side.index()]).collect()
}

#[test]
fn trellis_keeps_the_contract_of_positions() {
    for options in [
        "size=3",
        "size=3,opening=swap",
        "size=3,opening=none",
        "size=5",
        "size=5,opening=swap,mirror=off",
        "size=7,opening=none",
    ] {
        conform::<Trellis>(&game(options), 40, 200, 1);
    }
    conform::<Trellis>(&game(""), 3, 400, 1);
}

#[test]
fn the_obvious_rules_agree() {
    for (opening, mirror) in [
        ("official", true),
        ("official", false),
        ("swap", true),
        ("swap", false),
        ("none", true),
        ("none", false),
    ] {
        for (size, plies, every) in
            [(3, 10_000, 1), (5, 14_000, 2), (7, 8_000, 8), (15, 1_000, 200)]
        {
            let rule = if mirror { "any" } else { "off" };
            agree::<Trellis, _>(
                &format!("size={size},opening={opening},mirror={rule}"),
                || TrellisOracle::new(size, opening, mirror),
                plies,
                every,
                7,
            );
        }
    }
}

#[test]
fn the_help_pages_board_is_won_by_v() {
    assert_eq!(joined(HELP_BOARD), ["V"]);
    let position = set_up::<Trellis>("", HELP_BOARD).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::First)));
    // H's chain is broken between I7 and J6, across a dark square: one more stone of H would join the rest.
    assert_eq!(joined(&HELP_BOARD.replace("J7,", "").replace("H:", "H:J7,")), ["H"]);
}

#[test]
fn a_crosscut_belongs_to_the_squares_owner() {
    // Columns of V and rows of H that meet only at the crosscut.
    let v = |upper: &str, lower: &str| {
        let column = lower.chars().next().unwrap();
        let row: u32 = lower[1..].parse().unwrap();
        let rest: Vec<String> = (1..row).map(|row| format!("{column}{row}")).collect();
        format!("V:{upper},{lower},{}", rest.join(","))
    };
    assert_eq!(joined(&format!("{} H:B15,A14", v("A15", "B14"))), ["V"]);
    assert_eq!(joined(&format!("{} H:A15,B14", v("B15", "A14"))), ["V"]);
    assert_eq!(joined(&format!("{} H:C15,B14", v("B15", "C14"))), [""; 0]);
    let row: Vec<String> = ('D'..='O').map(|column| format!("{column}15")).collect();
    assert_eq!(joined(&format!("V:B15,C14 H:A14,B14,C15,{}", row.join(","))), ["H"]);
}

#[test]
fn the_long_diagonals_belong_to_one_side_each() {
    let up: Vec<String> = ('A'..='O').zip(1..).map(|(c, r)| format!("{c}{r}")).collect();
    let down: Vec<String> = ('A'..='O').zip(1..).map(|(c, r)| format!("{c}{}", 16 - r)).collect();
    assert_eq!(joined(&format!("H:{}", up.join(","))), ["H"]);
    assert_eq!(joined(&format!("V:{}", up.join(","))), [""; 0]);
    assert_eq!(joined(&format!("V:{}", down.join(","))), ["V"]);
    assert_eq!(joined(&format!("H:{}", down.join(","))), [""; 0]);
}

#[test]
fn a_corner_belongs_to_both_sides_that_meet_there() {
    let column: Vec<String> = (1..=15).map(|row| format!("A{row}")).collect();
    let row: Vec<String> = ('A'..='O').map(|column| format!("{column}15")).collect();
    assert_eq!(joined(&format!("V:{}", column.join(","))), ["V"]);
    assert_eq!(joined(&format!("H:{}", row.join(","))), ["H"]);
}

#[test]
fn a_full_board_has_exactly_one_winner() {
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let mut points: Vec<usize> = (0..49).collect();
        let mut stones = [Vec::new(), Vec::new()];
        while !points.is_empty() {
            let point = points.swap_remove(rng.below(points.len() as u32) as usize);
            stones[rng.below(2) as usize].push(point);
        }
        let position = TrellisPosition::with_stones(&game("size=7"), &stones, Side::First);
        assert_eq!(Side::BOTH.into_iter().filter(|&it| position.board().joined(it)).count(), 1);
    }
}

#[test]
fn partners_are_exactly_three_points_apart() {
    let mut moves = Vec::new();
    after_plies("opening=none", "").moves(&mut moves);
    let mut partners: Vec<String> = moves
        .iter()
        .filter_map(|turn| {
            let text = turn.to_string();
            let (a, b) = text.split_once(',')?;
            [(a, b), (b, a)].into_iter().find(|(a, _)| *a == "H8").map(|(_, b)| b.to_string())
        })
        .collect();
    partners.sort();
    let expected = "E8 F7 F9 G10 G6 H11 H5 I10 I6 J7 J9 K8";
    assert_eq!(partners.join(" "), expected);
    assert_eq!(check::<Trellis>("", "", "A1,B2"), "A1 and B2 are not three points apart");
    assert_eq!(check::<Trellis>("", "", "A1,C3"), "A1 and C3 are not three points apart");
    assert_eq!(check::<Trellis>("", "", "d4,a1"), "A1 and D4 are not three points apart");
    assert_eq!(check::<Trellis>("", "", "A1,A5"), "A1 and A5 are not three points apart");
    assert_eq!(
        check::<Trellis>("", "", "A1,A1"),
        "A1 is named twice: two stones go on two points, exactly three apart"
    );
}

#[test]
fn perft_counts_every_turn() {
    for n in (3..=25).step_by(2) {
        let start = after_plies(&format!("size={n},opening=none"), "");
        assert_eq!(start.count(), n * n + 2 * n * (n - 3) + 4 * (n - 1) * (n - 2) + 1);
    }
    let seven = after_plies("size=7,opening=none", "");
    assert_eq!([1, 2, 3].map(|depth| perft(&seven, depth)), [226, 47_743, 9_412_578]);
    assert_eq!(after_plies("", "").count(), 1314);
    assert_eq!(perft(&after_plies("size=7,opening=swap", ""), 2), 47_743 + 226);
}

#[test]
fn notation_is_lenient_on_input_and_strict_on_output() {
    for (text, canonical) in [
        ("c6", "C6"),
        ("C3,A2", "A2,C3"),
        (" c3 , a2 ", "A2,C3"),
        ("A5,A2", "A2,A5"),
        ("PASS", "pass"),
    ] {
        assert_eq!(check::<Trellis>("", "", text), canonical);
    }
    assert_eq!(check::<Trellis>("opening=swap", "C6", " Swap"), "swap");
    assert_eq!(check::<Trellis>("", "C6 pass pass", "BLACK"), "black");
    assert_eq!(check::<Trellis>("", "C6 pass pass", "White"), "white");
}

#[test]
fn refusals_say_what_is_wrong_and_what_is_allowed() {
    let told = |plies: &str, text: &str| check::<Trellis>("opening=swap", plies, text);
    assert_eq!(told("", "A2,C4"), "A2 and C4 are not three points apart");
    assert_eq!(told("A1 B3", "B3"), "B3 is taken by H");
    assert_eq!(told("A1 B3", "B3,C1"), "B3 is taken by H");
    assert_eq!(told("B3 A1", "D4,B3"), "B3 is taken by V");
    assert_eq!(
        told("", "P1"),
        "P1 is not on this board: columns go from A to O, rows from 1 to 15"
    );
    assert_eq!(
        told("", "A14,A17"),
        "A17 is not on this board: columns go from A to O, rows from 1 to 15"
    );
    for (text, point) in [("a0", "A0"), ("A999", "A999"), ("C6,c300", "C300")] {
        let range = "is not on this board: columns go from A to O, rows from 1 to 15";
        assert_eq!(told("", text), format!("{point} {range}"));
    }
    assert_eq!(told("", "A1,B3,D4"), "'A1,B3,D4' names 3 points: a turn has at most two stones");
    assert_eq!(
        told("", "resign"),
        "'resign' is not a turn: write one point such as C6, two such as A2,C3, or pass"
    );
    assert_eq!(
        told("", "A1,"),
        "'A1,' has a comma and no point beside it: write two points such as A2,C3, or one"
    );
    let no_swap = "swap is only possible as the answer to the first move, \
                   in a game opened with the swap rule";
    assert_eq!(told("", "swap"), no_swap);
    assert_eq!(told("A1 A2", "swap"), no_swap);
    assert_eq!(told("A1 swap", "swap"), no_swap);
    assert_eq!(check::<Trellis>("opening=none", "A1", "swap"), no_swap);
    assert_eq!(check::<Trellis>("", "A1", "swap"), no_swap);
    let no_choice = "black and white are only possible as the answer \
                     to the three turns of the official opening";
    assert_eq!(told("A1", "black"), no_choice);
    assert_eq!(check::<Trellis>("", "A1 A2", "white"), no_choice);
    // The sides' names on the board are accepted too.
    assert_eq!(check::<Trellis>("", "A1 A2 A3", "Navy"), "black");
    assert_eq!(check::<Trellis>("", "A1 A2 A3", "orange"), "white");
    // So are the names in the refusal.
    assert_eq!(check::<Trellis>("", "A1 A2 A3", "V"), "black");
    assert_eq!(check::<Trellis>("", "A1 A2 A3", "h"), "white");
    for text in ["B5", "pass", "swap"] {
        assert_eq!(
            check::<Trellis>("", "A1 A2 A3", text),
            "choose a side first: answer black to play V, white to play H"
        );
    }
    assert_eq!(check::<Trellis>("opening=none", "pass pass", "A1"), "the game is over");
}

#[test]
fn the_official_opening_is_three_turns_by_the_first_seat_and_a_choice() {
    let mut position = after_plies("size=7", "");
    let mut seen = Vec::new();
    for text in ["C3", "D4,E6", "pass", "black", "A1", "B1"] {
        seen.push((position.turn(), SIDES[position.side().index()]));
        position.play(text.parse().unwrap()).unwrap();
    }
    let (first, second) = (Seat::First, Seat::Second);
    assert_eq!(
        seen,
        [(first, "V"), (first, "H"), (first, "V"), (second, "H"), (first, "H"), (second, "V")]
    );
    assert_eq!(position.held_by(second), Side::First);
    assert_eq!((position.owner("C3".parse().unwrap())), Some(Side::First));
    assert_eq!((position.owner("E6".parse().unwrap())), Some(Side::Second));

    let white = after_plies("size=7", "C3 D4,E6 pass white");
    assert_eq!((white.turn(), white.side()), (second, Side::Second));
    let before = after_plies("size=7", "C3 D4,E6 pass");
    assert_eq!(before.held_by(first), Side::First, "until the choice the first seat holds V");
    assert_eq!(before.count(), 2);
}

#[test]
fn a_side_that_connects_in_the_opening_wins_when_the_choice_is_made() {
    for (choice, winner) in [("black", Seat::Second), ("white", Seat::First)] {
        // Three rows need three stones of V: a turn of two stones and one of one.
        let connected = after_plies("size=3", "A1,B3 C1 A2");
        assert_eq!(connected.outcome(), None);
        let mut position = connected.clone();
        position.play(choice.parse().unwrap()).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Won(winner)));
        assert_eq!(position.count(), 0);
    }
}

#[test]
fn swap_exchanges_the_seats_and_leaves_the_board() {
    let position = after_plies("size=7,opening=swap", "D4 swap");
    assert_eq!((position.turn(), position.side()), (Seat::First, Side::Second));
    assert_eq!(position.held_by(Seat::Second), Side::First);
    assert_eq!(position.owner("D4".parse().unwrap()), Some(Side::First));
    let won = after_plies("size=3,opening=swap", "A1,B3 swap C1 A2");
    assert_eq!(won.outcome(), Some(Outcome::Won(Seat::Second)));
    assert_eq!(
        after_plies("size=7,opening=swap", "pass swap pass").outcome(),
        None,
        "a first turn may also be a pass, and be swapped"
    );
}

#[test]
fn two_passes_in_a_row_after_the_opening_are_a_draw() {
    let ending = |options: &str, plies: &str| after_plies(options, plies).outcome();
    let drawn = Some(Outcome::Drawn);
    assert_eq!(ending("opening=none", "pass"), None);
    assert_eq!(ending("opening=none", "pass pass"), drawn);
    assert_eq!(ending("opening=none", "pass A1 pass B1"), None);
    assert_eq!(ending("opening=none", "pass A1 pass pass"), drawn);
    assert_eq!(ending("opening=swap", "pass pass"), None);
    assert_eq!(ending("opening=swap", "pass pass pass"), drawn);
    assert_eq!(ending("opening=swap", "pass swap pass pass"), drawn);
    assert_eq!(ending("", "pass pass pass black pass"), None);
    assert_eq!(ending("", "pass pass pass black pass pass"), drawn);
    assert_eq!(ending("", "A1 A2 pass white pass"), None);
}

#[test]
fn positions_that_play_on_alike_are_equal() {
    let equal =
        |options: &str, a: &str, b: &str| after_plies(options, a) == after_plies(options, b);
    let plain = "size=7,opening=none,mirror=off";
    assert!(equal(plain, "A1 B2 C3", "C3 B2 A1"));
    assert!(equal(plain, "A2,C3 B2", "C3,A2 B2"));
    assert!(!equal(plain, "A1 B2", "B2 A1"));
    assert!(!equal(plain, "A1 pass", "pass A1"), "another side is to move");
    assert!(!equal(plain, "A1 B2 pass", "A1 pass pass"));
    // The previous turn may be mirrored, so it matters; on a board too full for ten more turns of each seat it does not.
    assert!(!equal("size=7,opening=none", "A1 B2 C3", "C3 B2 A1"));
    assert!(equal("size=3,opening=none", "A1 B2 C3", "C3 B2 A1"));
    assert!(!equal("size=7,opening=swap", "A1 swap", "A1"));
    // It does not matter how the opening was made, but who plays which side does.
    assert!(!equal("size=7", "A1 B2 C3 black", "A1 B2 C3 white"));
    assert!(equal("size=7", "A1 B2 C3 black", "C3 B2 A1 black"));
}

#[test]
fn a_set_up_is_a_position_without_a_past() {
    let position = set_up::<Trellis>("", "V:C3 H:d4,E6 turn:h").unwrap();
    assert_eq!((position.turn(), position.side()), (Seat::Second, Side::Second));
    assert_eq!(
        position.count(),
        1 + {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            moves.iter().filter(|it| matches!(it, Turn::Place(_))).count()
        }
    );
    assert_eq!(set_up::<Trellis>("", "V:C3 H:c3").unwrap_err(), "C3 is given to both sides");
    assert_eq!(set_up::<Trellis>("", "V:C3,C3").unwrap_err(), "C3 is given twice for V");
    assert_eq!(
        set_up::<Trellis>("size=3", "V:D1").unwrap_err(),
        "D1 is not on this board: columns go from A to C, rows from 1 to 3"
    );
    // When V has won it is H's turn, even if H has as many stones.
    for setup in ["V:A1,A2,A3 turn:H", "V:A1,A2,A3 H:B1,B2,C1"] {
        let over = set_up::<Trellis>("size=3", setup).unwrap();
        assert_eq!(over.outcome(), Some(Outcome::Won(Seat::First)));
        assert_eq!(over.side(), Side::Second);
    }
}

#[test]
fn a_position_of_the_largest_board_fits_two_kibibytes() {
    assert!(size_of::<TrellisPosition>() <= 2048, "{}", size_of::<TrellisPosition>());
}

#[test]
fn the_player_sees_every_win_of_this_turn_and_no_other() {
    let mut rng = Rng::new(11);
    let (mut won, mut half) = (0, 0);
    for game_of in ["size=5,opening=none,mirror=off", "size=7,opening=none"] {
        for _ in 0..40 {
            let mut position = after_plies(game_of, "");
            let mut turns = Vec::new();
            while position.outcome().is_none() {
                turns.clear();
                position.moves(&mut turns);
                let wins = |turn: &Turn| {
                    let mut next = position.clone();
                    next.play_unchecked(*turn);
                    next.outcome() == Some(Outcome::Won(position.turn()))
                };
                let winning: Vec<Turn> = turns.iter().copied().filter(wins).collect();
                let view = TrellisView::of(&position);
                assert_eq!(view.verdict().is_some(), !winning.is_empty(), "{position:?}");
                won += usize::from(!winning.is_empty());
                // After the first stone of the turn.
                let mut firsts = Vec::new();
                for turn in &turns {
                    let Turn::Place(stones) = turn else { continue };
                    for point in stones.points() {
                        if !firsts.contains(&point) {
                            firsts.push(point);
                        }
                    }
                }
                for first in firsts {
                    let with = |turn: &&Turn| matches!(turn, Turn::Place(it) if it.points().any(|it| it == first));
                    let wins = winning.iter().any(|turn| with(&turn));
                    let mut view = TrellisView::of(&position);
                    view.take(position.cell(first) as crosscut_search::Step);
                    assert_eq!(view.verdict().is_some(), wins, "{first:?} {position:?}");
                    half += usize::from(wins);
                }
                position.play_unchecked(rng.pick(&turns));
            }
        }
    }
    assert!(50 < won && 50 < half, "{won} {half}");
}
