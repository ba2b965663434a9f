//! What machines ask about the server itself.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;

use super::routes::Routes;
use crate::App;
use crate::error::Error;
use crate::person::Caller;
use crate::token;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Whether commands would be carried out.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match app.writes().await {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the database cannot be written to\n"),
    }
}

/// The figures, for this machine, for the addresses that are named, and for who knows the word.
async fn metrics(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<String, Error> {
    let config = app.config();
    // Through a proxy that is not named everybody seems to be this machine.
    let here = caller.address.is_loopback() && !caller.is_doubtful;
    // Compared as hashes: how much of it is right takes no time to find out.
    let knows = config.metrics_token.as_deref().zip(super::bearer(&headers));
    let knows = knows.is_some_and(|(word, said)| token::hash(word) == token::hash(said));
    let named = !caller.is_doubtful && config.metrics_from.contains(&caller.address);
    if here || named || knows { Ok(app.figures().render()) } else { Err(Error::Hidden) }
}
