//! The server as a program sees it; run on both databases by the store's tests.

pub(crate) mod accounts;
pub(crate) mod blocking;
mod book;
pub(crate) mod crowds;
mod docs;
pub(crate) mod doors;
pub(crate) mod downtime;
pub(crate) mod export;
pub(crate) mod former;
pub(crate) mod largest;
pub(crate) mod leaving;
pub(crate) mod limited;
pub(crate) mod lobby;
pub(crate) mod match_page;
pub(crate) mod nonsense;
pub(crate) mod pages;
pub(crate) mod pairing;
pub(crate) mod people;
pub(crate) mod reports;
pub(crate) mod shown;
pub(crate) mod strangers;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crosscut_club::{Command, Key, MatchId, Span, Terms, Who};
use crosscut_load::client::{Client, EventStream};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use crate::App;
use crate::clock::Clock;
use crate::config::{Config, Settings};
use crate::error::Error;
use crate::http::{is_as_documented, is_documented_event};
use crate::jobs::note_downtime;
use crate::members::leaving::leave;
use crate::store::Store;
use crate::works::BackgroundTasks;
use crate::write::tests::{begin, terms, turn};

/// A club serving requests, in this process.
pub(crate) struct Club {
    pub(crate) app: App,
    works: BackgroundTasks,
    pub(crate) address: SocketAddr,
    pub(crate) hand: Arc<AtomicI64>,
}

pub(crate) fn config(database: &str) -> Config {
    let settings = Settings {
        database: Some(database.to_string()),
        unlimited: true,
        password_cost: Some(8),
        ..Settings::default()
    };
    settings.resolve().unwrap()
}

impl Club {
    pub(crate) async fn open(database: &str, at: i64) -> Club {
        Club::open_with(config(database), at).await
    }

    pub(crate) async fn open_with(config: Config, at: i64) -> Club {
        let (clock, hand) = Clock::by_hand(at);
        Club::open_by(config, clock, hand).await
    }

    pub(crate) async fn open_by(config: Config, clock: Clock, hand: Arc<AtomicI64>) -> Club {
        let store = Store::open(&config.database).await.unwrap();
        let at = clock.now();
        note_downtime(&store, at).await.unwrap();
        let (app, works) = crate::works::begin(config, clock, store).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(crate::http::connections::answer(listener, app.clone()));
        Club { app, works, address, hand }
    }

    pub(crate) async fn close(self) {
        self.works.end(self.app).await;
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }
}

