mod choices;
mod pictures;
mod playouts;
mod set_ups;

use std::collections::HashSet;

use crosscut_draw::Draw;
use crosscut_rules::{Game, MoveError, Outcome, Position, Rng, Seat, conform, perft};

use super::course::judge;
use super::oracle::Paper;
use super::{Plexus, PlexusPosition, Segment};
use crate::testing;

/// The game of the rule book, 3 x 3.
const GAME: &str = "b3e c3s b2s b1w b3w b2w c2s";

fn game(options: &str) -> Plexus {
    testing::game(options)
}

fn after(options: &str, plies: &str) -> PlexusPosition {
    testing::after::<Plexus>(options, plies)
}

fn check(options: &str, plies: &str, text: &str) -> String {
    testing::check::<Plexus>(options, plies, text)
}

fn legal(position: &PlexusPosition) -> Vec<String> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// The final position and the line of a random game.
fn random_game(options: &str, rng: &mut Rng) -> (PlexusPosition, Vec<Segment>) {
    let mut position = game(options).start();
    let mut line = Vec::new();
    while position.outcome().is_none() {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let m = rng.pick(&moves);
        position.play_unchecked(m);
        line.push(m);
    }
    (position, line)
}

#[test]
fn the_rules_keep_the_contract() {
    for (options, games) in [
        ("size=3", 300),
        ("size=3,final=none", 300),
        ("size=5", 100),
        ("", 60),
        ("size=9,final=none", 20),
        ("size=19", 3),
    ] {
        let game = game(options);
        let dots = usize::from(game.size) * usize::from(game.size);
        conform(&game, games, dots - 1, 1);
    }
}

#[test]
fn the_oracle_agrees() {
    // Together 300,000 plies. The slow rules take most of the time, so larger boards get fewer, and compare lists less often.
    for (size, plies, every) in [(3, 90_000, 1), (5, 100_000, 3), (7, 80_000, 10), (9, 30_000, 20)]
    {
        for (word, counts) in [("score", true), ("none", false)] {
            let options = format!("size={size},final={word}");
            let seed = 7 + size as u64;
            testing::agree::<Plexus, _>(
                &options,
                || Paper::new(size, counts),
                plies / 2,
                every,
                seed,
            );
        }
    }
}

#[test]
fn a_game_of_size_3_begins_with_five_first_halves() {
    let position = after("size=3", "");
    let here: HashSet<String> = legal(&position).into_iter().collect();
    let expected = ["b2w", "b2e", "b2s", "b3w", "b3e"].map(String::from);
    assert_eq!(here, HashSet::from(expected));
    for (depth, sequences) in [5, 20, 104].into_iter().enumerate() {
        assert_eq!(perft(&position, depth as u32 + 1), sequences);
    }
}

#[test]
fn the_rule_book_s_game_is_won_by_player_2() {
    let seats = [
        Seat::First,
        Seat::Second,
        Seat::Second,
        Seat::First,
        Seat::First,
        Seat::Second,
        Seat::Second,
    ];
    let mut position = after("size=3", "");
    for (text, seat) in GAME.split_whitespace().zip(seats) {
        assert_eq!(position.turn(), seat, "before {text}");
        assert_eq!(position.score(), Some([0, 0]));
        assert_eq!(position.play(text.parse().unwrap()), Ok(()));
    }
    assert_eq!(position.score(), Some([0, 1]));
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::Second)));
}

#[test]
fn p1_a_first_half_is_never_stuck() {
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let mut position = game("size=5").start();
        while position.left() > 0 {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            assert!(!moves.is_empty());
            position.play_unchecked(rng.pick(&moves));
        }
    }
}

#[test]
fn p2_a_dot_with_four_segments_has_no_class() {
    let position = after("size=5", "c3w c4n c3e c3s");
    let centre = "c3n".parse::<Segment>().unwrap().from;
    assert_eq!(position.degree(centre), 4);
    assert_eq!(position.figure().living(position.figure().bit(centre)), None);
}

#[test]
fn p3_the_last_dot_taken_by_a_first_half_scores_unless_the_option_says_no() {
    assert_eq!(after("size=3", GAME).score(), Some([0, 1]));
    let position = after("size=3,final=none", GAME);
    assert_eq!(position.score(), Some([0, 0]));
    assert_eq!(position.outcome(), Some(Outcome::Drawn));
    assert_eq!(position.drawn_because(), Some("both have the same number of points"));
}

#[test]
fn p3_totals_are_odd_when_the_last_half_scores() {
    let mut rng = Rng::new(5);
    for size in [3, 5, 7, 9] {
        for _ in 0..300 {
            let (position, _) = random_game(&format!("size={size}"), &mut rng);
            let [one, two] = position.score().unwrap();
            assert_eq!((one + two) % 2, 1);
            assert_ne!(position.outcome(), Some(Outcome::Drawn));
        }
    }
}

