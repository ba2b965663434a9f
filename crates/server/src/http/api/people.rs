use axum::Json;
use axum::body::Body as Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use crosscut_club::Key;

use super::JsonBody;
use crate::App;
use crate::error::Error;
use crate::http::wire::{
    CredentialsBody, EndSessionBody, GuestBody, MeResponse, NewSessionResponse, OnlineResponse,
    Refused, SessionResponse,
};
use crate::mail::{UndoableChange, tell};
use crate::members::export;
use crate::person::{Caller, Person};
use crate::watch::{self, SecurityEvent};

/// Makes a guest.
#[utoipa::path(
    post,
    path = "/api/v1/guests",
    operation_id = "create_guest",
    tag = "Members",
    request_body = GuestBody,
    responses((status = 201, body = NewSessionResponse), Refused<400>),
)]
pub(super) async fn visit(
    State(app): State<App>,
    caller: Caller,
    JsonBody(it): JsonBody<GuestBody>,
) -> Result<(StatusCode, Json<NewSessionResponse>), Error> {
    let begun = app.accounts().visit(&caller, &it.zone).await?;
    Ok((StatusCode::CREATED, Json(begun.into())))
}

/// Makes a member of the guest who asks, or of a newcomer.
#[utoipa::path(
    post,
    path = "/api/v1/members",
    operation_id = "create_member",
    tag = "Members",
    request_body = CredentialsBody,
    responses(
        (status = 201, body = NewSessionResponse),
        Refused<400>, Refused<401>, Refused<409>, Refused<422>,
    ),
)]
pub(super) async fn sign_up(
    State(app): State<App>,
    person: Person,
    JsonBody(it): JsonBody<CredentialsBody>,
) -> Result<(StatusCode, Json<NewSessionResponse>), Error> {
    if person.lost {
        return Err(Error::UnknownToken);
    }
    let guest = person.token.as_deref();
    let begun =
        app.accounts().sign_up(&person.caller, guest, &it.name, &it.password, &it.zone).await?;
    Ok((StatusCode::CREATED, Json(begun.into())))
}

/// Signs a member in.
#[utoipa::path(
    post,
    path = "/api/v1/sessions",
    operation_id = "create_session",
    tag = "Members",
    request_body = CredentialsBody,
    responses((status = 201, body = NewSessionResponse), Refused<400>, Refused<401>),
)]
pub(super) async fn sign_in(
    State(app): State<App>,
    caller: Caller,
    JsonBody(it): JsonBody<CredentialsBody>,
) -> Result<(StatusCode, Json<NewSessionResponse>), Error> {
    let begun = app.accounts().sign_in(&caller, None, &it.name, &it.password).await?;
    Ok((StatusCode::CREATED, Json(begun.into())))
}

/// The caller's sessions.
#[utoipa::path(
    get,
    path = "/api/v1/sessions",
    operation_id = "list_sessions",
    tag = "Members",
    responses((status = 200, body = Vec<SessionResponse>), Refused<401>),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn sessions(
    State(app): State<App>,
    person: Person,
) -> Result<Json<Vec<SessionResponse>>, Error> {
    let sessions = app.accounts().sessions(person.signed_in()?).await?.into_iter();
    let open = sessions.map(|it| SessionResponse {
        number: it.number.to_string(),
        began: it.began.into(),
        seen: it.seen.into(),
        device: it.device,
        this: Some(it.number) == person.session,
    });
    Ok(Json(open.collect()))
}

/// Ends one of the caller's sessions: another one than the current with the password.
#[utoipa::path(
    delete,
    path = "/api/v1/sessions/{number}",
    operation_id = "end_session",
    tag = "Members",
    params(("number" = i64, Path, description = "The session's number")),
    request_body = Option<EndSessionBody>,
    responses((status = 204), Refused<400>, Refused<401>, Refused<403>, Refused<404>),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn end_session(
    State(app): State<App>,
    person: Person,
    Path(number): Path<i64>,
    body: axum::body::Bytes,
) -> Result<StatusCode, Error> {
    let member = person.signed_in()?;
    let mut alone = None;
    if person.session != Some(number) {
        let again: EndSessionBody = match body.is_empty() {
            true => EndSessionBody::default(),
            false => serde_json::from_slice(&body).map_err(|it| {
                Error::Unclear(format!("the body is not {{\"password\": \"..\"}}: {it}"))
            })?,
        };
        let token = person.token.as_deref().unwrap_or_default();
        alone = Some(app.accounts().ask_again(member, token, &again.password).await?);
    }
    if !app.accounts().sessions(member).await?.iter().any(|it| it.number == number) {
        return Err(Error::Hidden);
    }
    app.accounts().end(member, Some(number), "").await?;
    drop(alone);
    watch::tell(SecurityEvent::SessionsEnded);
    if person.session != Some(number) {
        tell(&app, member, UndoableChange::Sessions).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Ends the current session.
#[utoipa::path(
    delete,
    path = "/api/v1/sessions",
    operation_id = "end_current_session",
    tag = "Members",
    responses((status = 204)),
)]
pub(super) async fn sign_out(State(app): State<App>, person: Person) -> Result<StatusCode, Error> {
    if let Some(token) = &person.token {
        app.accounts().sign_out(token).await?;
    }
    person.member.into_iter().for_each(|id| app.presence().signed_out(id));
    Ok(StatusCode::NO_CONTENT)
}

/// Who the caller is.
#[utoipa::path(
    get,
    path = "/api/v1/me",
    operation_id = "get_me",
    tag = "Members",
    responses((status = 200, body = MeResponse), Refused<401>, Refused<404>),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn me(State(app): State<App>, person: Person) -> Result<Json<MeResponse>, Error> {
    let id = person.signed_in()?;
    app.presence().note(id, app.clock().now());
    let state = app.queue().look(&[Key::Member(id)]).await?;
    let it = state.member(id).ok_or(Error::Hidden)?;
    let (name, zone) = (it.name.clone(), it.zone.clone());
    Ok(Json(MeResponse { member: id.0, name, guest: it.guest, zone }))
}

/// The members online by name, and the number of guests; those who do not want to be seen are left out.
#[utoipa::path(
    get,
    path = "/api/v1/here",
    operation_id = "list_online",
    tag = "Members",
    responses((status = 200, body = OnlineResponse)),
)]
pub(super) async fn here(State(app): State<App>) -> Result<Json<OnlineResponse>, Error> {
    let ids = app.presence().here(app.clock().now());
    let names = app.queries().names(ids.iter().copied()).await?;
    let mut members: Vec<String> =
        names.values().filter(|it| !it.guest).map(|it| it.name.clone()).collect();
    members.sort_by_key(|it| it.to_lowercase());
    Ok(Json(OnlineResponse { guests: ids.len() - members.len(), members }))
}

/// All games of the caller in the text form.
#[utoipa::path(
    get,
    path = "/api/v1/me/games",
    operation_id = "get_my_records",
    tag = "Matches",
    responses((status = 200, body = String, content_type = "text/plain"), Refused<401>),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn records(State(app): State<App>, person: Person) -> Result<Response, Error> {
    let text = export::all(app.queue().clone(), app.store().clone(), person.signed_in()?);
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, Bytes::from_stream(text)).into_response())
}
