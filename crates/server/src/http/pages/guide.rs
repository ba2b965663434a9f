//! The first steps of somebody's first game, shown at the board while it is played.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use crosscut_catalog::find;
use crosscut_club::Match;

use super::form::FormFields;
use super::lesson;
use super::page::PageError;
use super::settings::inside;
use super::table::GuideStep;
use super::visitor::Visitor;
use crate::http::cookie::preference_cookie;

/// How many plies the visitor has made in a match; `None` for a spectator.
fn made(visitor: &Visitor, it: &Match) -> Option<usize> {
    let seat = it.seat_of(visitor.who())?;
    Some(it.plies.iter().filter(|ply| ply.seat == seat).count())
}

/// The step to show now. Each turn of the visitor's leads to the next one.
pub(crate) fn step(visitor: &Visitor, it: &Match, back: &str) -> Option<GuideStep> {
    let game = it.line.spec().card().name;
    let first = &lesson::of(game)?.first;
    let at = made(visitor, it)?.max(visitor.preferences.guided(game));
    let says = *first.get(at)?;
    // A choice of sides is explained on its own.
    if matches!(it.line.opening(), Some(crosscut_catalog::Opening::Chosen(_))) {
        return None;
    }
    Some(GuideStep { game, at, of: first.len(), says, back: back.to_string() })
}

/// The cookie with the visitor's progress in a match, if it is farther than before.
pub(crate) fn come(visitor: &Visitor, it: &Match) -> Option<HeaderValue> {
    let game = it.line.spec().card().name;
    let steps = lesson::of(game)?.first.len();
    let at = made(visitor, it)?.min(steps);
    (visitor.preferences.guided(game) < at).then(|| cookie(game, at))?
}

fn cookie(game: &str, at: usize) -> Option<HeaderValue> {
    HeaderValue::from_str(&preference_cookie(&format!("guide-{game}"), &at.to_string())).ok()
}

/// Records which steps were seen or skipped.
pub(crate) async fn seen(
    name: Result<Path<String>, PathRejection>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let Path(name) = name?;
    let game = find(&name)
        .ok_or_else(|| PageError::not_found(format!("there is no game with the name '{name}'")))?;
    let at = fields.number::<usize>("seen")?.min(999);
    let back = inside(fields.get("back"))?;
    let cookie = cookie(game.card().name, at).map(|it| (SET_COOKIE, it));
    Ok((AppendHeaders(cookie), Redirect::to(&back)).into_response())
}
