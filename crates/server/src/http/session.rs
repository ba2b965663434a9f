//! Who asks, read from a request: the session of its token or cookie, and the address it comes from.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use crosscut_club::Who;

use crate::App;
use crate::error::Error;
use crate::http::cookie::{cookies, session_name};
use crate::origin::Origin;
use crate::person::{Caller, Person};
use crate::watch;

impl FromRequestParts<App> for Person {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let Ok(caller) = Caller::from_request_parts(parts, app).await;
        let said = bearer(&parts.headers);
        let name = session_name(app.config());
        let kept = cookies(&parts.headers).find(|it| it.name() == name);
        let token = said.or(kept.as_ref().map(|it| it.value()));
        let session = match token {
            Some(token) => app.accounts().identify(token).await?.map(|it| (it, token)),
            None => None,
        };
        let Some((session, token)) = session else {
            return Ok(Person {
                who: Who::Visitor,
                member: None,
                token: None,
                lost: said.is_some_and(|it| !it.is_empty()),
                session: None,
                by_passkey: false,
                caller,
            });
        };
        let member = session.member;
        app.thinkers().saw(member, caller.address);
        watch::member(member);
        Ok(Person {
            who: Who::Member(member),
            member: Some(member),
            token: Some(token.to_string()),
            lost: false,
            session: Some(session.number),
            by_passkey: session.by_passkey(),
            caller,
        })
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let device = parts.headers.get(header::USER_AGENT).and_then(|it| it.to_str().ok());
        let origin = Origin::of(parts, &app.config().proxies);
        Ok(Caller {
            address: origin.address,
            is_doubtful: origin.is_doubtful,
            device: device.unwrap_or("").chars().take(200).collect(),
        })
    }
}

/// The token of `Authorization: Bearer TOKEN`; the scheme may be written in any case (RFC 9110, 11.1).
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_start())
}
