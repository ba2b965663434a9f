//! The API as an OpenAPI document: `GET /api/v1/openapi.json`.
//!
//! It is made from the types that are sent (`http/wire`), from what stands above each route's function, and from what all
//! routes have in common, which is added here. Tests hold it against the table of routes, against the statuses of
//! `tests/doors.txt`, and against every answer that they receive (`http/document/tests.rs`).

use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use utoipa::openapi::header::Header;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, OpenApi as Document, Ref, RefOr, Response};
use utoipa::{IntoResponses, OpenApi, PartialSchema};

use super::responses::ResponseFormat;
use super::wire::{ErrorResponse, RecordFormat, Refused};
use super::{api, command, health, live};

/// The document as it is sent.
static TEXT: LazyLock<String> =
    LazyLock::new(|| document().to_json().expect("words and numbers can be written as JSON"));

/// The API as a document for programs.
///
/// OpenAPI 3.1: every address with its parameters, bodies and statuses.
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    operation_id = "get_document",
    tag = "Server",
    responses((status = 200, body = Object)),
)]
pub(super) async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], TEXT.as_str())
}

/// What is said of the API as a whole.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Crosscut",
        description = "A club for connection and tile games, for programs. A version of the API is extended but never \
                       changed: ignore fields you do not know. The guide, with examples, is at `/api` of every club.",
    ),
    paths(openapi),
    components(schemas(ErrorResponse, RecordFormat)),
    security((), ("token" = []), ("session" = [])),
    tags(
        (name = "Server", description = "What this server is, and how it is"),
        (name = "Members", description = "Guests, members, sessions and passkeys"),
        (name = "Matches", description = "Matches, challenges and commands"),
        (name = "Puzzles", description = "Positions with one winning turn"),
        (name = "Streams", description = "Server-sent events"),
    ),
)]
struct Common;

/// The whole document.
fn document() -> Document {
    let rooms = [
        api::Api::openapi(),
        live::Api::openapi(),
        command::Api::openapi(),
        health::Api::openapi(),
    ];
    let mut document = rooms.into_iter().fold(Common::openapi(), Document::merge_from);
    document.info.version = crate::VERSION.to_string();
    // Those of the package, which is not the API.
    (document.info.license, document.info.contact) = (None, None);
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A token of `POST guests`, `members` or `sessions`"))
        .build();
    let session = ApiKeyValue::with_description(
        "__Host-session",
        "A browser's session; the cookie is `crosscut-session` where the club has no TLS",
    );
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(token));
    components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    for (path, item) in &mut document.paths.paths {
        let form = ResponseFormat::of(path);
        item.get.iter_mut().for_each(|it| complete(it, form));
        for change in item.post.iter_mut().chain(&mut item.delete) {
            // A page of another site can change nothing.
            add::<403>(change);
            complete(change, form);
        }
    }
    document
}

/// Adds a refusal to a route that does not have it yet.
fn add<const STATUS: u16>(operation: &mut Operation) {
    for (status, refusal) in Refused::<STATUS>::responses() {
        operation.responses.responses.entry(status).or_insert(refusal);
    }
}

/// Adds the refusals that every route has, the bodies of refusals, and a description of the answer.
fn complete(operation: &mut Operation, form: ResponseFormat) {
    add::<429>(operation);
    add::<503>(operation);
    add::<0>(operation);
    let summary = operation.summary.as_deref().unwrap_or_default();
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        match status.starts_with('2') {
            true => response.description = summary.to_string(),
            false => refuse(status, response, form),
        }
    }
}

/// Adds the body of a refusal, and when to try again.
fn refuse(status: &str, response: &mut Response, form: ResponseFormat) {
    let (kind, schema) = match form {
        ResponseFormat::Json => ("application/json", Ref::from_schema_name("ErrorResponse").into()),
        ResponseFormat::Line | ResponseFormat::Page => ("text/plain", String::schema()),
    };
    response.content.insert(kind.to_string(), RefOr::T(Content::new(Some(schema))));
    if ["429", "503"].contains(&status) {
        let mut wait = Header::new(u64::schema());
        wait.description = Some("How many seconds to wait before trying again".to_string());
        response.headers.insert("Retry-After".to_string(), RefOr::T(wait));
    }
}

#[cfg(test)]
pub(crate) mod tests;
