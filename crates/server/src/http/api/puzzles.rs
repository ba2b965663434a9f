use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use crosscut_catalog::find as game_of;
use crosscut_puzzles::{Puzzle, find, shipped};

use super::JsonBody;
use crate::App;
use crate::error::Error;
use crate::http::wire::{
    Moment, PuzzleFilterQuery, PuzzleResponse, PuzzleResult, PuzzleResultsResponse, PuzzleTurnBody,
    PuzzleTurnResponse, Refused, SolutionResponse,
};
use crate::person::Person;
use crate::store::PuzzleTryRow;

/// The puzzles: all, or those of a game or a grade.
#[utoipa::path(
    get,
    path = "/api/v1/puzzles",
    operation_id = "list_puzzles",
    tag = "Puzzles",
    params(PuzzleFilterQuery),
    responses((status = 200, body = Vec<PuzzleResponse>), Refused<400>, Refused<404>),
)]
pub(super) async fn all(
    wanted: Result<Query<PuzzleFilterQuery>, QueryRejection>,
) -> Result<Json<Vec<PuzzleResponse>>, Error> {
    let Query(wanted) = wanted.map_err(|it| super::unread(&it))?;
    let game = match &wanted.game {
        None => None,
        Some(name) => Some(game_of(name).ok_or(Error::Hidden)?.card().name),
    };
    let fits = |it: &&Puzzle| {
        game.is_none_or(|game| it.game() == game)
            && wanted.grade.is_none_or(|grade| it.grade == grade)
    };
    Ok(Json(shipped().iter().filter(fits).map(PuzzleResponse::from).collect()))
}

/// The puzzle of the day.
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/daily",
    operation_id = "get_daily_puzzle",
    tag = "Puzzles",
    responses((status = 200, body = PuzzleResponse)),
)]
pub(super) async fn daily(State(app): State<App>) -> Json<PuzzleResponse> {
    Json(app.puzzling().daily().into())
}

/// One puzzle.
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/{id}",
    operation_id = "get_puzzle",
    tag = "Puzzles",
    params(("id" = String, Path, description = "The puzzle's name")),
    responses((status = 200, body = PuzzleResponse), Refused<404>),
)]
pub(super) async fn one(Path(id): Path<String>) -> Result<Json<PuzzleResponse>, Error> {
    Ok(Json(find(&id).ok_or(Error::Hidden)?.into()))
}

/// The solution. Asking for it counts as having seen it.
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{id}/solution",
    operation_id = "show_solution",
    tag = "Puzzles",
    params(("id" = String, Path, description = "The puzzle's name")),
    responses((status = 200, body = SolutionResponse), Refused<404>),
)]
pub(super) async fn solution(
    State(app): State<App>,
    Path(id): Path<String>,
    person: Person,
) -> Result<Json<SolutionResponse>, Error> {
    let it = find(&id).ok_or(Error::Hidden)?;
    if let Some(member) = person.member {
        app.limit(member)?;
        app.puzzling().note_shown(member, it).await?;
    }
    Ok(Json(it.into()))
}

/// Tries a turn.
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{id}/turns",
    operation_id = "try_puzzle_turn",
    tag = "Puzzles",
    params(("id" = String, Path, description = "The puzzle's name")),
    request_body = PuzzleTurnBody,
    responses((status = 200, body = PuzzleTurnResponse), Refused<400>, Refused<404>, Refused<422>),
)]
pub(super) async fn turn(
    State(app): State<App>,
    Path(id): Path<String>,
    person: Person,
    JsonBody(turn): JsonBody<PuzzleTurnBody>,
) -> Result<Json<PuzzleTurnResponse>, Error> {
    let puzzle = find(&id).ok_or(Error::Hidden)?;
    let (attempt, said) = app
        .puzzling()
        .turn(app.limits(), &person, puzzle, &turn.line.join(" "), &turn.text)
        .await?;
    let (ply, at) = attempt.last().unwrap_or_default();
    Ok(Json(PuzzleTurnResponse {
        text: ply.to_string(),
        verdict: said.verdict.into(),
        says: said.says(&puzzle.side, attempt.line.spec().card().sides, ply, at == 0),
        answer: said.plies,
        plies: said.lasts,
    }))
}

/// The caller's results.
#[utoipa::path(
    get,
    path = "/api/v1/me/puzzles",
    operation_id = "get_my_puzzles",
    tag = "Puzzles",
    responses((status = 200, body = PuzzleResultsResponse), Refused<401>),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn mine(
    State(app): State<App>,
    person: Person,
) -> Result<Json<PuzzleResultsResponse>, Error> {
    let member = person.signed_in()?;
    let mut tries: Vec<PuzzleTryRow> = app.puzzling().tries(member).await?.into_values().collect();
    tries.sort_by(|a, b| a.puzzle.cmp(&b.puzzle));
    let puzzles = tries.into_iter().map(|it| PuzzleResult {
        id: it.puzzle,
        tries: it.tries,
        shown: it.shown,
        solved: it.solved.map(Moment::from),
    });
    Ok(Json(PuzzleResultsResponse {
        streak: app.puzzling().streak(member).await?,
        puzzles: puzzles.collect(),
    }))
}
