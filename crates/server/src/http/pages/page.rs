//! What every page has: its frame, and what is answered where there is none.

use askama::Template;
use axum::extract::rejection::{FormRejection, PathRejection, QueryRejection};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use crosscut_catalog::readable;

use super::assets;
use super::query::address;
use super::visitor::{Preferences, Visitor};
use crate::error::{Error, Said};
use crate::present::sentence::sentence;

/// What the frame round a page needs.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) theme: &'static str,
    /// Which part of the site is shown, for the navigation.
    pub(crate) part: &'static str,
    /// What the visitor is called, if they have come in.
    pub(crate) name: Option<String>,
    pub(crate) guest: bool,
    /// In how many matches the visitor is on turn, if that was counted.
    pub(crate) turns: Option<u64>,
    /// How many challenges wait for the visitor's answer.
    pub(crate) asks: u64,
    /// How many reports wait for the visitor, if they are an operator.
    pub(crate) reports: Option<u64>,
    /// Who runs the club, if that is said.
    pub(crate) contact: Option<String>,
    /// Where one signs in to come back here.
    pub(crate) sign_in: String,
    /// After how many seconds a browser without scripts looks again; 0 for never.
    pub(crate) refresh: u32,
}

impl Frame {
    pub(crate) fn new(visitor: &Visitor, part: &'static str, title: impl Into<String>) -> Self {
        Frame {
            title: title.into(),
            theme: visitor.taste.theme,
            part,
            name: visitor.member.as_ref().map(|it| it.name.clone()),
            guest: visitor.member.as_ref().is_some_and(|it| it.guest),
            turns: visitor.turns,
            asks: visitor.asks,
            reports: visitor.reports,
            contact: visitor.contact.clone(),
            sign_in: way("/sign-in", &visitor.asked),
            refresh: 0,
        }
    }

    /// The frame of a page for somebody of whom no more is known than what their browser keeps.
    fn unknown(taste: &Preferences, title: &str) -> Self {
        let (title, theme) = (title.to_string(), taste.theme);
        let sign_in = "/sign-in".to_string();
        Frame {
            title,
            theme,
            part: "",
            name: None,
            guest: false,
            turns: None,
            asks: 0,
            reports: None,
            contact: None,
            sign_in,
            refresh: 0,
        }
    }

    pub(crate) fn asset(&self, name: &str) -> &'static str {
        assets::address(name)
    }

    /// Where a click on whoever runs the club leads: to their page, or a mail to them.
    pub(crate) fn contact_address(&self) -> Option<String> {
        let contact = self.contact.as_deref().filter(|it| !it.contains(char::is_whitespace))?;
        match contact.split_once("://") {
            Some(("https" | "http", _)) => Some(contact.to_string()),
            Some(_) => None,
            None => contact.contains('@').then(|| format!("mailto:{contact}")),
        }
    }
}

/// Where one signs in or becomes a member, to be led back afterwards.
pub(crate) fn way(to: &str, back: &str) -> String {
    // Long addresses are of boards that need nobody to sign in.
    let back = match back {
        "/" => "",
        back if back.starts_with("/sign-") || back.len() > 1000 => "",
        back => back,
    };
    address(to, &[("back", back)])
}

/// A page that is there.
pub(crate) fn page(template: &impl Template) -> Result<Response, Refused> {
    page_with(StatusCode::OK, template)
}

/// A page with another status: of a form that was refused, say.
pub(crate) fn page_with(status: StatusCode, template: &impl Template) -> Result<Response, Refused> {
    Ok((status, Html(template.render()?)).into_response())
}

/// Why there is no such page, in a sentence without its full stop.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) words: String,
    /// After how many seconds it may be different.
    retry_after: Option<i64>,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, words: impl Into<String>) -> Self {
        Refused { status, words: readable(&words.into()), retry_after: None }
    }

    pub(crate) fn not_found(words: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, words)
    }

    /// What must not happen has happened.
    pub(crate) fn broken() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "")
    }

    /// What was sent cannot be what was meant.
    pub(crate) fn unclear(words: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, words)
    }
}

