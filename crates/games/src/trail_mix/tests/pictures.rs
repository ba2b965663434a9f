//! Diagrams that are printed and read back, and the drawing.

use crosscut_draw::{Draw, Ink, Last, Scene, Shape, svg};
use crosscut_rules::{Game, Position, Rng};

use super::{FIGURE_2, TrailMix, read};
use crate::testing::{after, game};

#[test]
fn figure_2_prints_as_in_the_rule_book() {
    let position = read("", FIGURE_2).expect("a position");
    let diagram = game::<TrailMix>("").text(&position);
    assert_eq!(format!("\n{diagram}"), FIGURE_2);
}

#[test]
fn places_name_the_cells_under_them() {
    let diagram = game::<TrailMix>("size=10").text(&after::<TrailMix>("size=10", "j10 a9"));
    assert_eq!(diagram.lines[0], "10 . . . . . . . . . /");
    assert_eq!(diagram.lines[1], r" 9 \ . . . . . . . . .");
    assert_eq!(diagram.lines[10], "   a b c d e f g h i j");
    assert_eq!(diagram.places.len(), 100);
    for place in &diagram.places {
        let letter = &diagram.lines[10][place.column..=place.column];
        let number = diagram.lines[place.line][..2].trim();
        assert_eq!((place.word.clone(), place.width), (format!("{letter}{number}"), 1));
    }
}

#[test]
fn tokens_that_may_run_out_are_counted_below() {
    let options = "size=3,tokens=20";
    let diagram = game::<TrailMix>(options).text(&after::<TrailMix>(options, "a1 b2 c1"));
    assert!(diagram.to_string().ends_with("\n  a b c\nTokens left: Brown has 18, Green has 19\n"));
    let diagram = game::<TrailMix>("size=3").text(&after::<TrailMix>("size=3", "a1"));
    assert!(diagram.to_string().ends_with("\n  a b c\n"), "{diagram}");
}

#[test]
fn what_is_printed_reads_back() {
    let mut rng = Rng::new(3);
    for size in 3..=11 {
        let options = format!("size={size},tokens=20");
        let game: TrailMix = game(&options);
        let mut position = game.start();
        loop {
            assert_eq!(read(&options, &game.text(&position).to_string()).as_ref(), Ok(&position));
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(rng.pick(&moves));
        }
    }
}

#[test]
fn blanks_labels_and_line_ends_do_not_matter() {
    let position = read("size=3", "3 \\ / .\n2 . \\ \\\n1 / / .\n  a b c\n");
    for diagram in [
        "\\ / .\n. \\ \\\n/ / .",
        "\n  3\\/.\n\n2.\\\\\n1//.\n",
        "3\t\\\t/\t.\r\n2 .\u{a0}\\ \\   \r\n\r\n1 / / .\r\n  A B C\r\n",
        "turn : brown\n3 \\ / .\n. \\ \\\n/ / .\nabc",
    ] {
        assert_eq!(read("size=3", diagram), position, "{diagram}");
    }
    let other = read("size=3", "... \n.../\n...".replace('/', "").as_str()).expect("a position");
    let turned = read("size=3", "...\n...\n...\nturn:Green").expect("a position");
    assert!(other.side() != turned.side());
}

#[test]
fn diagrams_of_another_board_are_refused() {
    let refusal = |diagram: &str| read("size=3", diagram).expect_err("a refusal");
    assert_eq!(refusal("...\n..."), "the diagram has 2 rows, but a board of size 3 has 3");
    assert_eq!(refusal(""), "the diagram has 0 rows, but a board of size 3 has 3");
    assert_eq!(refusal("...\n...\n...\n/.."), "'/..' is one row too many: a board of size 3 has 3");
    assert_eq!(
        refusal("3 . . .\n2 . . . .\n"),
        "'2 . . . .' has 4 cells, but a row of a board of size 3 has 3"
    );
    assert_eq!(
        refusal("3 . . .\n1 . . .\n"),
        "'1 . . .' says row 1, but here row 2 is due: rows go from 3 down to 1"
    );
    assert_eq!(
        refusal("3 . . .\n2 . x .\n"),
        r"'x' in '2 . x .' is not a cell: cells are /, \ and . for an empty one"
    );
    for line in ["a b c d", "white to move", "size: 3"] {
        assert_eq!(
            refusal(&format!("...\n{line}\n...\n...")),
            format!(
                r"'{line}' is not part of a diagram: it has rows of /, \ and ., one line of the columns' letters, and a line like turn:Green"
            )
        );
    }
    assert_eq!(refusal("turn:Green\nturn:Green\n...\n...\n..."), "'turn:' is given twice");
    assert_eq!(
        refusal("...\n...\n...\nturn:"),
        "'turn:' is not possible: write turn:Brown or turn:Green"
    );
}

