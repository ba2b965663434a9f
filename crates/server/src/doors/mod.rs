//! The ways in, one folder each.

mod api;
mod guard;
mod health;
mod live;
pub(crate) mod mail;
pub(crate) mod speech;
pub(crate) mod web;

use axum::Router;

use crate::App;

/// Every door, with its guards.
pub(crate) fn open(app: &App) -> Router {
    let doors = Router::new()
        .merge(web::router())
        .nest("/api/v1", api::router())
        .merge(live::router())
        .merge(speech::router())
        .merge(health::router());
    guard::guarded(doors, app)
}
