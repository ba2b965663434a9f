//! Requests: who asks, what is admitted, event streams, and all routes; `api` answers programs, `pages` people.
//!
//! **Nobody is left without an answer.** `routes.rs` records every address next to the router; a test sends seeded
//! nonsense to each of them, and every error must come with a sentence (`responses.rs` words it as a page, as JSON or
//! as a line). `docs/api.md` is checked against the same list.

mod api;
mod command;
pub(crate) mod connections;
mod cookie;
mod document;
mod health;
pub(crate) mod idempotency;
mod live;
mod middleware;
pub(crate) mod pages;
mod responses;
mod routes;
mod session;
mod wire;

use axum::Router;
use axum::routing::get;

use crate::App;

pub use cookie::session_cookie;
#[cfg(test)]
pub(crate) use document::tests::{is_as_documented, is_documented_event};
#[cfg(test)]
pub(crate) use pages::API;
#[cfg(test)]
pub(crate) use responses::ResponseFormat;
use routes::Routes;
pub(crate) use session::bearer;

/// The form in which a route answers.
#[cfg(test)]
pub(crate) fn form_of(path: &str) -> ResponseFormat {
    ResponseFormat::of(path)
}

/// All routes.
pub(crate) fn routes() -> Routes {
    Routes::default()
        .merge(pages::routes())
        .route("/api/v1", get(api::about))
        .route("/api/v1/openapi.json", get(document::openapi))
        .nest("/api/v1", api::routes())
        .merge(live::routes())
        .merge(command::routes())
        .merge(health::routes())
}

/// All routes, with the layers around them.
pub(crate) fn open(app: &App) -> Router {
    middleware::guarded(routes().into_router(), app)
}
