//! The layers around the routes: what every request passes on its way in, and every response on its way out.

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
use crate::limits::capacity::Reservation;
use crate::limits::rates::Whose;
use crate::origin::{Origin, STRANGER};
use crate::watch;

/// The longest body of a request, in bytes, for routes that set no other limit.
const MAX_BODY: usize = 64 << 10;
/// The longest body of any request, in bytes: the form that begins an analysis from a record.
const LONGEST: usize = super::pages::LONGEST_FORM;
/// The longest body of a response, in bytes. Endless ones, such as news, come in small pieces.
pub(super) const LARGEST: usize = 2 << 20;
/// The least memory, in bytes, that is charged for a request, and for a body that begins to arrive.
const LEAST: usize = 16 << 10;
/// How many bytes are charged for each byte of the address, for what it may become while the request is answered.
const SWELLS: usize = 16;
/// How many bytes of a request arrive in a second on a bad line.
const SLOWEST: usize = 4 << 10;
/// How long a response may take to begin.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Puts all layers around the routes.
pub(crate) fn guarded(doors: Router<App>, app: &App) -> Router {
    // An event must not wait in a compressor until others follow.
    let compressible = DefaultPredicate::new().and(NotForContentType::new("text/event-stream"));
    doors
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::map_response(bound))
        // As fast as the usual level, and a tenth smaller.
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

/// Admits a request: within the rate limit of its address, and a change only from a page of ours.
async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let origin = Origin::of(&parts, &app.config().proxies);
    if origin.is_doubtful && origin.address != STRANGER {
        warn_of_a_proxy(origin.address);
    }
    let safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let address = origin.address;
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(ClientAddress(address));
    let work =
        watch::asked_by(address, async move { admit_from(origin, &app, request, next).await });
    let work = async move { work.await.map(|body| flowing(address, body)) };
    if safe {
        return work.await;
    }
    // A client that hangs up in the middle of a change must not leave it half done.
    match tokio::spawn(work).await {
        Ok(response) => response,
        Err(error) => Error::Broken(anyhow::anyhow!("a request ended: {error}")).into_response(),
    }
}

/// The address that a request comes from.
#[derive(Clone, Copy)]
struct ClientAddress(IpAddr);

/// Has a streamed body polled in the name of the address that asked for it, as the request was handled.
fn flowing(address: IpAddr, body: Body) -> Body {
    match body.size_hint().upper() {
        Some(_) => body,
        None => Body::new(StreamedBody { address, body }),
    }
}

/// A streamed body, and the address that asked for it.
struct StreamedBody {
    address: IpAddr,
    body: Body,
}

impl HttpBody for StreamedBody {
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
    // Style sheets are not secret, and the page that refuses needs them.
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
    // A transfer coding besides `chunked` would be taken for the plain body.
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    if codings.any(|it| !it.as_bytes().eq_ignore_ascii_case(b"chunked")) {
        return Error::Coded.into_response();
    }
    next.run(request).await
}

/// Marks a response that is produced while it is sent, and never in memory as a whole.
#[derive(Clone, Copy)]
struct Streamed;

/// Refuses a response that is too long. This is a safety net: a page that can grow without limit is to be cut where it
/// is made.
async fn bound(mut response: Response) -> Response {
    let size = response.body().size_hint();
    if size.upper().is_none() {
        response.extensions_mut().insert(Streamed);
    }
    match size.lower() <= LARGEST as u64 {
        true => response,
        false => Error::TooMuch.into_response(),
    }
}

