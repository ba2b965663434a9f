use crosscut_rules::{Game, Outcome, Position, Rng, Seat};

use super::{GAME, after, game, legal, random_game};
use crate::plexus::figure::Class;
use crate::plexus::{Direction, Dot, Plexus, PlexusPosition, Segment};
use crate::testing;

fn set_up(options: &str, text: &str) -> PlexusPosition {
    testing::set_up::<Plexus>(options, text).unwrap()
}

fn refusal(options: &str, text: &str) -> String {
    testing::set_up::<Plexus>(options, text).unwrap_err()
}

/// A complete set-up, with the segments in the order of the dots.
fn written(position: &PlexusPosition) -> String {
    let size = position.size();
    let mut lines = Vec::new();
    for row in 0..size {
        for column in 0..size {
            let from = Dot { column, row };
            for direction in [Direction::North, Direction::East] {
                if position.has_segment(from, direction) {
                    lines.push(Segment { from, direction }.to_string());
                }
            }
        }
    }
    let [one, two] = position.points();
    let class = position.class().map_or(String::new(), |class| format!("class:{class}"));
    let turn = Plexus::CARD.sides[position.side().index()];
    format!("lines:{} score:{one}-{two} {class} turn:{turn}", lines.join(","))
}

#[test]
fn every_position_of_play_can_be_set_up() {
    let mut rng = Rng::new(41);
    for options in ["size=3", "size=3,final=none", "size=5", "", "size=9,final=none", "size=19"] {
        // Writing and reading is slow on the largest board, so only some positions are tried there.
        let (games, every) = if options == "size=19" { (1, 20) } else { (20, 1) };
        for _ in 0..games {
            let (_, line) = random_game(options, &mut rng);
            let mut position = game(options).start();
            for (at, m) in line.into_iter().enumerate() {
                position.play_unchecked(m);
                if at % every > 0 {
                    continue;
                }
                let text = written(&position);
                let copy = set_up(options, &text);
                assert_eq!(copy, position, "{text}");
                assert_eq!(written(&copy), text);
                assert_eq!((copy.turn(), copy.outcome()), (position.turn(), position.outcome()));
            }
        }
    }
}

#[test]
fn nothing_said_is_the_start() {
    assert_eq!(set_up("", ""), after("", ""));
    assert_eq!(set_up("size=3", "lines:b2n"), after("size=3", ""));
    assert_eq!(set_up("size=3", "LINES:B3S turn:1 SCORE:0-0"), after("size=3", ""));
}

#[test]
fn segments_come_in_any_order_and_from_either_end() {
    let position = set_up("size=3", "lines:a3e,c2n,c3w,b2n class:endpoint");
    assert_eq!(position, set_up("size=3", "lines:b2n,b3e,c3s,b3w class:endpoint turn:1"));
}

#[test]
fn score_and_segments_say_whose_half_it_is() {
    let position = set_up("size=5", "lines:c3n,c3e class:Endpoint");
    assert_eq!((position.turn(), position.class()), (Seat::Second, Some(Class::Endpoint)));
    // With one more segment and a point, two full-moves are over.
    let position = set_up("size=5", "lines:c3n,c3e,c3w,c3s score:1-0");
    assert_eq!((position.turn(), position.class()), (Seat::First, None));
    assert_eq!(position.score(), Some([1, 0]));
    assert_eq!(legal(&position).len(), position.count());
}

#[test]
fn the_help_page_s_set_ups_are_its_diagrams() {
    for (text, plies) in [
        ("lines:c3n,c3w,b3n,c3e,c3s score:0-0 turn:1", "c3w b3n c3e c3s"),
        ("lines:c3n,c3w class:endpoint turn:2", "c3w"),
    ] {
        assert!(Plexus::CARD.help.contains(text), "{text}");
        assert_eq!(set_up("size=5", text), after("size=5", plies));
    }
}

#[test]
fn a_finished_game_can_be_set_up() {
    let lines = "lines:b2n,b3e,c3s,b2s,b1w,b3w,b2w,c2s";
    assert_eq!(set_up("size=3", &format!("{lines} score:0-1")), after("size=3", GAME));
    let drawn = set_up("size=3,final=none", &format!("{lines} score:0-0 turn:2"));
    assert_eq!(drawn.outcome(), Some(Outcome::Drawn));
    assert_eq!(drawn, after("size=3,final=none", GAME));
}

