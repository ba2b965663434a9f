//! A club with its limits on: each limit holds on every route that it applies to.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Club, ask, config, terms, until};
use crate::config::Config;
use crate::limits::rates::Whose;
use crate::write::tests::begin_between;

/// The address of the tests' requests.
const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Sends something to a route; returns the status, and whether the answer says how long to wait.
async fn say(club: &Club, door: &str, token: &str, body: &str) -> (u16, bool) {
    let mut stream = TcpStream::connect(club.address).await.unwrap();
    let (method, path) = door.split_once(' ').unwrap();
    let kind = match body.as_bytes().first() {
        Some(b'{') => "application/json",
        _ if path == "/command" => "text/plain",
        _ => "application/x-www-form-urlencoded",
    };
    let who = match token {
        "" => String::new(),
        token => format!("authorization: Bearer {token}\r\n"),
    };
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: club\r\nconnection: close\r\n{who}content-type: {kind}\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut told = Vec::new();
    stream.read_to_end(&mut told).await.unwrap();
    let told = String::from_utf8_lossy(&told).to_ascii_lowercase();
    (told[9..12].parse().unwrap(), told.contains("\r\nretry-after: "))
}

pub(crate) async fn what_is_said_has_a_bound(database: &str) {
    let club = Club::open_with(Config { limited: true, ..config(database) }, 1_000_000).await;
    let mut client = club.client();
    let mut guests = Vec::new();
    for _ in 0..8 {
        let told = ask(&mut client, "guests", "", Some(json!({})), 201).await;
        let id = crosscut_club::MemberId(told["member"].as_u64().unwrap());
        guests.push((id, told["token"].as_str().unwrap().to_string()));
    }
    let id = begin_between(club.app.queue(), [guests[0].0, guests[1].0], terms()).await;
    let wait = |time| club.hand.fetch_add(time, std::sync::atomic::Ordering::Relaxed);
    let mut say = async |guest: usize, room: &str| {
        club.app.limits().forgive(Whose::Member(guests[guest].0.0));
        club.app.limits().forgive(Whose::Address(HOME));
        let say = json!({"command": "say", "id": id.0, "room": room, "words": "hello"});
        let body = say.to_string();
        let told = client.ask("/api/v1/commands", &guests[guest].1, "", Some(&body)).await.unwrap();
        (told.status, String::from_utf8_lossy(&told.body).into_owned())
    };
    // One guest can say sixty things in a burst, and what is refused does not count.
    for _ in 0..70 {
        assert_eq!(say(2, "players").await.0, 403);
    }
    for _ in 0..60 {
        assert_eq!(say(0, "players").await.0, 200);
    }
    let (status, said) = say(0, "players").await;
    assert!(status == 429 && said.contains("too many remarks: try again in 10 seconds"), "{said}");
    // All guests from here can say two hundred.
    for guest in [1, 2, 3] {
        let room = if guest == 1 { "players" } else { "spectators" };
        for n in 0..60 {
            let told = say(guest, room).await;
            let enough = guest == 3 && 20 <= n;
            assert_eq!(told.0, if enough { 429 } else { 200 }, "{guest} {n}: {}", told.1);
        }
    }
    let (_, said) = say(4, "spectators").await;
    assert!(said.contains("too many remarks of guests from your network"), "{said}");
    wait(10_000);
    let told = [say(0, "players").await.0, say(4, "spectators").await.0];
    assert_eq!(told, [200; 2]);
    assert_eq!(say(5, "spectators").await.0, 429);
    club.close().await;
}

