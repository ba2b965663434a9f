//! Commands by HTTP: `POST /command`, plain text in, plain text out.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use crosscut_club::Refusal;
use utoipa::OpenApi;

use crate::App;
use crate::commands::{Message, MessageSender, Reply, Transport, obey};
use crate::error::Error;
use crate::http::idempotency::IdempotencyKey;
use crate::http::routes::Routes;
use crate::http::wire::{IdempotencyHeader, Refused};
use crate::person::Person;
use crate::present::sentence::sentence;

/// What is said of the route to programs.
#[derive(OpenApi)]
#[openapi(paths(command))]
pub(super) struct Api;

/// The route of commands in plain text.
pub(crate) fn routes() -> Routes {
    Routes::default().route("/command", post(command))
}

/// Carries out a command in words: the first line, with what follows as its body.
///
/// The caller authenticates as in the API, and may send an `Idempotency-Key`.
#[utoipa::path(
    post,
    path = "/command",
    operation_id = "command_in_words",
    tag = "Matches",
    params(IdempotencyHeader),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        Refused<400>, Refused<401>, Refused<403>, Refused<404>, Refused<409>, Refused<422>,
    ),
)]
async fn command(
    State(app): State<App>,
    person: Person,
    IdempotencyKey(once): IdempotencyKey,
    text: Result<String, axum::extract::rejection::StringRejection>,
) -> Result<Response, Error> {
    let text = match text {
        Ok(text) => text,
        Err(rejection) => {
            let said = match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => "That is too much at once: 64 KiB at most.\n",
                _ => "That is not text: it is read as UTF-8.\n",
            };
            return Ok((rejection.status(), said).into_response());
        }
    };
    let message = message(&text);
    let Person { member, token, lost, caller, .. } = person;
    let sender = MessageSender { member, way: Transport::Wire(caller), token, once };
    let mut replies = obey(&app, &sender, &message).await;
    // A caller who sent a token is not told to get one.
    for reply in replies.iter_mut().filter(|it| lost && it.status == StatusCode::UNAUTHORIZED) {
        let why = sentence(&Error::UnknownToken.to_string());
        for other in [Error::NotSignedIn, Error::Refused(Refusal::Nobody)] {
            reply.text = reply.text.replace(&sentence(&other.to_string()), &why);
        }
    }
    let refused = replies.iter().find(|it| !it.status.is_success());
    let status = refused.map_or(StatusCode::OK, |it| it.status);
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    let mut response = (status, kind, write(&replies)).into_response();
    if let Some(seconds) = refused.and_then(|it| it.retry_after) {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    Ok(response)
}

/// Splits a text into its first line that is not empty, the subject, and the rest, the body.
fn message(text: &str) -> Message {
    let text = text.trim_start_matches(['\r', '\n', ' ', '\t']);
    let (subject, body) = text.split_once('\n').unwrap_or((text, ""));
    Message { subject: subject.trim().to_string(), body: body.to_string(), answers: None }
}

/// Writes each reply as its subject, an empty line and its text, with a line of `=` between two replies.
fn write(replies: &[Reply]) -> String {
    let one = |it: &Reply| format!("{}\n\n{}\n", it.subject, it.text.trim_end());
    let all: Vec<String> = replies.iter().map(one).collect();
    all.join(&format!("\n{}\n\n", "=".repeat(60)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_the_subject() {
        let check = |text: &str| {
            let Message { subject, body, .. } = message(text);
            format!("{subject}|{body}")
        };
        assert_eq!(check("\r\n show 12 \r\nhello\nthere"), "show 12|hello\nthere");
        assert_eq!(check("show 12"), "show 12|");
        assert_eq!(check(""), "|");
    }
}
