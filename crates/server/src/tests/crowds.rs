//! Crowds that ask for much, and one visitor who comes after them. They come from more networks than this machine has:
//! their requests do not go through a socket.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use crosscut_club::{Command, Follow, Match, Who};
use hyper::body::{Frame, SizeHint};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::pages::member;
use super::{Club, begin, terms, until};

/// The address of the one visitor.
const STRANGER: [u8; 4] = [198, 51, 100, 7];

/// The answer to a request from an address.
async fn answer(router: Router, from: [u8; 4], request: Request<Body>) -> (StatusCode, String) {
    let mut request = request;
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((from, 1))));
    let answer = TowerToHyperService::new(router).call(request).await.unwrap();
    let status = answer.status();
    let body = to_bytes(answer.into_body(), 4 << 20).await.unwrap();
    (status, String::from_utf8_lossy(&body).into_owned())
}

/// A command, in words.
fn say(words: String) -> Request<Body> {
    Request::post("/command").header("content-type", "text/plain").body(Body::from(words)).unwrap()
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

pub(crate) async fn who_has_much_drawn_keeps_nobody_waiting(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (id, _) = begin(club.app.queue(), terms()).await;
    // Each piece of work blocks until it is released.
    let (go, gate) = mpsc::channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    let mut crowd = Vec::new();
    for network in 1..=3 {
        for _ in 0..16 {
            let (capacity, gate) = (club.app.capacity().clone(), gate.clone());
            crowd.push(tokio::spawn(async move {
                let piece = move || {
                    let _ = gate.lock().unwrap().recv();
                };
                capacity.draw(IpAddr::from([192, 0, 2, network]), piece).await
            }));
        }
    }
    let waiting = async |n| {
        until(async || (club.app.capacity().drawing() == n).then_some(())).await;
    };
    waiting(48).await;
    let page = get(&format!("/match/{id}"));
    let stranger = tokio::spawn(answer(crate::http::open(&club.app), STRANGER, page));
    waiting(49).await;
    let mut pieces = 0;
    while !stranger.is_finished() {
        let _ = go.send(());
        pieces += 1;
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(stranger.await.unwrap().0, StatusCode::OK);
    // One from each network, and what begins while the page is on its way.
    assert!(pieces < 12, "{pieces}");
    drop(go);
    for piece in crowd {
        assert!(piece.await.unwrap().is_ok());
    }
    club.close().await;
}

pub(crate) async fn a_match_is_drawn_in_its_turn(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (id, _) = begin(club.app.queue(), terms()).await;
    let page = format!("/match/{id}");
    let router = crate::http::open(&club.app);
    // As much as one network may have running and waiting.
    let (go, gate) = mpsc::channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    let mut crowd = Vec::new();
    for _ in 0..16 {
        let (capacity, gate) = (club.app.capacity().clone(), gate.clone());
        crowd.push(tokio::spawn(async move {
            let piece = move || {
                let _ = gate.lock().unwrap().recv();
            };
            capacity.draw(IpAddr::from(STRANGER), piece).await
        }));
    }
    until(async || (club.app.capacity().drawing() == 16).then_some(())).await;
    let status = answer(router.clone(), STRANGER, get(&page)).await.0;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    let said =
        [format!("show {id}"), format!("preview {id} C3"), "trellis preview new".to_string()];
    for words in said.clone() {
        let status = answer(router.clone(), STRANGER, say(words.clone())).await.0;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{words}");
    }
    drop(go);
    for piece in crowd {
        assert!(piece.await.unwrap().is_ok());
    }
    let (status, page) = answer(router.clone(), STRANGER, get(&page)).await;
    assert!(status == StatusCode::OK && page.contains("class=\"board\""), "{status}: {page}");
    for words in said {
        let (status, text) = answer(router.clone(), STRANGER, say(words)).await;
        assert!(status == StatusCode::OK && text.contains("turn"), "{status}: {text}");
    }
    // However many commands are in a letter, its answer has as many boards.
    let previews = format!("multiple\n{}", "hex preview new\n".repeat(30));
    let (status, text) = answer(router.clone(), STRANGER, say(previews)).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let too_many = format!("multiple\n{}show {id}", "hex preview new\n".repeat(29));
    let text = answer(router.clone(), STRANGER, say(too_many)).await.1;
    assert!(!text.contains("boards in one answer"), "{text}");
    let too_many = format!("multiple\n{}show {id} {id}#0", "hex preview new\n".repeat(29));
    let text = answer(router.clone(), STRANGER, say(too_many)).await.1;
    assert!(text.contains("31 boards in one answer: 30 are the most"), "{text}");
    drop(router);
    club.close().await;
}

pub(crate) async fn a_match_waits_for_nothing_that_takes_long(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (id, _) = begin(club.app.queue(), terms()).await;
    let (go, gate) = mpsc::channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    let mut crowd = Vec::new();
    for network in 0..=255 {
        let (capacity, gate) = (club.app.capacity().clone(), gate.clone());
        crowd.push(tokio::spawn(async move {
            let piece = move || {
                let _ = gate.lock().unwrap().recv();
            };
            capacity.work(IpAddr::from([192, 0, 2, network]), piece).await
        }));
    }
    // Half of them wait, and the others are refused immediately.
    let told = || crowd.iter().filter(|it| it.is_finished()).count();
    until(async || (told() == 128).then_some(())).await;
    let router = crate::http::open(&club.app);
    let quick = [format!("/match/{id}"), format!("/match/{id}/board.svg"), "/analysis/hex".into()];
    for request in quick.iter().map(|it| get(it)).chain([say(format!("show {id}"))]) {
        let (status, board) = answer(router.clone(), STRANGER, request).await;
        assert_eq!(status, StatusCode::OK, "{board}");
    }
    let refused = answer(router.clone(), STRANGER, get(&format!("/match/{id}/boards"))).await;
    assert_eq!(refused.0, StatusCode::SERVICE_UNAVAILABLE, "{}", refused.1);
    assert_eq!(told(), 128);
    drop(go);
    for piece in crowd {
        let _ = piece.await.unwrap();
    }
    let boards = answer(router.clone(), STRANGER, get(&format!("/match/{id}/boards"))).await;
    assert_eq!(boards.0, StatusCode::OK, "{}", boards.1);
    drop(router);
    club.close().await;
}

pub(crate) async fn long_studies_are_drawn_board_by_board(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let rows = (1..=26).flat_map(|row| ('A'..='Z').map(move |column| format!("{column}{row}")));
    let cells: Vec<String> = rows.collect();
    for (plies, is_short) in [(40, true), (200, false)] {
        let study = format!("/analysis/hex:size=26,opening=none/{}/", cells[..plies].join("+"));
        let (status, page) = answer(crate::http::open(&club.app), STRANGER, get(&study)).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(page.contains("data-boards=\"\""), !is_short, "{plies}");
        let boards = get(&format!("{study}boards"));
        let (status, said) = answer(crate::http::open(&club.app), STRANGER, boards).await;
        assert_eq!(status, if is_short { StatusCode::OK } else { StatusCode::NOT_FOUND });
        assert_eq!(said.contains("too much for one document"), !is_short, "{plies}");
    }
    // A variation is drawn from where it branches off.
    let study = "/analysis/hex:size=5,opening=none/A1+B2+(C3+D4)+C1/boards";
    let (status, said) = answer(crate::http::open(&club.app), STRANGER, get(study)).await;
    assert_eq!(status, StatusCode::OK);
    assert!(said.contains("\"back\":[null,0,1,1,3,2]"), "{said}");
    club.close().await;
}

/// A body of which one byte arrives, and the rest never.
struct Announced {
    length: u64,
    has_begun: bool,
    end: oneshot::Receiver<()>,
}

impl HttpBody for Announced {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if !std::mem::replace(&mut self.has_begun, true) {
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"x")))));
        }
        Pin::new(&mut self.end).poll(cx).map(|_| None)
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.length)
    }
}