pub(crate) async fn a_long_remark_is_said_whole_or_not_at_all(database: &str) {
    let club = Club::open_with(Config { limited: true, ..config(database) }, 1_000_000).await;
    let mut client = club.client();
    let mut members = Vec::new();
    for name in ["ann", "bob"] {
        let who = json!({"name": name, "password": "correct horse"});
        let told = ask(&mut client, "members", "", Some(who), 201).await;
        let id = crosscut_club::MemberId(told["member"].as_u64().unwrap());
        members.push((id, told["token"].as_str().unwrap().to_string()));
    }
    let (ann, token) = (members[0].0, members[0].1.as_str());
    let id = begin_between(club.app.queue(), [ann, members[1].0], terms()).await;
    for _ in 0..55 {
        club.app.limits().take(Whose::Talk(ann.0)).unwrap();
    }
    let mut chat = async |pieces: usize| {
        let text = format!("chat {id}\n{}", vec!["x".repeat(490); pieces].join("\n"));
        let told = client.ask("/command", token, "", Some(&text)).await.unwrap();
        let state = club.app.queue().look(&[crosscut_club::Key::Match(id)]).await.unwrap();
        let n = state.match_with(id).unwrap().remarks.len();
        (told.status, n, String::from_utf8_lossy(&told.body).into_owned())
    };
    // Five more remarks can be made, and nine are too many.
    let (status, n, text) = chat(9).await;
    assert!(status == 429 && n == 0 && text.contains("oo many remarks"), "{n}: {text}");
    let (status, n, text) = chat(5).await;
    assert!(status == 200 && n == 5, "{n}: {text}");
    assert_eq!(chat(1).await.0, 429);
    club.close().await;
}

