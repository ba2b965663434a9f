//! What every request passes before it comes to a door, and every response on its way out.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Mutex, Once, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use hyper::body::{Frame, SizeHint};
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::timeout::TimeoutLayer;

use super::responses::dress;
use crate::App;
use crate::config::Config;
use crate::error::Error;
use crate::limits::capacity::Part;
use crate::limits::rates::Whose;
use crate::origin::{Origin, STRANGER};
use crate::watch;

/// The longest body of a request, in bytes, where a door does not take more.
const MAX_BODY: usize = 64 << 10;
/// The longest body of any request, in bytes: that with which an analysis is begun from a record.
const LONGEST: usize = super::pages::LONGEST_FORM;
/// The longest body of a response. What never ends, as news, comes in small pieces.
pub(super) const LARGEST: usize = 2 << 20;
/// How much room every request takes at least, and every body that begins to come ..
const LEAST: usize = 16 << 10;
/// .. and how much its address may become while it is answered, for each byte.
const SWELLS: usize = 16;
/// How many bytes of a request come in a second on a bad line.
const SLOWEST: usize = 4 << 10;
/// How long a response may take to begin.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Puts every guard in front of the doors.
pub(crate) fn guarded(doors: Router<App>, app: &App) -> Router {
    // An event must not wait in a compressor for more of its kind.
    let compressible = DefaultPredicate::new().and(NotForContentType::new("text/event-stream"));
    doors
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::map_response(bound))
        // As quick as the level that is usual, and a tenth smaller.
        .layer(
            CompressionLayer::new()
                .quality(CompressionLevel::Precise(6))
                .compress_when(compressible),
        )
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, MAX_TIME))
        .layer(middleware::from_fn_with_state(app.clone(), hold))
        .layer(middleware::from_fn_with_state(app.clone(), admit))
        .layer(middleware::from_fn_with_state(app.clone(), dress))
        .layer(middleware::from_fn_with_state(app.clone(), see_out))
        .with_state(app.clone())
}

/// Lets a request in: not too often from one address, and a change only from a page of ours.
async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let origin = Origin::of(&parts, &app.config().proxies);
    if origin.is_doubtful && origin.address != STRANGER {
        warn_of_a_proxy(origin.address);
    }
    let safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let address = origin.address;
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(From(address));
    let work =
        watch::asked_by(address, async move { admit_from(origin, &app, request, next).await });
    let work = async move { work.await.map(|body| flowing(address, body)) };
    if safe {
        return work.await;
    }
    // Whoever hangs up in the middle of a change leaves nothing half done.
    match tokio::spawn(work).await {
        Ok(response) => response,
        Err(error) => Error::Broken(anyhow::anyhow!("a request ended: {error}")).into_response(),
    }
}

/// Where a request comes from.
#[derive(Clone, Copy)]
struct From(IpAddr);

/// What is sent as it comes into being is read for whoever asked for it, too.
fn flowing(address: IpAddr, body: Body) -> Body {
    match body.size_hint().upper() {
        Some(_) => body,
        None => Body::new(Flowing { address, body }),
    }
}

/// A body, and who it is made for.
struct Flowing {
    address: IpAddr,
    body: Body,
}