/// Counts the memory in use, in bytes: of requests while they are answered, and of their answers until they are sent.
async fn hold(State(app): State<App>, request: Request, next: Next) -> Response {
    // Monitoring must get an answer most of all when the server is full.
    if is_for_machines(request.uri().path()) {
        return next.run(request).await;
    }
    let address = request.uri().path_and_query().map_or(0, |it| it.as_str().len());
    // A request that does not give its length may have the usual length at most.
    let body = request.body().size_hint().upper().map_or(MAX_BODY, |it| it as usize);
    if LONGEST < body {
        return Error::TooLong.into_response();
    }
    let from = request.extensions().get::<ClientAddress>().map_or(IpAddr::from([0; 4]), |it| it.0);
    // The body is counted until it is answered; the answer is counted apart, and may take what no body may.
    let (request, _sent) = match received(&app, from, request, address, body).await {
        Ok(received) => received,
        Err(error) => return error.into_response(),
    };
    let part = match app.capacity().take(from, LEAST + SWELLS * address) {
        Ok(part) => part,
        Err(error) => return error.into_response(),
    };
    let (parts, body) = next.run(request).await.into_parts();
    if parts.extensions.get::<Streamed>().is_some() {
        return Response::from_parts(parts, body);
    }
    // The answer is complete; what compressed it is dropped here, however slowly the client reads.
    match to_bytes(body, LARGEST).await {
        Ok(bytes) => match part.hold(bytes) {
            Ok(body) => Response::from_parts(parts, body),
            Err(error) => error.into_response(),
        },
        Err(_) => Error::TooMuch.into_response(),
    }
}

/// Reads the whole body, and counts the memory for it: as much as has arrived, whatever was announced.
async fn received(
    app: &App,
    from: IpAddr,
    request: Request,
    address: usize,
    most: usize,
) -> Result<(Request, Option<Reservation>), Error> {
    if request.body().is_end_stream() {
        return Ok((request, None));
    }
    let mut part = app.capacity().receive(from, LEAST + address)?;
    let request = whole(request, most, app.config().patience, &mut part).await?;
    Ok((request, Some(part)))
}