#[derive(Template)]
#[template(path = "refused.html")]
struct RefusedPage {
    frame: Frame,
    head: &'static str,
    words: String,
    /// Where whoever signs in here is led back to, if that helps.
    sign: Option<String>,
    /// Whether the visitor is lost and is shown ways on.
    lost: bool,
}

impl IntoResponse for Refused {
    /// The bare sentence: whoever knows who asks makes a page of it, see [`Refused::page`].
    fn into_response(self) -> Response {
        let mut response = (self.status, self.words.clone()).into_response();
        self.say_when(&mut response);
        response.extensions_mut().insert(self);
        response
    }
}

impl Refused {
    /// The page that says it instead, with when to come again.
    pub(crate) fn over(&self, page: Result<Response, Refused>) -> Result<Response, Refused> {
        let mut page = page?;
        self.say_when(&mut page);
        Ok(page)
    }

    fn say_when(&self, response: &mut Response) {
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
    }

    /// The page that says it, in the frame that the visitor is used to, instead of the page that was asked for.
    pub(crate) fn page(
        self,
        visitor: Option<&Visitor>,
        taste: &Preferences,
        asked: &str,
    ) -> Response {
        let head = match self.status {
            StatusCode::NOT_FOUND => "Page not found",
            StatusCode::UNAUTHORIZED => "Please sign in",
            StatusCode::TOO_MANY_REQUESTS => "Too many at once",
            StatusCode::SERVICE_UNAVAILABLE => "Busy at the moment",
            status if status.is_server_error() => "Something went wrong",
            _ => "That didn’t work",
        };
        let words = match self.words.is_empty() {
            true => "The fault is ours, and it has been logged. Please try again.".to_string(),
            false => sentence(&self.words),
        };
        let page = RefusedPage {
            frame: match visitor {
                Some(visitor) => Frame::new(visitor, "", head),
                None => Frame::unknown(taste, head),
            },
            head,
            words,
            sign: (self.status == StatusCode::UNAUTHORIZED).then(|| way("", asked)),
            lost: self.status == StatusCode::NOT_FOUND,
        };
        match page.render() {
            Ok(text) => (self.status, Html(text)).into_response(),
            Err(_) => (self.status, self.words).into_response(),
        }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        let retry_after = error.retry_after();
        // It is logged where it becomes a response.
        let response = error.into_response();
        let said = response.extensions().get::<Said>();
        let words = said.map_or("", |it| it.sentence.as_str());
        Refused { retry_after, ..Refused::new(response.status(), words) }
    }
}

impl From<PathRejection> for Refused {
    fn from(rejection: PathRejection) -> Self {
        Refused::new(rejection.status(), "this address cannot be read")
    }
}

impl From<QueryRejection> for Refused {
    fn from(rejection: QueryRejection) -> Self {
        Refused::new(rejection.status(), "this link is incomplete")
    }
}

impl From<FormRejection> for Refused {
    fn from(rejection: FormRejection) -> Self {
        Refused::new(
            rejection.status(),
            "the form cannot be read: something is missing or too much",
        )
    }
}

/// Where a form is sent to, no page is: whoever comes back there is led to the page of the form, one level up.
pub(crate) async fn up(uri: Uri) -> Redirect {
    Redirect::to(&parent(&uri))
}

/// The page somebody is on who asks for an address: it, or that of the form which is sent there.
pub(crate) fn asked(method: &Method, uri: &Uri) -> String {
    match *method {
        Method::GET | Method::HEAD => uri.path_and_query().map_or("/", |it| it.as_str()).into(),
        _ => parent(uri),
    }
}

/// One level up from an address.
fn parent(uri: &Uri) -> String {
    let parent = uri.path().trim_end_matches('/').rsplit_once('/').map_or("/", |it| it.0);
    // Not to another site.
    format!("/{}", parent.trim_start_matches('/'))
}

/// Whatever address has no page.
pub(crate) async fn nowhere() -> Refused {
    Refused::not_found(
        "there is no page at this address. It may have moved, or a letter is missing",
    )
}

impl From<askama::Error> for Refused {
    fn from(error: askama::Error) -> Self {
        tracing::error!(%error, "a page could not be written");
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "")
    }
}
