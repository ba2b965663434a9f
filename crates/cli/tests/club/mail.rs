use std::path::PathBuf;
use std::time::Duration;

use crosscut_catalog::{Line, Seat, Spec};
use crosscut_load::client::Client;
use crosscut_load::mailers::MailServers;
use crosscut_load::server::Server;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;

use crate::{Folder, program, say_with};

/// The game played.
const GAME: &str = "trellis:size=7,opening=swap,mirror=off";
/// The club's address.
const CLUB: &str = "club@club.test";
/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// How mails travel.
enum Way {
    /// Files in a folder.
    Folder(PathBuf),
    /// Postfix and Dovecot.
    Servers(MailServers),
}

impl Way {
    /// Sends a mail; `n` is its number, and a mail sent again has the same one.
    fn send(&self, from: &str, to: &str, n: u32, head: &str, subject: &str, body: &str) {
        let mail = format!(
            "{head}From: {from}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{n}.{from}>\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"
        );
        match self {
            Way::Servers(mailers) => mailers.send(from, to, &mail).unwrap(),
            Way::Folder(folder) => {
                let name =
                    format!("{from}-{n}-{}", std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos());
                let part = folder.join(&name);
                std::fs::write(&part, mail).unwrap();
                std::fs::rename(part, folder.join("in").join(name)).unwrap();
            }
        }
    }

    /// The mails sent to an address, oldest first.
    fn mailbox(&self, address: &str) -> Vec<String> {
        let folder = match self {
            Way::Servers(mailers) => {
                return mailers.mailbox(address.split('@').next().unwrap()).unwrap();
            }
            Way::Folder(folder) => folder,
        };
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder.join("out")).unwrap().map(|it| it.unwrap().path()).collect();
        files.sort();
        let mails = files.iter().map(|it| String::from_utf8(std::fs::read(it).unwrap()).unwrap());
        mails.filter(|it| header(it, "to") == address).collect()
    }
}

/// A header of a mail, unfolded.
fn header(mail: &str, name: &str) -> String {
    let head = mail.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let value = head.lines().find_map(|line| {
        let (field, value) = line.split_once(':')?;
        field.eq_ignore_ascii_case(name).then(|| value.trim().to_string())
    });
    value.unwrap_or_default()
}

/// The plain text of a mail, which is its first part.
fn text(mail: &str) -> String {
    let at = mail.find("text/plain").unwrap_or(0);
    let (head, body) = mail[at..].split_once("\r\n\r\n").unwrap();
    let body = body.split("\r\n--=_").next().unwrap();
    if !head.to_lowercase().contains("quoted-printable") {
        return body.replace('\r', "");
    }
    let body = body.replace("=\r\n", "");
    let mut out = Vec::new();
    let mut bytes = body.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'=' {
            let pair = [bytes.next().unwrap(), bytes.next().unwrap()];
            out.push(u8::from_str_radix(std::str::from_utf8(&pair).unwrap(), 16).unwrap());
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).unwrap().replace('\r', "")
}

/// The path of the link in a mail.
fn link(mail: &str) -> String {
    let text = text(mail);
    let at = text.find("http://club.test/").unwrap_or_else(|| panic!("no link in {text}"));
    let link = text[at + "http://club.test".len()..].split_whitespace().next().unwrap();
    link.to_string()
}

/// A person who plays by mail.
struct Player<'a> {
    way: &'a Way,
    address: String,
    /// The header that the receiving server adds to their mails.
    head: String,
    sent: u32,
    read: usize,
}

impl Player<'_> {
    fn new<'a>(way: &'a Way, name: &str, head: &str) -> Player<'a> {
        Player {
            way,
            address: format!("{name}@player.test"),
            head: head.to_string(),
            sent: 0,
            read: 0,
        }
    }

    fn write(&mut self, to: &str, subject: &str, body: &str) {
        self.sent += 1;
        self.way.send(&self.address, to, self.sent, &self.head, subject, body);
    }

    /// Sends the last mail again.
    fn write_again(&mut self, to: &str, subject: &str, body: &str) {
        self.way.send(&self.address, to, self.sent, &self.head, subject, body);
    }

    /// Waits for a mail of this kind, and reads all before it.
    async fn expect(&mut self, what: &str, fits: impl Fn(&str) -> bool) -> String {
        for _ in 0..600 {
            let all = self.way.mailbox(&self.address);
            if let Some(at) = all.iter().skip(self.read).position(|it| fits(it)) {
                self.read += at + 1;
                return all[self.read - 1].clone();
            }
            sleep(Duration::from_millis(100)).await;
        }
        let all = self.way.mailbox(&self.address);
        panic!(
            "{} has no mail: {what}; there are\n{}",
            self.address,
            all[self.read.min(all.len())..].join("\n=====\n")
        );
    }

    async fn expect_words(&mut self, words: &str) -> String {
        self.expect(words, |it| text(it).contains(words)).await
    }
}