#[test]
fn impossible_positions_are_refused_with_sentences() {
    let cases = [
        (
            "V:a1",
            "'V:' is not part of this game's set-ups; they have lines:, score:, class:, turn:",
        ),
        ("lines:b2n,b2", "'b2' is not a segment: write a dot and n, e, s or w, like c3n"),
        ("lines:b2n,d1n", "d1 is not on the board: columns go from a to c, rows from 1 to 3"),
        ("lines:b2n,b3n", "there is no dot north of b3: the board ends there"),
        ("lines:b2n,b2e,c2w", "the segment b2-c2 is given twice"),
        (
            "lines:b2s,b2e",
            "the segment b2-b3 is missing: every game starts with it, so lines: has b2n in it",
        ),
        (
            "lines:b2n,b2e,b3e,c2n",
            "the segment c2-c3 closes a ring: no dot may be reached in two ways",
        ),
        (
            "lines:b2n,a1n",
            "the segment a1-a2 hangs on nothing: every segment must lead on from the segment b2-b3",
        ),
        (
            "score:1",
            "'score:1' is not a score: write the points of 1, a dash and the points of 2, like score:1-0",
        ),
        (
            "score:1-+1",
            "'score:1-+1' is not a score: write the points of 1, a dash and the points of 2, like score:1-0",
        ),
        (
            "score:1-99999999999",
            "'score:1-99999999999' is not a score: write the points of 1, a dash and the points of 2, like score:1-0",
        ),
        ("score:1-0,2-0", "'score:' takes exactly one word"),
        (
            "lines:b2n,b2e score:2-0",
            "the score 2-0 is not possible: player 1 has opened 1 full-move that is over, and each gives at most one point",
        ),
        (
            "lines:b2n,b2e score:0-1",
            "the score 0-1 is not possible: player 2 has opened no full-move that is over, and each gives at most one point",
        ),
        (
            "lines:b2n,b3e,c3s,b2s,b1w,b3w,b2w,c2s",
            "the score 0-0 is not possible: when every dot is connected the points add up to an odd number",
        ),
        (
            "lines:b2n,b3e,c3s,b2s,b1w,b3w,b2w,c2s score:0-1 class:endpoint",
            "class: binds a second half, but every dot is connected",
        ),
        ("class:dot", "'class:dot' is not a class: it is class:endpoint or class:midpoint"),
        (
            "class:endpoint",
            "class: binds a second half, but with 1 segment and the score 0-0 it is the first half of full-move 1, by player 1",
        ),
        (
            "lines:b2n,b2e",
            "with 2 segments and the score 0-0 it is the second half of full-move 1, by player 2: \
             say with class:endpoint or class:midpoint what binds it",
        ),
        (
            "lines:b2n,b2e class:midpoint",
            "class:midpoint is not possible: no segment here can have been drawn last and from a midpoint",
        ),
        (
            "lines:b2n,b2s,b1e,c1n,b2w,a2n,b3e score:1-0 class:endpoint",
            "class:endpoint is not possible: nothing can be drawn from an endpoint, so the half is lost already and its point counts",
        ),
        (
            "turn:2",
            "turn:2 is not possible: with 1 segment and the score 0-0 it is the first half of full-move 1, by player 1",
        ),
        ("turn:V", "'turn:V' is not possible: write turn:1 or turn:2"),
    ];
    for (text, sentence) in cases {
        assert_eq!(refusal("size=3", text), sentence, "{text}");
    }
}

#[test]
fn a_class_must_be_one_the_last_ply_can_have_used() {
    // Only b3 is an end next to a dot with three segments, and b3 was there before.
    let text = "lines:b2n,b2w,a2n,b2s,b1e,c1n class:midpoint";
    assert!(refusal("size=3", text).contains("drawn last"));
    let line = "lines:c3n,c3e,d3e,e3n";
    assert!(refusal("size=5", &format!("{line} class:midpoint")).contains("drawn last"));
    assert_eq!(set_up("size=5", &format!("{line} class:endpoint")).class(), Some(Class::Endpoint));
    let fork = "lines:c3n,c3e,c3w,c3s";
    assert!(refusal("size=5", &format!("{fork} class:endpoint")).contains("drawn last"));
}