pub(crate) async fn what_is_announced_takes_nobody_s_room(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let router = crate::http::open(&club.app);
    let (mut ends, mut sent) = (Vec::new(), Vec::new());
    for network in 0..39 {
        // As much as fits, and then less and less.
        for length in [535_000; 58].into_iter().chain([60_000; 4]).chain([1; 4]) {
            let (end, told) = oneshot::channel();
            let body = Body::new(Announced { length, has_begun: false, end: told });
            let request = Request::post("/analysis").body(body).unwrap();
            sent.push(tokio::spawn(answer(router.clone(), [192, 0, 2, network], request)));
            ends.push(end);
        }
        // Until they have got as far as they can.
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(answer(router.clone(), STRANGER, get("/")).await.0, StatusCode::OK);
    let help = Request::post("/command").header("content-type", "text/plain");
    let help = help.body(Body::from("help")).unwrap();
    assert_eq!(answer(router.clone(), STRANGER, help).await.0, StatusCode::OK);
    drop((ends, router));
    for request in sent {
        request.await.unwrap();
    }
    club.close().await;
}

pub(crate) async fn a_match_has_so_many_followers_and_no_more(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let (id, _) = begin(queue, terms()).await;
    for n in 0..=Match::MAX_FOLLOWERS {
        let join = Command::Join { name: format!("Fan{n}"), zone: String::new() };
        let fan = queue.act(Who::Visitor, None, join).await.unwrap().member().unwrap();
        let follow = Command::Follow { id, follow: Some(Follow::End) };
        let done = queue.act(Who::Member(fan), None, follow.clone()).await;
        match n < Match::MAX_FOLLOWERS {
            true => drop(done.unwrap()),
            false => {
                let said = done.unwrap_err().to_string();
                assert!(said.contains("100 people follow this match already"), "{said}");
            }
        }
        // A follower may change how they follow, however many there are.
        if n + 1 == Match::MAX_FOLLOWERS {
            queue.act(Who::Member(fan), None, follow).await.unwrap();
        }
    }
    // Who wants to follow all of them is told that this one cannot be followed.
    let late = member(&club, "Late").await;
    let told = club.client().ask("/command", &late, "", Some("hex subscribe all")).await.unwrap();
    let told = String::from_utf8_lossy(&told.body).into_owned();
    assert!(
        told.contains("from now on, and none of those that go on now can be followed"),
        "{told}"
    );
    club.close().await;
}
