//! The frame of every page, and the answer where there is no page.

use askama::Template;
use axum::extract::rejection::{FormRejection, PathRejection, QueryRejection};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use crosscut_catalog::readable;

use super::assets;
use super::query::address;
use super::visitor::{Preferences, Visitor};
use crate::error::{Error, ErrorMessage};
use crate::present::sentence::sentence;
use crate::present::times;

/// The data of the frame around a page.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) theme: &'static str,
    /// Which part of the site is shown, for the navigation.
    pub(crate) part: &'static str,
    /// The visitor's name, if signed in.
    pub(crate) name: Option<String>,
    pub(crate) guest: bool,
    /// In how many matches the visitor is to move, if that was counted.
    pub(crate) turns: Option<u64>,
    /// How many challenges wait for the visitor's answer.
    pub(crate) asks: u64,
    /// How many reports are open, if the visitor is an operator.
    pub(crate) reports: Option<u64>,
    /// Who runs the club, if the settings say so.
    pub(crate) contact: Option<String>,
    /// The address to sign in and return here.
    pub(crate) sign_in: String,
    /// After how many seconds a browser without scripts reloads; 0 for never.
    pub(crate) refresh: u32,
}

impl Frame {
    pub(crate) fn new(visitor: &Visitor, part: &'static str, title: impl Into<String>) -> Self {
        Frame {
            title: title.into(),
            theme: visitor.preferences.theme,
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

    /// The frame for a visitor of whom only the cookies are known.
    fn unknown(preferences: &Preferences, title: &str) -> Self {
        let (title, theme) = (title.to_string(), preferences.theme);
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

    /// The address of whoever runs the club: their page, or a mail to them.
    pub(crate) fn contact_address(&self) -> Option<String> {
        let contact = self.contact.as_deref().filter(|it| !it.contains(char::is_whitespace))?;
        match contact.split_once("://") {
            Some(("https" | "http", _)) => Some(contact.to_string()),
            Some(_) => None,
            None => contact.contains('@').then(|| format!("mailto:{contact}")),
        }
    }
}

/// The address to sign in or become a member, with the way back.
pub(crate) fn way(to: &str, back: &str) -> String {
    // Long addresses are of boards, which nobody needs to sign in for.
    let back = match back {
        "/" => "",
        back if back.starts_with("/sign-") || back.len() > 1000 => "",
        back => back,
    };
    address(to, &[("back", back)])
}

/// A page with status 200.
pub(crate) fn page(template: &impl Template) -> Result<Response, PageError> {
    page_with(StatusCode::OK, template)
}

/// A page with another status, such as that of a refused form.
pub(crate) fn page_with(
    status: StatusCode,
    template: &impl Template,
) -> Result<Response, PageError> {
    Ok((status, Html(template.render()?)).into_response())
}

/// Why a page is refused, in a sentence without its full stop.
#[derive(Clone, Debug)]
pub(crate) struct PageError {
    pub(crate) status: StatusCode,
    pub(crate) words: String,
    /// After how many seconds to try again.
    retry_after: Option<i64>,
}

impl PageError {
    pub(crate) fn new(status: StatusCode, words: impl Into<String>) -> Self {
        PageError { status, words: readable(&words.into()), retry_after: None }
    }

    pub(crate) fn not_found(words: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, words)
    }

    /// Something happened that must not happen.
    pub(crate) fn broken() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "")
    }

    /// The same as `from`, with moments as the visitor's pages write them.
    pub(crate) fn told(error: Error, visitor: &Visitor) -> Self {
        let zone = visitor.member.as_ref().map_or("UTC", |it| it.zone.as_str());
        let words = match &error {
            Error::Refused(refusal) => Some(refusal.with_moments(&|at| times::when(at, zone))),
            _ => None,
        };
        let refused = PageError::from(error);
        match words {
            Some(words) => PageError { words: readable(&words), ..refused },
            None => refused,
        }
    }

    /// What was sent cannot be what was meant.
    pub(crate) fn unclear(words: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, words)
    }
}

#[derive(Template)]
#[template(path = "refused.html")]
struct ErrorPage {
    frame: Frame,
    head: &'static str,
    words: String,
    /// The address to sign in and return, if that helps.
    sign: Option<String>,
    /// Whether to show a lost visitor where they could go.
    lost: bool,
}

impl IntoResponse for PageError {
    /// The bare sentence: the layer that knows the visitor makes a page of it, see [`PageError::page`].
    fn into_response(self) -> Response {
        let mut response = (self.status, self.words.clone()).into_response();
        self.say_when(&mut response);
        response.extensions_mut().insert(self);
        response
    }
}