/// Reads the whole body. It must arrive at least as fast as on a bad line, without a pause of a third of `patience`.
async fn whole(
    request: Request,
    most: usize,
    patience: Duration,
    part: &mut Reservation,
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

/// Whether the request is meant for this club: if the public address is known, by its name or by a bare IP address. A
/// foreign page whose name was pointed at this server (DNS rebinding) is not ours, although the browser takes it for
/// ours.
fn is_for_us(headers: &HeaderMap, path: &str, config: &Config) -> bool {
    let Some(public) = config.public_url.as_deref().and_then(|it| it.split_once("://")) else {
        return true;
    };
    // Monitoring may use any name.
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

/// Warns once for each address that looks like a proxy: everybody who comes through it shares one rate limit.
fn warn_of_a_proxy(peer: IpAddr) {
    /// The most addresses to warn of, since anybody can write the header.
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

/// Warns once that a proxy passes on a header in which strangers say where they come from.
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

/// Whether a change is requested by a page of ours, as the browser reports it. Programs other than browsers send no
/// such header, and attach cookies only when told to.
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
    // An attacker on the network path can put up a page at our address without TLS.
    let public = public_url.and_then(|it| it.strip_prefix("https://"));
    if plain.is_some() && plain == public {
        return false;
    }
    let host = plain.or_else(|| origin.strip_prefix("https://"));
    host.is_some() && host == text(header::HOST)
}

/// The path as it is logged, without the code at its end, which carries out what a mail asks or takes a change back.
fn told(path: &str) -> String {
    match ["/mail/confirm/", "/mail/undo/"].iter().find(|it| path.starts_with(**it)) {
        Some(begin) => format!("{begin}.."),
        None => path.to_string(),
    }
}

/// Whether a path shows what is for one person alone. A private match marks its own responses.
fn is_secret(path: &str) -> bool {
    ["/settings", "/sign-", "/recover", "/mail/", "/api/", "/command", "/operators", "/report"]
        .iter()
        .any(|it| path.starts_with(it))
}

/// Adds the headers of every response, counts it and logs it.
async fn see_out(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = tokio::time::Instant::now();
    let (method, path) = (request.method().clone(), told(request.uri().path()));
    let is_known =
        [header::COOKIE, header::AUTHORIZATION].iter().any(|it| request.headers().contains_key(it));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // What is for one person alone is kept in no cache, and neither is a secret that is being given out. Pages that
    // anybody may see may be kept by a browser, so that going back shows the turn as it was left.
    let keep = match (is_secret(&path), is_known || headers.contains_key(header::SET_COOKIE)) {
        (true, _) => Some("no-store"),
        (false, true) => Some("private, no-cache"),
        (false, false) => None,
    };
    if keep.is_none() && !headers.contains_key(header::CACHE_CONTROL) {
        // A signed-in visitor sees another page: a shared cache must not give this one to them.
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
    // Style sheets, fonts and scripts load nothing themselves: for them the other headers would only be weight.
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

/// Nothing is loaded from elsewhere, nothing runs inline, and no other site may frame a page.
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
    use std::collections::VecDeque;

    use super::*;
    use crate::config::Settings;
    use crate::watch::tests::CapturedLog;

    #[test]
    fn a_few_proxies_are_warned_of_once_each() {
        let (heard, _listening) = CapturedLog::begin();
        // Another test's requests may have taken one of the eight places.
        for _ in 0..2 {
            for n in 1..=20 {
                warn_of_a_proxy([203, 0, 113, n].into());
            }
        }
        assert!((7..=8).contains(&heard.count("it is a proxy of yours")));
        assert_eq!(heard.count("requests from 203.0.113.1 say"), 1);
    }

    #[test]
    fn who_makes_us_panic_is_told_that_it_is_our_fault_and_nothing_of_it() {
        for panic in [
            Box::new("a secret") as Box<dyn std::any::Any + Send>,
            Box::new("a secret".to_string()),
            Box::new(7),
        ] {
            let response = panicked(panic);
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            let said =
                response.extensions().get::<crate::error::ErrorMessage>().expect("it is told so");
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

    /// A body that comes in these pieces, each so many milliseconds after the one before: how many bytes were taken.
    async fn taken(pieces: &[(u64, usize)], most: usize) -> Result<usize, String> {
        let pieces = VecDeque::from(pieces.to_vec());
        let body = futures_util::stream::unfold(pieces, |mut pieces| async move {
            let (pause, bytes) = pieces.pop_front()?;
            tokio::time::sleep(Duration::from_millis(pause)).await;
            Some((Ok::<_, std::convert::Infallible>(vec![b'x'; bytes]), pieces))
        });
        let request = Request::new(Body::from_stream(body));
        let capacity = crate::limits::capacity::Capacity::new();
        let mut part = capacity.receive(IpAddr::from([192, 0, 2, 1]), LEAST).unwrap();
        let patience = Duration::from_secs(30);
        let request = whole(request, most, patience, &mut part).await;
        let request = request.map_err(|error| error.to_string())?;
        Ok(to_bytes(request.into_body(), usize::MAX).await.unwrap().len())
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_comes_as_long_as_allowed_and_no_slower_than_on_a_bad_line() {
        assert_eq!(taken(&[(0, 600), (0, 400)], 1000).await, Ok(1000));
        let long = taken(&[(0, 600), (0, 401)], 1000).await.unwrap_err();
        assert!(long.contains("too much at once"), "{long}");
        // It does not pause for a third of the patience.
        assert_eq!(taken(&[(0, 6), (9_900, 4)], 1000).await, Ok(10));
        let pause = taken(&[(0, 6), (10_100, 4)], 1000).await.unwrap_err();
        assert!(pause.contains("did not come"), "{pause}");
        // 64 KiB may take 16 seconds more than the patience.
        assert_eq!(taken(&[(9_000, 1); 5], 64 << 10).await, Ok(5));
        let slow = taken(&[(9_000, 1); 6], 64 << 10).await.unwrap_err();
        assert!(slow.contains("did not come"), "{slow}");
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