pub(crate) async fn what_is_planned_again_is_said_once_and_paid_each_time(database: &str) {
    let club = Club::open_with(Config { limited: true, ..config(database) }, 1_000_000).await;
    let mut client = club.client();
    let mut members = Vec::new();
    for name in ["ann", "bob"] {
        let who = json!({"name": name, "password": "correct horse"});
        let told = ask(&mut client, "members", "", Some(who), 201).await;
        let id = crosscut_club::MemberId(told["member"].as_u64().unwrap());
        members.push((id, told["token"].as_str().unwrap().to_string()));
    }
    let [(ann, ann_in), (bob, bob_in)] = <[_; 2]>::try_from(members).unwrap();
    let id = begin_between(club.app.queue(), [ann, bob], terms()).await;
    let branches = json!([{"on": "c3", "play": ["b2"], "say": ["well", "met"]}]);
    let planned = json!({"command": "plan", "id": id, "plan": {"ply": 1, "branches": branches}});
    let nothing = json!({"command": "plan", "id": id, "plan": null});
    let mut plan = async |plan: &serde_json::Value| {
        for whose in [Whose::Member(bob.0), Whose::Setting(bob.0), Whose::Address(HOME)] {
            club.app.limits().forgive(whose);
        }
        let body = plan.to_string();
        client.ask("/api/v1/commands", &bob_in, "", Some(&body)).await.unwrap().status
    };
    // The same plan again changes nothing, and uses up nothing.
    for _ in 0..70 {
        assert_eq!(plan(&planned).await, 200);
    }
    // A new plan is counted again: its two remarks, thirty times in all.
    for _ in 0..29 {
        assert_eq!([plan(&nothing).await, plan(&planned).await], [200; 2]);
    }
    assert_eq!([plan(&nothing).await, plan(&planned).await], [200, 429]);
    club.hand.fetch_add(20_000, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(plan(&planned).await, 200);
    // However often it came, it is said once.
    let turn = json!({"command": "turn", "id": id, "text": "c3"});
    ask(&mut club.client(), "commands", &ann_in, Some(turn), 200).await;
    let state = club.app.queue().look(&[crosscut_club::Key::Match(id)]).await.unwrap();
    let it = state.match_with(id).unwrap();
    assert_eq!((it.line.plies().join(" ").as_str(), it.remarks.len()), ("C3 B2", 2));
    club.close().await;
}

pub(crate) async fn each_limit_is_kept_at_each_of_its_doors(database: &str) {
    let club = Club::open_with(Config { limited: true, ..config(database) }, 1_000_000).await;
    let mut client = club.client();
    let mut members = Vec::new();
    for name in ["ann", "bob"] {
        let who = json!({"name": name, "password": "correct horse"});
        let told = ask(&mut client, "members", "", Some(who), 201).await;
        let id = crosscut_club::MemberId(told["member"].as_u64().unwrap());
        members.push((id, told["token"].as_str().unwrap().to_string()));
    }
    let [(ann, token), (bob, _)] = <[_; 2]>::try_from(members).unwrap();
    let id = begin_between(club.app.queue(), [ann, bob], terms()).await;
    let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    let guest = guest["token"].as_str().unwrap();
    let said =
        json!({"command": "say", "id": id.0, "room": "players", "words": "hello"}).to_string();
    let planned = json!({"command": "plan", "id": id.0, "plan": {"ply": 2, "branches": [
        {"on": "c3", "play": ["b2"], "say": ["hello"]}]}})
    .to_string();
    let turned = json!({"command": "turn", "id": id.0, "text": "c3", "then": [
        {"on": "b2", "play": ["d4"], "say": ["hello"]}]})
    .to_string();
    let (turn, talk, act) = (
        format!("POST /match/{id}/turn"),
        format!("POST /match/{id}/say"),
        format!("POST /match/{id}/do"),
    );
    let api = format!("POST /api/v1/matches/{id}/turns");
    let command = json!({"command": "resign", "id": id.0}).to_string();
    let computer = json!({"command": "play_computer", "level": 1, "choice": "first", "terms": {
        "game": "hex:size=5", "pace": {"kind": "none"}}})
    .to_string();
    let greeted = json!({"command": "challenge", "to": {"member": bob.0}, "greeting": "Hello", "choice": "first",
        "terms": {"game": "hex:size=5", "pace": {"kind": "none"}}})
    .to_string();
    let linked = greeted.replace(&json!({"member": bob.0}).to_string(), "{\"link\":\"\"}");
    let quick = json!({"game": "hex:size=5", "pace": {"kind": "days", "days": 3}}).to_string();
    let puzzle = &crosscut_puzzles::shipped()[0].id;
    let solution = format!("POST /api/v1/puzzles/{puzzle}/solution");
    let block = json!({"command": "block", "member": bob.0}).to_string();
    let password = json!({"name": "ann", "password": "correct horse"}).to_string();
    let newcomer = json!({"name": "cy", "password": "correct horse"}).to_string();
    let password_alone = json!({"password": "correct horse"}).to_string();
    let made = json!({"attestationObject": "AA", "clientDataJSON": "AA"});
    let made = json!({"id": "AA", "rawId": "AA", "response": made, "type": "public-key"});
    let passkey = json!({"word": "x", "name": "phone", "key": made}).to_string();
    let play = "game=hex&with=computer&level=1&seat=first";
    let changed = "what=password&old=wrong+horse&new=battery+staple";
    let (a, b) = (token.as_str(), "");
    // Ann is known here and does not wait because of strangers.
    let [name_here, name_anywhere] = Whose::password_of("zed", HOME);
    let zed = json!({"name": "zed", "password": "correct horse"}).to_string();
    let doors: Vec<(Whose, &str, &str, &str)> = vec![
        (Whose::Address(HOME), "GET /", b, ""),
        (Whose::Address(HOME), "GET /api/v1/matches", b, ""),
        (Whose::Address(HOME), "POST /command", b, "help"),
        (Whose::Member(ann.0), "POST /api/v1/commands", a, &command),
        (Whose::Member(ann.0), &api, a, "{\"text\": \"c3\"}"),
        (Whose::Member(ann.0), &turn, a, "turn=c3&ply=0"),
        (Whose::Member(ann.0), &talk, a, "room=players&words=hello"),
        (Whose::Member(ann.0), &act, a, "what=resign"),
        (Whose::Member(ann.0), "POST /api/v1/pairings", a, &quick),
        (Whose::Member(ann.0), "POST /settings", a, "what=zone&zone=UTC"),
        (Whose::Member(ann.0), &solution, a, ""),
        (Whose::Member(ann.0), "POST /api/v1/passkeys/begin", a, &password_alone),
        (Whose::Member(ann.0), "POST /api/v1/passkeys", a, &passkey),
        (Whose::Setting(ann.0), "POST /settings", a, "what=zone&zone=UTC"),
        (Whose::Guard(ann.0), "POST /api/v1/commands", a, &block),
        (Whose::Setting(ann.0), "POST /command", a, "hex limit 3"),
        (Whose::Setting(ann.0), &act, a, "what=offer-draw"),
        (Whose::PasswordFrom(HOME), "POST /api/v1/sessions", b, &password),
        (Whose::PasswordFrom(HOME), "POST /api/v1/members", b, &newcomer),
        (Whose::PasswordFrom(HOME), "POST /sign-in", b, "name=ann&password=correct+horse"),
        (Whose::PasswordFrom(HOME), "POST /sign-up", b, "name=cy&password=correct+horse"),
        (Whose::PasswordFrom(HOME), "POST /api/v1/sessions/passkey/begin", b, "{}"),
        (name_here, "POST /api/v1/sessions", b, &zed),
        (name_anywhere, "POST /sign-in", b, "name=zed&password=correct+horse"),
        (Whose::password_known(&crate::token::hash(a)), "POST /settings", a, changed),
        (Whose::Guest(HOME), "POST /api/v1/guests", b, "{}"),
        (Whose::Guest(HOME), "POST /play", b, play),
        (Whose::Guest(HOME), "POST /command", b, "signup zoe"),
        (Whose::PasswordFrom(HOME), "POST /api/v1/members", guest, &newcomer),
        (Whose::Computer(HOME), "POST /api/v1/commands", a, &computer),
        (Whose::Computer(HOME), "POST /play", a, play),
        (Whose::Computer(HOME), "POST /command", a, "hex challenge ann computer1 -size=5"),
        (Whose::Talk(ann.0), &talk, a, "room=players&words=hello"),
        (Whose::Talk(ann.0), "POST /api/v1/commands", a, &said),
        (Whose::Talk(ann.0), "POST /api/v1/commands", a, &planned),
        (Whose::Talk(ann.0), "POST /api/v1/commands", a, &turned),
        (Whose::TalkOfGuests(HOME), &talk, guest, "room=spectators&words=hello"),
        (Whose::Archive(ann.0), "GET /settings/data.zip", a, ""),
        (Whose::Report(ann.0), "POST /report", a, "member=bob&cause=name"),
        (Whose::ReportFrom(HOME), "POST /report", a, "member=bob&cause=name"),
        (Whose::Challenge(ann.0), "POST /api/v1/commands", a, &greeted),
        (Whose::Challenge(ann.0), "POST /command", a, "hex challenge bob -size=5"),
        (Whose::Message(ann.0), "POST /command", a, "message bob\nhello"),
        (Whose::Message(ann.0), "POST /api/v1/commands", a, &greeted),
        (Whose::Message(ann.0), "POST /api/v1/commands", a, &linked),
    ];
    for (whose, door, token, body) in doors {
        let limits = club.app.limits();
        // Earlier requests are forgiven, so that only one limit is met.
        for other in [Whose::Address(HOME), Whose::Member(ann.0), Whose::PasswordFrom(HOME)] {
            limits.forgive(other);
        }
        while limits.take(whose).is_ok() {}
        let told = say(&club, door, token, body).await;
        // Pages put it in words.
        let page = ["/match/", "/play"];
        let page = page.iter().any(|it| door.contains(it)) && !door.contains("/api/");
        assert!(told.0 == 429 && (page || told.1), "{door} {whose:?} {told:?}: {body}");
        limits.forgive(whose);
    }
    // What is refused is not kept.
    assert_eq!(club.app.moderation().open_reports().await.unwrap(), 0);
    assert_eq!(club.app.queries().challenges_of(ann).await.unwrap().len(), 0);
    let state = club.app.queue().look(&[crosscut_club::Key::Match(id)]).await.unwrap();
    let it = state.match_with(id).unwrap();
    assert!(it.remarks.is_empty() && it.plies.is_empty() && it.ending.is_none());
    // Pages of others that send their readers here use up what their readers have.
    let limits = club.app.limits();
    while limits.take(Whose::Address(HOME)).is_ok() {}
    let foreign = "origin: http://evil.example\r\n";
    let told = super::pages::knock(&club, "", "POST /sign-in", foreign, "name=ann").await;
    assert_eq!(super::pages::status(&told), 429);
    club.close().await;
}

/// A rematch is one more match.
pub(crate) async fn rematches_with_the_computer_are_bounded_too(database: &str) {
    let club = Club::open_with(Config { limited: true, ..config(database) }, 1_000_000).await;
    let mut client = club.client();
    let ann = json!({"name": "Ann", "password": "correct horse"});
    let it = ask(&mut client, "members", "", Some(ann), 201).await;
    let (ann, id) = (it["token"].as_str().unwrap(), it["member"].as_u64().unwrap());
    let mut command = async |body: serde_json::Value| {
        club.app.limits().forgive(Whose::Member(id));
        club.app.limits().forgive(Whose::Address(HOME));
        let told = client.ask("/api/v1/commands", ann, "", Some(&body.to_string())).await.unwrap();
        (told.status, String::from_utf8_lossy(&told.body).into_owned())
    };
    let terms =
        json!({"game": "hex:size=5,opening=none", "pace": {"kind": "none"}, "rated": false});
    let play = json!({"command": "play_computer", "terms": terms, "level": 1, "choice": "first"});
    let (status, text) = command(play.clone()).await;
    assert_eq!(status, 200, "{text}");
    let first: serde_json::Value = serde_json::from_str(&text).unwrap();
    let first = crosscut_club::MatchId(first["match"].as_u64().unwrap());
    let turn = json!({"command": "turn", "id": first, "text": "c3"});
    assert_eq!(command(turn).await.0, 200);
    until(async || {
        let state = club.app.queue().look(&[crosscut_club::Key::Match(first)]).await.unwrap();
        (state.match_with(first)?.plies.len() == 2).then_some(())
    })
    .await;
    assert_eq!(command(json!({"command": "resign", "id": first})).await.0, 200);
    for _ in 0..30 {
        assert_eq!(command(play.clone()).await.0, 200);
    }
    let rematch = json!({"command": "offer", "id": first, "offer": "rematch"});
    for another in [play, rematch.clone()] {
        let (status, text) = command(another).await;
        assert!(status == 409 && text.contains("30 matches with the computer"), "{text}");
    }
    assert_eq!(command(json!({"command": "resign", "id": first.0 + 1})).await.0, 200);
    assert_eq!(command(rematch).await.0, 200);
    club.close().await;
}

/// Event streams of pages and of a match count together, and one that ends makes room.
pub(crate) async fn streams_of_one_network_have_a_bound(database: &str) {
    let club = Club::open_with(Config { limited: true, ..config(database) }, 1_000_000).await;
    let mut players = Vec::new();
    for _ in 0..2 {
        let guest = ask(&mut club.client(), "guests", "", Some(json!({})), 201).await;
        players.push(crosscut_club::MemberId(guest["member"].as_u64().unwrap()));
    }
    let id = begin_between(club.app.queue(), [players[0], players[1]], terms()).await;
    let (news, events) = ("/news".to_string(), format!("/match/{id}/events"));
    let listen = async |path: &str| {
        club.app.limits().forgive(Whose::Address(HOME));
        let mut stream = TcpStream::connect(club.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: club\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        (String::from_utf8_lossy(&head[9..]).parse::<u16>().unwrap(), stream)
    };
    let mut open = Vec::new();
    for n in 0..crate::limits::streams::EACH {
        let (status, stream) = listen(if n % 2 == 0 { &news } else { &events }).await;
        assert_eq!(status, 200, "{n}");
        open.push(stream);
    }
    for path in [&news, &events] {
        assert_eq!(listen(path).await.0, 429, "{path}");
    }
    open.pop();
    until(async || (listen(&news).await.0 == 200).then_some(())).await;
    club.close().await;
}