#[test]
fn p4_the_higher_score_wins_and_equal_scores_draw() {
    assert_eq!(judge([2, 1]), Outcome::Won(Seat::First));
    assert_eq!(judge([0, 3]), Outcome::Won(Seat::Second));
    assert_eq!(judge([4, 4]), Outcome::Drawn);
}

#[test]
fn the_shortest_way_to_a_point_takes_three_plies() {
    // b3 was the only midpoint with a free neighbour, and now it has none.
    let position = after("size=3", "b3e c3s b3w");
    assert_eq!(position.score(), Some([0, 1]));
    assert_eq!((position.turn(), position.class()), (Seat::First, None));
    let here: HashSet<String> = legal(&position).into_iter().collect();
    assert_eq!(here, HashSet::from(["a3s", "b2w", "b2s", "c2s"].map(String::from)));
}

#[test]
fn a_lost_half_is_no_ply_and_its_player_opens_the_next_full_move() {
    let mut rng = Rng::new(11);
    let mut lost = 0;
    for _ in 0..600 {
        let mut position = game("").start();
        let (_, line) = random_game("", &mut rng);
        for m in line {
            let before = (position.turn(), position.class(), position.points());
            position.play_unchecked(m);
            if position.points() != before.2 && position.outcome().is_none() {
                lost += 1;
                assert_eq!(before.1, None, "only a first half scores");
                assert_eq!(position.class(), None, "the next half is a first one");
                assert_eq!(position.turn(), !before.0, "the loser opens");
                assert_eq!(position.points()[before.0.index()], before.2[before.0.index()] + 1);
            }
        }
    }
    assert!(lost > 100, "{lost} halves were lost");
}

#[test]
fn refusals_are_sentences() {
    assert_eq!(check("", "", "D4W"), "d4w");
    assert_eq!(check("", "", " d5n\n"), "d5n");
    assert_eq!(
        check("", "", "h3n"),
        "h3 is not on the board: columns go from a to g, rows from 1 to 7"
    );
    assert_eq!(
        check("size=19", "", "a20s"),
        "a20 is not on the board: columns go from a to s, rows from 1 to 19"
    );
    assert_eq!(
        check("", "", "c3n"),
        "c3 has no segment yet: draw from a connected dot to a free one"
    );
    assert_eq!(check("size=3", "", "b3n"), "there is no dot north of b3: the board ends there");
    assert_eq!(check("size=3", "b2s", "b1s"), "there is no dot south of b1: the board ends there");
    assert_eq!(check("size=3", "b2e", "c2e"), "there is no dot east of c2: the board ends there");
    assert_eq!(check("size=3", "b2w", "a2w"), "there is no dot west of a2: the board ends there");
    assert_eq!(check("", "", "d4n"), "d5 is connected already: draw to a dot that has no segment");
    assert_eq!(
        check("", "d4w", "d4e"),
        "d4 is a midpoint, but the first half was drawn from an endpoint: draw from an endpoint too"
    );
    assert_eq!(
        check("", "d4w c4w d4e", "d5n"),
        "d5 is an endpoint, but the first half was drawn from a midpoint: draw from a midpoint too"
    );
    assert_eq!(check("size=3", GAME, "a1n"), "the game is over");
}

#[test]
fn what_is_no_move_is_told_from_what_is_no_legal_one() {
    for text in
        ["", "c", "3n", "c3x", "c-3n", "c+3n", "c3ne", "c333n", "c100n", "é3n", "c 3n", "c３n"]
    {
        let expected = format!(
            "'{text}' is not a move: write the dot you draw from and the direction n, e, s or w, like c3n"
        );
        assert_eq!(text.parse::<Segment>(), Err(MoveError::Syntax(expected)));
    }
    for (text, dot) in [("c0n", "c0"), ("c100n", "c100"), ("C999999999999", "C999999999999")] {
        let range = "is not on the board: columns go from a to g, rows from 1 to 7";
        assert_eq!(check("", "", text), format!("{dot} {range}"));
    }
    assert_eq!(check("", "", "C3"), "'C3' has no direction: add n, e, s or w, like c3n");
    assert_eq!(
        check("", "", "Z99n"),
        "z99 is not on the board: columns go from a to g, rows from 1 to 7"
    );
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<PlexusPosition>() <= 512, "{}", size_of::<PlexusPosition>());
}

#[test]
fn a_tree_drawn_otherwise_that_plays_on_alike_is_the_same_position() {
    // a1 is joined to b1 or to a2: nothing can be drawn from any of the three, so it does not matter to which.
    let lines = "lines:b2n,b3w,b2w,b2s,b1e";
    let up = testing::set_up::<Plexus>("size=3", &format!("{lines},b1w class:endpoint")).unwrap();
    let down = testing::set_up::<Plexus>("size=3", &format!("{lines},a2s class:endpoint")).unwrap();
    assert_ne!(
        testing::game::<Plexus>("size=3").text(&up),
        testing::game::<Plexus>("size=3").text(&down)
    );
    assert_eq!(up, down);
    assert_eq!(legal(&up), legal(&down));
}