/// Sends a request, checks the status, and returns the answer.
pub(crate) async fn ask(
    client: &mut Client,
    path: &str,
    token: &str,
    body: Option<Value>,
    status: u16,
) -> Value {
    let body = body.map(|body| body.to_string());
    let path = format!("/api/v1/{path}");
    let answer = client.ask(&path, token, "", body.as_deref()).await.unwrap();
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    assert_eq!(answer.status, status, "{path}: {text}");
    let method = if body.is_some() { "POST" } else { "GET" };
    is_as_documented(method, &path, body.as_deref().unwrap_or(""), status, &text);
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// Waits until something holds.
pub(crate) async fn until<T>(mut what: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..1200 {
        if let Some(it) = what().await {
            return it;
        }
        sleep(Duration::from_millis(25)).await;
    }
    panic!("it is not so after half a minute");
}

/// The next events of a stream, as versions with what happened.
pub(crate) async fn hear(stream: &mut EventStream, n: usize) -> Vec<(u64, String)> {
    let mut text = String::new();
    let mut heard = Vec::new();
    while heard.len() < n {
        let more = timeout(Duration::from_secs(10), stream.more()).await;
        let more = more.expect("something is told").unwrap();
        assert!(!more.is_empty(), "the stream has ended: {text}");
        text += std::str::from_utf8(&more).unwrap();
        heard = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data: ")?).ok())
            .inspect(is_documented_event)
            .map(|it| {
                let fact = it["fact"]["fact"].as_str().unwrap_or("untold").to_string();
                (it["version"].as_u64().unwrap(), fact)
            })
            .collect();
    }
    heard
}

pub(crate) async fn a_listener_misses_nothing(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let (id, [ann, bob]) = begin(queue, terms()).await;
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    // From the beginning, from the version at the time, and from the next event on.
    let path = |after: &str| format!("/match/{id}/events{after}");
    let odd = club.client().ask(&path("?after=-1"), "", "", None).await.unwrap();
    let said = String::from_utf8_lossy(&odd.body).into_owned();
    assert!(odd.status == 400 && said.contains("a number from 0"), "{} {said}", odd.status);
    let mut all = EventStream::open(club.address, &path("?after=0"), "").await.unwrap();
    let mut last = EventStream::open(club.address, &path("?after=1"), "").await.unwrap();
    let mut new = EventStream::open(club.address, &path(""), "").await.unwrap();
    assert_eq!(hear(&mut all, 2).await, [(1, "began".into()), (2, "turn".into())]);
    assert_eq!(hear(&mut last, 1).await, [(2, "turn".into())]);
    let points = ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"];
    for (ply, text) in (1..).zip(points) {
        let who = if ply % 2 == 1 { bob } else { ann };
        turn(queue, id, who, text, ply, None).await.unwrap();
    }
    let turns: Vec<_> = (3..=12).map(|version| (version, "turn".to_string())).collect();
    for stream in [&mut all, &mut last, &mut new] {
        assert_eq!(hear(stream, 10).await, turns);
    }
    // A listener that was away for longer than events are kept for it.
    for n in 0..50 {
        let room = crosscut_club::Room::Players;
        let say = Command::Say { id, room, words: format!("{n}"), more: Vec::new() };
        queue.act(Who::Member(ann), None, say).await.unwrap();
    }
    let mut back = EventStream::open(club.address, &path("?after=11"), "").await.unwrap();
    let heard = hear(&mut back, 51).await;
    assert_eq!(heard.iter().map(|it| it.0).collect::<Vec<_>>(), (12..=62).collect::<Vec<_>>());
    // What the players say to each other is not for everybody.
    assert_eq!(heard[1].1, "untold");
    assert_eq!(queue.subscriptions().listeners(), 4);
    drop((all, last, new, back));
    turn(queue, id, bob, "a3", 11, None).await.unwrap();
    until(async || (queue.subscriptions().listeners() == 0).then_some(())).await;
    club.close().await;
}

pub(crate) async fn people_come_and_go(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    ask(&mut client, "me", "", None, 401).await;
    let guest = ask(&mut client, "guests", "", Some(json!({"zone": "Europe/Berlin"})), 201).await;
    let first = guest["token"].as_str().unwrap().to_string();
    assert_eq!(ask(&mut client, "me", &first, None, 200).await["guest"], true);

    let ann = json!({"name": "Ann", "password": "correct horse"});
    let short = json!({"name": "Ann", "password": "short"});
    let said = ask(&mut client, "members", &first, Some(short), 400).await;
    assert!(said["error"].as_str().unwrap().contains("10 to 128"));
    let member = ask(&mut client, "members", &first, Some(ann.clone()), 201).await;
    // The guest has become the member, with a new token, and the old one is void.
    assert_eq!(member["member"], guest["member"]);
    let second = member["token"].as_str().unwrap().to_string();
    let lost = ask(&mut client, "me", &first, None, 401).await;
    assert_eq!(lost["error"], "this token is not known here (any more)");
    let turn = json!({"text": "c3", "ply": 0});
    let lost = ask(&mut client, "matches/1/turns", &first, Some(turn), 401).await;
    assert_eq!(lost["error"], "this token is not known here (any more)");
    let lost = client.ask("/command", &first, "", Some("vacation")).await.unwrap();
    let told = String::from_utf8_lossy(&lost.body).into_owned();
    assert!(lost.status == 401 && told.contains("This token is not known here"), "{told}");
    let nobody = client.ask("/command", "", "", Some("vacation")).await.unwrap();
    let told = String::from_utf8_lossy(&nobody.body).into_owned();
    assert!(nobody.status == 401 && told.contains("Sign in first"), "{told}");
    assert_eq!(ask(&mut client, "me", &second, None, 200).await["name"], "Ann");

    ask(
        &mut client,
        "members",
        "",
        Some(json!({"name": "aNN", "password": "battery staple"})),
        409,
    )
    .await;
    let wrong = json!({"name": "ann", "password": "wrong horse"});
    ask(&mut client, "sessions", "", Some(wrong), 401).await;
    let nobody = json!({"name": "nobody", "password": "wrong horse"});
    ask(&mut client, "sessions", "", Some(nobody), 401).await;
    let third = ask(&mut client, "sessions", "", Some(ann), 201).await;
    let third = third["token"].as_str().unwrap().to_string();

    let sessions = ask(&mut client, "sessions", &third, None, 200).await;
    assert_eq!(sessions.as_array().unwrap().len(), 2);
    assert_eq!(sessions.as_array().unwrap().iter().filter(|it| it["this"] == true).count(), 1);
    let member = crosscut_club::MemberId(guest["member"].as_u64().unwrap());
    club.app.accounts().end(member, None, &third).await.unwrap();
    ask(&mut client, "me", &second, None, 401).await;
    ask(&mut client, "me", &third, None, 200).await;
    // Unused for two months.
    club.hand.fetch_add(61 * 24 * 3_600_000, Ordering::Relaxed);
    ask(&mut client, "me", &third, None, 401).await;
    club.close().await;
}

pub(crate) async fn who_leaves_is_gone_and_the_name_stays_taken(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    // As a guest they have said where they are.
    let guest = ask(&mut client, "guests", "", Some(json!({"zone": "Asia/Tokyo"})), 201).await;
    let ann = json!({"name": "Ann", "password": "correct horse", "zone": "Asia/Tokyo"});
    let it =
        ask(&mut client, "members", guest["token"].as_str().unwrap(), Some(ann.clone()), 201).await;
    let token = it["token"].as_str().unwrap().to_string();
    let zone = json!({"command": "set_zone", "zone": "Europe/Rome"});
    ask(&mut client, "commands", &token, Some(zone), 200).await;
    let rename = json!({"command": "rename", "name": "Anna", "password": "correct horse"});
    ask(&mut client, "commands", &token, Some(rename), 200).await;
    // Signing in works with the old name as with the new one.
    ask(&mut client, "sessions", "", Some(ann.clone()), 201).await;
    let anna = json!({"name": "anna", "password": "correct horse"});
    ask(&mut client, "sessions", "", Some(anna.clone()), 201).await;
    let member = crosscut_club::MemberId(it["member"].as_u64().unwrap());
    let again = club.app.accounts().ask_again(member, &token, "wrong").await.map(drop);
    assert!(matches!(again, Err(Error::NotYourPassword)));
    ask(&mut client, "me", &token, None, 200).await;
    leave(&club.app, member).await.unwrap();
    ask(&mut client, "me", &token, None, 401).await;
    for it in [&ann, &anna] {
        ask(&mut client, "sessions", "", Some(it.clone()), 401).await;
        ask(&mut client, "members", "", Some(it.clone()), 409).await;
    }
    let names = club.app.queries().names([member]).await.unwrap();
    assert_eq!(names[&member].name, format!("Former member {member}"));
    assert_eq!(club.app.queries().named("an", "", 9).await.unwrap(), Vec::new());
    // Nor is their time zone kept.
    let key = crosscut_club::Key::Member(member).to_string();
    let kept = club.app.store().events(&key, 0).await.unwrap();
    let kept: String = kept.into_iter().map(|it| it.fact).collect();
    assert!(kept.contains("UTC") && !kept.contains("Tokyo") && !kept.contains("Rome"), "{kept}");
    club.close().await;
    let findings = crate::doctor(&config(database), &Default::default(), |_| ()).await.unwrap();
    assert_eq!((findings.wrong, findings.stale), (Vec::new(), 0));
}

pub(crate) async fn puzzles_are_answered_and_remembered(database: &str) {
    const DAY: i64 = 24 * 3_600_000;
    let club = Club::open(database, 20_000 * DAY + 1000).await;
    let mut client = club.client();
    // Puzzles are for visitors too, and the solution is not given before it is asked for.
    let today = ask(&mut client, "puzzles/daily", "", None, 200).await;
    let id = today["id"].as_str().unwrap().to_string();
    let it = crosscut_puzzles::find(&id).unwrap();
    assert_eq!(ask(&mut client, &format!("puzzles/{id}"), "", None, 200).await, today);
    assert!(today["solution"].is_null() && today["defence"].is_null());
    let all = ask(&mut client, "puzzles", "", None, 200).await;
    assert_eq!(all.as_array().unwrap().len(), crosscut_puzzles::shipped().len());
    let some = format!("puzzles?game={}&grade={}", it.game(), it.grade);
    let some = ask(&mut client, &some, "", None, 200).await;
    let some = some.as_array().unwrap();
    assert!(some.contains(&today) && some.len() < all.as_array().unwrap().len());
    assert!(some.iter().all(|other| other["grade"] == today["grade"]));
    ask(&mut client, "puzzles?game=go", "", None, 404).await;
    let unread = ask(&mut client, "puzzles?grade=x", "", None, 400).await;
    assert_eq!(
        unread["error"],
        "what follows the '?' in the address cannot be read: grade: invalid digit found in string"
    );
    ask(&mut client, "puzzles/nothing", "", None, 404).await;

    let ann = json!({"name": "Ann", "password": "correct horse"});
    let ann = ask(&mut client, "members", "", Some(ann), 201).await;
    let token = ann["token"].as_str().unwrap().to_string();
    let turns = format!("puzzles/{id}/turns");
    let wrong = it.line().unwrap().position().moves().into_iter().find(|ply| *ply != it.solution);
    let wrong = json!({"text": wrong.unwrap()});
    let said = ask(&mut client, &turns, &token, Some(wrong.clone()), 200).await;
    assert!(matches!(said["verdict"].as_str(), Some("loses" | "draws" | "unknown")), "{said}");
    let none = json!({"text": "nonsense"});
    let why = ask(&mut client, &turns, &token, Some(none), 422).await;
    assert!(why["error"].as_str().unwrap().contains("nonsense"), "{why}");
    let mine = ask(&mut client, "me/puzzles", &token, None, 200).await;
    let tried = json!([{"id": id, "tries": 1, "shown": false, "solved": null}]);
    assert_eq!(mine, json!({"streak": 0, "puzzles": tried}));

    // They are listed in the order of their names.
    let bob = json!({"name": "Bob", "password": "correct horse"});
    let bob = ask(&mut client, "members", "", Some(bob), 201).await;
    let bob = bob["token"].as_str().unwrap().to_string();
    for it in all.as_array().unwrap().iter().take(8).rev() {
        let path = format!("puzzles/{}/solution", it["id"].as_str().unwrap());
        ask(&mut client, &path, &bob, Some(json!({})), 200).await;
    }
    let shown = ask(&mut client, "me/puzzles", &bob, None, 200).await;
    let shown = shown["puzzles"].as_array().unwrap();
    assert_eq!(shown.len(), 8);
    assert!(shown.is_sorted_by_key(|it| it["id"].as_str()), "{shown:?}");

    let right = json!({"text": it.solution});
    let said = ask(&mut client, &turns, &token, Some(right.clone()), 200).await;
    assert!(matches!(said["verdict"].as_str(), Some("won" | "wins")), "{said}");
    assert_eq!(said["answer"], json!(it.defence));
    let at = club.app.clock().now();
    let solved = json!([{"id": id, "tries": 2, "shown": false, "solved": at}]);
    let mine = ask(&mut client, "me/puzzles", &token, None, 200).await;
    assert_eq!(mine, json!({"streak": 1, "puzzles": solved}));
    // What comes after the solution changes nothing, and what a visitor does is not recorded.
    club.hand.fetch_add(1000, Ordering::Relaxed);
    ask(&mut client, &turns, &token, Some(wrong), 200).await;
    ask(&mut client, &turns, "", Some(right), 200).await;
    ask(&mut client, &format!("puzzles/{id}/solution"), &token, Some(json!({})), 200).await;
    let mine = ask(&mut client, "me/puzzles", &token, None, 200).await;
    assert_eq!(mine["puzzles"], solved);

    // The next day has another puzzle, and the streak grows; looking at the solution first does not count as solving.
    for (day, look, streak) in [(1, false, 2), (2, true, 2), (3, false, 1)] {
        club.hand.store((20_000 + day) * DAY, Ordering::Relaxed);
        let next = ask(&mut client, "puzzles/daily", "", None, 200).await;
        let next = crosscut_puzzles::find(next["id"].as_str().unwrap()).unwrap();
        let path = |end: &str| format!("puzzles/{}/{end}", next.id);
        if look {
            let told = ask(&mut client, &path("solution"), &token, Some(json!({})), 200).await;
            assert_eq!(told["solution"], json!(next.solution));
        }
        let right = Some(json!({"text": next.solution}));
        ask(&mut client, &path("turns"), &token, right, 200).await;
        let mine = ask(&mut client, "me/puzzles", &token, None, 200).await;
        assert_eq!(mine["streak"], json!(streak), "day {day}");
    }
    ask(&mut client, "me/puzzles", "", None, 401).await;
    // Nothing is kept of a member who leaves.
    let member = crosscut_club::MemberId(ann["member"].as_u64().unwrap());
    leave(&club.app, member).await.unwrap();
    assert!(club.app.puzzling().tries(member).await.unwrap().is_empty());
    club.close().await;
}

pub(crate) async fn private_matches_are_hidden(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let mut tokens = Vec::new();
    for _ in 0..3 {
        let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
        tokens.push((guest["token"].as_str().unwrap().to_string(), guest["member"].clone()));
    }
    let terms = json!({"game": "hex", "pace": {"kind": "none"}, "private": true});
    let to = json!({"member": tokens[1].1});
    let challenge = json!({"command": "challenge", "to": to, "terms": terms, "choice": "first"});
    let made = ask(&mut client, "commands", &tokens[0].0, Some(challenge), 200).await;
    let accept = json!({"command": "accept_challenge", "id": made["challenge"]});
    ask(&mut client, "commands", &tokens[2].0, Some(accept.clone()), 404).await;
    let made = ask(&mut client, "commands", &tokens[1].0, Some(accept), 200).await;
    let id = made["match"].as_u64().unwrap();
    for path in [format!("matches/{id}"), format!("matches/{id}/record"), "matches/999".into()] {
        let said = ask(&mut client, &path, &tokens[2].0, None, 404).await;
        // What is hidden cannot be told from what does not exist.
        assert_eq!(said["error"], "there is nothing here");
    }
    let turn = json!({"text": "a1", "ply": 0});
    ask(&mut client, &format!("matches/{id}/turns"), &tokens[2].0, Some(turn), 404).await;
    // What players download is kept in no cache.
    for file in ["", "/board.svg", "/game.ccr", "/old.txt", "/boards"] {
        let line = format!("GET /match/{id}{file}");
        let answer = pages::knock(&club, &tokens[0].0, &line, "", "").await;
        let answer = String::from_utf8_lossy(&answer).to_ascii_lowercase();
        assert!(answer.contains("cache-control: no-store"), "{file}: {answer}");
    }
    let path = format!("/match/{id}/events");
    assert!(EventStream::open(club.address, &path, &tokens[2].0).await.is_err());
    EventStream::open(club.address, &path, &tokens[1].0).await.unwrap();
    assert_eq!(ask(&mut client, &format!("matches/{id}"), &tokens[0].0, None, 200).await["id"], id);
    assert_eq!(ask(&mut client, "matches", "", None, 200).await, json!([]));
    // Whoever finds the challenge later is not led to the match.
    let open = json!({"command": "challenge", "to": "open", "terms": terms, "choice": "first"});
    let made = ask(&mut client, "commands", &tokens[0].0, Some(open), 200).await;
    let accept = json!({"command": "accept_challenge", "id": made["challenge"]});
    ask(&mut client, "commands", &tokens[1].0, Some(accept), 200).await;
    for (token, led) in [("", false), (&*tokens[2].0, false), (&*tokens[1].0, true)] {
        let line = format!("GET /challenge/{}", made["challenge"]);
        let answer = pages::knock(&club, token, &line, "", "").await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert_eq!(answer.starts_with("HTTP/1.1 303"), led, "{answer}");
        assert_eq!(answer.contains("/match/"), led, "{answer}");
    }
    // The commands of the club itself are not for people, and invalid JSON is refused with a sentence.
    let stop = json!({"command": "stop", "id": id});
    ask(&mut client, "commands", &tokens[0].0, Some(stop), 403).await;
    ask(&mut client, "commands", &tokens[0].0, Some(json!({"command": "fly"})), 400).await;
    ask(&mut client, "nowhere", "", None, 404).await;
    club.close().await;
}

/// The ending of a match, once it has ended.
async fn ended(club: &Club, id: MatchId) -> Option<crosscut_club::Ending> {
    let state = club.app.queue().look(&[Key::Match(id)]).await.unwrap();
    state.match_with(id).unwrap().ending
}

pub(crate) async fn a_clock_that_runs_out_ends_the_match(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let two_plies = async |terms: Terms| {
        let (id, [ann, bob]) = begin(queue, terms).await;
        turn(queue, id, ann, "c3", 0, None).await.unwrap();
        turn(queue, id, bob, "b2", 1, None).await.unwrap();
        id
    };
    let pace = |minutes| crosscut_club::Pace::Fischer {
        bank: Span::minutes(minutes),
        increment: Span::seconds(5),
        cap: None,
    };
    let id = two_plies(terms()).await;
    let shorter = two_plies(Terms { pace: pace(4), ..terms() }).await;
    // When the shorter one is over, the clocks have been checked.
    club.hand.fetch_add(299_000, Ordering::Relaxed);
    let _ = begin(queue, terms()).await;
    until(async || ended(&club, shorter).await).await;
    assert!(ended(&club, id).await.is_none());
    club.hand.fetch_add(10_000, Ordering::Relaxed);
    // The clock has jumped: a new turn elsewhere causes the clocks to be checked.
    let _ = begin(queue, terms()).await;
    let ending = until(async || ended(&club, id).await).await;
    assert_eq!(ending.reason, crosscut_club::Reason::Time);
    assert_eq!(ending.result, crosscut_record::GameResult::Second);
    club.close().await;
}

pub(crate) async fn the_computer_answers(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let ann = crate::write::tests::guest(queue).await;
    let play = |game: &str| Command::PlayComputer {
        level: 1,
        terms: Terms { game: game.to_string(), pace: crosscut_club::Pace::None, ..terms() },
        choice: crosscut_club::Choice::First,
    };
    let done = queue.act(Who::Member(ann), None, play("hex:size=5,opening=none")).await.unwrap();
    let id = done.began().unwrap();
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    let plies = async |club: &Club| {
        let state = club.app.queue().look(&[Key::Match(id)]).await.unwrap();
        state.match_with(id).unwrap().n_plies()
    };
    until(async || (plies(&club).await == 2).then_some(())).await;
    // It is to move when the server stops: the next one remembers.
    club.app.thinkers().end();
    sleep(Duration::from_millis(50)).await;
    let state = queue.look(&[Key::Match(id)]).await.unwrap();
    let free = state.match_with(id).unwrap().line.position().moves();
    turn(queue, id, ann, &free[0], 2, None).await.unwrap();
    assert_eq!(plies(&club).await, 3);
    club.close().await;
    let club = Club::open(database, 1_000_000).await;
    until(async || (plies(&club).await == 4).then_some(())).await;
    club.close().await;
}