#[test]
fn diagrams_of_the_help_page_are_positions() {
    let blocks: Vec<&str> = TrailMix::CARD.help.split("```\n").skip(1).step_by(2).collect();
    let boards: Vec<&&str> =
        blocks.iter().filter(|block| block.ends_with("c\n") || block.ends_with("g\n")).collect();
    assert_eq!(boards.len(), 3);
    let won: Vec<bool> = boards
        .iter()
        .map(|board| {
            let options = format!("size={}", board.lines().count() - 1);
            let position = read(&options, board).expect("a position");
            assert_eq!(&game::<TrailMix>(&options).text(&position).to_string(), **board);
            position.outcome().is_some()
        })
        .collect();
    assert_eq!(won, [true, false, true]);
}

#[test]
fn brown_is_brown_and_green_is_green() {
    let game = game::<TrailMix>("");
    let (scene, text) = (game.scene(&game.start(), None), game.text(&game.start()));
    assert_eq!(scene.palette, text.palette);
    let rgb = |ink| {
        let colour = scene.palette.colour(ink);
        [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).unwrap())
    };
    let ([red, green, blue], second) = (rgb(Ink::First), rgb(Ink::Second));
    assert!(red > green && green > blue);
    assert!(second[1] > second[0] && second[1] > second[2]);
    // A trail that has won is of both colours: the line round it is of neither.
    let [red, green, blue] = rgb(Ink::Win);
    assert!(blue > green && blue > red);
}

/// Lines of a scene in this ink.
fn lines(scene: &Scene, ink: Ink) -> usize {
    scene.shapes.iter().filter(|it| matches!(it, Shape::Line { ink: of, .. } if *of == ink)).count()
}

#[test]
fn the_drawing_marks_the_trail_and_the_last_token() {
    let game: TrailMix = game("");
    let before = read("", &format!("{FIGURE_2}turn:Green")).expect("a position");
    let scene = game.scene(&before, None);
    assert_eq!(
        scene.title,
        "Trail Mix, 7 by 7 cells, tokens laid by Brown: 12, by Green: 11; Green to move"
    );
    // One more of each side in the legend.
    assert_eq!([Ink::First, Ink::Second, Ink::Win].map(|ink| lines(&scene, ink)), [13, 12, 0]);
    assert_eq!(scene.spots.len(), 49);

    let mut position = before.clone();
    for text in "f4 d2 g1 e3 b3 c2".split(' ') {
        position.play(text.parse().expect("a move")).expect("a legal move");
    }
    let before = position.clone();
    let ply = "c1".parse().expect("a move");
    position.play(ply).expect("a legal move");
    let scene = game.scene(&position, Some(Last { before: &before, ply }));
    assert!(scene.title.ends_with("; Green has won"), "{}", scene.title);
    // c1 c2 d3 e4 f4 g4 g5 g6 g7.
    assert_eq!(lines(&scene, Ink::Win), 9);
    let ring = |it: &&Shape| matches!(it, Shape::Ring { ink: Ink::Last, .. });
    let at = |spot: &str| scene.spots.iter().find(|it| it.word == spot).expect("a spot").at;
    let marked: Vec<&Shape> = scene.shapes.iter().filter(ring).collect();
    assert!(matches!(marked[..], [Shape::Ring { at: it, .. }] if *it == at("c1")), "{marked:?}");
    assert!(svg(&scene).contains(r#"class="win-line""#));
}

#[test]
fn both_axes_of_a_corner_to_corner_trail_are_marked() {
    let position = after::<TrailMix>("size=3", "a1 a3 c3 c1 b2");
    let scene = game::<TrailMix>("size=3").scene(&position, None);
    assert_eq!(lines(&scene, Ink::Win), 6);
}
