//! Event streams of what happens in the club.
//!
//! `GET /news` is a stream of server-sent events for pages that wait: each says `mine` when something concerns the
//! listener, `lobby` when the open challenges or the running matches have changed, and `both` for both. The page looks
//! up what has changed, so nothing can be missed; news of the listener's own comes at most five times a second, news of
//! the lobby alone at most once a second. All tabs of a browser share one such stream, which covers their matches too:
//! `?matches=12:7,13:9` names them, each with the version seen last, and `match 12:8` is sent as soon as there is a
//! later one.
//!
//! `GET /match/{id}/events` is a stream of server-sent events. Each has the version of the match as its id, so a
//! browser that was away names the one it saw last (`Last-Event-ID`; a page sends `?after=VERSION` the first time) and
//! gets exactly what it missed, then what happens next. The data is one JSON object:
//! `{"version":7,"at":1767225600000,"by":"member/3", "fact":{"fact":"turn",..}}`. An event that the listener may not
//! see has its version only.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use crosscut_club::{Event, Key, MatchId, News, State as Club, Who};
use futures_util::future::{BoxFuture, FutureExt, ready};
use futures_util::stream::{Stream, StreamExt, once, pending, select, select_all, unfold};
use tokio::sync::broadcast;
use utoipa::OpenApi;

use super::routes::Routes;
use super::wire::{EventMessage, EventsQuery, NewsMessage, NewsQuery, Refused};
use crate::App;
use crate::error::Error;
use crate::limits::streams::OpenStream;
use crate::notify::subscriptions::Listener;
use crate::person::Person;
use crate::read::presence::PresenceGuard;

/// How long a browser waits before it reconnects.
const RETRY: Duration = Duration::from_secs(2);
/// How often a silent stream sends a comment, so that both ends know that the other is there.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The most events of a match queued for one listener. The next ones are looked up once these have been taken.
const AT_ONCE: u32 = 32;

/// What is said of the streams to programs.
#[derive(OpenApi)]
#[openapi(paths(events, news))]
pub(super) struct Api;

pub(crate) fn routes() -> Routes {
    Routes::default().route("/match/{id}/events", get(events)).route("/news", get(news))
}

/// The least time between two pieces of news: of the listener's own matches, where somebody is waiting, and of the
/// lobby.
const SPACING: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(1)];

/// The most matches that one stream covers.
const MOST_MATCHES: usize = 64;

/// News for pages that wait.
///
/// `mine` when something concerns the listener, `lobby` when challenges or matches in progress have changed, `both`, and
/// `match 12:8` when one of the matches asked for has a later version.
#[utoipa::path(
    get,
    path = "/news",
    operation_id = "listen_to_news",
    tag = "Streams",
    params(NewsQuery),
    responses((status = 200, body = String, content_type = "text/event-stream"), Refused<400>),
)]
async fn news(
    State(app): State<App>,
    Query(wanted): Query<NewsQuery>,
    person: Person,
) -> Result<Response, Error> {
    let _open = open(&app, &person)?;
    let mut matches = Vec::new();
    for word in wanted.matches.split(',').filter(|it| !it.is_empty()).take(MOST_MATCHES) {
        let pair = word.split_once(':');
        let read =
            pair.and_then(|(id, seen)| Some((MatchId(id.parse().ok()?), seen.parse().ok()?)));
        let Some((id, seen)) = read else {
            return Err(Error::Unclear(format!(
                "'{word}' is not a match with its version, such as 12:7"
            )));
        };
        // Subscribing comes first, as below. Matches that are hidden or do not exist are left out without a word.
        let listener = app.queue().subscriptions().listen(Key::Match(id));
        if let Ok(club) = app.queue().look_at(id, person.who).await {
            let now = club.version(&Key::Match(id));
            matches.push(growing(id, listener, seen, now).boxed());
        }
    }
    let notifier = app.queue().notifier();
    let mine = person.member.map(|id| notifier.member(id));
    let hello = Message::default().retry(RETRY).comment("here you are");
    let _stay = person.member.map(|id| app.presence().stay(id));
    let gone = gone(&app, person.token);
    let lobby = notifier.lobby();
    let feed = NewsFeed { mine, lobby, app, hello: Some(hello), rested: true, _stay, _open };
    let stream = unfold(feed, async |mut feed| {
        let message = feed.next().await?;
        Some((message, feed))
    });
    // When the news ends, the whole stream ends, so that the browser reconnects.
    let matches = select_all(matches).chain(pending());
    let both = select(stream.map(Some).chain(once(ready(None))), matches.map(Some));
    let both = both.take_while(|it| ready(it.is_some())).filter_map(ready);
    Ok(streamed(both.take_until(gone).map(Ok)))
}

/// Opens a stream for this person, if their network may have one more.
fn open(app: &App, person: &Person) -> Result<Option<OpenStream>, Error> {
    match app.config().limited {
        true => app.streams().open(person.caller.address).map(Some),
        false => Ok(None),
    }
}

