//! Help pages: Markdown in which diagrams become boards where the game can read them.

use std::sync::{LazyLock, OnceLock};

use askama::Template;
use crosscut_catalog::{AnyGame, GAMES, Ink, Line, Setup, Shape, Shown, Spec, Values};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd, html};

use super::analysis::address_of;
use super::board::Picture;
use super::lesson;

/// A diagram of a help page: pictures that link to the analysis of what they show, and the diagram as text.
#[derive(Template)]
#[template(path = "figure.html", escape = "named")]
struct Figure<'a> {
    pictures: Vec<FigurePicture>,
    text: &'a str,
}

struct FigurePicture {
    svg: String,
    /// The address of its analysis, and what one can do there.
    link: Option<(String, &'static str)>,
}

/// The help page of each game, rendered on the first request.
static PAGES: LazyLock<Vec<OnceLock<String>>> =
    LazyLock::new(|| GAMES.iter().map(|_| OnceLock::new()).collect());

/// The help page of a game as HTML, without its heading.
pub(crate) fn html_of(name: &str) -> &'static str {
    let at = GAMES.iter().position(|it| it.card().name == name);
    at.map_or("", |at| PAGES[at].get_or_init(|| write(GAMES[at])))
}

fn write(game: &'static dyn AnyGame) -> String {
    let mut events = Vec::new();
    let mut diagram: Option<(String, String)> = None;
    let mut headline = false;
    let mut number = 0;
    for event in Parser::new(game.card().help) {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level as u8 == 1 => headline = true,
            Event::End(TagEnd::Heading(level)) if level as u8 == 1 => headline = false,
            _ if headline => {}
            Event::Start(Tag::CodeBlock(kind)) => {
                let word = match kind {
                    CodeBlockKind::Fenced(word) => word.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                diagram = Some((word, String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let (word, text) = diagram.take().unwrap_or_default();
                number += 1;
                events.push(Event::Html(figure(game, &word, &text, number).into()));
            }
            Event::Text(text) if diagram.is_some() => {
                if let Some((_, diagram)) = &mut diagram {
                    diagram.push_str(&text);
                }
            }
            Event::Text(text) => events.push(Event::Text(game.card().in_colours(&text).into())),
            other => events.push(other),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out
}

/// A diagram: pictures, or only the text if there is none.
fn figure(game: &'static dyn AnyGame, word: &str, text: &str, number: usize) -> String {
    let boards = lesson::of(game.card().name).map_or(&[][..], |it| &it.diagrams);
    let own = game.figure(word).and_then(|scene| Picture::of(&scene).render().ok());
    let mut pictures: Vec<FigurePicture> =
        own.into_iter().map(|svg| FigurePicture { svg, link: None }).collect();
    pictures.extend(boards.iter().filter(|it| it.diagram == number).filter_map(board));
    if pictures.is_empty() {
        let line = read(game, text).and_then(|(spec, setup)| Line::from_setup(spec, setup).ok());
        pictures.extend(line.and_then(|line| {
            board(&Shown { diagram: number, line, marks: Vec::new(), play: Vec::new() })
        }));
    }
    Figure { pictures, text }.to_string()
}

/// A board that links to its analysis, with marks on some places and the continuation, if there is one.
fn board(shown: &Shown) -> Option<FigurePicture> {
    let Shown { line, marks, play, .. } = shown;
    let mut scene = line.position().scene();
    let marked = |word: &&str| scene.sites.iter().find(|it| it.word == *word).map(|it| it.at);
    let rings: Vec<Shape> = marks
        .iter()
        .filter_map(marked)
        .map(|at| Shape::Ring { at, radius: 0.28, width: 0.09, ink: Ink::Hint })
        .collect();
    scene.shapes.extend(rings);
    let svg = Picture::of(&scene).render().ok()?;
    let setup = line.setup().map(ToString::to_string).unwrap_or_default();
    let mut plies = line.plies().join(" ");
    for (ply, remark) in play {
        plies += &format!(" {ply}");
        if !remark.is_empty() {
            plies += &format!(" {{{remark}}}");
        }
    }
    let mut to = address_of(line.spec(), &setup, plies.trim_start());
    let go_on = if !play.is_empty() {
        // It starts at the board shown here, with the rest to step through.
        to += &format!("?at={}", line.plies().len());
        "Go through it step by step"
    } else if line.position().turn().is_some() {
        "Play on from here"
    } else {
        "Look at it"
    };
    Some(FigurePicture { svg, link: Some((to, go_on)) })
}

/// Reads a diagram with the first board size of the game that fits it.
fn read(game: &'static dyn AnyGame, text: &str) -> Option<(Spec, Setup)> {
    let mut tries = vec![String::new()];
    for option in game.card().options {
        if let Values::Number { least, most, step, .. } = option.values {
            tries.extend(
                (least..=most.min(40))
                    .step_by(step as usize)
                    .map(|it| format!("{}={it}", option.name)),
            );
            break;
        }
    }
    tries.into_iter().find_map(|options| {
        let spec = Spec::of(game, &options).ok()?;
        let setup = spec.read_diagram(text).ok()?;
        spec.set_up(&setup).ok()?;
        Some((spec, setup))
    })
}
