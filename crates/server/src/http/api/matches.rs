use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use crosscut_club::{Command, Fact, Key, MatchId};

use super::JsonBody;
use crate::App;
use crate::commands::old_layout;
use crate::error::Error;
use crate::http::idempotency::IdempotencyKey;
use crate::http::wire::{
    ChallengeSummary, IdempotencyHeader, MatchResponse, MatchSummary, PairingResponse,
    RecordFormat, RecordQuery, Refused, Terms, TurnBody, TurnResponse,
};
use crate::members::pairing;
use crate::person::Person;

/// The public matches in progress, latest first.
#[utoipa::path(
    get,
    path = "/api/v1/matches",
    operation_id = "list_matches",
    tag = "Matches",
    responses((status = 200, body = Vec<MatchSummary>)),
)]
pub(super) async fn live(State(app): State<App>) -> Result<Json<Vec<MatchSummary>>, Error> {
    let live = app.queries().live(200).await?;
    Ok(Json(live.into_iter().map(MatchSummary::from).collect()))
}

/// The challenges that anybody may accept, latest first.
#[utoipa::path(
    get,
    path = "/api/v1/challenges",
    operation_id = "list_challenges",
    tag = "Matches",
    responses((status = 200, body = Vec<ChallengeSummary>)),
)]
pub(super) async fn challenges(
    State(app): State<App>,
) -> Result<Json<Vec<ChallengeSummary>>, Error> {
    let open = app.queries().challenges(200).await?;
    Ok(Json(open.into_iter().map(ChallengeSummary::from).collect()))
}

/// Pairs the caller with somebody who waits for the same terms.
#[utoipa::path(
    post,
    path = "/api/v1/pairings",
    operation_id = "pair",
    tag = "Matches",
    request_body = Terms,
    responses(
        (status = 200, body = PairingResponse),
        Refused<400>, Refused<401>, Refused<403>, Refused<409>, Refused<422>,
    ),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn pair(
    State(app): State<App>,
    person: Person,
    JsonBody(terms): JsonBody<Terms>,
) -> Result<Json<PairingResponse>, Error> {
    Ok(Json(pairing::pair(&app, &person, terms.into()).await?.into()))
}

/// A match in its current state.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{id}",
    operation_id = "get_match",
    tag = "Matches",
    params(("id" = u64, Path, description = "The match's number")),
    responses((status = 200, body = MatchResponse), Refused<400>, Refused<404>),
)]
pub(super) async fn one(
    State(app): State<App>,
    Path(id): Path<u64>,
    person: Person,
) -> Result<Json<MatchResponse>, Error> {
    let id = MatchId(id);
    let state = app.queue().look_at(id, person.who).await?;
    let it = state.match_with(id).ok_or(Error::Hidden)?;
    Ok(Json(MatchResponse::of(it, &state)))
}

/// The record of a match.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{id}/record",
    operation_id = "get_record",
    tag = "Matches",
    params(("id" = u64, Path, description = "The match's number"), RecordQuery),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        Refused<400>, Refused<404>,
    ),
)]
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

/// Plays a turn.
#[utoipa::path(
    post,
    path = "/api/v1/matches/{id}/turns",
    operation_id = "play_turn",
    tag = "Matches",
    params(("id" = u64, Path, description = "The match's number"), IdempotencyHeader),
    request_body = TurnBody,
    responses(
        (status = 200, body = TurnResponse),
        Refused<400>, Refused<401>, Refused<403>, Refused<404>, Refused<409>, Refused<422>,
    ),
    security(("token" = []), ("session" = [])),
)]
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
