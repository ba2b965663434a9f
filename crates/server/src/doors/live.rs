//! What happens at a table, told as it happens.
//!
//! `GET /match/{id}/events` is a stream of server-sent events. Each has the version of the match as its id, so a browser
//! that was away says what it saw last (`Last-Event-ID`; a page says `?after=VERSION` the first time) and gets exactly
//! what it missed, then what happens. The data is one JSON object: `{"version":7,"at":1767225600000,"by":"member/3",
//! "fact":{"fact":"turn",..}}`. An event that is not for the eyes of who listens has its version only.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use crosscut_club::{Event, Fact, Key, MatchId, Moment, State as Club, Who};
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::error::Error;
use crate::hub::Listener;
use crate::person::Person;

/// How long a browser waits before it comes again.
const RETRY: Duration = Duration::from_secs(2);
/// How often something is said when there is nothing to say, so that both sides know they are there.
const HEARTBEAT: Duration = Duration::from_secs(20);

pub(crate) fn router() -> Router<App> {
    Router::new().route("/match/{id}/events", get(events))
}

#[derive(Deserialize)]
struct Since {
    after: Option<u64>,
}

/// An event as it is told.
#[derive(Serialize)]
struct Told<'a> {
    version: u64,
    at: Moment,
    by: Who,
    fact: &'a Fact,
}

/// A version whose event is not for everybody.
#[derive(Serialize)]
struct Untold {
    version: u64,
}

async fn events(
    State(app): State<App>,
    Path(id): Path<u64>,
    Query(since): Query<Since>,
    headers: HeaderMap,
    person: Person,
) -> Result<Response, Error> {
    let id = MatchId(id);
    // Listening comes first: what happens between the look and the listening would be missed.
    let listener = app.desk().hub().listen(Key::Match(id));
    let club = app.desk().look_at(id, person.who).await?;
    let last = headers.get("last-event-id").and_then(|it| it.to_str().ok()?.parse().ok());
    let now = club.version(&Key::Match(id));
    let version = last.or(since.after).unwrap_or(now).min(now);
    // Something at once, so that the browser knows that it is connected.
    let hello = Message::default().retry(RETRY).comment("here you are");
    let mut feed = Feed { app, id, who: person.who, listener, version, queue: [hello].into() };
    if version < now {
        feed.fetch().await?;
    }
    let stream = unfold(feed, async |mut feed| {
        let message = feed.next().await?;
        Some((Ok::<_, Infallible>(message), feed))
    });
    let stream = Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    let mut response = stream.into_response();
    // A proxy must not collect events before it passes them on.
    let no = HeaderValue::from_static("no");
    response.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), no);
    Ok(response)
}

/// What one listener has still to be told.
struct Feed {
    app: App,
    id: MatchId,
    who: Who,
    listener: Listener,
    version: u64,
    queue: VecDeque<Message>,
}

impl Feed {
    async fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.queue.pop_front() {
                return Some(message);
            }
            if self.app.is_stopping() {
                return None;
            }
            tokio::select! {
                () = self.listener.grown(self.version) => {}
                () = self.app.stopping() => return None,
            }
            if let Err(error) = self.fetch().await {
                tracing::warn!("an event stream ends: {error}");
                return None;
            }
        }
    }

    /// Queues what has happened since the version told last.
    async fn fetch(&mut self) -> Result<(), Error> {
        let key = Key::Match(self.id);
        let events = match self.listener.tail(self.version) {
            Some(events) => events,
            None => self.app.desk().events(&key, self.version).await?,
        };
        if events.is_empty() {
            return Ok(());
        }
        let club = self.app.desk().look_at(self.id, self.who).await?;
        for (version, event) in events {
            self.version = version;
            self.queue.push_back(message(version, &event, self.who, &club)?);
        }
        Ok(())
    }
}

fn message(version: u64, event: &Event, who: Who, club: &Club) -> Result<Message, Error> {
    let data = if event.visible_to(who, club) {
        serde_json::to_string(&Told { version, at: event.at, by: event.by, fact: &event.fact })
    } else {
        serde_json::to_string(&Untold { version })
    };
    let data = data.map_err(anyhow::Error::from)?;
    Ok(Message::default().id(version.to_string()).data(data))
}