impl PageError {
    /// The page that shows the refusal instead, with when to try again.
    pub(crate) fn over(&self, page: Result<Response, PageError>) -> Result<Response, PageError> {
        let mut page = page?;
        self.say_when(&mut page);
        Ok(page)
    }

    fn say_when(&self, response: &mut Response) {
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
    }

    /// The page with the refusal, in the visitor's usual frame, instead of the page that was asked for.
    pub(crate) fn page(
        self,
        visitor: Option<&Visitor>,
        preferences: &Preferences,
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
        let page = ErrorPage {
            frame: match visitor {
                Some(visitor) => Frame::new(visitor, "", head),
                None => Frame::unknown(preferences, head),
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

impl From<Error> for PageError {
    fn from(error: Error) -> Self {
        let retry_after = error.retry_after();
        // It is logged where it becomes a response.
        let response = error.into_response();
        let said = response.extensions().get::<ErrorMessage>();
        let words = said.map_or("", |it| it.sentence.as_str());
        PageError { retry_after, ..PageError::new(response.status(), words) }
    }
}

impl From<PathRejection> for PageError {
    fn from(rejection: PathRejection) -> Self {
        PageError::new(rejection.status(), "this address cannot be read")
    }
}

impl From<QueryRejection> for PageError {
    fn from(rejection: QueryRejection) -> Self {
        PageError::new(rejection.status(), "this link is incomplete")
    }
}

impl From<FormRejection> for PageError {
    fn from(rejection: FormRejection) -> Self {
        PageError::new(
            rejection.status(),
            "the form cannot be read: something is missing or too much",
        )
    }
}

/// The address of a form's action has no page: going back to it redirects to the page of the form, one level up.
pub(crate) async fn up(uri: Uri) -> Redirect {
    Redirect::to(&parent(&uri))
}

/// Where to go back to after a request: to its address. That of a form's action is its page, or leads [`up`] to it.
pub(crate) fn asked(method: &Method, uri: &Uri) -> String {
    match *method {
        Method::GET | Method::HEAD => uri.path_and_query().map_or("/", |it| it.as_str()).into(),
        // Never to another site.
        _ => format!("/{}", uri.path().trim_start_matches('/')),
    }
}

/// One level up from an address.
fn parent(uri: &Uri) -> String {
    let parent = uri.path().trim_end_matches('/').rsplit_once('/').map_or("/", |it| it.0);
    // Never to another site.
    format!("/{}", parent.trim_start_matches('/'))
}

/// The answer for any address without a page.
pub(crate) async fn nowhere() -> PageError {
    PageError::not_found(
        "there is no page at this address. It may have moved, or a letter is missing",
    )
}

impl From<askama::Error> for PageError {
    fn from(error: askama::Error) -> Self {
        tracing::error!(%error, "a page could not be written");
        PageError::new(StatusCode::INTERNAL_SERVER_ERROR, "")
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    #[tokio::test]
    async fn a_refusal_is_headed_by_what_became_of_the_request() {
        for (status, head) in [
            (StatusCode::NOT_FOUND, "Page not found"),
            (StatusCode::UNAUTHORIZED, "Please sign in"),
            (StatusCode::TOO_MANY_REQUESTS, "Too many at once"),
            (StatusCode::SERVICE_UNAVAILABLE, "Busy at the moment"),
            (StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong"),
            (StatusCode::NOT_IMPLEMENTED, "Something went wrong"),
            (StatusCode::FORBIDDEN, "That didn’t work"),
        ] {
            let refused = PageError::new(status, "you may not");
            let response = refused.page(None, &Preferences::default(), "/");
            assert_eq!(response.status(), status);
            let page = to_bytes(response.into_body(), 1 << 20).await.unwrap();
            let page = String::from_utf8_lossy(&page);
            assert!(page.contains(&format!("<h1>{head}</h1>")), "{status}: {page}");
            assert!(page.contains("You may not."), "{page}");
        }
        // Whoever made the mistake, a page says something.
        let response = PageError::broken().page(None, &Preferences::default(), "/");
        let page = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        assert!(String::from_utf8_lossy(&page).contains("The fault is ours"));
        // Who should come again later is told when.
        let later = PageError::from(Error::Busy).into_response();
        assert_eq!(later.headers().get(RETRY_AFTER).unwrap(), "1");
    }

    #[test]
    fn the_way_back_is_kept_unless_it_is_long_or_leads_to_the_same_page() {
        let back = |n: usize| format!("/{}", "a".repeat(n - 1));
        assert_eq!(way("/sign-in", &back(1000)), format!("/sign-in?back={}", back(1000)));
        for other in ["/", "/sign-up", "/sign-in?back=/lobby", &back(1001)] {
            assert_eq!(way("/sign-in", other), "/sign-in");
        }
        assert_eq!(way("", "/lobby"), "?back=/lobby");
    }
}
