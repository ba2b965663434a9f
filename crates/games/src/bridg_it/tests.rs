mod solver;

use std::collections::HashMap;

use crosscut_draw::{Draw, Ink, Last, Scene, Shape};
use crosscut_rules::{Game, Outcome, Pie, Position, Rng, Seat, Side, conform, perft};

use super::notation::slots;
use super::oracle::Slow;
use super::{BridgIt, BridgItPosition};
use crate::testing::{after, agree, check, game, playouts_are_uniform, set_up};

#[test]
fn bridg_it_keeps_the_contract_of_positions() {
    for options in ["size=2,opening=swap", "size=3", "", "size=14", "size=15,opening=swap"] {
        conform::<BridgIt>(&game(options), 20, 422, 1);
    }
}

#[test]
fn the_oracle_agrees() {
    agree::<BridgIt, _>("size=2,opening=swap", || Slow::new(2, true), 200_000, 3, 1);
    agree::<BridgIt, _>("size=3", || Slow::new(3, false), 400_000, 7, 2);
    agree::<BridgIt, _>("", || Slow::new(5, false), 300_000, 29, 3);
    agree::<BridgIt, _>("opening=swap", || Slow::new(5, true), 90_000, 29, 4);
    agree::<BridgIt, _>("size=15", || Slow::new(15, false), 10_000, 97, 5);
}

#[test]
fn perft_counts_every_line() {
    let count = |options: &str, depth| perft(&game::<BridgIt>(options).start(), depth);
    assert_eq!([2, 3, 4, 5, 15].map(|n| count(&format!("size={n}"), 1)), [5, 13, 25, 41, 421]);
    assert_eq!(count("", 3), 41 * 40 * 39);
    assert_eq!(count("opening=swap", 2), 41 * 41);
    assert_eq!(count("opening=swap", 3), 41 * (40 * 39 + 40));
    // On the smallest board V can win with the third ply, in two ways of two links each, played in either order, while H's
    // ply is any of three.
    assert_eq!(count("size=2", 4), 5 * 4 * 3 * 2 - 2 * 2 * 3 * 2);
}

#[test]
fn every_full_board_has_exactly_one_winner() {
    let mut rng = Rng::new(1);
    for size in 2..=15 {
        for _ in 0..200 {
            let mut links = [Vec::new(), Vec::new()];
            for slot in 0..slots(size) {
                links[rng.below(2) as usize].push(slot);
            }
            let position = BridgItPosition::with_stones(size, &links, Side::First);
            let [v, h] = Side::BOTH.map(|side| position.board().joined(side));
            assert_ne!(v, h, "size {size}: {links:?}");
        }
    }
}

#[test]
fn every_first_move_wins() {
    fn mover_wins(
        position: &Pie<BridgItPosition>,
        known: &mut HashMap<Pie<BridgItPosition>, bool>,
    ) -> bool {
        if position.outcome().is_some() {
            return false;
        }
        if let Some(&wins) = known.get(position) {
            return wins;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let wins = moves.into_iter().any(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            !mover_wins(&next, known)
        });
        known.insert(position.clone(), wins);
        wins
    }
    for size in [2, 3] {
        let start = game::<BridgIt>(&format!("size={size}")).start();
        let mut moves = Vec::new();
        start.moves(&mut moves);
        let mut known = HashMap::new();
        for m in moves {
            let mut next = start.clone();
            next.play_unchecked(m);
            assert!(!mover_wins(&next, &mut known), "{m} on size {size}");
        }
    }
}

#[test]
fn a_position_fits_two_kibibytes() {
    assert!(size_of::<Pie<BridgItPosition>>() <= 2048);
}

#[test]
fn the_smallest_board_is_won_in_three_plies() {
    let won = |plies| after::<BridgIt>("size=2", plies).outcome();
    assert_eq!(won("A1 C1 A3"), Some(Outcome::Won(Seat::First)));
    assert_eq!(won("A1 A3 B2 C1"), None);
    assert_eq!(won("A1 A3 B2 C1 C3"), Some(Outcome::Won(Seat::First)), "up, over and up");
    assert_eq!(won("B2 A1 A3 C1"), Some(Outcome::Won(Seat::Second)));
}

