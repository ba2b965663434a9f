use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use crosscut_catalog::find as game_of;
use crosscut_club::Moment;
use crosscut_puzzles::{Puzzle, Verdict, find, shipped};
use serde::{Deserialize, Serialize};

use super::JsonBody;
use crate::App;
use crate::error::Error;
use crate::person::Person;
use crate::store::PuzzleTryRow;

/// A puzzle without its solution.
#[derive(Serialize)]
pub(super) struct PuzzleResponse {
    id: &'static str,
    spec: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<&'static str>,
    moves: &'static [String],
    side: &'static str,
    grade: u8,
    legal: usize,
}

impl PuzzleResponse {
    fn of(it: &'static Puzzle) -> Self {
        PuzzleResponse {
            id: &it.id,
            spec: &it.spec,
            setup: it.setup.as_deref(),
            moves: &it.moves,
            side: &it.side,
            grade: it.grade,
            legal: it.legal,
        }
    }
}

/// Which puzzles are wanted.
#[derive(Deserialize)]
pub(super) struct PuzzleFilterQuery {
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    grade: Option<u8>,
}

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
    Ok(Json(shipped().iter().filter(fits).map(PuzzleResponse::of).collect()))
}

pub(super) async fn daily(State(app): State<App>) -> Json<PuzzleResponse> {
    Json(PuzzleResponse::of(app.puzzling().daily()))
}

pub(super) async fn one(Path(id): Path<String>) -> Result<Json<PuzzleResponse>, Error> {
    Ok(Json(PuzzleResponse::of(find(&id).ok_or(Error::Hidden)?)))
}

#[derive(Serialize)]
pub(super) struct SolutionResponse {
    solution: &'static str,
    defence: &'static [String],
    plies: Option<u32>,
}

/// The solution. Asking for it counts as having seen it.
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
    Ok(Json(SolutionResponse { solution: &it.solution, defence: &it.defence, plies: it.plies }))
}

/// A turn, and what was played after the puzzle's position.
#[derive(Deserialize)]
pub(super) struct PuzzleTurnBody {
    text: String,
    #[serde(default)]
    line: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct PuzzleTurnResponse {
    /// The turn in canonical notation.
    text: String,
    /// Whether it wins, as far as is known.
    verdict: &'static str,
    /// The plies of the other side.
    answer: Vec<String>,
    /// How many plies the game lasts, counted from before the answer.
    plies: Option<u32>,
    /// The same in words.
    says: String,
}

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
        verdict: match said.verdict {
            Verdict::Won => "won",
            Verdict::Wins => "wins",
            Verdict::Draws => "draws",
            Verdict::Loses => "loses",
            Verdict::Unknown => "unknown",
        },
        says: said.says(&puzzle.side, attempt.line.spec().card().sides, ply, at == 0),
        answer: said.plies,
        plies: said.lasts,
    }))
}

/// The caller's results.
#[derive(Serialize)]
pub(super) struct PuzzleResultsResponse {
    /// On how many consecutive days the caller solved the puzzle of the day.
    streak: usize,
    puzzles: Vec<PuzzleResult>,
}

#[derive(Serialize)]
struct PuzzleResult {
    id: String,
    tries: i64,
    shown: bool,
    solved: Option<Moment>,
}

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
        solved: it.solved,
    });
    Ok(Json(PuzzleResultsResponse {
        streak: app.puzzling().streak(member).await?,
        puzzles: puzzles.collect(),
    }))
}
