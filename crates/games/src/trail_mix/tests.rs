//! The rules in the rule book's words, its figure, and the fast rules against the slow ones.

mod pictures;
mod playouts;
mod words;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crosscut_draw::Draw;
use crosscut_rules::{Game, Outcome, Pie, PieMove, Position, Rng, Seat, Side, conform, perft};

use super::oracle::SlowTrailMix;
use super::{Cell, TrailMix, TrailMixPosition};
use crate::testing::{after, agree, game, set_up};

/// Figure 2 of the rule sheet: Green is to move.
const FIGURE_2: &str = r"
7 . . \ . . . \
6 / . . / \ / /
5 \ \ / . \ \ \
4 / / . . / . /
3 / . . / . \ /
2 . . . . . \ .
1 . . . . \ . .
  a b c d e f g
";

/// Twenty tokens of Brown and nineteen of Green, who is to move and cannot complete a trail in one move.
const LATE: &str = r"
7 / / / . . / /
6 . \ / / \ \ .
5 . / \ \ \ . \
4 \ \ / \ / . /
3 \ \ \ / / / .
2 / . / \ \ / /
1 \ \ / \ / \ .
";

/// The position of a diagram, or the refusal.
fn read(options: &str, diagram: &str) -> Result<Pie<TrailMixPosition>, String> {
    let game: TrailMix = game(options);
    let read = TrailMix::READ.expect("Trail Mix reads diagrams");
    read(&game, diagram).and_then(|setup| game.set_up(&setup)).map_err(|error| error.to_string())
}

/// The side that has won; a drawn game and one that is not over have none.
fn winner(position: &Pie<TrailMixPosition>) -> Option<Side> {
    position.outcome().and_then(Outcome::winner).map(|seat| position.held_by(seat))
}

/// Every way to play on sizes 3 to 8, with its oracle.
fn every_way() -> impl Iterator<Item = (String, SlowTrailMix)> {
    let ways = [(false, false), (false, true), (true, false), (true, true)];
    (3..=8).flat_map(move |size| {
        ways.map(|(limited, swap)| {
            let tokens = if limited { "20" } else { "unlimited" };
            let opening = if swap { "swap" } else { "none" };
            let spec = format!("size={size},tokens={tokens},opening={opening}");
            (spec, SlowTrailMix::new(size, limited, swap))
        })
    })
}

#[test]
fn positions_keep_the_contract() {
    for (spec, _) in every_way() {
        conform(&game::<TrailMix>(&spec), 10, 65, 1);
    }
    conform(&game::<TrailMix>("size=11,opening=swap"), 10, 122, 2);
}

#[test]
fn the_slow_rules_agree() {
    for (spec, oracle) in every_way() {
        agree::<TrailMix, _>(&spec, || oracle.clone(), 300_000 / 24, 3, 1);
    }
}

#[test]
fn sequences_of_plies_are_as_many_as_another_program_counts() {
    // Twenty lines of Python with a flood fill over dictionaries: all games of 3 x 3, the first plies of 4 x 4.
    let count = |options, depth| perft(&game::<TrailMix>(options).start(), depth);
    let all: Vec<u64> = (1..=10).map(|depth| count("size=3", depth)).collect();
    assert_eq!(all, [9, 72, 504, 2856, 12240, 37296, 69552, 64512, 11520, 0]);
    assert_eq!(count("size=4", 5), 522_240);
    assert_eq!(count("size=7,opening=swap", 2), 49 * 48 + 49);
}

#[test]
fn green_wins_figure_2_with_the_line_of_the_sheet() {
    let mut position = read("", FIGURE_2).expect("a position");
    for text in "Gf4 Bd2 Gg1 Be3 Gb3 Bc2 Gc1".split(' ') {
        assert_eq!((position.outcome(), position.joined()), (None, None), "before {text}");
        assert_eq!(position.play(text.parse().expect("a move")), Ok(()), "{text}");
    }
    assert_eq!(winner(&position), Some(Side::Second));
    assert_eq!(position.joined(), Some("top and bottom"));
    assert_eq!(Side::BOTH.map(|side| position.board().laid(side)), [15, 15]);
}

#[test]
fn f4_alone_wins_figure_2_in_four_moves_and_nothing_does_in_three() {
    let position = read("", FIGURE_2).expect("a position").board().clone();
    let mut known = HashMap::new();
    assert!(!wins(&position, 3, &mut known));
    let winning: Vec<String> = position
        .empty()
        .filter(|&cell| loses(&with(&position, cell), 3, &mut known))
        .map(|cell| cell.to_string())
        .collect();
    assert_eq!(winning, ["f4"]);
}

type Known = HashMap<(TrailMixPosition, u32), bool>;

/// Whether the side to move can win within so many moves of its own.
fn wins(position: &TrailMixPosition, moves: u32, known: &mut Known) -> bool {
    if position.empty().any(|cell| with(position, cell).outcome().is_some()) {
        return true;
    }
    if moves == 1 {
        return false;
    }
    let key = (position.clone(), moves);
    if let Some(&answer) = known.get(&key) {
        return answer;
    }
    let answer = position.empty().any(|cell| loses(&with(position, cell), moves - 1, known));
    known.insert(key, answer);
    answer
}

/// Whether the side to move loses within so many moves of the other side, whatever it does.
fn loses(position: &TrailMixPosition, moves: u32, known: &mut Known) -> bool {
    position.empty().all(|cell| with(position, cell).outcome().is_none())
        && position.empty().all(|cell| wins(&with(position, cell), moves, known))
}

