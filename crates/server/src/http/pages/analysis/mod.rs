//! The analysis board: a game, a start and a tree of moves, all in the address.
//!
//! The tree is in the path, `/analysis/hex/A1+B2+(C3)/`, so that every link of the page is relative and as short as
//! what it changes: `?at=2`. In the query, each link would have to repeat it, and the size of the page would be
//! quadratic in the length of the tree.

mod address;
mod boards;
mod export;
mod tree;
mod view;

pub(crate) use address::{AnalysisAddress, address_of};
pub(crate) use boards::boards;
pub(crate) use export::{FILES, answer, export, files};

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_catalog::{Analysis, Line, Spec};
use serde::Deserialize;

use super::board::PartialTurn;
use super::page::{Frame, PageError, page};
use super::query::address;
use super::table::{TableContext, TableView, TurnForm};
use super::visitor::Visitor;
use crate::App;
use crate::present::sentence::sentence;
use tree::MoveTree;
use view::AnalysisView;

/// The longest address of a study, in bytes: servers do not take longer ones.
const LONGEST: usize = 60_000;

/// The longest record that may be pasted, in characters.
const LONGEST_RECORD: usize = 60_000;
/// The longest game with its options, and the longest set-up given with it, in characters.
const LONGEST_GAME: usize = 200;
const LONGEST_SETUP: usize = 4000;
/// The longest form with all of these, in bytes: a character is sent as `%E2%80%9C` at most, except for the rarest.
pub(in crate::http) const LONGEST_FORM: usize =
    9 * (LONGEST_RECORD + LONGEST_GAME + LONGEST_SETUP) + 1000;

/// The longest list of moves that may be typed in one go, in bytes.
const LONGEST_LIST: usize = 4000;

/// The tree of moves from a start, and the node that is shown.
pub(crate) struct Study {
    spec: Spec,
    setup: String,
    start: Line,
    tree: MoveTree,
    at: usize,
}

impl Study {
    /// The line to the node that is shown.
    fn line(&self) -> Line {
        self.tree.line(&self.start, self.at)
    }

    /// The address of the page, without its query.
    fn home(&self) -> String {
        address_of(&self.spec, &self.setup, &self.tree.write().0)
    }

    /// The address of the page as a link on the page itself.
    fn here(&self) -> String {
        let home = self.home();
        if home.ends_with('/') { "./".to_string() } else { home }
    }

    /// The address of a file of this study, as a link on the page.
    fn file(&self, name: &str, query: &[(&str, &str)]) -> String {
        let home = self.home();
        match home.ends_with('/') {
            true => address(name, query),
            false => address(&format!("{home}/{name}"), query),
        }
    }

    /// A link on the page to a node.
    fn link(at: usize, more: &[(&str, &str)]) -> String {
        let at = at.to_string();
        let mut query = vec![("at", at.as_str())];
        query.extend_from_slice(more);
        address("", &query)
    }

    /// Adds moves one after another, each with its comment, and goes to the last.
    fn add<'a>(
        &mut self,
        mut at: usize,
        moves: impl Iterator<Item = (&'a String, &'a String)>,
    ) -> Result<Response, PageError> {
        let mut tree = self.tree.clone();
        for (ply, remark) in moves {
            (tree, at) = tree.with(at, ply);
            if !remark.is_empty() {
                tree.say(at, remark).map_err(PageError::unclear)?;
            }
        }
        self.tree = tree;
        self.show(at, &[])
    }

    /// Redirects to a node of the tree as it is now.
    fn show(&self, at: usize, more: &[(&str, &str)]) -> Result<Response, PageError> {
        let (_, numbers) = self.tree.write();
        let to = self.home() + &Study::link(numbers[at], more);
        if LONGEST < to.len() {
            return Err(PageError::unclear(
                "this analysis is full: its address can grow no longer",
            ));
        }
        Ok(Redirect::to(&to).into_response())
    }
}

#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisPage {
    frame: Frame,
    title: &'static str,
    name: &'static str,
    options: String,
    here: String,
    at: usize,
    /// The address of all boards.
    boards: String,
    table: TableView,
    moves: String,
    comment: String,
    steps: Vec<(&'static str, &'static str, Option<String>)>,
    variations: Vec<(String, String)>,
    cut: Option<String>,
    prefer: Option<String>,
    /// The address that asks the computer, unless the game is over.
    ask: Option<String>,
    opinion: Option<AnalysisView>,
    exports: Vec<(&'static str, String)>,
    /// The match that the visitor came from.
    reviewed: Option<String>,
}