#[test]
fn a_swap_exchanges_the_seats_and_not_the_board() {
    let position = after::<BridgIt>("opening=swap", "E5 swap");
    assert_eq!(position.turn(), Seat::First);
    assert_eq!(position.side(), Side::Second);
    assert_eq!(position.board().board().stones(Side::First).len(), 1);
    let won = after::<BridgIt>("size=2,opening=swap", "A1 swap C1 A3");
    assert_eq!(won.outcome(), Some(Outcome::Won(Seat::Second)));
}

#[test]
fn refusals_say_which_slots_there_are() {
    let told = |plies, text| check::<BridgIt>("", plies, text);
    assert_eq!(told("A1 C3", "c3"), "C3 is taken by H");
    assert_eq!(told("A1 C3", "a1"), "A1 is taken by V");
    let dot = "is a dot, not a slot: slots are where letter and number are both odd or both even, A being 1, such as A1 \
               and B2";
    assert_eq!(told("", "A2"), format!("A2 {dot}"));
    assert_eq!(told("", "h9"), format!("H9 {dot}"));
    let off = "is not on this board: columns go from A to I, rows from 1 to 9";
    assert_eq!(told("", "J10"), format!("J10 {off}"));
    assert_eq!(told("", "A11"), format!("A11 {off}"));
    assert_eq!(
        check::<BridgIt>("size=15", "", "AD2"),
        "AD2 is not on this board: columns go from A to AC, rows from 1 to 29"
    );
    assert_eq!(check::<BridgIt>("size=15", "", "ac29"), "AC29");
    assert_eq!(told("", "A0"), format!("A0 {off}"));
    assert_eq!(
        told("A1", "swap"),
        "swap is only possible as the answer to the first move, in a game opened with the swap rule"
    );
    assert_eq!(check::<BridgIt>("size=2", "A1 C1 A3", "B2"), "the game is over");
}

#[test]
fn set_ups_take_any_number_of_links() {
    let position = set_up::<BridgIt>("size=2", "V:A1,A3,b2 turn:H").unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::First)));
    let position = set_up::<BridgIt>("", "V:A1,B2 H:C3 turn:V").unwrap();
    assert_eq!((position.outcome(), position.turn(), position.count()), (None, Seat::First, 38));
    assert_eq!(set_up::<BridgIt>("", "V:A1,B2 H:C3").unwrap().turn(), Seat::Second);
    assert_eq!(position, set_up::<BridgIt>("", "turn:v h:c3 V:B2,A1").unwrap());
    let refused = |setup| set_up::<BridgIt>("", setup).unwrap_err();
    assert_eq!(refused("V:A1 H:A1"), "A1 is given to both sides");
    assert_eq!(refused("V:A1,a1"), "A1 is given twice for V");
    assert_eq!(
        refused("H:K1"),
        "K1 is not on this board: columns go from A to I, rows from 1 to 9"
    );
    assert_eq!(
        refused("V:B3"),
        "B3 is a dot, not a slot: slots are where letter and number are both odd or both even, A being 1, such as A1 \
         and B2"
    );
    assert_eq!(refused("W:B2"), "'W:' is not part of this game's set-ups; they have V:, H:, turn:");
}

#[test]
fn playouts_choose_uniformly() {
    for options in ["size=2", "size=2,opening=swap"] {
        let start = game::<BridgIt>(options).start();
        playouts_are_uniform::<BridgIt>(&start, 100_000, 1);
    }
    playouts_are_uniform::<BridgIt>(&after::<BridgIt>("size=2,opening=swap", "B2"), 100_000, 2);
}

