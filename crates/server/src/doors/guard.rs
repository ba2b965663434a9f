//! What every request passes before it comes to a door, and every response on its way out.

use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::timeout::TimeoutLayer;

use super::dress::dress;
use crate::App;
use crate::error::Error;
use crate::limits::Whose;
use crate::person;

/// The longest body of a request, in bytes.
const MAX_BODY: usize = 64 << 10;
/// How long a response may take to begin.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Puts every guard in front of the doors.
pub(crate) fn guarded(doors: Router<App>, app: &App) -> Router {
    // An event must not wait in a compressor for more of its kind.
    let compressible = DefaultPredicate::new().and(NotForContentType::new("text/event-stream"));
    doors
        .layer(DefaultBodyLimit::max(MAX_BODY))
        // As quick as the level that is usual, and a tenth smaller.
        .layer(
            CompressionLayer::new()
                .quality(CompressionLevel::Precise(6))
                .compress_when(compressible),
        )
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, MAX_TIME))
        .layer(middleware::from_fn_with_state(app.clone(), admit))
        .layer(middleware::from_fn_with_state(app.clone(), dress))
        .layer(middleware::from_fn(see_out))
        .with_state(app.clone())
}

/// Lets a request in: not too often from one address, and a change only from a page of ours.
async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let address = person::address(&parts, &app.config().proxies);
    if let Err(wait) = app.limits().take(Whose::Address(address)) {
        return Error::TooOften(wait).into_response();
    }
    let safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && !is_ours(&parts.headers, app.config().public_url.as_deref()) {
        return Error::Foreign.into_response();
    }
    next.run(Request::from_parts(parts, body)).await
}

/// Whether a change is asked for by a page of ours, as the browser tells. Programs that are no browsers say nothing, and
/// carry nobody's cookies without being told to.
fn is_ours(headers: &HeaderMap, public_url: Option<&str>) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|it| it.to_str().ok());
    match text(HeaderName::from_static("sec-fetch-site")) {
        Some("same-origin" | "none") => return true,
        Some(_) => return false,
        None => {}
    }
    let Some(origin) = text(header::ORIGIN) else { return true };
    if public_url == Some(origin) {
        return true;
    }
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some() && host == text(header::HOST)
}

/// An address as the log is told of it: the code at its end does what a letter asks.
fn told(path: &str) -> String {
    match path.strip_prefix("/mail/confirm/") {
        Some(_) => "/mail/confirm/..".to_string(),
        None => path.to_string(),
    }
}

/// What browsers are told about every response, and what the log is told.
async fn see_out(request: Request, next: Next) -> Response {
    let begun = tokio::time::Instant::now();
    let (method, path) = (request.method().clone(), told(request.uri().path()));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or("");
    // Style sheets and fonts open nothing: for them these lines would be weight only.
    let part = kind.starts_with("text/css") || kind.starts_with("font/");
    let told = HEADERS.iter().filter(|it| !part || it.0 == header::X_CONTENT_TYPE_OPTIONS);
    for (name, value) in told {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    let (status, took) = (response.status(), begun.elapsed());
    metrics::counter!("crosscut_requests_total", "status" => status.as_u16().to_string())
        .increment(1);
    metrics::histogram!("crosscut_request_seconds").record(took);
    tracing::debug!(%method, path, status = status.as_u16(), ms = took.as_millis(), "request");
    response
}

/// Nothing from elsewhere, nothing inline, in nobody's frame.
static HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // The links of private challenges are secrets.
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

#[expect(clippy::needless_pass_by_value, reason = "so the layer hands it over")]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
    Error::Broken(anyhow::anyhow!("a panic: {text}")).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_comes_from_a_page_of_ours() {
        let asked = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("club.example"));
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            is_ours(&headers, Some("https://public.example"))
        };
        assert!(asked(&[]));
        assert!(asked(&[("origin", "http://club.example")]));
        assert!(asked(&[("origin", "https://public.example")]));
        assert!(!asked(&[("origin", "https://evil.example")]));
        assert!(!asked(&[("origin", "null")]));
        assert!(!asked(&[("origin", "https://club.example.evil")]));
        assert!(asked(&[("sec-fetch-site", "same-origin"), ("origin", "https://club.example")]));
        assert!(!asked(&[("sec-fetch-site", "cross-site"), ("origin", "https://club.example")]));
        assert!(!asked(&[("sec-fetch-site", "same-site")]));
    }
}
