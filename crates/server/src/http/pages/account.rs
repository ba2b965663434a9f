//! Signing up, signing in and signing out.

use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use crosscut_club::Refusal;
use serde::Deserialize;

use super::form::{FormFields, SubmittedForm};
use super::page::{Frame, PageError, page, page_with, way};
use super::play;
use super::settings::inside;
use super::visitor::Visitor;
use crate::App;
use crate::auth::accounts::NewSession;
use crate::error::Error;
use crate::http::session_cookie;

#[derive(Template)]
#[template(path = "sign.html")]
struct SignPage {
    frame: Frame,
    /// Whether this is the page to become a member, and not the one to sign in.
    new: bool,
    /// Whether a guest's matches are kept.
    guest: bool,
    sent: SubmittedForm,
    back: String,
    /// The same as the end of an address (its query); empty for the front page.
    way: String,
    /// Whether the visitor has just closed their account.
    left: bool,
    /// Whether a forgotten password can be reset by mail.
    mail: bool,
    /// The host whose pages may ask for a passkey.
    keys: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct SignInQuery {
    #[serde(default)]
    back: String,
    /// Set after closing an account.
    #[serde(default)]
    left: Option<String>,
}

fn sign_page(app: &App, visitor: &Visitor, new: bool, back: &str, sent: SubmittedForm) -> SignPage {
    let back = inside(back).unwrap_or_else(|_| "/".to_string());
    let title = if new { "Become a member" } else { "Sign in" };
    SignPage {
        frame: Frame::new(visitor, "sign", title),
        new,
        guest: visitor.member.as_ref().is_some_and(|it| it.guest),
        sent,
        way: way("", &back),
        left: false,
        back,
        mail: !new && app.post().is_some(),
        keys: app.passkeys().host().filter(|_| !new).map(str::to_string),
    }
}

/// The page to become a member.
pub(crate) async fn sign_up_page(
    visitor: Visitor,
    State(app): State<App>,
    back: Result<Query<SignInQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(SignInQuery { back, .. }) = back?;
    page(&sign_page(&app, &visitor, true, &back, SubmittedForm::default()))
}

/// The page to sign in.
pub(crate) async fn sign_in_page(
    visitor: Visitor,
    State(app): State<App>,
    back: Result<Query<SignInQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(SignInQuery { back, left }) = back?;
    let sign = sign_page(&app, &visitor, false, &back, SubmittedForm::default());
    page(&SignPage { left: left.is_some() && visitor.member.is_none(), ..sign })
}

/// Makes a member, out of the guest if there is one.
pub(crate) async fn sign_up(
    visitor: Visitor,
    State(app): State<App>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let (name, password) = (fields.get("name"), fields.raw("password"));
    let guest = visitor.member.as_ref().filter(|it| it.guest).and(visitor.person.token.as_deref());
    if visitor.member.as_ref().is_some_and(|it| !it.guest) {
        return Err(PageError::new(StatusCode::CONFLICT, "you have a name already"));
    }
    let caller = &visitor.person.caller;
    let begun = app.accounts().sign_up(caller, guest, name, password, fields.get("zone")).await;
    if let Err(Error::UnknownToken) = begun {
        return Err(PageError::new(StatusCode::CONFLICT, "you have signed up already"));
    }
    finish(&app, &visitor, begun, true, fields)
}

/// Signs a member in.
pub(crate) async fn sign_in(
    visitor: Visitor,
    State(app): State<App>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let (name, password) = (fields.get("name"), fields.raw("password"));
    let old = visitor.person.token.as_deref();
    let begun = app.accounts().sign_in(&visitor.person.caller, old, name, password).await;
    finish(&app, &visitor, begun, false, fields)
}

fn finish(
    app: &App,
    visitor: &Visitor,
    begun: Result<NewSession, Error>,
    new: bool,
    fields: FormFields,
) -> Result<Response, PageError> {
    let back = fields.get("back").to_string();
    match begun {
        Ok(begun) => {
            let cookie = session_cookie(app.config(), Some(&begun.token));
            let back = inside(&back).unwrap_or_else(|_| "/".to_string());
            Ok(play::to(&back, Some(cookie)))
        }
        Err(error) => {
            let field = match &error {
                Error::WrongPassword | Error::BadPassword(_) => "password",
                Error::Refused(Refusal::BadName(_) | Refusal::NameTaken(_)) => "name",
                _ => "",
            };
            let refused = PageError::from(error);
            if refused.status.is_server_error() {
                return Err(refused);
            }
            let sent = SubmittedForm::back(fields, field, &refused);
            let page = page_with(refused.status, &sign_page(app, visitor, new, &back, sent));
            refused.over(page)
        }
    }
}

/// Ends the session.
pub(crate) async fn sign_out(
    visitor: Visitor,
    State(app): State<App>,
) -> Result<Response, PageError> {
    if let Some(token) = &visitor.person.token {
        app.accounts().sign_out(token).await?;
    }
    visitor.person.member.into_iter().for_each(|id| app.presence().signed_out(id));
    Ok(play::to("/", Some(session_cookie(app.config(), None))))
}