#[test]
fn the_diagram_shows_dots_and_links() {
    let position = after::<BridgIt>("size=3", "C3 B4 D4 E3 B2 C1");
    let diagram = game::<BridgIt>("size=3").text(&position);
    assert_eq!(
        diagram.to_string(),
        "
    A B C D E
    o---o---o
5 + . + . + . + 5
4 # o # o---o # 4
3 + . + | +===+ 3
2 # o---o . o # 2
1 + . +===+ . + 1
    o---o---o
    A B C D E
"
        .trim_start_matches('\n')
    );
    assert_eq!(diagram.places.len(), slots(3));
    for place in &diagram.places {
        let there = diagram.lines[place.line].chars().nth(place.column).unwrap();
        let told = position.check(place.word.parse().unwrap());
        assert_eq!(there == '.', told.is_ok(), "{} is {there}", place.word);
        let ink = match there {
            '|' | '-' => Some(Ink::First),
            '#' | '=' => Some(Ink::Second),
            _ => None,
        };
        assert_eq!(place.ink, ink, "{}", place.word);
    }
}

#[test]
fn names_of_two_letters_stand_upright() {
    let game: BridgIt = game("size=14");
    let diagram = game.text(&game.start());
    let line = |at: usize| diagram.lines[at].as_str();
    assert_eq!(line(0).trim_start(), "A");
    assert_eq!(line(1).trim_start(), "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z A");
    assert_eq!(line(0).len(), line(1).len());
    assert!(diagram.lines.iter().all(|line| line.len() < 80));
}

fn inks(scene: &Scene, wanted: Ink) -> usize {
    let ink = |shape: &Shape| match shape {
        Shape::Line { ink, .. } | Shape::Disc { ink, .. } | Shape::Polygon { ink, .. } => {
            Some(*ink)
        }
        _ => None,
    };
    scene.shapes.iter().filter(|shape| ink(shape) == Some(wanted)).count()
}

#[test]
fn the_scene_marks_the_last_link_and_the_winning_chain() {
    let game: BridgIt = game("size=3");
    let before = after::<BridgIt>("size=3", "C3 B2 C1 D4");
    let mut won = before.clone();
    let ply = "C5".parse().unwrap();
    won.play(ply).unwrap();
    let scene = game.scene(&before, None);
    assert_eq!((inks(&scene, Ink::Last), inks(&scene, Ink::Win)), (0, 0));
    assert_eq!(scene.title, "Bridg-It, 3 by 4 dots a side, 2 links of V and 2 of H");
    let scene = game.scene(&won, Some(Last { before: &before, ply }));
    assert_eq!((inks(&scene, Ink::Last), inks(&scene, Ink::Win)), (1, 3));
    assert_eq!(
        scene.title,
        "Bridg-It, 3 by 4 dots a side, 3 links of V and 2 of H; V has joined bottom and top"
    );
    assert_eq!(scene.spots.len(), slots(3));
}

#[test]
fn the_help_page_shows_boards_as_they_are_drawn() {
    for (options, plies) in [("", ""), ("size=3", "C3 B2 C1 D4 C5")] {
        let diagram = game::<BridgIt>(options).text(&after::<BridgIt>(options, plies));
        assert!(BridgIt::CARD.help.contains(&diagram.to_string()), "{diagram}");
    }
}

#[test]
fn every_edge_ends_as_far_from_one_corner_as_from_the_other() {
    for options in ["size=2", "size=3", "", "size=15"] {
        let game: BridgIt = game(options);
        let scene = game.scene(&game.start(), None);
        let corners = scene.shapes.iter().find_map(|it| match it {
            Shape::Polygon { corners, ink: Ink::Cell } => Some(corners.clone()),
            _ => None,
        });
        let (right, bottom) = corners.unwrap()[2];
        let mut n_edges = 0;
        for shape in &scene.shapes {
            let Shape::Line { from, to, ink, .. } = *shape else { continue };
            let (a, b, length) = match ink {
                Ink::EdgeFirst => (from.0, to.0, right),
                Ink::EdgeSecond => (from.1, to.1, bottom),
                _ => continue,
            };
            n_edges += 1;
            assert!(a.min(b) > 0.0 && (a + b - length).abs() < 1e-3, "{options}: {shape:?}");
        }
        assert_eq!(n_edges, 4, "{options}");
    }
}