/// Requests a page as a browser without scripts does.
async fn visit(server: &Server, method: &str, path: &str, cookie: &str, body: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Requests a password by mail, and signs in with it: returns the session cookie.
async fn enter(server: &Server, player: &mut Player<'_>) -> String {
    let name = player.address.split('@').next().unwrap().to_string();
    let asked = visit(server, "POST", "/recover", "", &format!("who={name}")).await;
    assert!(asked.contains("200 OK"), "{asked}");
    let recover = player.expect_words("set another password").await;
    visit(server, "POST", &link(&recover), "", "new=battery+staple").await;
    let form = format!("name={name}&password=battery+staple");
    let entered = visit(server, "POST", "/sign-in", "", &form).await;
    let cookie = entered.lines().find_map(|it| it.strip_prefix("set-cookie: ")).unwrap();
    cookie.split(';').next().unwrap().to_string()
}

async fn plies(server: &Server, id: u64) -> (Vec<String>, Value) {
    let answer =
        Client::new(server.address).ask(&format!("/api/v1/matches/{id}"), "", "", None).await;
    let standing: Value = answer.unwrap().json().unwrap();
    let moves = standing["moves"].as_array().unwrap();
    (moves.iter().map(|it| it.as_str().unwrap().to_string()).collect(), standing)
}

/// A whole match from the first mail to the result; bob continues in the browser half-way.
async fn a_match(way: Way, flags: &[&str], vouched: &str) {
    let folder = Folder::new();
    let mut all = vec![
        "--public-url",
        "http://club.test",
        "--mail-address",
        "club@club.test",
        "--mail-delay",
        "1",
        "--mail-trust",
        "mx.club.test",
    ];
    all.extend(flags);
    let server = Server::begin(program(), &folder.file("club.db"), &all).await.unwrap();
    let club = CLUB;
    let mut ann = Player::new(&way, "ann", vouched);
    // Bob's sender address is not confirmed: he is asked whether it was him, each time he writes without a token.
    let mut bob = Player::new(&way, "bob", "");

    ann.write(club, "signup ann", "");
    ann.expect_words("Welcome, ann").await;
    bob.write(club, "signup bob", "");
    let asked = bob.expect_words("If you did, say so here").await;
    assert!(visit(&server, "GET", &link(&asked), "", "").await.contains("signup bob"));
    assert!(bob.way.mailbox("bob@player.test").len() == 1, "a look at the link does nothing");
    assert!(visit(&server, "POST", &link(&asked), "", "").await.contains("200 OK"));
    bob.expect_words("Welcome, bob").await;

    ann.write(club, "trellis challenge -size=7 ann bob", "well met");
    let challenge = bob.expect_words("ann wants to play you").await;
    // A one-word reply is enough: the address it goes to identifies the sender.
    bob.write(&header(&challenge, "reply-to"), "Re: ann challenges you", "Accept!");

    let spec: Spec = GAME.parse().unwrap();
    let mut line = Line::new(spec);
    let began = ann.expect("her turn", |it| header(it, "reply-to").contains(".0.")).await;
    let tag = header(&began, "reply-to");
    let id: u64 = tag.split_once('+').unwrap().1.split('.').next().unwrap().parse().unwrap();
    let thread = format!("<match.{id}@club.test>");
    assert!(header(&began, "references").contains(&thread), "{began}");
    assert!(text(&began).contains(&line.position().text().to_string()), "{}", text(&began));

    let mut in_browser: Option<String> = None;
    while let Some(seat) = line.position().turn() {
        let n = line.plies().len();
        let moves = line.position().moves();
        let text_of = moves[(n * 7 + 3) % moves.len()].clone();
        let body = format!(
            "{text_of}\r\n\r\n-- \r\nsent by hand\r\n\r\nOn Monday, Crosscut wrote:\r\n> A1\r\n"
        );
        match (seat, &in_browser) {
            (Seat::Second, Some(cookie)) => {
                // He looks at the board as soon as it is his turn.
                let page = format!("/match/{id}");
                let begun = tokio::time::Instant::now();
                loop {
                    assert!(begun.elapsed() < PATIENCE, "it never becomes his turn");
                    let shown = visit(&server, "GET", &page, cookie, "").await;
                    if shown.contains(&format!("name=\"ply\" value=\"{n}\"")) {
                        break;
                    }
                    sleep(Duration::from_millis(20)).await;
                }
                let turn = text_of.replace(',', "%2C");
                let form = format!("turn={turn}&ply={n}&key=k{n}");
                let done = visit(&server, "POST", &format!("{page}/turn"), cookie, &form).await;
                assert!(done.starts_with("HTTP/1.1 303"), "{done}");
            }
            (seat, _) => {
                let player = if seat == Seat::First { &mut ann } else { &mut bob };
                let to = match n {
                    0 => tag.clone(),
                    _ => {
                        let own = format!("{id}.{n}.");
                        let mail = player
                            .expect("a turn", |it| header(it, "reply-to").contains(&own))
                            .await;
                        assert!(
                            text(&mail).contains(&line.position().text().to_string()),
                            "{mail}"
                        );
                        assert!(header(&mail, "references").contains(&thread), "{mail}");
                        header(&mail, "reply-to")
                    }
                };
                player.write(&to, "Re: your turn", &body);
                if n == 2 {
                    // Mail servers sometimes deliver a mail twice; and an old mail stays old.
                    player.write_again(&to, "Re: your turn", &body);
                    player.write(&to, "Re: your turn", "A1\r\n");
                    player.expect("a refusal", |it| header(it, "subject").contains("Error")).await;
                }
            }
        }
        line.play(&text_of).unwrap();
        let begun = tokio::time::Instant::now();
        loop {
            assert!(begun.elapsed() < PATIENCE, "ply {n} is never played");
            let (moves, _) = plies(&server, id).await;
            assert!(moves.len() <= n + 1, "{moves:?}");
            if moves.len() == n + 1 {
                assert_eq!(moves, line.plies());
                break;
            }
            sleep(Duration::from_millis(20)).await;
        }
        if n == 5 {
            in_browser = Some(enter(&server, &mut bob).await);
        }
    }
    let (_, standing) = plies(&server, id).await;
    assert!(standing["ending"].to_string().contains("rules"), "{standing}");
    ann.expect("the end", |it| text(it).contains("has won") || text(it).contains("won by")).await;
    // What bob saw in the browser was not sent to him.
    let turns = bob
        .way
        .mailbox("bob@player.test")
        .iter()
        .skip(bob.read)
        .filter(|it| text(it).contains("your turn"))
        .count();
    assert_eq!(turns, 0, "bob was written to about what he had seen");
    assert!(line.plies().len() > 8, "the match was too short to switch in it: {:?}", line.plies());
}

/// What a server that checked the sender would add.
const VOUCHED: &str = "Authentication-Results: mx.club.test; dkim=pass header.d=player.test\r\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_by_files_in_a_folder() {
    let folder = Folder::new();
    let mails = folder.0.join("mails");
    std::fs::create_dir_all(mails.join("in")).unwrap();
    let flags = ["--mail-dir", mails.to_str().unwrap()];
    a_match(Way::Folder(mails.clone()), &flags, VOUCHED).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_through_postfix_and_dovecot() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTFIX").is_some() {
        return;
    }
    let folder = Folder::new();
    let mailers = MailServers::begin(&folder.0.join("mailers")).unwrap();
    let relay = format!("smtp://127.0.0.1:{}", mailers.smtp);
    let listen = format!("127.0.0.1:{}", mailers.club);
    // Headers that the players forge in the server's name come below the server's own line.
    let flags = ["--mail-relay", &relay, "--mail-listen", &listen, "--mail-hops", "2"];
    a_match(Way::Servers(mailers), &flags, VOUCHED).await;
}