/// The analysis board.
pub(crate) async fn analysis(
    visitor: Visitor,
    State(app): State<App>,
    asked: Result<AnalysisAddress, PageError>,
) -> Result<Response, PageError> {
    let asked = asked?;
    let from = visitor.person.caller.address;
    let thought = match asked.asks() {
        false => None,
        true => {
            let asked = asked.clone();
            let read = move || asked.study().map(|it| it.line());
            let line = app.capacity().work(from, read).await??;
            // The page says that it is over.
            let over = line.position().outcome().is_some();
            if over { None } else { Some(view::ask(&app, &visitor, &line).await?) }
        }
    };
    app.capacity().study(from, move || answered(&visitor, &asked, thought.as_ref())).await?
}

fn answered(
    visitor: &Visitor,
    asked: &AnalysisAddress,
    thought: Option<&Analysis<String>>,
) -> Result<Response, PageError> {
    let mut study = asked.study()?;
    let AnalysisAddress { asked, by_query, reviewed, .. } = asked;
    let at = study.at;
    match asked.change.as_str() {
        "cut" if at != 0 => {
            let before = study.tree.cut(at);
            return study.show(before, &[]);
        }
        "prefer" => {
            study.tree.prefer(at);
            return study.show(at, &[]);
        }
        "" => {}
        other => return Err(PageError::unclear(format!("'{other}' cannot be done with a move"))),
    }
    if let Some(comment) = &asked.comment {
        study.tree.say(at, comment).map_err(PageError::unclear)?;
        return study.show(at, &[]);
    }
    let line = study.line();
    let position = line.position();
    let mut partial = PartialTurn::read(position, &asked.turn);
    if !asked.play.trim().is_empty() {
        match line.clone().play(&asked.play).map(str::to_string) {
            Ok(ply) => {
                let (tree, new) = study.tree.clone().with(at, &ply);
                study.tree = tree;
                return study.show(new, &[]);
            }
            Err(error) if !asked.play.trim().contains(char::is_whitespace) => {
                partial = PartialTurn::read(position, &asked.play);
                partial.refusal = Some(error.error.to_string());
            }
            // Several moves, as people write them.
            Err(_) => {
                let mut longer = line.clone();
                let wrong = if LONGEST_LIST < asked.play.len() {
                    format!("a list of moves has at most {LONGEST_LIST} characters")
                } else {
                    match longer.play_list(&asked.play) {
                        Ok(remarks) => {
                            let plies = longer.plies()[line.plies().len()..].iter();
                            return study.add(at, plies.zip(&remarks));
                        }
                        Err(error) => error.to_string(),
                    }
                };
                partial = PartialTurn::read(position, &asked.play);
                partial.refusal = Some(wrong);
            }
        }
    }
    if *by_query && partial.refusal.is_none() {
        let more = [("turn", &asked.turn), ("step", &asked.step), ("ask", &asked.ask)];
        return study.show(at, &more.map(|(name, text)| (name, text.as_str())));
    }
    let opinion = thought.map(|it| view::opinion(&study, &line, it));
    let refused = partial.refusal.is_some();
    let answer = show(visitor, &study, &line, &partial, &asked.step, opinion, reviewed.as_deref())?;
    Ok(match refused {
        true => (axum::http::StatusCode::UNPROCESSABLE_ENTITY, answer).into_response(),
        false => answer,
    })
}

fn show(
    visitor: &Visitor,
    study: &Study,
    line: &Line,
    partial: &PartialTurn,
    step: &str,
    opinion: Option<AnalysisView>,
    reviewed: Option<&str>,
) -> Result<Response, PageError> {
    let card = study.spec.card();
    let (at, tree) = (study.at, &study.tree);
    let to = |at: usize| Study::link(at, &[]);
    let place = TableContext {
        card: &card,
        look: visitor.preferences.look(card.name),
        link: &|turn| Study::link(at, &[("turn", turn)]),
        step: &|step| Study::link(at, &[("step", step)]),
        back: study.home() + &to(at),
        asked_step: step,
        confirm: visitor.preferences.confirm == Some(true),
        live: true,
        company: Default::default(),
    };
    let node = tree.node(at).expect("the node was looked up when the address was read");
    let table = match line.position().outcome() {
        Some(_) => TableView::still(line, &place)?,
        None => {
            let hidden = vec![("at", at.to_string())];
            let sending = TurnForm { method: "get", action: study.here(), field: "play", hidden };
            TableView::open(line, partial, sending, &place)?
        }
    }
    .remarking(&node.comment);
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
    let shown = at.to_string();
    let name = |file: &str| study.file(file, &[("at", &shown)]);
    let frame = Frame::new(visitor, "analysis", format!("{}: analysis", card.title));
    page(&AnalysisPage {
        frame,
        title: card.title,
        name: card.name,
        options: study.spec.said(),
        moves: TreeView::of(study).render()?,
        comment: node.comment.clone(),
        steps,
        variations: variations.collect(),
        cut: (at != 0).then(|| Study::link(at, &[("change", "cut")])),
        prefer: (!first_of_its_kind).then(|| Study::link(at, &[("change", "prefer")])),
        ask: line.position().outcome().is_none().then(|| Study::link(at, &[("ask", "computer")])),
        exports: files(&export::record(study)).map(|(file, what)| (what, name(file))).collect(),
        here: study.here(),
        boards: boards::address_of(visitor, study),
        at,
        table,
        opinion,
        reviewed: reviewed.map(String::from),
    })
}

