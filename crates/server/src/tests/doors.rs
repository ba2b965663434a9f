//! Every route, as everybody: the answers to a visitor, a guest, another member and a player of a private match are a
//! table (`doors.txt`) that is read in review. A route that is new, or answers differently, changes it.

use std::fmt::Write as _;

use crosscut_club::{Command, Room, Terms, Who};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Club, ask, terms};
use crate::write::tests::begin_between;

/// The recorded answers.
const KNOWN: &str = include_str!("doors.txt");

/// The askers, by column.
const WHO: [&str; 4] = ["visitor", "guest", "other", "player"];

/// Sends a request with an empty body; returns the status, or `None` if the route does not know the method.
async fn status(club: &Club, method: &str, path: &str, token: &str, more: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(club.address).await.unwrap();
    let kind = match path.starts_with("/api/") {
        true => "application/json",
        false => "application/x-www-form-urlencoded",
    };
    let (body, kind) = match method {
        "GET" => ("", String::new()),
        _ if path.starts_with("/api/") => ("{}", format!("content-type: {kind}\r\n")),
        _ => ("", format!("content-type: {kind}\r\n")),
    };
    let who = match token {
        "" => String::new(),
        token => format!("authorization: Bearer {token}\r\n"),
    };
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: club\r\nconnection: close\r\n{who}{kind}{more}content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    let status = std::str::from_utf8(&head[9..]).unwrap().parse().unwrap();
    (status != 405).then_some(status)
}

/// A new session for each request, since some end it.
async fn session(club: &Club, name: &str) -> String {
    let mut client = club.client();
    if name == "guest" {
        let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
        return guest["token"].as_str().unwrap().to_string();
    }
    let who = json!({"name": name, "password": "correct horse"});
    let told = ask(&mut client, "sessions", "", Some(who), 201).await;
    told["token"].as_str().unwrap().to_string()
}

pub(crate) async fn every_door_answers_everybody_as_the_table_says(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let mut members = Vec::new();
    for name in ["player", "second", "other"] {
        let who = json!({"name": name, "password": "correct horse"});
        let told = ask(&mut client, "members", "", Some(who), 201).await;
        members.push(crosscut_club::MemberId(told["member"].as_u64().unwrap()));
    }
    let queue = club.app.queue();
    let private = Terms { private: true, ..terms() };
    let id = begin_between(queue, [members[0], members[1]], private).await;
    let words = "between us".to_string();
    let say = Command::Say { id, room: Room::Players, words, more: Vec::new() };
    queue.act(Who::Member(members[0]), None, say).await.unwrap();
    let puzzle = &crosscut_puzzles::shipped()[0].id;

    let mut table = String::from(
        "# method and door: visitor, guest, another member, player of the private match\n",
    );
    for door in crate::http::routes().paths {
        let path = door
            .replace("/puzzles/{id}", &format!("/puzzles/{puzzle}"))
            .replace("{spec}", "hex:size=5,opening=none")
            .replace("{tree}", "A1")
            .replace("{name}", if door.starts_with("/member/") { "player" } else { "hex" })
            .replace("{file}", "game.json")
            .replace("{number}", "1")
            .replace("{code}", "x")
            .replace("{member}", "1")
            .replace("{*path}", "mail")
            .replace("{hash}", "x")
            .replace("{id}", "1");
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let mut row = Vec::new();
            for who in WHO {
                let token =
                    if who == "visitor" { String::new() } else { session(&club, who).await };
                row.extend(status(&club, method, &path, &token, "").await);
                if method != "GET" {
                    // A foreign page can change nothing, whoever is made to send the request.
                    let foreign = "origin: http://evil.example\r\n";
                    let told = status(&club, method, &path, &token, foreign).await;
                    assert_eq!(told, Some(403), "{method} {door} from elsewhere, by {who}");
                }
            }
            if row.is_empty() {
                continue;
            }
            assert_eq!(row.len(), WHO.len(), "{method} {door}");
            let row: Vec<String> = row.iter().map(u16::to_string).collect();
            writeln!(table, "{method} {door}: {}", row.join(" ")).unwrap();
        }
    }
    if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
        let at = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/doors.txt");
        std::fs::write(at, &table).unwrap();
        club.close().await;
        return;
    }
    for (told, known) in table.lines().zip(KNOWN.lines()) {
        assert_eq!(
            told, known,
            "look at it, and if it is right: UPDATE=1 cargo test --workspace --lib every_door"
        );
    }
    assert_eq!(table.lines().count(), KNOWN.lines().count());
    club.close().await;
}