/// Waits until the listener's session ends.
fn gone(app: &App, token: Option<String>) -> BoxFuture<'static, ()> {
    let accounts = app.accounts().clone();
    async move { accounts.ended(token).await }.boxed()
}

/// The versions of a match after the last one seen, as they come.
fn growing(id: MatchId, listener: Listener, seen: u64, now: u64) -> impl Stream<Item = Message> {
    unfold((listener, seen, Some(now)), move |(mut listener, seen, now)| async move {
        let version = match now.filter(|&now| now > seen) {
            Some(now) => now,
            None => {
                let least = seen.max(now.unwrap_or(0));
                listener.grown(least).await.max(least.saturating_add(1))
            }
        };
        let message = Message::default().data(NewsMessage::Match(id.0, version).to_string());
        Some((message, (listener, version, None)))
    })
}

/// A listener to the news.
struct NewsFeed {
    mine: Option<broadcast::Receiver<News>>,
    lobby: broadcast::Receiver<News>,
    app: App,
    hello: Option<Message>,
    rested: bool,
    /// Shows the listener as online while it lives.
    _stay: Option<PresenceGuard>,
    _open: Option<OpenStream>,
}

impl NewsFeed {
    async fn next(&mut self) -> Option<Message> {
        if let Some(hello) = self.hello.take() {
            return Some(hello);
        }
        let [mine, lobby] = SPACING.map(|it| if self.rested { Duration::ZERO } else { it });
        tokio::select! {
            () = heard_after(mine, self.mine.as_mut()) => self.told(NewsMessage::Mine),
            () = heard_after(lobby, Some(&mut self.lobby)) => self.told(NewsMessage::Lobby),
            () = self.app.stopping() => None,
        }
    }

    /// The message for this news, together with whatever else has come in the meantime.
    fn told(&mut self, what: NewsMessage) -> Option<Message> {
        self.rested = false;
        let also = |ear: &mut broadcast::Receiver<News>| {
            let some = !ear.is_empty();
            *ear = ear.resubscribe();
            some
        };
        let lobby = also(&mut self.lobby) || what == NewsMessage::Lobby;
        let mine = self.mine.as_mut().is_some_and(also) || what == NewsMessage::Mine;
        let what = if mine && lobby { NewsMessage::Both } else { what };
        Some(Message::default().data(what.to_string()))
    }
}

/// Waits for `rest`, and then for the next news; for ever if there is no subscription or it is closed.
async fn heard_after(rest: Duration, ear: Option<&mut broadcast::Receiver<News>>) {
    tokio::time::sleep(rest).await;
    match ear {
        // Having missed some is news too.
        Some(ear) => match ear.recv().await {
            Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}

/// Every event of a match, with its version as the id.
///
/// What came after the version seen last is sent first, then what happens next. The data is one JSON object.
#[utoipa::path(
    get,
    path = "/match/{id}/events",
    operation_id = "listen_to_match",
    tag = "Streams",
    params(
        ("id" = u64, Path, description = "The match's number"),
        EventsQuery,
        ("Last-Event-ID" = Option<u64>, Header, nullable = false, description = "The version seen last, which a browser sends by itself"),
    ),
    responses(
        (status = 200, body = EventMessage, content_type = "text/event-stream"),
        Refused<400>, Refused<404>,
    ),
)]
async fn events(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
    since: Result<Query<EventsQuery>, QueryRejection>,
    headers: HeaderMap,
    person: Person,
) -> Result<Response, Error> {
    let Path(id) = id.map_err(|_| Error::Unclear("a match has a number".to_string()))?;
    let Query(since) = since.map_err(|_| {
        Error::Unclear(
            "'after' is the version that you have seen last: a number from 0".to_string(),
        )
    })?;
    let id = MatchId(id);
    let _open = open(&app, &person)?;
    // Subscribing comes first: what happens between the look and the subscription would be missed.
    let listener = app.queue().subscriptions().listen(Key::Match(id));
    let club = app.queue().look_at(id, person.who).await?;
    let last = headers.get("last-event-id").and_then(|it| it.to_str().ok()?.parse().ok());
    let now = club.version(&Key::Match(id));
    let version = last.or(since.after).unwrap_or(now).min(now);
    // Something is sent immediately, so that the browser knows it is connected.
    let hello = Message::default().retry(RETRY).comment("here you are");
    let _stay = person.member.map(|id| app.presence().stay(id));
    let gone = gone(&app, person.token);
    let queue = [hello].into();
    let who = person.who;
    let mut feed = MatchFeed { app, id, who, listener, version, known: now, queue, _stay, _open };
    if version < now {
        feed.fetch().await?;
    }
    let stream = unfold(feed, async |mut feed| {
        let message = feed.next().await?;
        Some((Ok::<_, Infallible>(message), feed))
    });
    Ok(streamed(stream.take_until(gone)))
}

fn streamed(stream: impl Stream<Item = Result<Message, Infallible>> + Send + 'static) -> Response {
    let stream = Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    let mut response = stream.into_response();
    // A proxy must not collect events before it passes them on.
    let no = HeaderValue::from_static("no");
    response.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), no);
    response
}

