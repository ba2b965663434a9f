//! The analysis board: a game, a start and a tree of moves, all in the address.

mod boards;
mod export;
mod tree;
mod view;

pub(crate) use boards::boards;
pub(crate) use export::{answer, export, files};

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_catalog::{Line, Setup, Spec};
use serde::Deserialize;

use super::board::Hand;
use super::page::{Frame, Refused, page, sentence};
use super::query::address;
use super::table::{Place, Sending, Table};
use super::visitor::Visitor;
use crate::App;
use tree::Tree;
use view::Opinion;

/// What an address of the analysis board may say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    /// The set-up it starts from.
    setup: String,
    /// The tree.
    g: String,
    /// Which node is shown; the end of the main line if nothing is said.
    at: String,
    /// The turn being put together.
    turn: String,
    /// Which step is shown of what followed from the last ply by itself.
    step: String,
    /// A ply to play at the node.
    play: String,
    /// What is said of the node from now on.
    comment: Option<String>,
    /// What is to be done with the node: `cut` or `prefer`.
    change: String,
    /// Whether the computer is asked.
    ask: String,
}

/// The moves from a start, and the one that is shown.
pub(crate) struct Study {
    spec: Spec,
    setup: String,
    start: Line,
    tree: Tree,
    at: usize,
}

impl Study {
    fn read(spec: &str, asked: &Asked) -> Result<Self, Refused> {
        let spec: Spec = spec.parse().map_err(|error| {
            let error: crosscut_catalog::SpecError = error;
            Refused::not_found(error.to_string())
        })?;
        let start = match asked.setup.trim() {
            "" => Line::new(spec.clone()),
            text => Setup::parse(text)
                .and_then(|setup| Line::from_setup(spec.clone(), setup))
                .map_err(|error| Refused::unclear(format!("its set-up: {error}")))?,
        };
        let setup = start.setup().map(ToString::to_string).unwrap_or_default();
        let tree = Tree::read(start.position(), &asked.g).map_err(Refused::unclear)?;
        let at = match asked.at.as_str() {
            "" => tree.end(0),
            text => {
                let at = text.parse().ok().filter(|&at| tree.node(at).is_some());
                at.ok_or_else(|| Refused::unclear(format!("there is no move {text} in this tree")))?
            }
        };
        Ok(Study { spec, setup, start, tree, at })
    }

    /// The line to the node that is shown.
    fn line(&self) -> Line {
        self.tree.line(&self.start, self.at)
    }

    fn path(&self) -> String {
        format!("/analysis/{}", self.spec)
    }

    /// Addresses of this study: what is always in them, and the rest.
    fn address(&self, path: &str, g: &str, at: usize, more: &[(&str, &str)]) -> String {
        let at = at.to_string();
        let mut query = vec![("setup", self.setup.as_str()), ("g", g), ("at", &at)];
        query.extend_from_slice(more);
        address(path, &query)
    }

    /// Goes to a node of the tree as it is now.
    fn show(&self, at: usize) -> Response {
        let (text, numbers) = self.tree.write();
        Redirect::to(&self.address(&self.path(), &text, numbers[at], &[])).into_response()
    }
}

#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisPage {
    frame: Frame,
    title: &'static str,
    name: &'static str,
    options: String,
    path: String,
    setup: String,
    g: String,
    at: usize,
    /// Where all boards are.
    boards: String,
    table: Table,
    moves: String,
    comment: String,
    steps: Vec<(&'static str, &'static str, Option<String>)>,
    variations: Vec<(String, String)>,
    cut: Option<String>,
    prefer: Option<String>,
    ask: String,
    opinion: Option<Opinion>,
    exports: Vec<(&'static str, String)>,
}