fn with(position: &TrailMixPosition, cell: Cell) -> TrailMixPosition {
    let mut next = position.clone();
    next.play_unchecked(cell.into());
    next
}

#[test]
fn a_full_board_has_two_trails() {
    // M1. Cells are filled at random without regard to wins. A web joins bottom and top unless the other web joins
    // left and right, and then it does not.
    let mut rng = Rng::new(5);
    let mut seen = [0; 4];
    for round in 0..4000 {
        let size = 3 + round % 9;
        let mut board = SlowTrailMix::new(size, false, false);
        let mut slashes: Vec<char> = (0..size * size).map(|at| ['/', '\\'][at % 2]).collect();
        for cell in board.grid.iter_mut().flatten() {
            *cell = slashes.swap_remove(rng.below(slashes.len() as u32) as usize);
        }
        let trails = board.trails();
        for web in [0, 1] {
            let upright = trails.contains(&(web, "bottom-top"));
            let level = trails.contains(&(1 - web, "left-right"));
            assert!(upright != level, "{trails:?} in {:?}", board.grid);
            seen[2 * web + usize::from(level)] += 1;
        }
        assert_eq!(trails.len(), 2);
    }
    assert!(seen.iter().all(|&n| n > 1000), "{seen:?}");
}

#[test]
fn a_trail_is_the_movers_whatever_its_colours() {
    // M3: two of the three tokens are Brown's, and Green's completes the trail.
    let position = after::<TrailMix>("size=3", "b1 a3 b3 c2 a1 b2");
    assert_eq!(winner(&position), Some(Side::Second));
    // Corner to corner is both axes at once, and one win.
    let position = after::<TrailMix>("size=3", "a1 a3 c3 c1 b2");
    assert_eq!(winner(&position), Some(Side::First));
    assert_eq!(position.joined(), Some("all four sides"));
}

#[test]
fn a_corner_belongs_to_both_sides_that_meet_there() {
    // A trail from each corner to the middle, one token short of the two sides that do not meet there.
    for (setup, ends) in [
        ("Brown:a1,b2 turn:Green", ["b3", "c2"]),
        ("Brown:c3,b2 turn:Green", ["a2", "b1"]),
        ("Green:a3,b2 turn:Brown", ["b1", "c2"]),
        ("Green:c1,b2 turn:Brown", ["a2", "b3"]),
    ] {
        let start = set_up::<TrailMix>("size=3", setup).expect("a position");
        for cell in start.board().empty() {
            let mut position = start.clone();
            position.play_unchecked(PieMove::Play(cell.into()));
            let wins = ends.contains(&cell.to_string().as_str());
            assert_eq!(winner(&position), wins.then_some(start.side()), "{setup}, then {cell}");
        }
    }
}

#[test]
fn who_must_move_without_a_token_draws() {
    // M2. Green's twentieth token is the one in e7; Brown has none left.
    let mut position = read("tokens=20", LATE).expect("a position");
    assert_eq!((position.outcome(), position.count()), (None, 10));
    assert_eq!(position.board().left(Side::Second), Some(1));
    position.play("Ge7".parse().expect("a move")).expect("a legal move");
    assert_eq!((position.outcome(), position.count()), (Some(Outcome::Drawn), 0));

    let mut position = read("", LATE).expect("a position");
    position.play("Ge7".parse().expect("a move")).expect("a legal move");
    assert_eq!((position.outcome(), position.count()), (None, 9));
}

#[test]
fn the_last_token_of_all_can_win() {
    let diagram = r"
7 / / \ / . / /
6 / / / . . \ /
5 \ . / . \ / \
4 \ / \ \ / / .
3 \ \ . . / \ .
2 \ / \ \ \ / \
1 \ / / \ . \ /
";
    let mut position = read("tokens=20", diagram).expect("a position");
    position.play("Gd6".parse().expect("a move")).expect("a legal move");
    assert_eq!(Side::BOTH.map(|side| position.board().left(side)), [Some(0), Some(0)]);
    assert_eq!(winner(&position), Some(Side::Second));
}

#[test]
fn swap_gives_the_first_token_to_the_second_seat() {
    // M5. The former first seat is Green now, and wins with the last ply.
    let position = after::<TrailMix>("size=3,opening=swap", "b1 swap a3 b3 c2 a1 b2");
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::First)));
    assert_eq!(winner(&position), Some(Side::Second));
}

#[test]
fn equal_boards_are_equal_whatever_led_there() {
    let hash = |position: &Pie<TrailMixPosition>| {
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        hasher.finish()
    };
    let same = set_up::<TrailMix>("size=5", "Brown:c3,b2,a1 Green:b4,d2,e1").expect("a position");
    for plies in ["a1 e1 b2 d2 c3 b4", "c3 b4 a1 e1 b2 d2"] {
        let position = after::<TrailMix>("size=5", plies);
        assert!(position == same && hash(&position) == hash(&same), "{plies}");
    }
    for (options, setup) in [
        ("size=5", "Brown:c3,b2,a1 Green:b5,d2,e1"),
        ("size=5", "Brown:c3,b2,a1 Green:b4,d2,e1 turn:Green"),
        ("size=6", "Brown:c3,b2,a1 Green:b4,d2,e1"),
        ("size=5,tokens=20", "Brown:c3,b2,a1 Green:b4,d2,e1"),
    ] {
        assert!(
            same != set_up::<TrailMix>(options, setup).expect("a position"),
            "{options} {setup}"
        );
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Pie<TrailMixPosition>>() <= 512);
}
