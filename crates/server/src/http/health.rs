//! Health checks and metrics, for monitoring.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use utoipa::OpenApi;

use super::routes::Routes;
use super::wire::Refused;
use crate::App;
use crate::error::Error;
use crate::person::Caller;
use crate::token;

/// What is said of the routes to programs.
#[derive(OpenApi)]
#[openapi(paths(alive, ready, metrics))]
pub(super) struct Api;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Whether the server answers.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "get_health",
    tag = "Server",
    responses((status = 200, body = String, content_type = "text/plain")),
)]
async fn alive() -> &'static str {
    "ok\n"
}

/// Whether commands would be carried out.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "get_readiness",
    tag = "Server",
    responses((status = 200, body = String, content_type = "text/plain")),
)]
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match app.writes().await {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the database cannot be written to\n"),
    }
}

/// Metrics for Prometheus.
///
/// They are for this machine, for the addresses in the settings, and for callers with the metrics token.
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "get_metrics",
    tag = "Server",
    responses((status = 200, body = String, content_type = "text/plain"), Refused<404>),
)]
async fn metrics(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<String, Error> {
    let config = app.config();
    // Through a proxy that is not in the settings everybody seems to be this machine.
    let here = caller.address.is_loopback() && !caller.is_doubtful;
    // Compared as hashes, so that timing does not show how much of the token is right.
    let knows = config.metrics_token.as_deref().zip(super::bearer(&headers));
    let knows = knows.is_some_and(|(word, said)| token::hash(word) == token::hash(said));
    let named = !caller.is_doubtful && config.metrics_from.contains(&caller.address);
    if here || named || knows { Ok(app.figures().render()) } else { Err(Error::Hidden) }
}
