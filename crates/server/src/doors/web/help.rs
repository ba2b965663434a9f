//! Help pages: Markdown with diagrams, which become boards where the game can read them.

use std::sync::{LazyLock, OnceLock};

use askama::Template;
use crosscut_catalog::{AnyGame, AnyPosition, GAMES, Setup, Spec, Values};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd, html};

use super::board::{Picture, escape};
use super::query::address;

/// By game, its help page once it was asked for.
static PAGES: LazyLock<Vec<OnceLock<String>>> =
    LazyLock::new(|| GAMES.iter().map(|_| OnceLock::new()).collect());

/// The help page of a game as HTML, without its headline.
pub(crate) fn html_of(name: &str) -> &'static str {
    let at = GAMES.iter().position(|it| it.card().name == name);
    at.map_or("", |at| PAGES[at].get_or_init(|| write(GAMES[at])))
}

fn write(game: &'static dyn AnyGame) -> String {
    let mut events = Vec::new();
    let mut diagram: Option<String> = None;
    let mut headline = false;
    for event in Parser::new(game.card().help) {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level as u8 == 1 => headline = true,
            Event::End(TagEnd::Heading(level)) if level as u8 == 1 => headline = false,
            _ if headline => {}
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                diagram = Some(String::new());
            }
            Event::End(TagEnd::CodeBlock) => {
                let text = diagram.take().unwrap_or_default();
                events.push(Event::Html(figure(game, &text).into()));
            }
            Event::Text(text) if diagram.is_some() => {
                if let Some(diagram) = &mut diagram {
                    diagram.push_str(&text);
                }
            }
            other => events.push(other),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out
}

/// A diagram: a board that leads to the analysis of what it shows, or the characters it is made of.
fn figure(game: &'static dyn AnyGame, text: &str) -> String {
    let pre = format!("<pre tabindex=\"0\">{}</pre>", escape(text));
    let Some((spec, setup, position)) = read(game, text) else {
        return format!("<figure class=\"diagram\">{pre}</figure>");
    };
    let Ok(picture) = Picture::of(&position.scene()).render() else { return pre };
    let to = address(&format!("/analysis/{spec}"), &[("setup", &setup.to_string())]);
    format!(
        "<figure class=\"diagram\"><a class=\"shown\" href=\"{to}\">{picture}<span>Play on from here</span></a>\
         <details><summary>The same in letters</summary>{pre}</details></figure>",
        to = escape(&to)
    )
}

/// Reads a diagram on the first board of the game that it fits.
fn read(game: &'static dyn AnyGame, text: &str) -> Option<(Spec, Setup, AnyPosition)> {
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
        let position = spec.set_up(&setup).ok()?;
        Some((spec, setup, position))
    })
}