impl HttpBody for Flowing {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let address = self.address;
        watch::polled_by(address, || Pin::new(&mut self.body).poll_frame(cx))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

async fn admit_from(origin: Origin, app: &App, request: Request, next: Next) -> Response {
    let (config, headers) = (app.config(), request.headers());
    if origin.disagrees {
        warn_of_two_words();
        let why = "the proxy says two things of where you come from: X-Forwarded-For and Forwarded";
        return Error::Unclear(why.to_string()).into_response();
    }
    if !is_for_us(headers, request.uri().path(), config) {
        return Error::Elsewhere.into_response();
    }
    // What pages look like is no secret, and the page that says this wants it.
    let look = request.uri().path().starts_with("/assets/");
    if !look && app.moderation().shuts_out(origin.address) {
        return Error::Barred(match &config.contact {
            Some(contact) => format!("nobody is let in from your network: ask {contact}"),
            None => "nobody is let in from your network: ask whoever runs this club".to_string(),
        })
        .into_response();
    }
    if let Err(often) = app.limits().take(Whose::Address(origin.address)) {
        return Error::TooOften(often).into_response();
    }
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && !is_ours(headers, config.public_url.as_deref()) {
        return Error::Foreign.into_response();
    }
    if headers.get(header::CONTENT_ENCODING).is_some_and(|it| it != "identity") {
        return Error::Packed.into_response();
    }
    // What comes in pieces and packed would be taken for what it was packed from.
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    if codings.any(|it| !it.as_bytes().eq_ignore_ascii_case(b"chunked")) {
        return Error::Coded.into_response();
    }
    next.run(request).await
}

/// What is sent as it comes into being: nobody has it whole.
#[derive(Clone, Copy)]
struct Flows;

/// Refuses what no answer may hold. It is a net: a page that may grow for ever is to be cut where it is made.
async fn bound(mut response: Response) -> Response {
    let size = response.body().size_hint();
    if size.upper().is_none() {
        response.extensions_mut().insert(Flows);
    }
    match size.lower() <= LARGEST as u64 {
        true => response,
        false => Error::TooMuch.into_response(),
    }
}

/// Counts what is being worked at in bytes: there is room for so many requests, and for their answers until they are sent.
async fn hold(State(app): State<App>, request: Request, next: Next) -> Response {
    // Whoever watches over the server is told how it is most of all when it is full.
    if is_for_machines(request.uri().path()) {
        return next.run(request).await;
    }
    let address = request.uri().path_and_query().map_or(0, |it| it.as_str().len());
    // Who does not say how long it is says no more than most do.
    let body = request.body().size_hint().upper().map_or(MAX_BODY, |it| it as usize);
    if LONGEST < body {
        return Error::TooLong.into_response();
    }
    let from = request.extensions().get::<From>().map_or(IpAddr::from([0; 4]), |it| it.0);
    // What it has sent stays until it is answered, but an answer may take what no body may.
    let (request, _sent) = match received(&app, from, request, address, body).await {
        Ok(received) => received,
        Err(error) => return error.into_response(),
    };
    let part = match app.capacity().take(from, LEAST + SWELLS * address) {
        Ok(part) => part,
        Err(error) => return error.into_response(),
    };
    let (parts, body) = next.run(request).await.into_parts();
    if parts.extensions.get::<Flows>().is_some() {
        return Response::from_parts(parts, body);
    }
    // It is all there already; what compresses it is done with here, however slowly it is read.
    match to_bytes(body, LARGEST).await {
        Ok(bytes) => match part.hold(bytes) {
            Ok(body) => Response::from_parts(parts, body),
            Err(error) => error.into_response(),
        },
        Err(_) => Error::TooMuch.into_response(),
    }
}

/// A request with all of its body and the room this takes: as much as has come, whatever was announced.
async fn received(
    app: &App,
    from: IpAddr,
    request: Request,
    address: usize,
    most: usize,
) -> Result<(Request, Option<Part>), Error> {
    if request.body().is_end_stream() {
        return Ok((request, None));
    }
    let mut part = app.capacity().receive(from, LEAST + address)?;
    let request = whole(request, most, app.config().patience, &mut part).await?;
    Ok((request, Some(part)))
}

/// A request with all of its body, if it comes as quickly as on a bad line, and without pausing for a third of the patience.
async fn whole(
    request: Request,
    most: usize,
    patience: Duration,
    part: &mut Part,
) -> Result<Request, Error> {
    let (parts, body) = request.into_parts();
    let mut pieces = body.into_data_stream();
    let reading = async {
        let mut bytes = Vec::new();
        while let Some(piece) = timeout(patience / 3, pieces.next()).await? {
            let Ok(piece) = piece else {
                return Ok(Err(Error::Unclear("what was sent is not well formed".to_string())));
            };
            if most < bytes.len() + piece.len() {
                return Ok(Err(Error::TooLong));
            }
            if let Err(error) = part.grow(piece.len()) {
                return Ok(Err(error));
            }
            bytes.extend_from_slice(&piece);
        }
        Ok::<_, Elapsed>(Ok(bytes))
    };
    let patience = patience + Duration::from_secs((most / SLOWEST) as u64);
    let bytes = timeout(patience, reading).await.and_then(|it| it);
    let bytes = bytes.unwrap_or(Err(Error::TooSlow))?;
    Ok(Request::from_parts(parts, Body::from(bytes)))
}

/// Whether the request is meant for this club: where its address is known, by its name or by a bare address. A page of
/// somebody else whose name was made to lead here is none of ours, though the browser believes it.
fn is_for_us(headers: &HeaderMap, path: &str, config: &Config) -> bool {
    let Some(public) = config.public_url.as_deref().and_then(|it| it.split_once("://")) else {
        return true;
    };
    // Whoever watches over the server asks by what name they like.
    if is_for_machines(path) {
        return true;
    }
    let mut hosts = headers.get_all(header::HOST).into_iter();
    let (Some(host), None) = (hosts.next().and_then(|it| it.to_str().ok()), hosts.next()) else {
        return false;
    };
    let public = public.1.split('/').next().unwrap_or_default();
    let name = host.rsplit_once(':').filter(|it| it.1.bytes().all(|it| it.is_ascii_digit()));
    let name = name.map_or(host, |it| it.0);
    let bare = name.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(name);
    host.eq_ignore_ascii_case(public)
        || name.eq_ignore_ascii_case(public)
        || name.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok()
}

fn is_for_machines(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}

/// Says once of each address that it seems to be a proxy: all who come through it share one limit.
fn warn_of_a_proxy(peer: IpAddr) {
    /// Anybody can write the header.
    const MOST: usize = 8;
    static WARNED: Mutex<BTreeSet<IpAddr>> = Mutex::new(BTreeSet::new());
    let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
    if warned.len() < MOST && warned.insert(peer) {
        tracing::warn!(
            "requests from {peer} say that they come from others (X-Forwarded-For or Forwarded), which is not believed: if \
             it is a proxy of yours, begin the server with --proxy {peer}"
        );
    }
}

/// Says once that a proxy passes on what strangers write of where they come from.
fn warn_of_two_words() {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(
            "a proxy of yours sends X-Forwarded-For and Forwarded which say different things, and such requests are refused: \
             have it leave out the one that it does not write itself (Caddy: header_up -Forwarded, nginx: proxy_set_header \
             Forwarded \"\")"
        );
    });
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
    let plain = origin.strip_prefix("http://");
    // Whoever sits in the line can put up a page at our address without TLS.
    let public = public_url.and_then(|it| it.strip_prefix("https://"));
    if plain.is_some() && plain == public {
        return false;
    }
    let host = plain.or_else(|| origin.strip_prefix("https://"));
    host.is_some() && host == text(header::HOST)
}

