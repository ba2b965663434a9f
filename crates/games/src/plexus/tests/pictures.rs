use std::collections::HashSet;

use crosscut_draw::{Draw, Ink, Last, Scene, Shape};
use crosscut_rules::{Game, Position, Rng};

use super::{GAME, after, game, legal, random_game};
use crate::plexus::{Plexus, Segment};

fn text(options: &str, plies: &str) -> String {
    game(options).text(&after(options, plies)).to_string()
}

/// The scene after these plies, with the last one marked.
fn scene(options: &str, plies: &str) -> Scene {
    let (before, ply) = plies.trim().rsplit_once(' ').unwrap_or(("", plies.trim()));
    let before = after(options, before);
    let ply: Segment = ply.parse().unwrap();
    game(options).scene(&after(options, plies), Some(Last { before: &before, ply }))
}

fn labels<'a>(scene: &'a Scene) -> Vec<&'a str> {
    let label = |shape: &'a Shape| match shape {
        Shape::Label { text, .. } => Some(text.as_str()),
        _ => None,
    };
    scene.shapes.iter().filter_map(label).collect()
}

#[test]
fn the_diagram_tells_endpoints_midpoints_used_up_and_free_dots_apart() {
    assert_eq!(
        format!("\n{}", text("size=5", "c3w c4n c3e c4w c3s")),
        "
 5 .   .   o   .   .
           |
 4 .   o---+   .   .
           |
 3 .   o---x---o   .
           |
 2 .   .   o   .   .

 1 .   .   .   .   .
   a   b   c   d   e
o endpoint  + midpoint  x used up  . free
full-move 3, second half: 2 draws from a midpoint
1 has 0 points, 2 has 0
"
    );
    assert_eq!(
        format!("\n{}", text("size=3", GAME)),
        "
 3 x---x---x
       |   |
 2 x---x   x
       |   |
 1 x---x   x
   a   b   c
o endpoint  + midpoint  x used up  . free
all dots are connected: 2 wins, 1-0
1 has 0 points, 2 has 1
"
    );
    let drawn = text("size=3,final=none", GAME);
    assert!(drawn.contains("all dots are connected: a draw, 0-0\n"), "{drawn}");
}

#[test]
fn the_help_page_shows_diagrams_as_they_are_printed() {
    let help = Plexus::CARD.help;
    for (options, plies) in [
        ("size=5", ""),
        ("size=5", "c3w"),
        ("size=5", "c3w b3n c3e c3s"),
        ("size=3", "b3e c3s"),
        ("size=3", "b3e c3s b3w"),
        ("size=3", GAME),
    ] {
        let diagram = text(options, plies);
        assert!(help.contains(&diagram), "not in the help page:\n{diagram}");
    }
}

#[test]
fn places_are_the_dots_a_segment_may_start_from() {
    let mut rng = Rng::new(43);
    for options in ["size=3", "", "size=19"] {
        let (_, line) = random_game(options, &mut rng);
        let mut position = game(options).start();
        for m in line {
            let diagram = game(options).text(&position);
            let moves = legal(&position);
            let starts: HashSet<&str> = moves.iter().map(|m| &m[..m.len() - 1]).collect();
            let words: HashSet<&str> = diagram.places.iter().map(|it| it.word.as_str()).collect();
            assert_eq!(words, starts);
            assert_eq!(words.len(), diagram.places.len(), "a place is there twice");
            for place in &diagram.places {
                let at = &diagram.lines[place.line][place.column..][..place.width];
                assert!(at == "o" || at == "+", "{} points at '{at}'", place.word);
                let row = diagram.lines[place.line][..3].trim();
                assert_eq!(row, &place.word[1..]);
            }
            position.play_unchecked(m);
        }
    }
}

#[test]
fn diagrams_up_to_size_9_fit_a_terminal_and_larger_ones_its_width() {
    let mut rng = Rng::new(47);
    for size in (3..=19).step_by(2) {
        let options = format!("size={size}");
        let (end, _) = random_game(&options, &mut rng);
        for position in [game(&options).start(), end] {
            let diagram = game(&options).text(&position);
            assert!(diagram.lines.iter().all(|line| line.is_ascii() && line.len() < 80));
            assert!(size > 9 || diagram.lines.len() <= 21, "{}", diagram.lines.len());
        }
    }
}

