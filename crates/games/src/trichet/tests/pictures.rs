use std::collections::HashSet;

use crosscut_draw::{Draw, Ink, Last, Point as At, Scene, Shape};
use crosscut_rules::{Game, Position};

use super::super::cell::Tile;
use super::super::{Trichet, TrichetPosition};
use super::{FIGURE_4, HOLE, after, text, wander};
use crate::testing::game;

#[test]
fn the_help_page_shows_true_diagrams() {
    for line in ["", "N50ul.", HOLE, FIGURE_4] {
        let text = text(&after("", line));
        assert!(Trichet::CARD.help.contains(&format!("```\n{text}```")), "{text}");
    }
}

#[test]
fn what_a_tile_forces_is_told_in_rounds() {
    let game = game::<Trichet>("");
    let (before, position) = (game.start(), after("", "N50ul."));
    let ply = "N50ul.".parse().unwrap();
    let rounds = game.forced(Last { before: &before, ply }, &position);
    let words = |round: &Vec<Tile>| round.iter().map(|it| it.to_string()).collect::<Vec<_>>();
    assert_eq!(
        rounds.iter().map(words).collect::<Vec<_>>(),
        [vec!["M50db.", "N50dr."], vec!["M51ut."]]
    );
}

#[test]
fn the_help_page_has_the_figures_of_the_rule_sheet() {
    let words: Vec<&str> = Trichet::CARD
        .help
        .lines()
        .filter_map(|it| it.strip_prefix("```"))
        .filter(|it| !it.is_empty())
        .collect();
    assert_eq!(words, ["tiles", "forced-1", "forced-2", "forced-3", "rhombus"]);
    for word in words {
        let scene = Trichet::figure(word).unwrap();
        let inside = |at: At| {
            (scene.from.0..scene.to.0).contains(&at.0) && (scene.from.1..scene.to.1).contains(&at.1)
        };
        for shape in &scene.shapes {
            match shape {
                Shape::Polygon { corners, .. } => {
                    assert!(corners.iter().all(|&it| inside(it)), "{word}");
                }
                Shape::Label { at, .. } | Shape::Disc { at, .. } => assert!(inside(*at), "{word}"),
                _ => {}
            }
        }
    }
    assert!(Trichet::figure("").is_none());
}

#[test]
fn a_place_stands_on_the_letter_of_every_cell_something_fits_into() {
    let game = game::<Trichet>("");
    let mut small = 0;
    let mut all = 0;
    wander("", 40, 8, |position| {
        let diagram = game.text(position);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let cells: HashSet<String> = moves.iter().map(|it| it.cell.to_string()).collect();
        let words: HashSet<String> = diagram.places.iter().map(|it| it.word.clone()).collect();
        assert_eq!((words.len(), &words), (diagram.places.len(), &cells));
        for place in &diagram.places {
            let tile: Tile = format!("{}l.", place.word).parse().unwrap();
            let letter = tile.cell.column().pop().unwrap();
            let letter = if tile.cell.down { letter.to_ascii_lowercase() } else { letter };
            let line = &diagram.lines[place.line];
            assert_eq!(line.as_bytes()[place.column], letter as u8, "{diagram}{place:?}");
            let row: i32 = line.split_whitespace().next().unwrap().parse().unwrap();
            assert_eq!(row, tile.cell.row());
        }
        all += 1;
        small +=
            u32::from(diagram.lines.len() <= 20 && diagram.lines.iter().all(|it| it.len() <= 80));
    });
    assert!(100 * small >= 98 * all, "{small} of {all} fit a terminal");
}

#[test]
fn a_tall_table_is_drawn_tightly() {
    let expected = r"
56     H ho  I
55  H h. / \i.  J jo  K
54 h   I\ o / \ . /K k
53    i   J\ . / \ko  L
52     J jo / \ . / \l.  M
51    j   K k   L\ o /M m
50           L l. / \m.  N
49          l   M\ o /N n
48           M m. / \n.  O
47          m   N\ o /O o
46             n   O o
82 tiles are left
";
    assert_eq!(text(&after("", "L51dbo K53uro N48uto I54dbo")), expected[1..]);
}

