//! What operators do to members, and that it takes effect everywhere.

use std::time::Duration;

use crosscut_load::client::Client;
use crosscut_load::server::Server;
use serde_json::{Value, json};

use crate::{Folder, program, say};

/// A club, with shortcuts for orders and requests.
pub(crate) struct Club {
    pub(crate) server: Server,
    pub(crate) folder: Folder,
}

impl Club {
    pub(crate) async fn open(flags: &[&str]) -> Club {
        let folder = Folder::new();
        let database = folder.file("club.db");
        let flags = [&["--password-cost", "8"], flags].concat();
        let server = Server::begin(program(), &database, &flags).await.unwrap();
        Club { server, folder }
    }

    /// A club with its rate limits.
    pub(crate) async fn guarded() -> Club {
        let folder = Folder::new();
        let flags = ["--password-cost", "8"];
        let database = folder.file("club.db");
        let server = Server::begin_guarded(program(), &database, &flags).await.unwrap();
        Club { server, folder }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.server.address)
    }

    /// Gives an order, which must succeed.
    pub(crate) fn order(&self, words: &[&str]) -> String {
        let (well, said) = self.try_to(words);
        assert!(well, "{words:?}: {said}");
        said
    }

    /// Gives an order.
    pub(crate) fn try_to(&self, words: &[&str]) -> (bool, String) {
        let database = self.folder.file("club.db");
        say(&[words, &["--database", &database]].concat())
    }

    /// A new member's session token.
    pub(crate) async fn join(&self, name: &str) -> String {
        let it = json!({"name": name, "password": "correct horse"}).to_string();
        let it = self.client().ask("/api/v1/members", "", "", Some(&it)).await.unwrap();
        assert_eq!(it.status, 201);
        it.json::<Value>().unwrap()["token"].as_str().unwrap().to_string()
    }

    /// The status and body of the response to a request.
    pub(crate) async fn ask(&self, path: &str, token: &str, body: Option<Value>) -> (u16, Value) {
        let body = body.map(|it| it.to_string());
        let it = self.client().ask(path, token, "", body.as_deref()).await.unwrap();
        let value = serde_json::from_slice(&it.body);
        (it.status, value.unwrap_or_else(|_| String::from_utf8_lossy(&it.body).into()))
    }

    /// The response to a command of the club.
    pub(crate) async fn command(&self, token: &str, command: Value) -> (u16, Value) {
        self.ask("/api/v1/commands", token, Some(command)).await
    }

    /// The reply to a command in words.
    pub(crate) async fn words(&self, token: &str, words: &str) -> String {
        let head = if token.is_empty() {
            String::new()
        } else {
            format!("authorization: Bearer {token}\r\n")
        };
        raw(&self.server.address.to_string(), "POST /command", &head, "text/plain", words).await
    }

    /// Submits a form, as a browser does.
    pub(crate) async fn form(&self, path: &str, token: &str, fields: &str) -> String {
        let head = format!("cookie: crosscut-session={token}\r\n");
        let kind = "application/x-www-form-urlencoded";
        raw(&self.server.address.to_string(), &format!("POST {path}"), &head, kind, fields).await
    }

    /// A page, as a browser requests it.
    pub(crate) async fn page(&self, path: &str, token: &str) -> String {
        let head = format!("cookie: crosscut-session={token}\r\n");
        raw(&self.server.address.to_string(), &format!("GET {path}"), &head, "text/plain", "").await
    }

    /// A match between two members, begun by an open challenge.
    pub(crate) async fn begin(&self, one: &str, other: &str) -> u64 {
        let terms = json!({"game": "hex:size=5", "pace": {"kind": "days", "days": 3}});
        let challenge = json!({"command": "challenge", "to": "open", "terms": terms});
        let (status, made) = self.command(one, challenge).await;
        assert_eq!(status, 200, "{made}");
        let accept = json!({"command": "accept_challenge", "id": made["challenge"]});
        let (status, began) = self.command(other, accept).await;
        assert_eq!(status, 200, "{began}");
        began["match"].as_u64().unwrap()
    }

    pub(crate) async fn ending(&self, id: u64) -> Value {
        self.ask(&format!("/api/v1/matches/{id}"), "", None).await.1["ending"].clone()
    }
}