/// What one listener to a match has not been sent yet.
struct MatchFeed {
    app: App,
    id: MatchId,
    who: Who,
    listener: Listener,
    version: u64,
    /// The latest version of the match that is known of.
    known: u64,
    queue: VecDeque<Message>,
    /// Shows the listener as online while it lives.
    _stay: Option<PresenceGuard>,
    _open: Option<OpenStream>,
}

impl MatchFeed {
    async fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.queue.pop_front() {
                return Some(message);
            }
            if self.app.is_stopping() {
                return None;
            }
            if self.known <= self.version {
                tokio::select! {
                    known = self.listener.grown(self.version) => self.known = known,
                    () = self.app.stopping() => return None,
                }
            }
            if let Err(error) = self.fetch().await {
                tracing::warn!("an event stream ends: {error}");
                return None;
            }
        }
    }

    /// Queues the events after the version sent last, as many as may be kept.
    async fn fetch(&mut self) -> Result<(), Error> {
        let key = Key::Match(self.id);
        let events = match self.listener.tail(self.version) {
            Some(events) => events,
            None => self.app.queue().next_events(&key, self.version, AT_ONCE).await?,
        };
        if events.is_empty() {
            self.known = self.version;
            return Ok(());
        }
        let club = self.app.queue().look_at(self.id, self.who).await?;
        for (version, event) in events {
            self.version = version;
            self.queue.push_back(message(version, &event, self.who, &club)?);
        }
        Ok(())
    }
}

fn message(version: u64, event: &Event, who: Who, club: &Club) -> Result<Message, Error> {
    let it = EventMessage::of(version, event, event.visible_to(who, club), club);
    let data = serde_json::to_string(&it).map_err(anyhow::Error::from)?;
    Ok(Message::default().id(version.to_string()).data(data))
}

#[cfg(test)]
mod tests {
    use crosscut_club::{Command, Room};

    use super::*;
    use crate::store::tests::Folder;
    use crate::tests::Club as Doors;
    use crate::write::tests::{begin, terms};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_long_story_is_kept_piece_by_piece() {
        let folder = Folder::new();
        let club = Doors::open(&folder.file("club.db"), 1_000_000).await;
        let (id, [ann, _]) = begin(club.app.queue(), terms()).await;
        for n in 0..100 {
            let say =
                Command::Say { id, room: Room::Players, words: n.to_string(), more: Vec::new() };
            club.app.queue().act(Who::Member(ann), None, say).await.unwrap();
        }
        let mut feed = MatchFeed {
            app: club.app.clone(),
            id,
            who: Who::Member(ann),
            listener: club.app.queue().subscriptions().listen(Key::Match(id)),
            version: 0,
            known: 101,
            queue: VecDeque::new(),
            _stay: None,
            _open: None,
        };
        // The beginning and all that was said; then nothing more until something happens.
        for n in 0..101 {
            assert!(feed.next().await.is_some());
            assert!(feed.queue.len() < AT_ONCE as usize, "{n}: {}", feed.queue.len());
        }
        assert_eq!((feed.version, feed.queue.len()), (101, 0));
        let wait = Duration::from_millis(100);
        assert!(tokio::time::timeout(wait, feed.next()).await.is_err());
        let say =
            Command::Say { id, room: Room::Players, words: "more".to_string(), more: Vec::new() };
        club.app.queue().act(Who::Member(ann), None, say).await.unwrap();
        assert!(feed.next().await.is_some());
        assert_eq!(feed.version, 102);
        drop(feed);
        club.close().await;
    }

    /// A page looks once, however much has happened.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn all_that_has_come_meanwhile_is_one_message() {
        let folder = Folder::new();
        let club = Doors::open(&folder.file("club.db"), 1_000_000).await;
        let (tell, mine) = broadcast::channel(16);
        let lobby = club.app.queue().notifier().lobby();
        let app = club.app.clone();
        let (mine, hello) = (Some(mine), None);
        let mut feed = NewsFeed { mine, lobby, app, hello, rested: true, _stay: None, _open: None };
        for version in 1..=3 {
            tell.send(News::Version(MatchId(1), version)).unwrap();
        }
        assert!(feed.next().await.is_some());
        assert!(tokio::time::timeout(2 * SPACING[0], feed.next()).await.is_err());
        tell.send(News::Version(MatchId(1), 4)).unwrap();
        assert!(feed.next().await.is_some());
        drop(feed);
        club.close().await;
    }

    /// Some proxies collect what they pass on, and a page would wait for news that have come.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_proxy_passes_news_on_as_they_come() {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let folder = Folder::new();
        let club = Doors::open(&folder.file("club.db"), 1_000_000).await;
        let (id, _) = begin(club.app.queue(), terms()).await;
        for path in ["/news".to_string(), format!("/match/{id}/events")] {
            let mut stream = tokio::net::TcpStream::connect(club.address).await.unwrap();
            let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.unwrap());
            }
            let head = String::from_utf8(head).unwrap().to_lowercase();
            assert!(head.contains("\r\nx-accel-buffering: no\r\n"), "{path}: {head}");
        }
        club.close().await;
    }
}