#[test]
fn a_scene_tells_the_played_tile_from_the_forced_ones_and_has_a_spot_for_every_cell() {
    let game = game::<Trichet>("");
    let (before, position) = (game.start(), after("", "N50ul."));
    let ply = "N50ul.".parse().unwrap();
    let scene = game.scene(&position, Some(Last { before: &before, ply }));
    let lines = |wanted| {
        let is = |it: &&Shape| matches!(it, Shape::Line { ink, .. } if *ink == wanted);
        scene.shapes.iter().filter(is).count()
    };
    assert_eq!((lines(Ink::Last), lines(Ink::Auto)), (6, 12));
    let rounds: Vec<&str> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Label { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(rounds, ["1", "1", "2"]);
    assert_eq!(scene.title, "Trichet, 6 of 96 tiles on the table: Oh to move");
    let words: HashSet<&str> = scene.spots.iter().map(|it| it.word.as_str()).collect();
    let diagram = game.text(&position);
    assert_eq!(words, diagram.places.iter().map(|it| it.word.as_str()).collect());
    for spot in &scene.spots {
        assert!((scene.from.0..scene.to.0).contains(&spot.at.0));
        assert!((scene.from.1..scene.to.1).contains(&spot.at.1));
    }
}

#[test]
fn marks_cover_no_arcs() {
    let game = game::<Trichet>("");
    let distance = |(x, y): At, (a, b): At, (c, d): At| {
        let length = (c - a).powi(2) + (d - b).powi(2);
        let part = (((x - a) * (c - a) + (y - b) * (d - b)) / length).clamp(0.0, 1.0);
        (x - a - part * (c - a)).hypot(y - b - part * (d - b))
    };
    let (mut arcs, mut marks) = (0, 0);
    for (plies, ply) in [("", "N50ul."), ("", "L48uto"), ("L51dl. L49dr. L50db. N49ut.", "N51ul.")]
    {
        let (before, ply) = (after("", plies), ply.parse().unwrap());
        let mut position = before.clone();
        position.play_unchecked(ply);
        let scene = game.scene(&position, Some(Last { before: &before, ply }));
        for arc in &scene.shapes {
            let Shape::Sector { at, radius: 0.5, from, to, .. } = *arc else { continue };
            arcs += 1;
            for step in 0..=20 {
                let angle = (from + (to - from) * step as f32 / 20.0).to_radians();
                let point = (at.0 + 0.5 * angle.cos(), at.1 - 0.5 * angle.sin());
                for mark in &scene.shapes {
                    let room = match *mark {
                        Shape::Line { from, to, width, ink: Ink::Last | Ink::Auto } => {
                            distance(point, from, to) - width / 2.0
                        }
                        Shape::Disc { at, radius, ink: Ink::Last | Ink::Auto } => {
                            (point.0 - at.0).hypot(point.1 - at.1) - radius
                        }
                        _ => continue,
                    };
                    marks += 1;
                    assert!(room > 0.02, "{mark:?} lies on {arc:?}");
                }
            }
        }
    }
    assert!(arcs > 20 && marks > 1000, "{arcs} {marks}");
}

#[test]
fn names_of_empty_cells_are_there_for_who_asks() {
    let scene = game::<Trichet>("").scene(&game::<Trichet>("").start(), None);
    let labels =
        |scene: &Scene| scene.shapes.iter().filter(|it| matches!(it, Shape::Label { .. })).count();
    assert_eq!(labels(&scene), 0);
    let spots = scene.spots.len();
    assert_eq!(labels(&scene.named()), spots);
}

#[test]
fn oh_is_white_and_dot_is_blue() {
    let scene = game::<Trichet>("").scene(&game::<Trichet>("").start(), None);
    assert_eq!(scene.palette.colour(Ink::First), "#ffffff");
    let blue = scene.palette.colour(Ink::Second);
    let part = |at: usize| u8::from_str_radix(&blue[at..at + 2], 16).unwrap();
    assert!(part(5) > part(3) && part(3) > part(1), "{blue}");
    // A picture of two tiles is large enough to read.
    assert!((scene.to.0 - scene.from.0) * scene.zoom.0 * 40.0 > 200.0);
}

#[test]
fn what_follows_from_a_ply_is_walked_through_tile_by_tile_to_where_it_led() {
    let game = game::<Trichet>("");
    let (before, position) = (game.start(), after("", "N50ul."));
    let last = Last { before: &before, ply: "N50ul.".parse().unwrap() };
    let stages = game.stages(last, &position);
    let count = |shapes: &[Shape], wanted: fn(&Shape) -> bool| {
        shapes.iter().filter(|shape| wanted(shape)).count()
    };
    let marked = |it: &Shape| matches!(it, Shape::Line { ink: Ink::Auto, .. });
    let tile = |it: &Shape| matches!(it, Shape::Polygon { ink: Ink::First | Ink::Second, .. });
    let shown: Vec<(usize, usize)> = stages
        .iter()
        .map(|it| (count(&it.scene.shapes, tile), count(&it.scene.shapes, marked) / 4))
        .collect();
    assert_eq!(shown, [(3, 0), (4, 1), (5, 2), (6, 3)]);
    assert_eq!(stages[0].says, "N50u alone, as it was played");
    assert!(stages[3].says.ends_with("follows in round 2: only one tile fits there"));
    assert_eq!(stages[3].scene.shapes, game.scene(&position, Some(last)).shapes);
    // If nothing follows, there are no stages.
    let alone = after("", "M51ulo");
    let last = Last { before: &before, ply: "M51ulo".parse().unwrap() };
    assert_eq!(game.stages(last, &alone).is_empty(), alone.pool == before.pool - 1);
}

#[test]
fn arcs_run_from_middle_to_middle_of_two_sides() {
    let scene = game::<Trichet>("").scene(&after("", FIGURE_4), None);
    let mut arcs = 0;
    for pair in scene.shapes.windows(2) {
        let [Shape::Polygon { corners, .. }, Shape::Sector { at, radius, from, to, .. }] = pair
        else {
            continue;
        };
        let near = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).hypot(a.1 - b.1) < 0.001;
        let others: Vec<_> = corners.iter().filter(|&&it| !near(it, *at)).collect();
        assert_eq!((corners.len(), others.len()), (3, 2));
        for angle in [from, to].map(|it| it.to_radians()) {
            let side = (at.0 + angle.cos(), at.1 - angle.sin());
            assert!(others.iter().any(|&&it| near(it, side)), "{pair:?}");
        }
        assert!((to - from - 60.0).abs() < 0.001 && (0.4..0.6).contains(radius));
        arcs += 1;
    }
    assert_eq!(arcs, 28);
}

