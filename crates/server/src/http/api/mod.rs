//! JSON for programs, version 1.
//!
//! Callers authenticate with `Authorization: Bearer TOKEN`, using a token of `POST guests`, `members` or `sessions`.
//! Any request that changes something may carry an `Idempotency-Key` of the caller's: the same key is carried out once,
//! however often it is sent. Every refusal is `{"error": "a sentence"}` with its status.

mod commands;
mod matches;
mod passkeys;
mod people;
mod puzzles;

use axum::Json;
use axum::extract::FromRequest;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::routing::{get, post};
use utoipa::OpenApi;

use crate::error::Error;
use crate::http::routes::Routes;
use crate::http::wire::AboutResponse;

/// What is said of the routes to programs.
#[derive(OpenApi)]
#[openapi(paths(
    about,
    people::visit,
    people::sign_up,
    people::sign_in,
    people::sessions,
    people::sign_out,
    people::end_session,
    passkeys::begin_entering,
    passkeys::enter,
    passkeys::begin_adding,
    passkeys::add,
    people::me,
    people::records,
    people::here,
    puzzles::mine,
    puzzles::all,
    puzzles::daily,
    puzzles::one,
    puzzles::solution,
    puzzles::turn,
    commands::command,
    matches::live,
    matches::one,
    matches::record,
    matches::turn,
    matches::challenges,
    matches::pair,
))]
pub(super) struct Api;

/// Says what this server is, for a program that wants to know whom it speaks with.
#[utoipa::path(
    get,
    path = "/api/v1",
    operation_id = "get_about",
    tag = "Server",
    responses((status = 200, body = AboutResponse)),
)]
pub(super) async fn about() -> Json<AboutResponse> {
    Json(AboutResponse { name: "Crosscut", version: crate::VERSION, docs: "/api" })
}

pub(super) fn routes() -> Routes {
    Routes::default()
        .route("/guests", post(people::visit))
        .route("/members", post(people::sign_up))
        .route("/sessions", post(people::sign_in).get(people::sessions).delete(people::sign_out))
        .route("/sessions/{number}", axum::routing::delete(people::end_session))
        .route("/sessions/passkey/begin", post(passkeys::begin_entering))
        .route("/sessions/passkey", post(passkeys::enter))
        .route("/passkeys/begin", post(passkeys::begin_adding))
        .route("/passkeys", post(passkeys::add))
        .route("/me", get(people::me))
        .route("/me/games", get(people::records))
        .route("/me/puzzles", get(puzzles::mine))
        .route("/puzzles", get(puzzles::all))
        .route("/puzzles/daily", get(puzzles::daily))
        .route("/puzzles/{id}", get(puzzles::one))
        .route("/puzzles/{id}/solution", post(puzzles::solution))
        .route("/puzzles/{id}/turns", post(puzzles::turn))
        .route("/commands", post(commands::command))
        .route("/matches", get(matches::live))
        .route("/matches/{id}", get(matches::one))
        .route("/matches/{id}/record", get(matches::record))
        .route("/matches/{id}/turns", post(matches::turn))
        .route("/challenges", get(matches::challenges))
        .route("/pairings", post(matches::pair))
        .route("/here", get(people::here))
        .fallback(async || Error::Hidden)
}

/// A JSON body, refused with a sentence if it cannot be read.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T, S> FromRequest<S> for JsonBody<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request(
        request: axum::extract::Request,
        state: &S,
    ) -> Result<Self, Self::Rejection> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(it)) => Ok(JsonBody(it)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Error::TooLong)
            }
            Err(JsonRejection::JsonDataError(it)) => {
                Err(Error::Unclear(format!("the JSON is not what is asked for here: {}", why(&it))))
            }
            Err(JsonRejection::JsonSyntaxError(it)) => {
                Err(Error::Unclear(format!("this cannot be read as JSON: {}", why(&it))))
            }
            Err(rejection) => Err(Error::Unclear(rejection.body_text())),
        }
    }
}

/// The error for a query string that cannot be read, with the reason.
fn unread(rejection: &QueryRejection) -> Error {
    Error::Unclear(format!(
        "what follows the '?' in the address cannot be read: {}",
        why(rejection)
    ))
}

/// The innermost message, which is that of the JSON parser with line and column, without those around it.
fn why(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