/// docs/mail.md, step by step: Postfix and OpenDKIM in front of the club, which trusts what they say and nothing else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signature_that_a_real_server_has_checked_is_believed() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTFIX").is_some()
        || std::env::var_os("CROSSCUT_WITHOUT_OPENDKIM").is_some()
    {
        return;
    }
    let folder = Folder::new();
    let mailers = MailServers::begin_checking(&folder.0.join("mailers")).unwrap();
    let flags = [
        ["--mail-address", CLUB],
        ["--mail-relay", &format!("smtp://127.0.0.1:{}", mailers.smtp)],
        ["--mail-listen", &format!("127.0.0.1:{}", mailers.club)],
        ["--mail-trust", "mx.club.test"],
        ["--mail-delay", "0"],
    ];
    let server =
        Server::begin(program(), &folder.file("club.db"), flags.as_flattened()).await.unwrap();
    let mail = |name: &str, head: &str| {
        format!(
            "{head}From: {name}@player.test\r\nTo: {CLUB}\r\nSubject: signup {name}\r\nMessage-ID: <1.{name}@x>\r\n\
             Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n\r\nhello\r\n"
        )
    };
    // Signed by the server of her domain; and unsigned, with a header that claims otherwise.
    mailers.send_signed("ann@player.test", CLUB, &mail("ann", "")).unwrap();
    mailers.send("bob@player.test", CLUB, &mail("bob", VOUCHED)).unwrap();
    let listed = "List-Unsubscribe: <https://club.test/mail/unsubscribe>\r\n\
                  List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";
    mailers.send_signed("ann@player.test", "eve@player.test", &mail("ann", listed)).unwrap();
    let way = Way::Servers(mailers);
    let welcome = Player::new(&way, "ann", "").expect_words("Welcome, ann").await;
    assert!(!header(&welcome, "subject").contains("write this"), "{welcome}");
    let asked = Player::new(&way, "bob", "").expect_words("Nobody vouches").await;
    assert!(text(&asked).contains("signup bob"), "{asked}");
    // Both headers for one-click unsubscription are signed, and nobody can add another.
    let signed = |it: &str| it.to_lowercase().contains("dkim-signature");
    let signed = Player::new(&way, "eve", "").expect("a signed mail", signed).await;
    let head = signed.split("\r\n\r\n").next().unwrap().to_lowercase();
    let head: String = head.split_whitespace().collect();
    let headers: Vec<&str> =
        head.split(";h=").nth(1).unwrap().split(';').next().unwrap().split(':').collect();
    for name in ["list-unsubscribe", "list-unsubscribe-post"] {
        assert_eq!(headers.iter().filter(|it| **it == name).count(), 2, "{headers:?}");
    }
    drop(server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_are_fetched_from_a_mailbox() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTFIX").is_some() {
        return;
    }
    let folder = Folder::new();
    let mailers = MailServers::begin(&folder.0.join("mailers")).unwrap();
    let relay = format!("smtp://127.0.0.1:{}", mailers.smtp);
    let mailbox = format!("imap://house:secret@127.0.0.1:{}/INBOX", mailers.imap);
    let way = Way::Servers(mailers);
    let club = "house@player.test";
    let mut ann = Player::new(&way, "ann", VOUCHED);
    ann.write(club, "signup ann", "");
    let begun = tokio::time::Instant::now();
    while way.mailbox(club).is_empty() {
        assert!(begun.elapsed() < PATIENCE, "the servers bring no mail");
        sleep(Duration::from_millis(50)).await;
    }
    // The mail has passed through two of the club's own servers, Postfix and Dovecot, and the header she forges in their name
    // comes below their lines.
    let flags = [
        ["--mail-address", club],
        ["--mail-relay", &relay],
        ["--mail-fetch", &mailbox],
        ["--mail-trust", "mx.club.test"],
        ["--mail-hops", "3"],
        ["--mail-delay", "0"],
    ]
    .concat();
    let mut server = Server::begin(program(), &folder.file("club.db"), &flags).await.unwrap();
    ann.expect_words("Welcome, ann").await;
    // Processed mail is marked, and a reply is recognized by its tag.
    server.stop().await.unwrap();
    ann.write("house+nothing@player.test", "trellis seek 1 -size=7", "");
    server.begin_again().await.unwrap();
    ann.expect("an answer", |it| header(it, "subject").to_lowercase().contains("trellis")).await;
    let welcomes = way.mailbox("ann@player.test");
    assert_eq!(welcomes.iter().filter(|it| text(it).contains("Welcome, ann")).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_comes_through_a_pipe() {
    let folder = Folder::new();
    let (data, mails) = (folder.file("data"), folder.file("mails"));
    std::fs::create_dir_all(&data).unwrap();
    let settings = format!(
        "mail-dir = \"{mails}\"\nmail-accept = \"from\"\nmail-address = \"club@club.test\"\n"
    );
    std::fs::write(folder.0.join("data/crosscut.toml"), settings).unwrap();
    let mail = "From: ann@player.test\r\nTo: club@club.test\r\nMessage-ID: <1@x>\r\nSubject: signup ann\r\n\r\n";
    let taken = |mail: &str| say_with(&["mail-in", "--data", &data], mail);
    // There is no such club.
    assert!(!taken(mail).0);
    let config = folder.file("data/crosscut.toml");
    let database = folder.file("data/club.db");
    let mut server = Server::begin(program(), &database, &["--config", &config]).await.unwrap();
    assert_eq!(taken(mail), (true, String::new()));
    assert_eq!(taken(mail), (true, String::new()));
    server.stop().await.unwrap();
    // No server is running: the command itself carries it out.
    let other = mail.replace("ann", "bob").replace("<1@x>", "<2@x>");
    assert_eq!(taken(&other), (true, String::new()));
    server.begin_again().await.unwrap();
    let way = Way::Folder(folder.0.join("mails"));
    for name in ["ann", "bob"] {
        let mut player = Player::new(&way, name, "");
        player.expect_words(&format!("Welcome, {name}")).await;
        assert_eq!(way.mailbox(&format!("{name}@player.test")).len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_has_done_each_mail_once() {
    let folder = Folder::new();
    let mails = folder.0.join("mails");
    std::fs::create_dir_all(mails.join("in")).unwrap();
    let flags =
        ["--mail-dir", mails.to_str().unwrap(), "--mail-accept", "from", "--mail-delay", "0"];
    let flags =
        [&flags[..], &["--mail-address", "club@club.test", "--public-url", "http://club.test"]]
            .concat();
    let mut server = Server::begin(program(), &folder.file("club.db"), &flags).await.unwrap();
    let way = Way::Folder(mails);
    let club = CLUB;
    let mut ann = Player::new(&way, "ann", "");
    let mut bob = Player::new(&way, "bob", "");
    for player in [&mut ann, &mut bob] {
        let name = player.address.split('@').next().unwrap().to_string();
        player.write(club, &format!("signup {name}"), "");
        player.expect_words("Welcome").await;
    }
    ann.write(club, "trellis challenge -size=7 ann bob", "");
    bob.expect_words("ann wants to play you").await;
    bob.write(club, "accept ann", "");
    let began = ann.expect("her turn", |it| header(it, "reply-to").contains(".0.")).await;
    let tag = header(&began, "reply-to");
    let id: u64 = tag.split_once('+').unwrap().1.split('.').next().unwrap().parse().unwrap();

    // Remarks, each of which is a command of its own; some mails are delivered twice.
    let many = 60;
    for n in 0..many {
        let words = format!("remark number {n} of many");
        ann.write(&tag, "Re: your turn", &format!("chat\r\n{words}"));
        if n % 5 == 0 {
            ann.write_again(&tag, "Re: your turn", &format!("chat\r\n{words}"));
        }
        // The moments differ: a command may be interrupted anywhere.
        if n % 10 == 9 {
            sleep(Duration::from_millis(37 * (n % 7) + 11)).await;
            server.kill().await.unwrap();
            server.begin_again().await.unwrap();
        }
    }
    // A mail during which the server was killed twice is put aside, and may be put back. The last server still puts aside what
    // it finds, so this is repeated as long as anything is missing.
    let put_back = || {
        for mail in std::fs::read_dir(folder.0.join("mails/in/failed")).into_iter().flatten() {
            let mail = mail.unwrap();
            std::fs::rename(mail.path(), folder.0.join("mails/in").join(mail.file_name())).unwrap();
        }
    };
    for n in 0..many {
        let words = format!("remark number {n} of many");
        let whole = |it: &str| text(it).contains(&words);
        let mut found = false;
        for _ in 0..300 {
            found = way.mailbox("bob@player.test").iter().any(|it| whole(it));
            if found {
                break;
            }
            put_back();
            sleep(Duration::from_millis(100)).await;
        }
        assert!(found, "nobody told bob: {words}");
    }
    let cookie = enter(&server, &mut ann).await;
    let record = visit(&server, "GET", &format!("/match/{id}"), &cookie, "").await;
    for n in 0..many {
        let words = format!("remark number {n} of many");
        assert_eq!(record.matches(&words).count(), 1, "{words} in\n{record}");
    }
    // A mail sent again was the same mail.
    let ids: Vec<String> =
        way.mailbox("bob@player.test").iter().map(|it| header(it, "message-id")).collect();
    let mut distinct = ids.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), ids.len());
    server.stop().await.unwrap();
}

/// Delivers a mail by LMTP whose last part has this many lines; returns the club's reply.
async fn bring(port: u16, from: &str, mail: &str, lines: usize) -> String {
    // HTTP may be ready a moment before LMTP.
    let begun = tokio::time::Instant::now();
    let mut stream = loop {
        match tokio::net::TcpStream::connect(("127.0.0.1", port)).await {
            Ok(stream) => break stream,
            Err(error) => assert!(begun.elapsed().as_secs() < 10, "{error}"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    let envelope = format!("LHLO x\r\nMAIL FROM:<{from}>\r\nRCPT TO:<{CLUB}>\r\nDATA\r\n");
    stream.write_all(envelope.as_bytes()).await.unwrap();
    let mut said = String::new();
    let mut some = [0; 4096];
    while !said.contains("354 ") {
        let n = stream.read(&mut some).await.unwrap();
        assert_ne!(n, 0, "{said}");
        said += std::str::from_utf8(&some[..n]).unwrap();
    }
    stream.write_all(mail.as_bytes()).await.unwrap();
    let line =
        "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5\r\n".repeat(1000);
    for _ in 0..lines / 1000 {
        stream.write_all(line.as_bytes()).await.unwrap();
    }
    stream.write_all(b".\r\nQUIT\r\n").await.unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).await.unwrap();
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_megabytes_are_heard_to_their_end_and_forgotten() {
    let folder = Folder::new();
    let mails = folder.0.join("mails");
    std::fs::create_dir_all(mails.join("in")).unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let flags = [
        ["--mail-dir", mails.to_str().unwrap()],
        ["--mail-listen", &format!("127.0.0.1:{port}")],
        ["--mail-accept", "from"],
        ["--mail-address", CLUB],
        ["--mail-delay", "0"],
    ];
    let server =
        Server::begin(program(), &folder.file("club.db"), flags.as_flattened()).await.unwrap();
    let way = Way::Folder(mails);
    let mut ann = Player::new(&way, "ann", "");
    let head = |n: u32, subject: &str, kind: &str| {
        format!(
            "From: ann@player.test\r\nTo: {CLUB}\r\nSubject: {subject}\r\nMessage-ID: <{n}@player.test>\r\n\
             MIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n"
        )
    };
    let before = server.memory().unwrap();
    // 700,000 lines of 72 bytes. The text before the attachment counts.
    let words = "--x\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x\r\nContent-Type: application/zip\r\n\
                 Content-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n";
    let mail = format!("{}{words}", head(1, "signup ann", "multipart/mixed; boundary=x"));
    let said = bring(port, &ann.address, &mail, 700_000).await;
    assert!(said.contains("250 2.0.0"), "{said}");
    ann.expect_words("Welcome, ann").await;
    // The text itself is too long: nothing is done, and she is told.
    let mail = head(2, "trellis seek 1", "text/plain");
    let said = bring(port, &ann.address, &mail, 700_000).await;
    assert!(said.contains("250 2.0.0"), "{said}");
    ann.expect_words("Your mail was too long").await;
    let grown = server.memory().unwrap().saturating_sub(before);
    assert!(grown < 40 << 20, "{grown} bytes are kept of two mails of fifty megabytes");
}