#[test]
fn a_click_says_a_dot_or_a_whole_move() {
    let position = after("", "d4w c4w d4e");
    let scene = game("").scene(&position, None);
    let moves: HashSet<String> = legal(&position).into_iter().collect();
    let (whole, dots): (Vec<_>, Vec<_>) =
        scene.spots.iter().map(|spot| spot.word.clone()).partition(|word| moves.contains(word));
    assert_eq!(whole.len(), moves.len());
    for m in &moves {
        assert!(dots.iter().any(|dot| *dot == m[..m.len() - 1]), "{m} has no dot");
    }
    for dot in &dots {
        assert!(moves.iter().any(|m| m[..m.len() - 1] == **dot), "{dot} leads nowhere");
    }
}

#[test]
fn the_picture_names_the_half_and_its_class() {
    let scene = scene("size=5", "c3w c4n c3e c4w c3s");
    let words = labels(&scene);
    assert!(words.contains(&"full-move 3, second half"), "{words:?}");
    assert!(words.contains(&"2 draws from a midpoint"), "{words:?}");
    assert_eq!(
        scene.title,
        "Plexus, 5 by 5 dots. full-move 3, second half: 2 draws from a midpoint. 1 has 0 points, 2 has 0."
    );
}

#[test]
fn the_picture_marks_the_last_segment_and_tells_of_a_lost_half() {
    let scene = scene("size=3", GAME);
    let marked: Vec<_> = scene
        .shapes
        .iter()
        .filter(|shape| matches!(shape, Shape::Line { ink: Ink::Last, .. }))
        .collect();
    assert_eq!(
        marked,
        [&Shape::Line { from: (2.0, 1.0), to: (2.0, 2.0), width: 0.22, ink: Ink::Last }]
    );
    let words = labels(&scene);
    assert!(words.contains(&"a point for 2: 1 has no endpoint"), "{words:?}");
    assert!(words.contains(&"2 wins, 1-0"), "{words:?}");
    let scene = self::scene("size=3", "b3e c3s b3w");
    assert!(labels(&scene).contains(&"a point for 2: 1 has no midpoint"));
}

#[test]
fn every_shape_lies_in_the_picture() {
    for (options, plies) in [("size=3", GAME), ("", "d4w"), ("size=19", "j10e")] {
        let scene = scene(options, plies);
        let inside = |(x, y): (f32, f32)| {
            (scene.from.0..=scene.to.0).contains(&x) && (scene.from.1..=scene.to.1).contains(&y)
        };
        for shape in &scene.shapes {
            let ends = match *shape {
                Shape::Line { from, to, .. } => [from, to],
                Shape::Disc { at, radius, .. } | Shape::Ring { at, radius, .. } => {
                    [(at.0 - radius, at.1 - radius), (at.0 + radius, at.1 + radius)]
                }
                Shape::Sign { at, radius, .. } => {
                    [(at.0 - radius, at.1 - radius), (at.0 + radius, at.1 + radius)]
                }
                // A letter is not wider than 0.9 of a capital's height.
                Shape::Label { at, size, ref text, .. } => {
                    let half = text.chars().count() as f32 * size * 0.45;
                    [(at.0 - half, at.1 - size), (at.0 + half, at.1 + size)]
                }
                _ => panic!("{shape:?} is new here"),
            };
            assert!(ends.into_iter().all(inside), "{shape:?} of {options}");
        }
    }
}

#[test]
fn what_the_dots_mean_is_told_in_the_same_proportions_on_every_board() {
    // For each word, its distances from the middle and from its dot, relative to the size of its letters.
    let told = |options: &str| -> Vec<[f32; 2]> {
        let game = game(options);
        let scene = game.scene(&game.start(), None);
        let middle = (scene.from.0 + scene.to.0) / 2.0;
        let words = ["endpoint", "midpoint", "used up"].map(|word| {
            let is_it = |shape: &Shape| match shape {
                Shape::Label { at, size, text, .. } if text == word => Some((*at, *size)),
                _ => None,
            };
            let (at, size) = scene.shapes.iter().find_map(is_it).unwrap();
            let dots = scene.shapes.iter().filter_map(|shape| match shape {
                Shape::Disc { at: dot, .. } | Shape::Ring { at: dot, .. } if dot.1 == at.1 => {
                    Some(at.0 - dot.0)
                }
                _ => None,
            });
            let dot = dots.filter(|it| 0.0 < *it).fold(f32::MAX, f32::min);
            [(at.0 - middle) / size, dot / size]
        });
        words.to_vec()
    };
    let small = told("size=3");
    for options in ["size=11", "size=15", "size=19"] {
        for (a, b) in small.iter().flatten().zip(told(options).iter().flatten()) {
            assert!((a - b).abs() < 0.01, "{options}: {a} {b}");
        }
    }
}
