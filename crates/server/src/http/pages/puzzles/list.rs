use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_catalog::{GAMES, find};
use crosscut_puzzles::{GRADES, Puzzle, shipped};
use serde::Deserialize;

use super::{done, title, what};
use crate::App;
use crate::error::Error;
use crate::http::pages::board::Picture;
use crate::http::pages::page::{Frame, PageError, page};
use crate::http::pages::query::address;
use crate::http::pages::table::colours;
use crate::http::pages::visitor::Visitor;

/// How many puzzles a page shows.
const PAGE: usize = 24;

/// Which puzzles are wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PuzzleListQuery {
    game: String,
    grade: String,
    page: String,
}

/// A puzzle in a list.
pub(crate) struct PuzzleListItem {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) what: String,
    pub(crate) grade: u8,
    pub(crate) picture: String,
    pub(crate) colours: String,
    pub(crate) done: &'static str,
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct PuzzlesPage {
    frame: Frame,
    today: PuzzleListItem,
    streak: Option<usize>,
    solved: Option<usize>,
    games: Vec<(&'static str, &'static str, bool)>,
    grades: Vec<(u8, bool)>,
    n: usize,
    shown: Vec<PuzzleListItem>,
    at: usize,
    pages: usize,
    earlier: Option<String>,
    later: Option<String>,
}

fn shown(
    app: &App,
    puzzle: &'static Puzzle,
    done: &'static str,
) -> Result<PuzzleListItem, PageError> {
    let line =
        puzzle.line().map_err(|fault| Error::Broken(anyhow::anyhow!("{}: {fault}", puzzle.id)))?;
    let draw = || Picture::of(&line.position().scene()).render();
    Ok(PuzzleListItem {
        id: &puzzle.id,
        title: title(puzzle),
        what: what(puzzle),
        grade: puzzle.grade,
        picture: app.documents().text(format!("picture of puzzle {}", puzzle.id), draw)?,
        colours: colours(&line.spec().card()),
        done,
    })
}

/// The puzzle of the day, with its picture.
pub(crate) fn todays(app: &App) -> Result<PuzzleListItem, PageError> {
    shown(app, app.puzzling().daily(), "")
}

/// The puzzles, by game and grade.
pub(crate) async fn puzzles(
    visitor: Visitor,
    State(app): State<App>,
    asked: Result<Query<PuzzleListQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(asked) = asked?;
    let game = match asked.game.trim() {
        "" => None,
        name => match find(name) {
            Some(game) => Some(game.card().name),
            None => {
                return Err(PageError::not_found(format!(
                    "there is no game with the name '{name}'"
                )));
            }
        },
    };
    let grade = match asked.grade.trim() {
        "" => None,
        text => match text.parse().ok().filter(|it| GRADES.contains(it)) {
            Some(grade) => Some(grade),
            None => {
                return Err(PageError::unclear(format!(
                    "'{text}' is not a difficulty: they go from 1 to 8"
                )));
            }
        },
    };
    let wanted: Vec<&'static Puzzle> = shipped()
        .iter()
        .filter(|it| {
            game.is_none_or(|game| it.game() == game) && grade.is_none_or(|grade| it.grade == grade)
        })
        .collect();
    let pages = wanted.len().div_ceil(PAGE).max(1);
    let at = match asked.page.trim() {
        "" => 1,
        text => match text.parse().ok().filter(|it| (1..=pages).contains(it)) {
            Some(at) => at,
            None => {
                return Err(PageError::not_found(format!(
                    "there is no page '{text}' of these puzzles: they go from 1 to {pages}"
                )));
            }
        },
    };
    let (tries, streak) = match visitor.person.member {
        Some(member) => {
            (app.puzzling().tries(member).await?, Some(app.puzzling().streak(member).await?))
        }
        None => Default::default(),
    };
    let here = wanted.iter().skip((at - 1) * PAGE).take(PAGE);
    let shown =
        here.map(|it| shown(&app, it, done(tries.get(&it.id)))).collect::<Result<_, _>>()?;
    let to = |at: usize| {
        let grade = grade.map(|it: u8| it.to_string()).unwrap_or_default();
        let page = at.to_string();
        address(
            "/puzzles",
            &[("game", game.unwrap_or_default()), ("grade", &grade), ("page", &page)],
        )
    };
    page(&PuzzlesPage {
        frame: Frame::new(&visitor, "puzzles", "Puzzles"),
        today: todays(&app)?,
        streak: streak.filter(|it| 0 < *it),
        solved: visitor
            .person
            .member
            .map(|_| tries.values().filter(|it| it.solved.is_some() && !it.shown).count()),
        games: GAMES
            .iter()
            .map(|it| it.card())
            .map(|card| (card.name, card.title, Some(card.name) == game))
            .collect(),
        grades: GRADES.map(|it| (it, Some(it) == grade)).collect(),
        n: wanted.len(),
        shown,
        at,
        pages,
        earlier: (at > 1).then(|| to(at - 1)),
        later: (at < pages).then(|| to(at + 1)),
    })
}

/// The puzzle of the day.
pub(crate) async fn daily(State(app): State<App>) -> Response {
    Redirect::to(&format!("/puzzles/{}", app.puzzling().daily().id)).into_response()
}