#[test]
fn the_edge_of_a_region_that_has_won_runs_through_each_of_its_tiles_and_they_say_so() {
    let edges = |line| {
        let scene = game::<Trichet>("").scene(&after("", line), None);
        let is = |it: &&Shape| matches!(it, Shape::Sector { ink: Ink::Win, .. });
        let told = scene.sites.iter().filter(|it| it.says.ends_with("part of the winning region"));
        assert_eq!(told.count(), scene.shapes.iter().filter(is).count());
        (scene.shapes.iter().filter(is).count(), scene.title)
    };
    assert_eq!(
        edges(FIGURE_4),
        (14, "Trichet, 28 of 96 tiles on the table: Dot has won".to_string())
    );
    assert_eq!(edges("M51ulo L51uro").0, 0);
}

#[test]
fn a_white_tile_at_the_rim_of_a_finished_table_has_a_line_round_it() {
    let rims = |line| {
        let position = after("", line);
        let scene = game::<Trichet>("").scene(&position, None);
        let is =
            |it: &&Shape| matches!(it, Shape::Line { width, ink: Ink::Grid, .. } if *width > 0.05);
        let first_tile = scene.shapes.iter().position(|it| matches!(it, Shape::Sector { .. }));
        let all = scene.shapes.iter().filter(is).count();
        // They are under the tiles, so that none hides an arc.
        assert_eq!(scene.shapes[..first_tile.unwrap()].iter().filter(is).count(), all);
        all
    };
    assert_eq!(rims("N50ul."), 0, "empty cells lie about it");
    let rims = rims(FIGURE_4);
    assert!((3 * 12..3 * 28).contains(&rims), "{rims}");
}

#[test]
fn a_tile_is_told_by_the_corner_that_differs_and_the_rest() {
    let game = game::<Trichet>("");
    let told = |position: &TrichetPosition| {
        let sites = game.scene(position, None).sites;
        let mut told: Vec<String> =
            sites.iter().map(|it| format!("{} is {}", it.word, it.says)).collect();
        told.retain(|it| it.contains("a tile"));
        told.sort();
        told
    };
    let start = game.start();
    assert_eq!(
        told(&start),
        [
            "M49d is a tile, Oh at the bottom, the rest Dot",
            "M50u is a tile, Oh at the top, the rest Dot"
        ]
    );
    let mut tiles = HashSet::new();
    wander("", 2, 5, |position| {
        let told = told(position);
        for tile in position.tiles() {
            let colours = tile.colours().map(crosscut_rules::Side::index);
            let odd = (0..3).find(|&at| {
                colours[at] != colours[(at + 1) % 3] && colours[at] != colours[(at + 2) % 3]
            });
            let odd = odd.unwrap();
            let letter = tile.cell.corner_letters()[odd];
            let corners = ["left", "right", "top", "bottom"];
            let corner = corners.into_iter().find(|it| it.starts_with(letter)).unwrap();
            let [own, rest] = [odd, (odd + 1) % 3].map(|at| Trichet::CARD.sides[colours[at]]);
            let words = format!("{} is a tile, {own} at the {corner}, the rest {rest}", tile.cell);
            assert!(told.iter().any(|it| it.starts_with(&words)), "{words}: {told:?}");
            tiles.insert((tile.cell.down, colours));
        }
    });
    assert_eq!(tiles.len(), 12);
}
