//! The ways in, one folder each.

mod api;
mod dress;
mod guard;
mod health;
mod live;
pub(crate) mod mail;
mod picture;
mod routes;
pub(crate) mod speech;
pub(crate) mod web;

use axum::Router;
use axum::routing::get;

use crate::App;

#[cfg(test)]
pub(crate) use dress::Form;
use routes::Routes;
#[cfg(test)]
pub(crate) use web::API;

/// In which form a door answers.
#[cfg(test)]
pub(crate) fn form_of(path: &str) -> Form {
    Form::of(path)
}

/// Every door.
pub(crate) fn routes() -> Routes {
    Routes::default()
        .merge(web::routes())
        .route("/api/v1", get(api::about))
        .nest("/api/v1", api::routes())
        .merge(live::routes())
        .merge(speech::routes())
        .merge(health::routes())
}

/// Every door, with its guards.
pub(crate) fn open(app: &App) -> Router {
    guard::guarded(routes().into_router(), app)
}
