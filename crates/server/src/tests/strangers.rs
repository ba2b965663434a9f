//! What strangers try, and how they are answered.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use crosscut_club::{
    Aim, Audience, ChallengeId, Choice, Command, Key, MatchId, MemberId, Offer, Room, Who,
};
use crosscut_load::client::Client;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::{Club, ask, config, sleep, terms, until};
use crate::computer::ThoughtOwner;
use crate::config::Config;
use crate::error::Error;
use crate::limits::rates::Whose;
use crate::person::{Caller, Person};
use crate::store::Store;
use crate::store::tests::meddle;
use crate::watch;
use crate::write::tests::{begin_between, guest, turn};

/// The address of the tests' requests.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Sends a request as written, and returns the head and the body of the answer.
async fn raw(club: &Club, request: &str) -> (String, String) {
    let mut stream = TcpStream::connect(club.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.to_ascii_lowercase(), body.to_string())
}

async fn get(club: &Club, path: &str, headers: &str) -> (String, String) {
    raw(club, &format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{headers}\r\n")).await
}

async fn post(club: &Club, path: &str, form: &str) -> String {
    let n = form.len();
    let kind = "content-type: application/x-www-form-urlencoded";
    let head = format!("POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{kind}");
    raw(club, &format!("{head}\r\ncontent-length: {n}\r\n\r\n{form}")).await.0
}

/// Sends a DELETE request with a token; returns the status.
pub(crate) async fn delete(address: SocketAddr, path: &str, token: &str, body: &str) -> u16 {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let n = body.len();
    let head = format!(
        "DELETE {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {token}"
    );
    let request = format!("{head}\r\ncontent-length: {n}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text.split(' ').nth(1).unwrap().parse().unwrap()
}

pub(super) fn guarded(database: &str) -> Config {
    Config { limited: true, ..config(database) }
}

/// Whoever runs it has to see then how it is.
pub(crate) async fn a_full_server_answers_who_watches_over_it(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let capacity = club.app.capacity();
    let parts: Vec<_> = std::iter::from_fn(|| capacity.take(HERE, 16 << 10).ok()).collect();
    for (path, status) in [("/", 503), ("/healthz", 200), ("/readyz", 200), ("/metrics", 200)] {
        let (head, _) = get(&club, path, "host: x\r\n").await;
        assert!(head.starts_with(&format!("http/1.1 {status}")), "{path}: {head}");
    }
    drop(parts);
    club.close().await;
}

/// What arrives piece by piece is counted as it arrives.
pub(crate) async fn no_body_grows_beyond_the_room_there_is(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let capacity = club.app.capacity();
    let mut parts: Vec<_> = std::iter::from_fn(|| capacity.receive(HERE, 16 << 10).ok()).collect();
    // Room for two requests as they begin.
    parts.truncate(parts.len() - 2);
    let piece = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    let send = async |pieces: usize| {
        let head = "POST /api/v1/guests HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json";
        let body = format!("{}2\r\n{{}}\r\n0\r\n\r\n", piece.repeat(pieces));
        let (head, _) =
            raw(&club, &format!("{head}\r\ntransfer-encoding: chunked\r\n\r\n{body}")).await;
        head.split(' ').nth(1).unwrap().to_string()
    };
    assert_eq!([send(1).await, send(12).await], ["201", "503"]);
    drop(parts);
    assert_eq!(send(12).await, "201");
    club.close().await;
}

/// What was begun when the server is told to stop is answered, and the server waits for that.
pub(crate) async fn a_request_that_was_begun_is_answered_before_the_end(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let mut serving = tokio::spawn(crate::http::connections::answer(listener, club.app.clone()));
    let head = "POST /api/v1/guests HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json";
    let head = format!("{head}\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut said = [0; 21];
    stream.read_exact(&mut said).await.unwrap();
    assert!(said.starts_with(b"HTTP/1.1 100"));
    club.app.stop();
    let waits = tokio::time::timeout(Duration::from_millis(300), &mut serving).await;
    assert!(waits.is_err(), "it waits for the rest");
    stream.write_all(b"{}").await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    assert!(text.contains("HTTP/1.1 201"), "{text}");
    tokio::time::timeout(Duration::from_secs(10), serving).await.unwrap().unwrap();
    club.close().await;
}

/// The computer's time is shared out among networks, so it has to know who is where.
pub(crate) async fn the_computer_knows_where_a_member_is(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let guest = ask(&mut club.client(), "guests", "", Some(json!({})), 201).await;
    let member = MemberId(guest["member"].as_u64().unwrap());
    assert_eq!(club.app.thinkers().address_of(member), None);
    ask(&mut club.client(), "me", guest["token"].as_str().unwrap(), None, 200).await;
    assert_eq!(club.app.thinkers().address_of(member), Some(HERE));
    club.close().await;
}

pub(crate) async fn what_fails_lets_nobody_in(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let status = async |path: &str, form: &str| {
        post(&club, path, form).await.split(' ').nth(1).unwrap().to_string()
    };
    for (path, form) in [
        ("/play", "game=hex&with=computer&level=99"),
        ("/play", "game=hex&with=anybody&rated=on&pace=d0"),
        ("/play", "game=hex&with=member&to=nobody"),
        ("/challenge/7", "what=accept"),
        ("/challenge/7", "what=withdraw"),
        ("/challenge/7", "what=nonsense"),
        ("/pair", "seek=hex+never"),
    ] {
        let status = status(path, form).await;
        assert!(status.starts_with('4'), "{path} {form}: {status}");
    }
    club.app.set_open("hex", false).await.unwrap();
    assert_eq!(status("/play", "game=hex&with=computer").await, "403");
    assert_eq!(status("/pair", "seek=hex+days").await, "403");
    assert_eq!(
        club.app.store().last_numbers().await.unwrap(),
        (MemberId(0), ChallengeId(0), MatchId(0))
    );
    club.app.set_open("hex", true).await.unwrap();
    assert_eq!(status("/play", "game=hex&with=computer").await, "303");
    assert_eq!(
        club.app.store().last_numbers().await.unwrap(),
        (MemberId(1), ChallengeId(0), MatchId(1))
    );
    // What the form is not to blame for is told on a page of its own.
    let (form, kind) = ("game=hex&with=computer", "application/x-www-form-urlencoded");
    let head = format!("host: x\r\nconnection: close\r\ncontent-type: {kind}");
    let play = format!("POST /play HTTP/1.1\r\n{head}\r\ncontent-length: {}\r\n\r\n", form.len());
    club.app.store().rename("event", "away").await.unwrap();
    let (head, page) = raw(&club, &format!("{play}{form}")).await;
    assert!(head.starts_with("http/1.1 503"), "{head}");
    assert!(page.contains("Busy at the moment") && !page.contains("name=\"with\""), "{page}");
    club.app.store().rename("away", "event").await.unwrap();
    club.close().await;
}

pub(crate) async fn a_request_has_one_end(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let post = async |lines: &str, body: &str| {
        let head = "POST /command HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n";
        let again = "GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let (head, rest) = raw(&club, &format!("{head}{lines}\r\n{body}{again}")).await;
        (head, rest.matches("HTTP/1.1 404").count())
    };
    let chunks = "4\r\nhelp\r\n0\r\n\r\n";
    let (head, more) = post("content-length: 4\r\n", "help").await;
    assert!(head.starts_with("http/1.1 200") && more == 1, "{head}");
    // Where it could end in two places, nothing after it is taken for another request.
    let both = "content-length: 4\r\ntransfer-encoding: chunked\r\n";
    assert_eq!(post(both, chunks).await.1, 0);
    for lines in [
        "content-length: 4\r\ncontent-length: 40\r\n",
        "content-length: 4, 4\r\n",
        "content-length: +4\r\n",
        "content-length: -4\r\n",
        "content-length: 99999999999999999999999\r\n",
        "transfer-encoding: xchunked\r\n",
        "transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n",
        "transfer-encoding : chunked\r\n",
        "x: a\r\n b\r\n",
    ] {
        let (head, more) = post(lines, "help").await;
        assert!(head.starts_with("http/1.1 400") && more == 0, "{lines}: {head}");
    }
    // A request for ranges gets the whole, however many ranges there are.
    let parts: Vec<String> = (0..5000).map(|n| format!("{n}-")).collect();
    let (head, _) =
        get(&club, "/privacy", &format!("host: x\r\nrange: bytes={}\r\n", parts.join(","))).await;
    assert!(head.starts_with("http/1.1 200") && !head.contains("content-range"), "{head}");
    club.close().await;
}

pub(crate) async fn what_is_packed_is_not_unpacked(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let status = async |coding: &str, body: &str| {
        let n = body.len();
        let head =
            "POST /command HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain";
        raw(&club, &format!("{head}\r\n{coding}content-length: {n}\r\n\r\n{body}")).await
    };
    for coding in ["", "content-encoding: identity\r\n"] {
        assert!(status(coding, "help").await.0.starts_with("http/1.1 200"), "{coding}");
    }
    for coding in ["gzip", "br", "deflate, gzip", "x"] {
        let (head, body) = status(&format!("content-encoding: {coding}\r\n"), "help").await;
        assert!(head.starts_with("http/1.1 415"), "{coding}: {head}");
        assert!(body.contains("send it without Content-Encoding"), "{coding}: {body}");
    }
    // Nor if a transfer coding compresses it.
    for (coding, status) in [
        ("chunked", "200"),
        ("Chunked", "200"),
        ("gzip, chunked", "501"),
        ("chunked, chunked", "501"),
        ("gzip\r\ntransfer-encoding: chunked", "501"),
    ] {
        let head =
            "POST /command HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain";
        let text = format!("{head}\r\ntransfer-encoding: {coding}\r\n\r\n4\r\nhelp\r\n0\r\n\r\n");
        let (head, body) = raw(&club, &text).await;
        assert!(head.starts_with(&format!("http/1.1 {status}")), "{coding}: {head}");
        assert_eq!(body.contains("only chunked is understood"), status == "501", "{body}");
    }
    club.close().await;
}

pub(crate) async fn who_asks_at_once_is_counted_one_after_the_other(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    let guest = ask(&mut club.client(), "guests", "", Some(json!({})), 201).await;
    let token = guest["token"].as_str().unwrap();
    let terms = json!({"game": "hex", "pace": {"kind": "none"}});
    let challenge =
        json!({"command": "challenge", "to": "open", "terms": terms, "choice": "first"});
    let computer =
        json!({"command": "play_computer", "level": 1, "terms": terms, "choice": "first"});
    // A guest's five challenges and thirty matches with the computer.
    for (command, before) in [(challenge, 3), (computer, 28)] {
        let body = command.to_string();
        let say = async || {
            club.client().ask("/api/v1/commands", token, "", Some(&body)).await.unwrap().status
        };
        for _ in 0..before {
            club.hand.fetch_add(1000, std::sync::atomic::Ordering::Relaxed);
            assert_eq!(say().await, 200);
        }
        club.hand.fetch_add(60_000, std::sync::atomic::Ordering::Relaxed);
        let all = futures_util::future::join_all((0..8).map(|_| say())).await;
        let of = |status: u16| all.iter().filter(|it| **it == status).count();
        assert_eq!((of(200), of(409)), (2, 6), "{all:?}");
    }
    club.close().await;
}

pub(crate) async fn what_changes_nothing_uses_up_nothing(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    let guest = ask(&mut club.client(), "guests", "", Some(json!({"zone": "UTC"})), 201).await;
    let token = guest["token"].as_str().unwrap();
    let mut client = club.client();
    let mut set = async |zone: &str| {
        club.hand.fetch_add(1000, std::sync::atomic::Ordering::Relaxed);
        let body = json!({"command": "set_zone", "zone": zone}).to_string();
        client.ask("/api/v1/commands", token, "", Some(&body)).await.unwrap().status
    };
    for _ in 0..250 {
        assert_eq!(set("UTC").await, 200);
        assert_eq!(set("Nowhere/At all").await, 422);
    }
    // Changes are limited.
    let zones = ["Asia/Tokyo", "UTC"];
    let mut n = 0;
    while set(zones[n % 2]).await == 200 {
        n += 1;
    }
    assert!((500..=515).contains(&n), "{n}");
    club.close().await;
}

pub(crate) async fn who_reads_without_end_leaves_others_their_part(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    // As many as PostgreSQL allows for one network.
    let slow: Vec<_> = (0..4)
        .map(|_| {
            let store = club.app.store().clone();
            tokio::spawn(watch::asked_by(HERE, async move { store.read_for_ever().await }))
        })
        .collect();
    sleep(Duration::from_millis(50)).await;
    let list = "/members";
    let mut mine = club.client();
    let waits = async { mine.ask(list, "", "", None).await.unwrap().status };
    let waits = tokio::time::timeout(Duration::from_millis(500), waits).await;
    assert!(waits.is_err(), "{waits:?}");
    let mut other = Client::from(club.address, [127, 0, 0, 2].into());
    assert_eq!(other.ask(list, "", "", None).await.unwrap().status, 200);
    assert!(club.app.store().tallies().await.is_ok());
    // A request that has waited too long is told when to try again.
    let late = club.client().ask(list, "", "", None).await.unwrap();
    assert_eq!(late.status, 503);
    // As soon as nobody is before them they are answered.
    slow.iter().for_each(tokio::task::JoinHandle::abort);
    assert_eq!(club.client().ask(list, "", "", None).await.unwrap().status, 200);
    club.close().await;
}

pub(crate) async fn challenges_have_a_bound_at_every_door(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    let mut client = club.client();
    let ann = json!({"name": "ann", "password": "correct horse"});
    let ann = ask(&mut client, "members", "", Some(ann), 201).await;
    let token = ann["token"].as_str().unwrap();
    let mut challenge = async |game: &str, to: &str, status| {
        // As long as it takes until they may ask again.
        club.hand.fetch_add(1000, std::sync::atomic::Ordering::Relaxed);
        let to = if to == "open" { json!("open") } else { json!({"link": ""}) };
        let terms = json!({"game": game, "pace": {"kind": "none"}});
        let ask_it = json!({"command": "challenge", "to": to, "terms": terms, "choice": "first"});
        ask(&mut client, "commands", token, Some(ask_it), status).await
    };
    for _ in 0..10 {
        challenge("hex", "open", 200).await;
    }
    let said = challenge("hex", "open", 409).await;
    assert_eq!(
        said["error"],
        "you look for 10 matches of this game already, and those are the most"
    );
    for _ in 0..31 {
        challenge("trellis", "link", 200).await;
    }
    // The answer says how many of several were made, and how many were not.
    let seek = async |line: &str| {
        let told = club.client().ask("/command", token, "", Some(line)).await.unwrap();
        (told.status, String::from_utf8_lossy(&told.body).into_owned())
    };
    let (status, told) = seek("bridg-it seek 12").await;
    assert!(status == 400 && told.contains("Nothing was done: 10 matches of a game"), "{told}");
    assert!(!told.contains("already"), "{told}");
    let (status, told) = seek("bridg-it seek 10").await;
    assert!(
        status == 409 && told.contains("9 challenges were made of 10, and no more: 50"),
        "{told}"
    );
    assert!(told.contains("Anybody may accept your challenges at Bridg-It: c42, "), "{told}");
    challenge("bridg-it", "open", 409).await;
    club.close().await;
}

/// Makes a challenge; returns the status and the answer.
async fn challenge(club: &Club, token: &str, to: serde_json::Value) -> (u16, serde_json::Value) {
    // As long as it takes until they may ask again.
    club.hand.fetch_add(1000, std::sync::atomic::Ordering::Relaxed);
    let terms = json!({"game": "hex", "pace": {"kind": "none"}});
    let it = json!({"command": "challenge", "to": to, "terms": terms, "choice": "first"});
    let told = club.client().ask("/api/v1/commands", token, "", Some(&it.to_string())).await;
    let told = told.unwrap();
    (told.status, serde_json::from_slice(&told.body).unwrap())
}

/// Challenges of one network are counted one after the other, and those of others do not wait for them.
pub(crate) async fn guests_of_one_network_ask_one_after_the_other(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    let (queue, elsewhere) = (club.app.queue(), IpAddr::from([192, 0, 2, 2]));
    let mut people = Vec::new();
    for address in [HERE, HERE, elsewhere] {
        people.push(person(guest(queue).await, address));
    }
    let seek = Command::Challenge {
        to: crosscut_club::Aim::Open,
        terms: terms(),
        choice: Choice::First,
        audience: crosscut_club::Audience::default(),
        until: None,
        greeting: None,
    };
    let first = club.app.guests().alone(&people[0], &seek).await;
    assert!(first.is_some());
    let waits = tokio::spawn({
        let (app, second, seek) = (club.app.clone(), people.remove(1), seek.clone());
        async move { app.act(&second, None, seek).await }
    });
    club.app.act(&people[1], None, seek).await.unwrap();
    sleep(Duration::from_millis(200)).await;
    assert!(!waits.is_finished());
    drop(first);
    waits.await.unwrap().unwrap();
    club.close().await;
}

/// Only the challenges that a member has made count as theirs.
pub(crate) async fn what_others_ask_fills_nobody_s_own_challenges(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    let token = async |name: String| {
        club.app.limits().forgive(Whose::PasswordFrom(HERE));
        let who = json!({"name": name, "password": "correct horse"});
        let it = ask(&mut club.client(), "members", "", Some(who), 201).await;
        it["token"].as_str().unwrap().to_string()
    };
    let ann = token("ann".to_string()).await;
    let mut made = 0;
    for n in 0..60 {
        let other = token(format!("other{n}")).await;
        made += usize::from(challenge(&club, &other, json!({"member": 1})).await.0 == 200);
    }
    assert!(50 <= made, "{made}");
    let (status, said) = challenge(&club, &ann, json!("open")).await;
    assert_eq!(status, 200, "{said}");
    club.close().await;
}

pub(crate) async fn guests_leave_room_in_the_lobby(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    let mut client = club.client();
    let mut guests = Vec::new();
    for _ in 0..5 {
        let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
        guests.push(guest["token"].as_str().unwrap().to_string());
    }
    let ann = json!({"name": "ann", "password": "correct horse"});
    let ann = ask(&mut client, "members", "", Some(ann), 201).await;
    let mut first = serde_json::Value::Null;
    for guest in &guests[..4] {
        for _ in 0..5 {
            let (status, said) = challenge(&club, guest, json!("open")).await;
            assert_eq!(status, 200, "{said}");
            first = said["challenge"].clone();
        }
        let (status, said) = challenge(&club, guest, json!("open")).await;
        let words = "you look for 5 matches already, the most for a guest";
        assert!(status == 409 && said["error"].as_str().unwrap().starts_with(words), "{said}");
    }
    let (status, said) = challenge(&club, &guests[4], json!("open")).await;
    let words = "guests from your network look for 20 matches already: accept a challenge in the lobby, or sign up";
    assert_eq!((status, &said["error"]), (409, &json!(words)));
    // Nobody becomes a guest for an action that would be refused.
    let before = club.app.store().last_numbers().await.unwrap();
    let said = post(&club, "/play", "game=hex&with=anybody&pace=d3&seat=first").await;
    assert!(said.starts_with("http/1.1 409"), "{said}");
    assert_eq!(club.app.store().last_numbers().await.unwrap(), before);
    // Links are seen by nobody else, and members have limits of their own.
    assert_eq!(challenge(&club, &guests[4], json!({"link": ""})).await.0, 200);
    assert_eq!(challenge(&club, ann["token"].as_str().unwrap(), json!("open")).await.0, 200);
    let withdraw = json!({"command": "withdraw_challenge", "id": first});
    ask(&mut client, "commands", &guests[3], Some(withdraw), 200).await;
    assert_eq!(challenge(&club, &guests[4], json!("open")).await.0, 200);
    assert_eq!(challenge(&club, &guests[4], json!("open")).await.0, 409);
    // A guest's open challenge lapses after a day; a member's stays, and so does one with a link.
    club.hand.fetch_add(86_400_000, std::sync::atomic::Ordering::Relaxed);
    let now = club.app.clock().now();
    let due = club.app.store().lapsing(now, 100).await.unwrap();
    let mut stays = club.app.queries().challenges(100).await.unwrap();
    stays.retain(|it| !due.contains(&it.id));
    assert_eq!(stays.len(), 1);
    club.close().await;
}

/// A member or guest at an address.
fn person(member: MemberId, address: IpAddr) -> Person {
    Person {
        who: Who::Member(member),
        member: Some(member),
        token: None,
        lost: false,
        session: None,
        by_passkey: false,
        caller: Caller { address, is_doubtful: false, device: String::new() },
    }
}

/// What guests or the computer's opponents have used up is counted of them alone.
pub(crate) async fn a_limit_counts_those_whose_it_is(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    let app = &club.app;
    let mut members = Vec::new();
    for name in ["ann", "bob"] {
        let it = json!({"name": name, "password": "correct horse"});
        ask(&mut club.client(), "members", "", Some(it), 201).await;
        members.push(app.accounts().member_named(name).await.unwrap().unwrap());
    }
    let guest = guest(app.queue()).await;
    let [ann, bob, guest] = [members[0], members[1], guest].map(|it| person(it, HERE));
    for whose in [Whose::TalkOfGuests(HERE), Whose::Computer(HERE)] {
        while app.limits().take(whose).is_ok() {}
    }
    let say =
        |id| Command::Say { id, room: Room::Players, words: "hello".into(), more: Vec::new() };
    let begun = async |one: &Person, other: &Person| {
        let players = [one, other].map(|it| it.member.unwrap());
        begin_between(app.queue(), players, terms()).await
    };
    let id = begun(&guest, &bob).await;
    assert!(app.act(&bob, None, say(id)).await.is_ok());
    let refused = app.act(&guest, None, say(id)).await.unwrap_err();
    assert!(matches!(refused, Error::TooOften(_)), "{refused}");
    // A rematch of the computer counts, one of a person does not.
    let id = begun(&ann, &bob).await;
    turn(app.queue(), id, members[0], "c3", 0, None).await.unwrap();
    turn(app.queue(), id, members[1], "b2", 1, None).await.unwrap();
    app.act(&ann, None, Command::Resign { id }).await.unwrap();
    let again = |id| Command::Offer { id, offer: Offer::Rematch };
    app.act(&ann, None, again(id)).await.unwrap();
    let play = Command::PlayComputer { level: 1, terms: terms(), choice: Choice::First };
    let id = app.queue().act(ann.who, None, play).await.unwrap().began().unwrap();
    app.act(&ann, None, Command::Resign { id }).await.unwrap();
    let refused = app.act(&ann, None, again(id)).await.unwrap_err();
    assert!(matches!(refused, Error::TooOften(_)), "{refused}");
    club.close().await;
}

pub(crate) async fn guests_of_a_large_network_leave_room_too(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    // Thirty-three guests from nine households of one /48: four times five challenges each are what a household may have.
    let mut said = Vec::new();
    for guest in 0..33_u16 {
        let visit = Command::Visit { zone: "UTC".into() };
        let done = club.app.queue().act(Who::Visitor, None, visit).await.unwrap();
        let member = done.member().unwrap();
        let address = IpAddr::from([0x2001, 0xdb8, 1, guest / 4, 0, 0, 0, 1]);
        let person = person(member, address);
        for _ in 0..5 {
            let (to, choice) = (Aim::Open, Choice::First);
            let challenge = Command::Challenge {
                to,
                terms: terms(),
                choice,
                audience: Audience::default(),
                until: None,
                greeting: None,
            };
            said.push(club.app.act(&person, None, challenge).await.map_err(|it| it.to_string()));
        }
    }
    let words = "guests from networks next to yours look for 160 matches already: \
                 accept a challenge in the lobby, or sign up";
    assert!(
        said[..160].iter().all(Result::is_ok),
        "{:?}",
        said[..160].iter().find(|it| it.is_err())
    );
    assert_eq!(said[160].as_ref().unwrap_err(), words);
    club.close().await;
}

pub(crate) async fn so_many_challenges_wait_for_one_member(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    let mut client = club.client();
    let mut tokens = Vec::new();
    for _ in 0..18 {
        let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
        tokens.push(guest["token"].as_str().unwrap().to_string());
    }
    let [ann, bob] = ["ann", "bob"].map(|it| json!({"name": it, "password": "correct horse"}));
    let bob = ask(&mut client, "members", "", Some(bob), 201).await;
    let bob = bob["token"].as_str().unwrap();
    let ann = ask(&mut client, "members", "", Some(ann), 201).await;
    let (to, ann) = (json!({"member": ann["member"]}), ann["token"].as_str().unwrap());
    // Ten of one member, three of one guest, and fifty of all guests.
    for (token, most) in [(bob, 10), (&*tokens[0], 3)] {
        for _ in 0..most {
            assert_eq!(challenge(&club, token, to.clone()).await.0, 200);
        }
        let (status, said) = challenge(&club, token, to.clone()).await;
        let no = format!("{most} of your challenges wait for ann already: wait for an answer");
        assert_eq!((status, &said["error"]), (409, &json!(no)));
    }
    let mut n = 3;
    let said = 'all: loop {
        for token in &tokens[1..] {
            for _ in 0..3 {
                let (status, said) = challenge(&club, token, to.clone()).await;
                if status != 200 {
                    break 'all said;
                }
                n += 1;
            }
        }
    };
    let no = "too many challenges wait for ann already: try again later";
    assert_eq!((n, &said["error"]), (50, &json!(no)));
    // A blocked member has no challenge waiting there any more, and leaves room for others.
    let me = ask(&mut client, "me", &tokens[1], None, 200).await;
    let block = json!({"command": "block", "member": me["member"]});
    ask(&mut client, "commands", ann, Some(block), 200).await;
    for status in [200, 200, 200, 409] {
        assert_eq!(challenge(&club, &tokens[17], to.clone()).await.0, status);
    }
    club.close().await;
}

pub(crate) async fn the_figures_are_not_for_everybody(database: &str) {
    let config = Config {
        metrics_token: Some("open sesame".into()),
        proxies: vec!["127.0.0.1".parse().unwrap()],
        metrics_from: vec!["192.0.2.7".parse().unwrap()],
        ..config(database)
    };
    let club = Club::open_with(config, 1_000_000).await;
    let status = async |headers: &str| {
        let (head, _) = get(&club, "/metrics", &format!("host: x\r\n{headers}")).await;
        head.split(' ').nth(1).unwrap().to_string()
    };
    assert_eq!(status("").await, "200");
    let far = "x-forwarded-for: 198.51.100.9\r\nauthorization: ";
    for (word, answer) in
        [("Bearer open sesame", "200"), ("bearer open sesame", "200"), ("Basic open sesame", "404")]
    {
        assert_eq!(status(&format!("{far}{word}\r\n")).await, answer, "{word}");
    }
    assert_eq!(status("x-forwarded-for: 192.0.2.7\r\n").await, "200");
    for from in ["192.0.2.8", "10.0.0.1", "192.168.1.1", "fd00::1"] {
        assert_eq!(status(&format!("x-forwarded-for: {from}\r\n")).await, "404", "{from}");
    }
    // A client that comes through the proxy is not this machine, whatever they add to the proxy's header.
    for more in ["for=6.6.6.6", "for=127.0.0.1", "for=\"[::1]\""] {
        let both = format!("x-forwarded-for: 198.51.100.9\r\nforwarded: {more}\r\n");
        assert_eq!(status(&both).await, "400", "{more}");
        let (_, said) = get(&club, "/lobby", &format!("host: x\r\n{both}")).await;
        assert!(said.contains("says two things of where you come from"), "{said}");
    }
    for one in ["x-forwarded-for: unknown\r\n", "forwarded: for=unknown\r\n", "forwarded: x\r\n"] {
        assert_eq!(status(one).await, "404", "{one}");
    }
    let unread = "x-forwarded-for: 192.0.2.7\r\nforwarded: for=unknown\r\n";
    assert_eq!(status(unread).await, "200");
    let with = async |word: &str| {
        status(&format!("forwarded: for=192.0.2.8\r\nauthorization: Bearer {word}\r\n")).await
    };
    assert_eq!(with("open sesame").await, "200");
    assert_eq!(with("open sesam").await, "404");
    club.close().await;
    // Through a proxy that is not in the settings, everybody comes from this machine.
    let here =
        Config { metrics_from: vec!["127.0.0.1".parse().unwrap()], ..super::config(database) };
    let club = Club::open_with(here, 1_000_000).await;
    let (head, _) = get(&club, "/metrics", "host: x\r\nx-forwarded-for: 192.0.2.8\r\n").await;
    assert!(head.starts_with("http/1.1 404"), "{head}");
    club.close().await;
}

pub(crate) async fn browsers_are_told_what_is_private(database: &str) {
    let public_url = Some("https://club.example".to_string());
    let club = Club::open_with(Config { public_url, ..config(database) }, 1_000_000).await;
    let (head, _) = get(&club, "/lobby", "host: club.example\r\n").await;
    assert!(head.contains("strict-transport-security: max-age=31536000"), "{head}");
    assert!(!head.contains("cache-control"), "{head}");
    // No other site shows a page in a frame of its own, and nothing runs on it that is not ours.
    assert!(
        head.contains("script-src 'self'") && head.contains("frame-ancestors 'none'"),
        "{head}"
    );
    assert!(head.contains("x-frame-options: deny"), "{head}");
    for (path, keep) in
        [("/lobby", "private, no-cache"), ("/settings", "no-store"), ("/api/v1/me", "no-store")]
    {
        let cookie = "host: club.example\r\ncookie: __Host-session=x\r\n";
        let (head, _) = get(&club, path, cookie).await;
        assert!(head.contains(&format!("cache-control: {keep}")), "{head}");
    }
    let (head, body) = get(&club, "/lobby", "host: evil.example\r\n").await;
    assert!(head.starts_with("http/1.1 421") && body.contains("another name"), "{head} {body}");
    club.close().await;
}

pub(crate) async fn a_failed_read_forgets_no_match(database: &str) {
    for (away, back) in [
        // The existence of a match, and its events.
        ("ALTER TABLE event RENAME TO away", "ALTER TABLE away RENAME TO event"),
        (
            "ALTER TABLE event RENAME COLUMN fact TO away",
            "ALTER TABLE event RENAME COLUMN away TO fact",
        ),
        // Everything can be read, but the computer's turn cannot be written.
        (
            "ALTER TABLE match_line RENAME COLUMN claimable TO away",
            "ALTER TABLE match_line RENAME COLUMN away TO claimable",
        ),
    ] {
        let club = Club::open(database, 1_000_000).await;
        let visit = Command::Visit { zone: String::new() };
        let ann = club.app.queue().act(Who::Visitor, None, visit).await.unwrap().member().unwrap();
        // No thread thinks any more when the match begins.
        club.app.thinkers().end();
        let play = Command::PlayComputer { level: 1, terms: terms(), choice: Choice::Second };
        let id = club.app.queue().act(Who::Member(ann), None, play).await.unwrap().began().unwrap();
        club.close().await;
        let store = Store::open(database).await.unwrap();
        meddle(&store, away).await;
        let club = Club::open(database, 1_000_000).await;
        sleep(Duration::from_millis(500)).await;
        meddle(&store, back).await;
        store.close().await;
        until(async || {
            let state = club.app.queue().look(&[Key::Match(id)]).await.ok()?;
            (state.match_with(id)?.n_plies() > 0).then_some(())
        })
        .await;
        club.close().await;
    }
}

/// So many questions of one person wait for the computer, and no more; those of others wait behind them.
pub(crate) async fn one_person_has_so_many_questions_waiting(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let thinkers = club.app.thinkers().clone();
    // Nothing is answered any more.
    thinkers.end();
    let [ann, bob] = [1, 2].map(|id| ThoughtOwner::of(&person(MemberId(id), HERE)));
    let waits = |n: usize| format!("{thinkers:?}").contains(&format!("waiting: {n},"));
    let ask = |owner| {
        let thinkers = thinkers.clone();
        tokio::spawn(async move { thinkers.work_out(owner, || ()).await })
    };
    let mut asked = Vec::new();
    for n in 1..=16 {
        asked.push(ask(ann));
        until(async || waits(n).then_some(())).await;
    }
    assert!(matches!(ask(ann).await.unwrap(), Err(Error::Busy)));
    asked.push(ask(bob));
    until(async || waits(17).then_some(())).await;
    asked.iter().for_each(tokio::task::JoinHandle::abort);
    club.close().await;
}

pub(crate) async fn who_hangs_up_leaves_nothing_half_done(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    for n in 0..12 {
        let who = json!({"name": format!("leaver{n}"), "password": "correct horse"});
        let told = ask(&mut client, "members", "", Some(who), 201).await;
        let member = crosscut_club::MemberId(told["member"].as_u64().unwrap());
        let token = told["token"].as_str().unwrap();
        let form = "what=leave&sure=yes&password=correct+horse";
        let request = format!(
            "POST /settings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\ncontent-type: \
             application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
            form.len()
        );
        let mut stream = TcpStream::connect(club.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        // Hangs up as soon as the first part of the request is written.
        let key = Key::Member(member);
        let left = async || {
            let state = club.app.queue().look(std::slice::from_ref(&key)).await.unwrap();
            state.member(member).unwrap().left.map(drop)
        };
        loop {
            if left().await.is_some() {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(stream);
        let gone = async || {
            let known = club.app.accounts().has_password(member).await.unwrap();
            let open = client.ask("/api/v1/me", token, "", None).await.unwrap().status;
            (!known && open == 401).then_some(())
        };
        until(gone).await;
    }
    club.close().await;
}