/// The page.
pub(crate) async fn analysis(
    visitor: Visitor,
    State(app): State<App>,
    spec: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Refused> {
    let (Path(spec), Query(asked)) = (spec?, asked?);
    let mut study = Study::read(&spec, &asked)?;
    let at = study.at;
    match asked.change.as_str() {
        "cut" if at != 0 => {
            let before = study.tree.cut(at);
            return Ok(study.show(before));
        }
        "prefer" => {
            study.tree.prefer(at);
            return Ok(study.show(at));
        }
        "" => {}
        other => return Err(Refused::unclear(format!("'{other}' cannot be done with a move"))),
    }
    if let Some(comment) = &asked.comment {
        study.tree.say(at, comment).map_err(Refused::unclear)?;
        return Ok(study.show(at));
    }
    let line = study.line();
    let position = line.position();
    let mut hand = Hand::read(position, &asked.turn);
    if !asked.play.trim().is_empty() {
        match position.clone().play(&asked.play) {
            Ok(ply) => {
                let (tree, new) = study.tree.clone().with(at, &ply);
                study.tree = tree;
                return Ok(study.show(new));
            }
            Err(error) => {
                hand = Hand::read(position, &asked.play);
                hand.refusal = Some(error.to_string());
            }
        }
    }
    let opinion = match asked.ask.is_empty() {
        true => None,
        false => Some(view::ask(&app, &visitor, &study, &line).await?),
    };
    let refused = hand.refusal.is_some();
    let answer = show(&visitor, &study, &line, &hand, &asked.step, opinion)?;
    Ok(match refused {
        true => (axum::http::StatusCode::UNPROCESSABLE_ENTITY, answer).into_response(),
        false => answer,
    })
}

fn show(
    visitor: &Visitor,
    study: &Study,
    line: &Line,
    hand: &Hand,
    step: &str,
    opinion: Option<Opinion>,
) -> Result<Response, Refused> {
    let card = study.spec.card();
    let (g, _) = study.tree.write();
    let (at, tree, path) = (study.at, &study.tree, study.path());
    let to = |at: usize| study.address(&path, &g, at, &[]);
    let link = |turn: &str| study.address(&path, &g, at, &[("turn", turn)]);
    let to_step = |step: &str| study.address(&path, &g, at, &[("step", step)]);
    let place = Place {
        card: &card,
        look: visitor.taste.look(card.name),
        link: &link,
        step: &to_step,
        asked_step: step,
        confirm: visitor.taste.confirm == Some(true),
        live: true,
        company: Default::default(),
    };
    let table = match line.position().outcome() {
        Some(_) => Table::still(line, &place)?,
        None => {
            let hidden =
                vec![("setup", study.setup.clone()), ("g", g.clone()), ("at", at.to_string())];
            let sending = Sending { method: "get", action: path.clone(), field: "play", hidden };
            Table::open(line, hand, sending, &place)?
        }
    };
    let node = tree.node(at).expect("the node was looked up when the address was read");
    let next = node.children.first().copied();
    let (end, start) = (tree.end(at), 0);
    let steps = vec![
        ("first", "Start", (at != start).then(|| to(start))),
        ("previous", "Back", (at != start).then(|| to(node.parent))),
        ("next", "Next", next.map(to)),
        ("last", "End", (at != end).then(|| to(end))),
    ];
    let variations = node
        .children
        .iter()
        .skip(1)
        .map(|&it| (tree.node(it).map(|it| it.ply.clone()).unwrap_or_default(), to(it)));
    let first_of_its_kind =
        at == 0 || tree.node(node.parent).is_some_and(|it| it.children.first() == Some(&at));
    let name = |file: &str| study.address(&format!("{path}/{file}"), &g, at, &[]);
    let frame = Frame::new(visitor, "analysis", format!("{}: analysis", card.title));
    page(&AnalysisPage {
        frame,
        title: card.title,
        name: card.name,
        options: study.spec.said(),
        moves: moves(study, &g),
        comment: node.comment.clone(),
        steps,
        variations: variations.collect(),
        cut: (at != 0).then(|| study.address(&path, &g, at, &[("change", "cut")])),
        prefer: (!first_of_its_kind).then(|| study.address(&path, &g, at, &[("change", "prefer")])),
        ask: study.address(&path, &g, at, &[("ask", "computer")]),
        exports: files(&export::record(study)).map(|(file, what)| (what, name(file))).collect(),
        setup: study.setup.clone(),
        boards: boards::address_of(visitor, study),
        path,
        g,
        at,
        table,
        opinion,
    })
}

/// The tree as nested lists of links.
fn moves(study: &Study, g: &str) -> String {
    let mut out = String::new();
    write_moves(study, g, 0, true, &mut out);
    out
}

fn write_moves(study: &Study, g: &str, mut at: usize, mut numbered: bool, out: &mut String) {
    let path = study.path();
    let one = |at: usize, numbered: bool, out: &mut String| {
        let Some(node) = study.tree.node(at) else { return };
        let number = if numbered {
            format!("<span class=\"no\">{}.</span>", node.depth)
        } else {
            String::new()
        };
        let current = if at == study.at { " aria-current=\"true\"" } else { "" };
        let href = super::board::escape(&study.address(&path, g, at, &[]));
        let ply = super::board::escape(&node.ply);
        out.push_str(&format!("{number}<a href=\"{href}\"{current}>{ply}</a> "));
        if !node.comment.is_empty() {
            out.push_str(&format!("<q>{}</q> ", super::board::escape(&node.comment)));
        }
    };
    while let Some(node) = study.tree.node(at) {
        let [main, others @ ..] = node.children.as_slice() else { return };
        one(*main, numbered || node.depth % 2 == 0, out);
        numbered = false;
        for &other in others {
            out.push_str("<span class=\"var\">( ");
            one(other, true, out);
            write_moves(study, g, other, false, out);
            out.push_str(")</span> ");
            numbered = true;
        }
        at = *main;
    }
}

/// The page where a set-up, a diagram or a record is given.
#[derive(Template)]
#[template(path = "analyses.html")]
struct AnalysesPage {
    frame: Frame,
    games: Vec<(&'static str, &'static str)>,
    refusal: Option<String>,
    text: String,
}

/// Where analyses begin.
pub(crate) async fn analyses(visitor: Visitor) -> Result<Response, Refused> {
    page(&begin(&visitor, None, String::new()))
}

fn begin(visitor: &Visitor, refusal: Option<&str>, text: String) -> AnalysesPage {
    AnalysesPage {
        frame: Frame::new(visitor, "analysis", "Analysis board"),
        games: crosscut_catalog::GAMES.iter().map(|it| (it.card().name, it.card().title)).collect(),
        refusal: refusal.map(sentence),
        text,
    }
}

#[derive(Deserialize)]
pub(crate) struct Given {
    record: String,
}

/// Opens a record that was pasted, whatever its form.
pub(crate) async fn open_record(
    visitor: Visitor,
    form: Result<axum::extract::Form<Given>, axum::extract::rejection::FormRejection>,
) -> Result<Response, Refused> {
    let axum::extract::Form(Given { record: text }) = form?;
    match export::read(&text) {
        Ok(to) => Ok(Redirect::to(&to).into_response()),
        Err(words) => super::page::page_with(
            axum::http::StatusCode::UNPROCESSABLE_ENTITY,
            &begin(&visitor, Some(&words), text),
        ),
    }
}
