//! A game's lesson: small boards with a task. The turn that was played is in the address; the visitor's progress is in
//! a cookie.

use std::sync::{LazyLock, OnceLock};

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use crosscut_catalog::{GAMES, Lesson, Step, find};
use serde::Deserialize;

use super::board::PartialTurn;
use super::page::{Frame, PageError, page_with};
use super::query::address;
use super::table::{TableContext, TableView, TurnForm};
use super::visitor::Visitor;
use crate::http::cookie::preference_cookie;

/// The lesson of each game, read on the first request.
static LESSONS: LazyLock<Vec<OnceLock<Option<Lesson>>>> =
    LazyLock::new(|| GAMES.iter().map(|_| OnceLock::new()).collect());

/// The lesson of a game.
pub(crate) fn of(name: &str) -> Option<&'static Lesson> {
    let at = GAMES.iter().position(|it| it.card().name == name)?;
    let read = || Lesson::of(GAMES[at]).ok().filter(|it| !it.steps.is_empty());
    LESSONS[at].get_or_init(read).as_ref()
}

/// The query of a lesson's address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct LessonQuery {
    /// Which board, from 1.
    at: String,
    /// The turn being put together.
    turn: String,
    /// The turn that was sent.
    play: Option<String>,
    /// The turn that was played.
    done: String,
    /// Which step of what the rules added to it is shown.
    step: String,
}

#[derive(Template)]
#[template(path = "lesson.html")]
struct LessonPage {
    frame: Frame,
    name: &'static str,
    title: &'static str,
    at: usize,
    /// The address of every board, and whether it was done.
    boards: Vec<(String, bool)>,
    table: TableView,
    task: &'static str,
    /// The turn that was played, if any.
    played: String,
    mood: &'static str,
    says: String,
    again: String,
    next: Option<String>,
}

fn to(name: &str, at: usize, more: &[(&str, &str)]) -> String {
    let at = at.to_string();
    let query: Vec<(&str, &str)> =
        [("at", at.as_str())].into_iter().chain(more.iter().copied()).collect();
    address(&format!("/games/{name}/lesson"), &query)
}

/// A board of a game's lesson.
pub(crate) async fn lesson(
    visitor: Visitor,
    name: Result<Path<String>, PathRejection>,
    asked: Result<Query<LessonQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (Path(name), Query(asked)) = (name?, asked?);
    let missing = || PageError::not_found(format!("there is no game with the name '{name}'"));
    let card = find(&name).ok_or_else(missing)?.card();
    let lesson = of(card.name)
        .ok_or_else(|| PageError::not_found(format!("there is no lesson of {} yet", card.title)))?;
    let n = lesson.steps.len();
    let learnt = visitor.preferences.learnt(card.name);
    let at = match asked.at.trim() {
        // Where the visitor left off.
        "" => (learnt + 1).min(n),
        text => text.parse().ok().filter(|it| (1..=n).contains(it)).ok_or_else(|| {
            PageError::not_found(format!(
                "there is no board '{text}' in this lesson: there are {n}"
            ))
        })?,
    };
    let step = &lesson.steps[at - 1];
    let mut partial = PartialTurn::read(step.line.position(), &asked.turn);
    if let Some(play) = &asked.play {
        match step.line.position().clone().play(play) {
            Ok(ply) => {
                return Ok(Redirect::to(&to(card.name, at, &[("done", &ply)])).into_response());
            }
            Err(error) => {
                partial = PartialTurn::read(step.line.position(), play);
                partial.refusal = Some(error.to_string());
            }
        }
    }
    let done = Some(asked.done.trim()).filter(|it| !it.is_empty());
    let mut line = step.line.clone();
    if let Some(ply) = done {
        line.play(ply).map_err(|it| PageError::unclear(it.error.to_string()))?;
    }
    let (mood, says) = judged(step, done.map(|_| line.plies().last().map_or("", String::as_str)));
    let link = |turn: &str| to(card.name, at, &[("turn", turn)]);
    let to_step = |it: &str| to(card.name, at, &[("done", &asked.done), ("step", it)]);
    let place = TableContext {
        card: &card,
        look: visitor.preferences.look(card.name),
        link: &link,
        step: &to_step,
        back: link(""),
        asked_step: &asked.step,
        confirm: visitor.preferences.confirm == Some(true),
        live: true,
        company: Default::default(),
    };
    let table = match done {
        Some(_) => TableView::still(&line, &place)?,
        None => {
            let action = format!("/games/{}/lesson", card.name);
            let hidden = vec![("at", at.to_string())];
            let sending = TurnForm { method: "get", action, field: "play", hidden };
            TableView::open(&line, &partial, sending, &place)?
        }
    };
    let learnt = if mood == "right" { learnt.max(at) } else { learnt };
    let status = match partial.refusal {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let page = page_with(
        status,
        &LessonPage {
            frame: Frame::new(&visitor, "games", format!("{}: lesson", card.title)),
            name: card.name,
            title: card.title,
            at,
            boards: (1..=n).map(|it| (to(card.name, it, &[]), it <= learnt)).collect(),
            table,
            task: step.task,
            played: done.and(line.plies().last()).map_or_else(String::new, |it| spoken(step, it)),
            mood,
            says,
            again: to(card.name, at, &[]),
            next: (at < n).then(|| to(card.name, at + 1, &[])),
        },
    )?;
    let kept = (mood == "right")
        .then(|| preference_cookie(&format!("lesson-{}", card.name), &learnt.to_string()));
    Ok((AppendHeaders(kept.map(|it| (SET_COOKIE, it))), page).into_response())
}

/// The verdict on the turn that was played.
fn judged(step: &Step, ply: Option<&str>) -> (&'static str, String) {
    match ply {
        None => ("", String::new()),
        Some(ply) if step.accepts(ply) => ("right", step.why.to_string()),
        Some(ply) => ("wrong", format!("{}: {}", spoken(step, ply), step.wrong)),
    }
}

/// A turn in words: by the colour, where a side was chosen.
fn spoken(step: &Step, ply: &str) -> String {
    let card = step.line.spec().card();
    step.line.takes(ply).map_or(ply, |side| card.colour(side)).to_string()
}
