//! The largest answers: whatever is asked for, none has more than two mebibytes.

use crosscut_club::{Command, Room, Who};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Club, ask, begin, json, terms};

/// The limit of an answer, with some room for its head.
const MOST: usize = (2 << 20) + 4096;

/// The parameters of queries, to be filled with the longest texts they take.
const QUERIES: [&str; 11] =
    ["at", "turn", "after", "q", "back", "code", "setup", "step", "g", "line", "grade"];

/// Trees that fill an address: a thousand variations, or a thousand comments.
fn trees() -> [String; 3] {
    let cells: Vec<String> =
        ('A'..='S').flat_map(|c| (1..=19).map(move |n| format!("{c}{n}"))).collect();
    let line = |n: usize, most: usize| cells[1..].iter().skip(n * 7).take(most).cloned();
    let part = |n: usize| format!("({})", line(n, 60).collect::<Vec<_>>().join("+"));
    let wide: String = (0..32).map(part).collect();
    // Variations on the last of a hundred and fifty moves.
    let far = |n: usize| format!("({}+{})", cells[160 + 2 * n], cells[161 + 2 * n]);
    let main: Vec<String> = line(0, 150).collect();
    let long = format!("{}{}", main.join("+"), (0..40).map(far).collect::<String>());
    let said: String =
        line(0, 55).map(|it| format!("{it}%7B{}%7D", "%22%26".repeat(150))).collect();
    [format!("{}{wide}", cells[0]), format!("{}+{long}", cells[0]), format!("{}+{said}", cells[0])]
}

async fn size(club: &Club, path: &str, token: &str) -> (String, usize) {
    let mut stream = TcpStream::connect(club.address).await.unwrap();
    let ask = format!(
        "GET {path} HTTP/1.1\r\nhost: club\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut all = Vec::new();
    let read = stream.read_to_end(&mut all).await;
    let head: String = String::from_utf8_lossy(&all[..all.len().min(60)]).into_owned();
    assert!(read.is_ok() || !all.is_empty(), "{}", &path[..path.len().min(60)]);
    assert!(
        !String::from_utf8_lossy(&all).contains("more than one answer holds"),
        "{path}: a net caught it"
    );
    (head, all.len())
}

pub(crate) async fn no_answer_is_longer_than_may_be(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let (id, [ann, _]) = begin(queue, terms()).await;
    let mut said = Vec::new();
    for n in 0..2000 {
        let words = if n % 2 == 0 { "&".repeat(500) } else { "\u{1f600}".repeat(500) };
        let command = Command::Say { id, room: Room::Players, words, more: Vec::new() };
        said.push(queue.act(Who::Member(ann), None, command));
    }
    futures_util::future::join_all(said).await.into_iter().for_each(|it| drop(it.unwrap()));
    let mut client = club.client();
    let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    let token = guest["token"].as_str().unwrap();
    let long = "A1,".repeat(19_000);
    let [id, ten] = [id.to_string(), "9".repeat(55_000)];
    for door in crate::http::routes().paths {
        if door.ends_with("/events") || door == "/news" {
            continue;
        }
        let puzzle = crosscut_puzzles::shipped().first().map_or("", |it| &it.id);
        let path = door
            .replace("/match/{id}", &format!("/match/{id}"))
            .replace("/matches/{id}", &format!("/matches/{id}"))
            .replace("/puzzles/{id}", &format!("/puzzles/{puzzle}"))
            .replace("{spec}", "hex:size=19,opening=none")
            .replace("/games/{name}", "/games/hex")
            .replace("/play/{name}", "/play/hex")
            .replace("{file}", "game.json")
            .replace("{tree}", "A1");
        let paths = [path.clone(), door.replace("{id}", "1").replace(['{', '}'], "")];
        for path in paths {
            let (head, n) = size(&club, &path, token).await;
            assert!(n < MOST, "{path}: {n} bytes, {head}");
        }
        for name in QUERIES {
            for text in [&long, &ten] {
                let (head, n) = size(&club, &format!("{path}?{name}={text}"), token).await;
                assert!(n < MOST, "{path}?{name}: {n} bytes, {head}");
            }
        }
    }
    for tree in trees() {
        let old = format!("/analysis/hex:size=19,opening=none?g={tree}");
        assert!(old.len() < 60_000, "{}", old.len());
        let (head, _) = size(&club, &old, token).await;
        assert!(head.contains(" 303 "), "an old address leads to the new one: {head}");
        for file in [
            "",
            "boards",
            "game.ccr",
            "game.json",
            "game.sgf",
            "board.svg",
            "board.png",
            "?ask=computer",
        ] {
            let path = format!("/analysis/hex:size=19,opening=none/{tree}/{file}");
            let (head, n) = size(&club, &path, token).await;
            assert!(n < MOST, "{file} of {} bytes: {n} bytes, {head}", tree.len());
            assert!(head.contains(" 200 ") || file == "boards", "{file}: {head}");
        }
    }
    club.close().await;
}
