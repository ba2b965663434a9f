use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{self, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use crosscut_club::{ChallengeId, Command, Fact, Key, MatchId, Terms};
use serde::{Deserialize, Serialize};

use super::JsonBody;
use crate::App;
use crate::commands::old_layout;
use crate::error::Error;
use crate::http::idempotency::IdempotencyKey;
use crate::person::Person;
use crate::read::projection::{ChallengeSummary, MatchSummary};

/// The public matches in progress, latest first.
pub(super) async fn live(State(app): State<App>) -> Result<impl IntoResponse, Error> {
    let text = serde_json::to_vec(&app.queries().live(200).await?).map_err(anyhow::Error::from)?;
    Ok(([(CONTENT_TYPE, "application/json")], text))
}

/// The challenges that anybody may accept, latest first.
pub(super) async fn challenges(
    State(app): State<App>,
) -> Result<Json<Vec<ChallengeSummary>>, Error> {
    Ok(Json(app.queries().challenges(200).await?))
}

/// The outcome of asking to be paired.
#[derive(Default, Serialize)]
pub(super) struct PairingResponse {
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    id: Option<MatchId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<ChallengeId>,
}

/// Pairs the caller with somebody who waits for the same terms.
pub(super) async fn pair(
    State(app): State<App>,
    person: Person,
    JsonBody(terms): JsonBody<Terms>,
) -> Result<Json<PairingResponse>, Error> {
    Ok(Json(match crate::members::pairing::pair(&app, &person, terms).await? {
        crate::members::pairing::PairingOutcome::Match(id) => {
            PairingResponse { id: Some(id), ..PairingResponse::default() }
        }
        crate::members::pairing::PairingOutcome::Waits(id) => {
            PairingResponse { challenge: Some(id), ..PairingResponse::default() }
        }
    }))
}

/// A match in its current state.
#[derive(Serialize)]
pub(super) struct MatchResponse {
    version: u64,
    #[serde(flatten)]
    summary: MatchSummary,
    moves: Vec<String>,
    /// Why it is drawn by the rules, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn_because: Option<&'static str>,
    /// What the win consists of, where neither the goal nor a chain shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    won_because: Option<String>,
}

pub(super) async fn one(
    State(app): State<App>,
    Path(id): Path<u64>,
    person: Person,
) -> Result<Json<MatchResponse>, Error> {
    let id = MatchId(id);
    let state = app.queue().look_at(id, person.who).await?;
    let it = state.match_with(id).ok_or(Error::Hidden)?;
    Ok(Json(MatchResponse {
        version: it.version,
        summary: MatchSummary::of(it, &state),
        moves: it.line.plies().to_vec(),
        drawn_because: it.line.position().drawn_because(),
        won_because: it.line.position().won_because(),
    }))
}

/// The form in which a match is wanted.
#[derive(Deserialize)]
pub(super) struct RecordQuery {
    #[serde(default)]
    format: RecordFormat,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RecordFormat {
    /// The text form.
    #[default]
    Text,
    /// As the old play-by-mail server wrote it.
    Old,
}

/// The record of a match.
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<u64>,
    person: Person,
    wanted: Result<Query<RecordQuery>, QueryRejection>,
) -> Result<Response, Error> {
    let Query(wanted) = wanted.map_err(|it| super::unread(&it))?;
    let id = MatchId(id);
    let state = app.queue().look_at(id, person.who).await?;
    let it = state.match_with(id).ok_or(Error::Hidden)?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    let text = match wanted.format {
        RecordFormat::Text => it.record(&state).to_string(),
        RecordFormat::Old => old_layout(it, &state, person.who, app.clock().now()),
    };
    Ok((kind, text).into_response())
}

/// A turn: its text, and how many plies had been played on the board it was made for.
#[derive(Deserialize)]
pub(super) struct TurnBody {
    text: String,
    #[serde(default)]
    ply: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct TurnResponse {
    /// The version of the match.
    version: u64,
    /// How many plies have been played.
    plies: u32,
    /// The ply, or plies, in canonical notation; left out if the turn had been played before.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(super) async fn turn(
    State(app): State<App>,
    Path(id): Path<u64>,
    person: Person,
    IdempotencyKey(once): IdempotencyKey,
    JsonBody(turn): JsonBody<TurnBody>,
) -> Result<Json<TurnResponse>, Error> {
    person.signed_in()?;
    let id = MatchId(id);
    let command = Command::Turn { id, text: turn.text, ply: turn.ply, then: Vec::new() };
    let done = app.act(&person, once, command).await?;
    let turns = || {
        done.events.iter().filter_map(|(_, event)| match &event.fact {
            Fact::Turn { ply, text, planned, .. } => Some((*ply, text.as_str(), *planned)),
            _ => None,
        })
    };
    if let (Some(version), Some((plies, ..))) = (done.version(&Key::Match(id)), turns().next_back())
    {
        let own = turns().take_while(|(.., planned)| !planned).map(|(_, text, _)| text);
        let text = Some(own.collect::<Vec<_>>().join(" "));
        return Ok(Json(TurnResponse { version, plies, text }));
    }
    // It had been played before: the current state.
    let state = app.queue().look_at(id, person.who).await?;
    let it = state.match_with(id).ok_or(Error::Hidden)?;
    Ok(Json(TurnResponse { version: it.version, plies: it.n_plies(), text: None }))
}