/// An address as the log is told of it: the code at its end does what a letter asks, or takes a change back.
fn told(path: &str) -> String {
    match ["/mail/confirm/", "/mail/undo/"].iter().find(|it| path.starts_with(**it)) {
        Some(begin) => format!("{begin}.."),
        None => path.to_string(),
    }
}

/// Whether what is shown there is for one person alone. A private match says so itself.
fn is_secret(path: &str) -> bool {
    ["/settings", "/sign-", "/recover", "/mail/", "/api/", "/command", "/operators", "/report"]
        .iter()
        .any(|it| path.starts_with(it))
}

/// What browsers are told about every response, and what the log is told.
async fn see_out(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = tokio::time::Instant::now();
    let (method, path) = (request.method().clone(), told(request.uri().path()));
    let is_known =
        [header::COOKIE, header::AUTHORIZATION].iter().any(|it| request.headers().contains_key(it));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // What is for one person alone stays in no cache, and neither does a secret that is being given out. Of what anybody
    // may see, a browser may keep the page as it was, so that one who goes back finds the turn as they left it.
    let keep = match (is_secret(&path), is_known || headers.contains_key(header::SET_COOKIE)) {
        (true, _) => Some("no-store"),
        (false, true) => Some("private, no-cache"),
        (false, false) => None,
    };
    if keep.is_none() && !headers.contains_key(header::CACHE_CONTROL) {
        // Whoever has come in sees another page: a cache in between gives it to nobody else.
        headers.append(header::VARY, HeaderValue::from_static("cookie"));
    }
    if let Some(keep) = keep {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(keep));
    }
    if app.config().is_https() {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000"),
        );
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or("");
    // Style sheets, fonts and a page's scripts open nothing: for them these lines would be weight only.
    let part = ["text/css", "font/", "text/javascript"].iter().any(|it| kind.starts_with(it));
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
    use crate::config::Settings;

    #[test]
    fn who_makes_us_panic_is_told_that_it_is_our_fault_and_nothing_of_it() {
        for panic in [
            Box::new("a secret") as Box<dyn std::any::Any + Send>,
            Box::new("a secret".to_string()),
            Box::new(7),
        ] {
            let response = panicked(panic);
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            let said = response.extensions().get::<crate::error::Said>().expect("it is told so");
            assert!(
                said.sentence.contains("broke") && !said.sentence.contains("secret"),
                "{said:?}"
            );
        }
    }

    #[test]
    fn a_request_is_for_this_club() {
        let asked = |public: Option<&str>, host: Option<&str>, path: &str| {
            let settings = Settings {
                database: Some("x.db".into()),
                public_url: public.map(String::from),
                ..Settings::default()
            };
            let mut request = Request::new(axum::body::Body::empty());
            *request.uri_mut() = path.parse().unwrap();
            if let Some(host) = host {
                request.headers_mut().insert(header::HOST, host.parse().unwrap());
            }
            is_for_us(request.headers(), path, &settings.resolve().unwrap())
        };
        let public = Some("https://club.example");
        assert!(asked(None, Some("whatever"), "/"));
        for host in ["club.example", "Club.Example:443", "127.0.0.1:7878", "[::1]:80", "localhost"]
        {
            assert!(asked(public, Some(host), "/"), "{host}");
        }
        for host in ["evil.example", "club.example.evil", "evil.example:443", "", "localhost.evil"]
        {
            assert!(!asked(public, Some(host), "/"), "{host}");
        }
        assert!(!asked(public, None, "/"));
        assert!(asked(public, Some("evil.example"), "/healthz"));
        assert!(asked(Some("http://club.example:81/"), Some("club.example:81"), "/"));
    }

    #[test]
    fn the_log_is_told_no_code() {
        assert_eq!(told("/mail/confirm/0123"), "/mail/confirm/..");
        assert_eq!(told("/mail/undo/0123"), "/mail/undo/..");
        assert_eq!(told("/mail/verify"), "/mail/verify");
    }

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
        let public = [("host", "public.example"), ("origin", "http://public.example")];
        assert!(!asked(&public), "a page of the same name without TLS");
    }
}
