use axum::Json;
use axum::body::Body as Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use crosscut_club::{Key, MemberId, Moment};
use serde::{Deserialize, Serialize};

use super::JsonBody;
use crate::App;
use crate::auth::accounts::NewSession;
use crate::error::Error;
use crate::mail::{UndoableChange, tell};
use crate::members::export;
use crate::person::{Caller, Person};
use crate::watch::{self, SecurityEvent};

#[derive(Deserialize)]
pub(super) struct GuestBody {
    #[serde(default)]
    zone: String,
}

#[derive(Deserialize)]
pub(super) struct CredentialsBody {
    name: String,
    password: String,
    #[serde(default)]
    zone: String,
}

/// A session that has begun.
#[derive(Serialize)]
pub(super) struct NewSessionResponse {
    token: String,
    member: MemberId,
}

impl From<NewSession> for NewSessionResponse {
    fn from(begun: NewSession) -> Self {
        NewSessionResponse { token: begun.token, member: begun.member }
    }
}

pub(super) async fn visit(
    State(app): State<App>,
    caller: Caller,
    JsonBody(it): JsonBody<GuestBody>,
) -> Result<(StatusCode, Json<NewSessionResponse>), Error> {
    let begun = app.accounts().visit(&caller, &it.zone).await?;
    Ok((StatusCode::CREATED, Json(begun.into())))
}

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

pub(super) async fn sign_in(
    State(app): State<App>,
    caller: Caller,
    JsonBody(it): JsonBody<CredentialsBody>,
) -> Result<(StatusCode, Json<NewSessionResponse>), Error> {
    let begun = app.accounts().sign_in(&caller, None, &it.name, &it.password).await?;
    Ok((StatusCode::CREATED, Json(begun.into())))
}

/// A session in the list of the caller's own.
#[derive(Serialize)]
pub(super) struct SessionResponse {
    /// As text, because the numbers are larger than JavaScript's.
    number: String,
    began: Moment,
    seen: Moment,
    device: String,
    this: bool,
}

pub(super) async fn sessions(
    State(app): State<App>,
    person: Person,
) -> Result<Json<Vec<SessionResponse>>, Error> {
    let sessions = app.accounts().sessions(person.signed_in()?).await?.into_iter();
    let open = sessions.map(|it| SessionResponse {
        number: it.number.to_string(),
        began: it.began,
        seen: it.seen,
        device: it.device,
        this: Some(it.number) == person.session,
    });
    Ok(Json(open.collect()))
}

pub(super) async fn end_session(
    State(app): State<App>,
    person: Person,
    Path(number): Path<i64>,
    body: axum::body::Bytes,
) -> Result<StatusCode, Error> {
    let member = person.signed_in()?;
    let mut alone = None;
    if person.session != Some(number) {
        #[derive(Default, Deserialize)]
        struct EndSessionBody {
            #[serde(default)]
            password: String,
        }
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

pub(super) async fn sign_out(State(app): State<App>, person: Person) -> Result<StatusCode, Error> {
    if let Some(token) = &person.token {
        app.accounts().sign_out(token).await?;
    }
    person.member.into_iter().for_each(|id| app.presence().signed_out(id));
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize)]
pub(super) struct MeResponse {
    member: MemberId,
    name: String,
    guest: bool,
    zone: String,
}

pub(super) async fn me(State(app): State<App>, person: Person) -> Result<Json<MeResponse>, Error> {
    let id = person.signed_in()?;
    app.presence().note(id, app.clock().now());
    let state = app.queue().look(&[Key::Member(id)]).await?;
    let it = state.member(id).ok_or(Error::Hidden)?;
    let (name, zone) = (it.name.clone(), it.zone.clone());
    Ok(Json(MeResponse { member: id, name, guest: it.guest, zone }))
}

/// Who is online.
#[derive(Serialize)]
pub(super) struct OnlineResponse {
    members: Vec<String>,
    guests: usize,
}

/// The members online by name, and the number of guests; those who do not want to be seen are left out.
pub(super) async fn here(State(app): State<App>) -> Result<Json<OnlineResponse>, Error> {
    let ids = app.presence().here(app.clock().now());
    let names = app.queries().names(ids.iter().copied()).await?;
    let mut members: Vec<String> =
        names.values().filter(|it| !it.guest).map(|it| it.name.clone()).collect();
    members.sort_by_key(|it| it.to_lowercase());
    Ok(Json(OnlineResponse { guests: ids.len() - members.len(), members }))
}

/// All games of the caller in the text form.
pub(super) async fn records(State(app): State<App>, person: Person) -> Result<Response, Error> {
    let text = export::all(app.queue().clone(), app.store().clone(), person.signed_in()?);
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, Bytes::from_stream(text)).into_response())
}