/// The tree, with variations in parentheses.
#[derive(Template)]
#[template(path = "tree.html", escape = "named")]
struct TreeView<'a> {
    parts: Vec<TreePart<'a>>,
}

/// A part of the tree as it is written.
enum TreePart<'a> {
    /// A ply, with its number where it needs one.
    Ply { number: Option<usize>, href: String, current: bool, text: &'a str, comment: &'a str },
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

impl<'a> TreeView<'a> {
    fn of(study: &'a Study) -> Self {
        let mut tree = TreeView { parts: Vec::new() };
        tree.add_below(study, 0, true);
        tree
    }

    fn add(&mut self, study: &'a Study, at: usize, numbered: bool) {
        let Some(node) = study.tree.node(at) else { return };
        self.parts.push(TreePart::Ply {
            number: numbered.then_some(node.depth),
            href: Study::link(at, &[]),
            current: at == study.at,
            text: &node.ply,
            comment: &node.comment,
        });
    }

    fn add_below(&mut self, study: &'a Study, mut at: usize, mut numbered: bool) {
        while let Some(node) = study.tree.node(at) {
            let [main, others @ ..] = node.children.as_slice() else { return };
            self.add(study, *main, numbered || node.depth % 2 == 0);
            numbered = false;
            for &other in others {
                self.parts.push(TreePart::Open);
                self.add(study, other, true);
                self.add_below(study, other, false);
                self.parts.push(TreePart::Close);
                numbered = true;
            }
            at = *main;
        }
    }
}

/// The page where a game is chosen or pasted.
#[derive(Template)]
#[template(path = "analyses.html")]
struct AnalysesPage {
    frame: Frame,
    games: Vec<(&'static str, &'static str)>,
    refusal: Option<String>,
    given: PastedRecord,
}

/// The page where analyses begin.
pub(crate) async fn analyses(visitor: Visitor) -> Result<Response, PageError> {
    page(&begin(&visitor, None, PastedRecord::default()))
}

fn begin(visitor: &Visitor, refusal: Option<&str>, given: PastedRecord) -> AnalysesPage {
    AnalysesPage {
        frame: Frame::new(visitor, "analysis", "Analysis board"),
        games: crosscut_catalog::GAMES.iter().map(|it| (it.card().name, it.card().title)).collect(),
        refusal: refusal.map(sentence),
        given,
    }
}

/// What was pasted: a record, or a list of moves with its game and, if it has one, its set-up.
#[derive(Default, Deserialize)]
pub(crate) struct PastedRecord {
    record: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    setup: String,
}

/// Opens a game that was pasted, in any form.
pub(crate) async fn open_record(
    visitor: Visitor,
    State(app): State<App>,
    form: Result<axum::extract::Form<PastedRecord>, axum::extract::rejection::FormRejection>,
) -> Result<Response, PageError> {
    let axum::extract::Form(mut given) = form?;
    let mut too_long = None;
    for (what, text, most) in [
        ("a record", &mut given.record, LONGEST_RECORD),
        ("a game", &mut given.game, LONGEST_GAME),
        ("a set-up", &mut given.setup, LONGEST_SETUP),
    ] {
        if most < text.chars().count() {
            *text = text.chars().take(most).collect();
            too_long = Some(format!("{what} has at most {most} characters here"));
        }
    }
    let from = visitor.person.caller.address;
    let (read, given) = match too_long {
        Some(words) => (Err(words), given),
        None => app.capacity().work(from, move || (export::read(&given), given)).await?,
    };
    match read {
        Ok(to) => Ok(Redirect::to(&to).into_response()),
        Err(words) => super::page::page_with(
            axum::http::StatusCode::UNPROCESSABLE_ENTITY,
            &begin(&visitor, Some(&words), given),
        ),
    }
}