async fn raw(address: &str, what: &str, head: &str, kind: &str, body: &str) -> String {
    String::from_utf8_lossy(&bytes(address, what, head, kind, body).await).into_owned()
}

/// The whole response to a request in HTTP/1.0, which has no chunks.
pub(crate) async fn bytes(
    address: &str,
    what: &str,
    head: &str,
    kind: &str,
    body: &str,
) -> Vec<u8> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let request = format!(
        "{what} HTTP/1.0\r\nhost: {address}\r\nconnection: close\r\n{head}content-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_holds_at_every_door() {
    let club = Club::open(&[]).await;
    let (ann, bob) = (club.join("Ann").await, club.join("Bob").await);
    let id = club.begin(&ann, &bob).await;
    let open = json!({"command": "challenge", "to": "open",
        "terms": {"game": "hex:size=5", "pace": {"kind": "none"}}});
    assert_eq!(club.command(&bob, open).await.0, 200);

    // For some days: signed out immediately, while the matches continue.
    let said = club.order(&["user", "ban", "bob", "--days", "3", "--reason", "Insults."]);
    assert!(said.contains("Bob is banned until") && said.contains("their matches go on"), "{said}");
    assert_eq!(club.ask("/api/v1/me", &bob, None).await.0, 401);
    assert_eq!(club.command(&bob, json!({"command": "resign", "id": id})).await.0, 401);
    let said = club.words(&bob, &format!("hex resign {id}")).await;
    assert!(said.contains("401") && said.contains("This token is not known here"), "{said}");
    assert!(club.page("/", &bob).await.contains(">Sign in</a>"));
    assert_eq!(club.ask("/api/v1/challenges", "", None).await.1, json!([]));
    assert_eq!(club.ending(id).await, Value::Null);
    // The reason is shown only to somebody who knows the password.
    let sign_in = |password: &str| json!({"name": "bob", "password": password});
    let (status, said) = club.ask("/api/v1/sessions", "", Some(sign_in("wrong horse"))).await;
    assert_eq!((status, said["error"].as_str().unwrap().contains("banned")), (401, false));
    let (status, said) = club.ask("/api/v1/sessions", "", Some(sign_in("correct horse"))).await;
    let said = said["error"].as_str().unwrap();
    assert!(status == 403 && said.contains("this account is banned until"), "{said}");
    assert!(said.ends_with(": Insults"), "{said}");
    let page = club.form("/sign-in", "", "name=bob&password=correct+horse").await;
    assert!(page.contains("403") && page.contains("This account is banned until"), "{page}");
    // Nobody waits for an answer that cannot come.
    let call = json!({"command": "challenge", "to": {"member": 2},
        "terms": {"game": "hex:size=5", "pace": {"kind": "none"}}});
    let (status, said) = club.command(&ann, call).await;
    assert_eq!((status, &said["error"]), (403, &json!("Bob cannot play here at the moment")));
    let held = club.order(&["user", "held"]);
    assert!(held.starts_with("ban  Bob  until") && held.contains("Insults"), "{held}");

    // A ban outlives the server, and another order ends it.
    let mut club = club;
    club.server.stop().await.unwrap();
    let database = club.folder.file("club.db");
    club.server = Server::begin(program(), &database, &["--password-cost", "8"]).await.unwrap();
    assert_eq!(club.ask("/api/v1/sessions", "", Some(sign_in("correct horse"))).await.0, 403);
    club.order(&["user", "unban", "bob"]);
    assert!(!club.try_to(&["user", "unban", "bob"]).0);
    assert_eq!(club.ask("/api/v1/sessions", "", Some(sign_in("correct horse"))).await.0, 201);

    // For good: no opponent is left waiting.
    let said = club.order(&["user", "ban", "Bob"]);
    // A ban cannot be shortened by mistake.
    let (well, told) = club.try_to(&["user", "ban", "bob", "--days", "3"]);
    assert!(!well && told.contains("banned for good already, which is longer"), "{told}");
    assert!(said.contains("one match resigned"), "{said}");
    assert_ne!(club.ending(id).await, Value::Null);
    let (_, said) = club.ask("/api/v1/sessions", "", Some(sign_in("correct horse"))).await;
    assert_eq!(said["error"], "this account is banned: ask whoever runs this club why");
    let audit = club.order(&["audit"]);
    let lines: Vec<&str> = audit.lines().collect();
    assert_eq!(lines.len(), 3, "{audit}");
    assert!(
        lines[0].contains("  ban  Bob until ")
            && lines[0].ends_with("  Insults")
            && lines[1].contains("  unban  Bob"),
        "{audit}"
    );
    assert!(lines[0].contains("command line"), "{audit}");
    // The time is that of the club's clock.
    assert!(lines.iter().all(|it| it.starts_with("202")), "{audit}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_banned_or_muted_is_so_by_mail_too() {
    let folder = Folder::new();
    let mails = folder.0.join("mails");
    std::fs::create_dir_all(mails.join("in")).unwrap();
    let flags = ["--mail-dir", mails.to_str().unwrap(), "--mail-address", "club@club.test"];
    let flags = [&flags[..], &["--mail-accept", "from", "--mail-delay", "0"]].concat();
    let club = Club::open(&flags).await;
    let mut n = 0;
    let mut mail = async |subject: &str, body: &str| {
        n += 1;
        let text = format!(
            "From: ann@player.test\r\nTo: club@club.test\r\nMessage-ID: <{n}@x>\r\nSubject: {subject}\r\n\r\n{body}\r\n"
        );
        std::fs::write(mails.join(format!("in/{n}")), text).unwrap();
        for _ in 0..200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            let files: Vec<_> = std::fs::read_dir(mails.join("out")).unwrap().flatten().collect();
            if let Some(file) = files.first() {
                let text = std::fs::read_to_string(file.path()).unwrap();
                std::fs::remove_file(file.path()).unwrap();
                return text.replace("=\r\n", "").replace("\r\n", " ");
            }
        }
        panic!("no answer to {subject}")
    };
    let said = mail("signup ann", "").await;
    assert!(said.contains("elcome, ann"), "{said}");
    club.join("Bob").await;
    club.order(&["user", "mute", "ann", "--reason", "spam"]);
    let said = mail("message bob", "buy this").await;
    assert!(said.contains("You can play, but not write to others: spam"), "{said}");
    club.order(&["user", "ban", "ann", "--days", "2", "--reason", "spam"]);
    let said = mail("list", "").await;
    assert!(said.contains("This account is banned until"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_muted_plays_and_does_not_talk() {
    let club = Club::open(&[]).await;
    let (ann, bob) = (club.join("Ann").await, club.join("Bob").await);
    let id = club.begin(&ann, &bob).await;
    let words =
        |words: &str| json!({"command": "say", "id": id, "room": "players", "words": words});
    assert_eq!(club.command(&bob, words("one")).await.0, 200);
    for days in ["0", "3651"] {
        let (well, said) = club.try_to(&["user", "mute", "bob", "--days", days]);
        assert!(!well && said.contains("1 to 3650 days"), "{said}");
    }
    club.order(&["user", "mute", "bob", "--days", "3650", "--reason", "shouting"]);
    club.order(&["user", "unmute", "bob"]);
    club.order(&["user", "mute", "bob", "--days", "1", "--reason", "shouting"]);
    let (status, said) = club.command(&bob, words("two")).await;
    let said = said["error"].as_str().unwrap();
    assert!(
        status == 403 && said.contains("you can play, but not write to others until"),
        "{said}"
    );
    let page = club.form(&format!("/match/{id}/say"), &bob, "room=players&words=two").await;
    assert!(page.contains("not write to others until"), "{page}");
    let text = club.words(&bob, &format!("hex chat {id}\nhello")).await;
    assert!(text.contains("not write to others until"), "{text}");
    let greeting = json!({"command": "challenge", "to": {"member": 1}, "greeting": "hello",
        "terms": {"game": "hex:size=5", "pace": {"kind": "none"}}});
    assert_eq!(club.command(&bob, greeting).await.0, 403);
    // Plans may not contain remarks either.
    let open = json!({"command": "challenge", "to": "open", "choice": "first",
        "terms": {"game": "hex:size=5", "pace": {"kind": "none"}}});
    let made = club.command(&ann, open).await.1["challenge"].clone();
    let began = club.command(&bob, json!({"command": "accept_challenge", "id": made})).await.1;
    for (say, status) in [(json!([]), 200), (json!(["two"]), 403)] {
        let branch = json!({"on": "B4", "play": ["D4"], "say": say, "then": []});
        let plan = json!({"command": "plan", "id": began["match"],
            "plan": {"ply": 1, "branches": [branch]}});
        let (told, said) = club.command(&bob, plan).await;
        assert_eq!(told, status, "{said}");
    }
    // He can still play.
    let seat = club.ask(&format!("/api/v1/matches/{id}"), &bob, None).await.1;
    let mover = if seat["seats"][0] == "member/2" { &bob } else { &ann };
    let turn = json!({"command": "turn", "id": id, "text": "a1"});
    let (status, said) = club.command(mover, turn).await;
    assert_eq!(status, 200, "{said}");

    // A removed remark is gone, for everybody and from the database.
    club.command(&ann, words("a very rude word")).await;
    let remarks = club.order(&["match", "remarks", &id.to_string()]);
    assert!(
        remarks.contains("1  Bob: one") && remarks.contains("2  Ann: a very rude word"),
        "{remarks}"
    );
    club.order(&["match", "unsay", &id.to_string(), "2", "--reason", "rude"]);
    let page = club.page(&format!("/match/{id}"), &bob).await;
    assert!(page.contains("(removed by an operator)") && !page.contains("rude word"), "{page}");
    assert!(page.contains("one"));
    assert!(!club.try_to(&["match", "unsay", &id.to_string(), "7"]).0);
    let events = club.ask(&format!("/api/v1/matches/{id}"), &ann, None).await.1.to_string();
    assert!(!events.contains("rude word"), "{events}");
    club.order(&["user", "unmute", "bob"]);
    assert_eq!(club.command(&bob, words("three")).await.0, 200);
    let (well, said) = say(&["doctor", "--database", &club.folder.file("club.db")]);
    assert!(well, "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_challenges_accounts_and_guests_are_looked_after() {
    let club = Club::open(&[]).await;
    let (ann, bob) = (club.join("Ann").await, club.join("Rudeword").await);
    club.order(&["user", "rename", "rudeword", "Bob", "--reason", "rude"]);
    assert_eq!(club.ask("/api/v1/me", &bob, None).await.1["name"], "Bob");
    assert!(!club.try_to(&["user", "rename", "bob", "ann"]).0);
    let challenge = json!({"command": "challenge", "to": {"member": 1}, "greeting": "rubbish",
        "terms": {"game": "hex:size=5", "pace": {"kind": "none"}}});
    let made = club.command(&bob, challenge).await.1["challenge"].to_string();
    assert!(club.page(&format!("/challenge/{made}"), &ann).await.contains("rubbish"));
    club.order(&["match", "withdraw", &made]);
    assert!(!club.page(&format!("/challenge/{made}"), &ann).await.contains("rubbish"));

    let ids = [club.begin(&ann, &bob).await, club.begin(&ann, &bob).await].map(|it| it.to_string());
    let said = club.order(&["match", "stop", &ids[0], &ids[1], "99"]);
    assert!(
        said.contains(&format!("matches {}, {} ended without a result", ids[0], ids[1])),
        "{said}"
    );
    assert!(said.contains("match 99 was not stopped"), "{said}");
    for (name, matches) in [("BOB", 2), ("ann", 2), ("carol", 0)] {
        if matches == 0 {
            club.join(name).await;
        }
        let said = club.order(&["match", "export", "--of", name]);
        assert_eq!(said.matches("[Game ").count(), matches, "{name}: {said}");
    }
    let (well, said) = club.try_to(&["match", "export", "--of", "nosuch"]);
    assert!(!well && said.contains("nobody is called 'nosuch'"), "{said}");

    let id = club.begin(&ann, &bob).await;
    let (well, said) = club.try_to(&["user", "close", "bob"]);
    assert!(!well && said.contains("--sure"), "{said}");
    club.order(&["user", "close", "bob", "--sure", "--reason", "asked for it by mail"]);
    assert_ne!(club.ending(id).await, Value::Null);
    assert_eq!(club.ask("/api/v1/me", &bob, None).await.0, 401);
    let page = club.page(&format!("/match/{id}"), &ann).await;
    assert!(page.contains("Former member 2") && !page.contains("Bob"), "{page}");
    assert!(club.page("/member/Bob", &ann).await.contains("404"));
    let again = json!({"name": "Rudeword", "password": "correct horse"});
    assert_eq!(club.ask("/api/v1/members", "", Some(again)).await.0, 409);

    // A guest who has played remains visible; other long-gone guests are forgotten.
    for _ in 0..3 {
        assert_eq!(club.ask("/api/v1/guests", "", Some(json!({}))).await.0, 201);
    }
    let said = club.order(&["user", "purge-guests", "--days", "1"]);
    assert!(said.contains("0 guests are forgotten"), "{said}");
    assert!(!club.try_to(&["user", "purge-guests", "--days", "0"]).0);
    let (well, said) = say(&["doctor", "--database", &club.folder.file("club.db")]);
    assert!(well, "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_match_of_a_game_that_is_switched_off_begins() {
    let club = Club::open(&[]).await;
    let (ann, bob) = (club.join("Ann").await, club.join("Bob").await);
    let id = club.begin(&ann, &bob).await;
    assert_eq!(club.command(&ann, json!({"command": "abort", "id": id})).await.0, 200);
    let terms = json!({"game": "hex:size=5", "pace": {"kind": "none"}});
    let challenge =
        |to: Value| json!({"command": "challenge", "to": to, "terms": terms, "choice": "first"});
    let made = club.command(&bob, challenge(json!({"member": 1}))).await.1["challenge"].clone();
    let accept = json!({"command": "accept_challenge", "id": made});
    let level = json!({"command": "play_computer", "level": 1, "terms": terms});
    let rematch = |offer: &str| json!({"command": offer, "id": id, "offer": "rematch"});
    assert_eq!(club.command(&ann, rematch("offer")).await.0, 200);
    club.order(&["game", "close", "hex"]);
    for (who, command) in [
        (&ann, accept.clone()),
        (&bob, rematch("accept")),
        (&bob, rematch("offer")),
        (&bob, level),
        (&bob, challenge(json!("open"))),
    ] {
        let (status, said) = club.command(who, command.clone()).await;
        assert_eq!(status, 403, "{command}: {said}");
    }
    let text = club.words(&ann, &format!("accept c{made}")).await;
    assert!(text.starts_with("HTTP/1.0 403") || text.starts_with("HTTP/1.1 403"), "{text}");
    club.order(&["game", "open", "hex"]);
    assert_eq!(club.command(&bob, rematch("accept")).await.0, 200);
    assert_eq!(club.command(&ann, accept).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_comes_from_a_network_that_is_blocked() {
    let club = Club::open(&["--proxy", "127.0.0.1"]).await;
    let address = club.server.address.to_string();
    let from = async |ip: &str| {
        let head = format!("x-forwarded-for: {ip}\r\n");
        raw(&address, "GET /games", &head, "text/plain", "").await
    };
    for mine in ["127.0.0.1", "0.0.0.0/0", "::/0", "::1"] {
        let (well, said) = club.try_to(&["address", "block", mine]);
        assert!(!well && said.contains("this machine itself"), "{said}");
    }
    assert!(!club.try_to(&["address", "block", "nonsense"]).0);
    club.order(&["address", "block", "203.0.113.7/24", "--reason", "guests"]);
    assert_eq!(club.order(&["address", "list"]).trim(), "203.0.113.0/24  guests");
    let page = from("203.0.113.99").await;
    assert!(page.starts_with("HTTP/1.0 403"), "{page}");
    assert!(page.contains("Nobody is let in from your network"), "{page}");
    assert!(from("203.0.114.1").await.starts_with("HTTP/1.0 200"));
    club.order(&["address", "unblock", "203.0.113.0/24"]);
    assert!(from("203.0.113.99").await.starts_with("HTTP/1.0 200"));
}
