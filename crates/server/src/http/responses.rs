//! How a refusal is worded: as a page for people, as JSON for programs, as a line for machines.
//!
//! Some routes give a sentence ([`ErrorMessage`]), and some failures have none: a method that is not allowed, a body that is
//! too long, a response that takes too long. Here each of them gets its words, in the form in which the route answers.

use axum::Json;
use axum::body::HttpBody;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::pages::{PageError, Preferences, Visitor, asked};
use super::wire::ErrorResponse;
use crate::App;
use crate::error::ErrorMessage;

/// The form in which a route answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResponseFormat {
    Page,
    Json,
    Line,
}

impl ResponseFormat {
    pub(super) fn of(path: &str) -> Self {
        if path.starts_with("/api/v1") {
            return ResponseFormat::Json;
        }
        match path {
            "/command" | "/news" | "/healthz" | "/readyz" | "/metrics" => ResponseFormat::Line,
            _ if path.starts_with("/match/") && path.ends_with("/events") => ResponseFormat::Line,
            _ => ResponseFormat::Page,
        }
    }
}

/// Gives every refusal its words and its form.
pub(super) async fn dress(State(app): State<App>, request: Request, next: Next) -> Response {
    let form = ResponseFormat::of(request.uri().path());
    let asked = asked(request.method(), request.uri());
    // A page that refuses still knows who asks.
    let (parts, body) = request.into_parts();
    let mut asker = (form == ResponseFormat::Page).then(|| parts.clone());
    if let Some(parts) = &mut asker {
        // A page is shown, whatever method was asked for.
        parts.method = Method::GET;
    }
    let response = next.run(Request::from_parts(parts, body)).await;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let kind = response.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let is_dressed = match form {
        ResponseFormat::Page => kind.is_some_and(|it| it.starts_with("text/html")),
        ResponseFormat::Json => kind.is_some_and(|it| it.starts_with("application/json")),
        ResponseFormat::Line => response.body().size_hint().lower() > 0,
    };
    if is_dressed {
        return response;
    }
    let refused = response.extensions().get::<PageError>();
    let said = refused.map(|it| ErrorMessage { status, sentence: it.words.clone() });
    let said = said.or_else(|| response.extensions().get::<ErrorMessage>().cloned());
    let said = said.unwrap_or_else(|| unsaid(status));
    let mut dressed = match form {
        ResponseFormat::Page => {
            let preferences =
                asker.as_ref().map(|it| Preferences::of(&it.headers)).unwrap_or_default();
            // Where there is too much to do already, nobody is looked up.
            let busy = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
            let visitor = match asker.as_mut().filter(|_| !busy.contains(&status)) {
                Some(parts) => Visitor::from_request_parts(parts, &app).await.ok(),
                None => None,
            };
            PageError::new(said.status, said.sentence).page(visitor.as_ref(), &preferences, &asked)
        }
        ResponseFormat::Json => {
            (said.status, Json(ErrorResponse { error: said.sentence })).into_response()
        }
        ResponseFormat::Line => (said.status, format!("{}\n", said.sentence)).into_response(),
    };
    // A timeout does not say when to try again.
    let busy = (status == StatusCode::SERVICE_UNAVAILABLE).then(|| HeaderValue::from_static("1"));
    if let Some(wait) = response.headers().get(RETRY_AFTER).cloned().or(busy) {
        dressed.headers_mut().insert(RETRY_AFTER, wait);
    }
    dressed
}

/// The words for a request that did not reach a route.
fn unsaid(status: StatusCode) -> ErrorMessage {
    let sentence = match status {
        StatusCode::BAD_REQUEST => "the address or what was sent to it is not understood",
        StatusCode::NOT_FOUND => "there is nothing here",
        StatusCode::METHOD_NOT_ALLOWED => {
            "this address does not answer to that method: the Allow header lists those it answers to"
        }
        StatusCode::PAYLOAD_TOO_LARGE => "that is too much at once: 64 KiB at most",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "what was sent is of a kind that is not understood",
        StatusCode::SERVICE_UNAVAILABLE => "that took too long: try again in a moment",
        status if status.is_server_error() => "something broke on our side; it is in the log",
        _ => "that cannot be done",
    };
    ErrorMessage { status, sentence: sentence.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_door_says_no_in_its_own_form() {
        assert_eq!(ResponseFormat::of("/api/v1/me"), ResponseFormat::Json);
        assert_eq!(ResponseFormat::of("/match/3/events"), ResponseFormat::Line);
        assert_eq!(ResponseFormat::of("/readyz"), ResponseFormat::Line);
        assert_eq!(ResponseFormat::of("/member/news"), ResponseFormat::Page);
        assert_eq!(ResponseFormat::of("/match/3"), ResponseFormat::Page);
        assert_eq!(ResponseFormat::of("/"), ResponseFormat::Page);
    }

    #[test]
    fn what_reaches_no_route_is_refused_in_words_of_its_own() {
        for (status, words) in [
            (StatusCode::BAD_REQUEST, "is not understood"),
            (StatusCode::NOT_FOUND, "nothing here"),
            (StatusCode::METHOD_NOT_ALLOWED, "does not answer to that method"),
            (StatusCode::PAYLOAD_TOO_LARGE, "too much at once: 64 KiB"),
            (StatusCode::UNSUPPORTED_MEDIA_TYPE, "of a kind that is not understood"),
            (StatusCode::SERVICE_UNAVAILABLE, "took too long"),
            (StatusCode::INTERNAL_SERVER_ERROR, "broke on our side"),
            (StatusCode::BAD_GATEWAY, "broke on our side"),
            (StatusCode::CONFLICT, "cannot be done"),
        ] {
            let said = unsaid(status);
            assert!(said.status == status && said.sentence.contains(words), "{status}: {said:?}");
        }
    }
}
