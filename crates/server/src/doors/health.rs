//! What machines ask about the server itself.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use super::routes::Routes;
use crate::App;
use crate::error::Error;
use crate::person::Caller;

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
    match app.store().steps_done().await {
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::warn!("not ready: {error:#}");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}

/// The figures, for those who are near.
async fn metrics(State(app): State<App>, caller: Caller) -> Result<String, Error> {
    let near = match caller.address {
        std::net::IpAddr::V4(it) => it.is_loopback() || it.is_private() || it.is_link_local(),
        std::net::IpAddr::V6(it) => it.is_loopback() || it.is_unique_local(),
    };
    if near { Ok(app.figures().render()) } else { Err(Error::Hidden) }
}
