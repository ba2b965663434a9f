//! Checks that a browser keeps cookies: one that does not could never play the match it has begun.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Redirect;
use serde::Deserialize;

use super::page::PageError;
use super::query::address;
use super::settings::inside;

/// Where to go after the check.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CookieCheckQuery {
    to: String,
}

/// The address for a browser that has just been given a cookie: the target itself if the browser has shown that it
/// keeps cookies, otherwise [`kept`] on the way there.
pub(crate) fn by_way(target: &str, keeps: bool) -> String {
    match keeps {
        true => target.to_string(),
        false => address("/cookies", &[("to", target)]),
    }
}

/// Redirects a browser that keeps cookies, and tells the others what they miss.
pub(crate) async fn kept(
    headers: HeaderMap,
    asked: Result<Query<CookieCheckQuery>, QueryRejection>,
) -> Result<Redirect, PageError> {
    let Query(asked) = asked?;
    if headers.contains_key(COOKIE) {
        return Ok(Redirect::to(&inside(&asked.to)?));
    }
    Err(PageError::new(
        StatusCode::FORBIDDEN,
        "your browser keeps no cookies, and without them the club cannot tell who you are or what you have chosen: allow \
         cookies for this site, and try again",
    ))
}
