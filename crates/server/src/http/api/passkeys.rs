//! Passkeys, for the scripts of pages: the challenge for a browser to sign, and its signed answer.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use crosscut_club::Key;

use super::JsonBody;
use crate::App;
use crate::error::Error;
use crate::http::session_cookie;
use crate::http::wire::{
    NewPasskeyBody, PasskeyChallengeResponse, PasskeySignInBody, PasswordBody, Refused,
};
use crate::limits::rates::Whose;
use crate::mail::{UndoableChange, tell};
use crate::person::Person;
use crate::watch::{self, SecurityEvent};

/// Asks for a new passkey. The member must give the password again.
#[utoipa::path(
    post,
    path = "/api/v1/passkeys/begin",
    operation_id = "begin_passkey",
    tag = "Members",
    request_body = PasswordBody,
    responses(
        (status = 200, body = PasskeyChallengeResponse),
        Refused<400>, Refused<401>, Refused<403>, Refused<409>,
    ),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn begin_adding(
    State(app): State<App>,
    person: Person,
    JsonBody(it): JsonBody<PasswordBody>,
) -> Result<Json<PasskeyChallengeResponse>, Error> {
    let id = person.signed_in()?;
    let token = person.token.as_deref().unwrap_or_default();
    let state = app.queue().look(&[Key::Member(id)]).await?;
    let member = state.member(id).filter(|it| !it.guest);
    let member = member.ok_or_else(|| Error::Unclear("guests have no passkeys".into()))?;
    app.may_add_passkey(&person, id)?;
    app.limit(id)?;
    drop(app.accounts().ask_again(id, token, &it.password).await?);
    Ok(Json(app.passkeys().begin_adding(id, &member.name).await?.into()))
}

/// Stores a new passkey.
#[utoipa::path(
    post,
    path = "/api/v1/passkeys",
    operation_id = "create_passkey",
    tag = "Members",
    request_body = NewPasskeyBody,
    responses((status = 201), Refused<400>, Refused<401>, Refused<409>),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn add(
    State(app): State<App>,
    person: Person,
    JsonBody(it): JsonBody<NewPasskeyBody>,
) -> Result<StatusCode, Error> {
    let id = person.signed_in()?;
    app.limit(id)?;
    // Somebody taking the account back at this moment ends the session first.
    let _alone = app.accounts().alone(id).await;
    let token = person.token.as_deref().unwrap_or_default();
    if app.accounts().identify(token).await?.is_none() {
        return Err(Error::NotSignedIn);
    }
    app.may_add_passkey(&person, id)?;
    let key = app.passkeys().add(id, &it.word, &it.key, &it.name).await?;
    watch::tell(SecurityEvent::PasskeyAdded);
    tell(&app, id, UndoableChange::Passkey(key)).await?;
    Ok(StatusCode::CREATED)
}

/// Asks for any passkey that the browser has for this club.
#[utoipa::path(
    post,
    path = "/api/v1/sessions/passkey/begin",
    operation_id = "begin_passkey_session",
    tag = "Members",
    responses((status = 200, body = PasskeyChallengeResponse)),
)]
pub(super) async fn begin_entering(
    State(app): State<App>,
    person: Person,
) -> Result<Json<PasskeyChallengeResponse>, Error> {
    app.limits().take(Whose::PasswordFrom(person.caller.address)).map_err(Error::TooOften)?;
    Ok(Json(app.passkeys().begin_entering(person.caller.address)?.into()))
}

/// Signs in the holder of a passkey. The session token goes into the browser's cookie, where no script can read it.
#[utoipa::path(
    post,
    path = "/api/v1/sessions/passkey",
    operation_id = "create_passkey_session",
    tag = "Members",
    request_body = PasskeySignInBody,
    responses((status = 201), Refused<400>, Refused<401>),
)]
pub(super) async fn enter(
    State(app): State<App>,
    person: Person,
    JsonBody(it): JsonBody<PasskeySignInBody>,
) -> Result<impl IntoResponse, Error> {
    let (member, key) = app.passkeys().enter(&it.word, &it.key).await?;
    let old = person.token.as_deref();
    let begun = app.accounts().enter_by_key(&person.caller, old, member, &key).await?;
    let cookie = session_cookie(app.config(), Some(&begun.token));
    Ok((StatusCode::CREATED, AppendHeaders([(header::SET_COOKIE, cookie)])))
}
