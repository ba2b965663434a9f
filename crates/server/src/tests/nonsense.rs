//! Nonsense on every route: whatever comes in, an answer or a sentence goes out, and never an internal error.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crosscut_club::Command;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::http::ResponseFormat;

use super::{Club, ask, begin, config, json, terms, timeout};
use std::time::Duration;

/// How many requests each route gets, besides one with each method.
const KNOCKS: usize = 48;
/// How often each command of the club is requested.
const ASKED: usize = 30;

const METHODS: [&str; 9] =
    ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"];

/// Texts that nobody means, and some that somebody might.
const TEXTS: [&str; 50] = [
    "/a\r\nset-cookie: x=y",
    "/\u{0}",
    "A1 (B1) {c} C1",
    "(;GM[11]FF[4]SZ[11];B[a1])",
    "a1 > \u{0}",
    "[Game \"hex\"]\n\n1. A1 *",
    "",
    " ",
    "0",
    "1",
    "-1",
    "3.5",
    "1e400",
    "NaN",
    "255",
    "256",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "-9223372036854775808",
    "99999999999999999999999",
    "\u{0}",
    "a\u{0}b",
    "\n",
    "\r\n\r\n",
    "\u{202e}abc",
    "\u{feff}",
    "e\u{301}\u{301}\u{301}",
    "';DROP TABLE event;--",
    "<script>alert(1)</script>",
    "%",
    "%00",
    "../../etc/passwd",
    "//evil.example/",
    "/\\evil.example",
    "A1",
    "A2,C3",
    "C3-C4",
    "swap",
    "pass",
    "hex",
    "hex:size=5",
    "hex:size=99999999999",
    "trellis:size=0,size=0",
    ":",
    "{}",
    "null",
    "member/18446744073709551615",
    "first",
    "(((((((((",
];

/// Names of query parameters. Those of forms are read from the templates and the routes.
const QUERIES: [&str; 18] = [
    "at", "turn", "after", "before", "q", "back", "code", "node", "tree", "setup", "step", "think",
    "game", "level", "g", "c", "line", "grade",
];

/// JSON that nobody means, and some that somebody might.
const VALUES: [&str; 40] = [
    "null",
    "true",
    "0",
    "1",
    "2",
    "-1",
    "1.5",
    "1e308",
    "1e999",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775807",
    "-9223372036854775808",
    "\"\"",
    "\"a\\u0000b\"",
    "\"\\ud800\"",
    "\"draw\"",
    "\"rematch\"",
    "\"first\"",
    "\"players\"",
    "\"a1\"",
    "\"Ann\"",
    "\"open\"",
    "\"link\"",
    "[]",
    "[1,2]",
    "{}",
    "{\"member\":1}",
    "{\"member\":18446744073709551615}",
    "{\"link\":\"x\"}",
    "[{\"member\":1},{\"computer\":1}]",
    "[null,null]",
    "{\"game\":\"hex\",\"pace\":{\"kind\":\"none\"}}",
    "{\"game\":\"hex\",\"pace\":{\"kind\":\"days\",\"days\":4294967295}}",
    "{\"game\":\"trellis\",\"pace\":{\"kind\":\"fischer\",\"bank\":9223372036854775807,\"increment\":9223372036854775807}}",
    "{\"game\":\"hex\",\"pace\":{\"kind\":\"fischer\",\"bank\":60000,\"increment\":-9223372036854775808,\"cap\":1}}",
    "{\"game\":\"hex\",\"setup\":\"V:A1 H:A1 turn:X\",\"pace\":{\"kind\":\"none\"},\"rated\":true}",
    "{\"game\":\"\\u0000\",\"pace\":{\"kind\":\"none\"}}",
    "{\"ply\":0,\"branches\":[{\"on\":\"a1\",\"play\":[\"b1\"],\"then\":[{\"play\":[\"c1\"]}]}]}",
    "{\"ply\":4294967295,\"branches\":[{}]}",
];

/// A seeded random number generator: splitmix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.roll(of.len())]
    }

    /// A text as the bytes of an address or a form, which may contain anything.
    fn escaped(&mut self, known: &[&str]) -> String {
        let bytes: Vec<u8> = match self.roll(8) {
            // PostgreSQL allows no NUL in a text.
            0 => (0..self.roll(12))
                .map(|_| (self.roll(300) % 256 * self.roll(8).min(1)) as u8)
                .collect(),
            1 => "long ".repeat(self.roll(400)).into_bytes(),
            2..4 if !known.is_empty() => self.one(known).as_bytes().to_vec(),
            _ => self.one(&TEXTS).as_bytes().to_vec(),
        };
        let mut out = String::new();
        for byte in bytes {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b':' | b'=' | b',' => {
                    out.push(byte.into());
                }
                _ => drop(write!(out, "%{byte:02x}")),
            }
        }
        out
    }

    fn pairs(&mut self, names: &[&str], known: &[&str]) -> String {
        let mut out = String::new();
        for _ in 0..self.roll(6) {
            // The same name may occur twice.
            let name =
                if self.roll(12) == 0 { self.escaped(&[]) } else { self.one(names).to_string() };
            let value = self.escaped(known);
            let _ = write!(out, "{}{name}={value}", if out.is_empty() { "" } else { "&" });
        }
        out
    }

    fn value(&mut self) -> String {
        match self.roll(40) {
            0 => format!("{}{}", "[".repeat(300), "]".repeat(300)),
            1 => format!("{}1{}", "{\"then\":[".repeat(60), "]}".repeat(60)),
            2 => format!("\"{}\"", "x".repeat(5000)),
            _ => self.one(&VALUES).to_string(),
        }
    }
}

struct Answer {
    status: u16,
    /// In lower case.
    head: String,
    body: String,
}

struct Knocker {
    club: Club,
    dice: Dice,
    tokens: Vec<String>,
    knocks: usize,
    /// Answers that should have been different.
    faults: Vec<String>,
}

impl Knocker {
    /// Sends one request and checks the answer.
    async fn knock(&mut self, method: &str, target: &str, more: &[u8], body: &[u8]) -> Answer {
        self.knocks += 1;
        let mut request =
            format!("{method} {target} HTTP/1.1\r\nhost: club\r\nconnection: close\r\n")
                .into_bytes();
        request.extend_from_slice(more);
        request.extend_from_slice(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
        request.extend_from_slice(body);
        let shown = String::from_utf8_lossy(&request[..request.len().min(1200)]).into_owned();
        let seen = timeout(Duration::from_secs(60), self.exchange(&request)).await;
        let seen = seen.unwrap_or_else(|_| panic!("no answer to {shown}"));
        // A client that sends more than is read may find the connection closed before it has the answer.
        if seen.is_empty() && body.len() > 64 << 10 {
            return Answer { status: 413, head: String::new(), body: String::new() };
        }
        let text = String::from_utf8_lossy(&seen);
        let (head, body) =
            text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer to {shown}"));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap();
        let answer = Answer { status, head: head.to_lowercase(), body: body.to_string() };
        // A proxy must pass events on as they come.
        let streams = answer.head.contains("text/event-stream");
        assert_eq!(streams, answer.head.contains("x-accel-buffering: no"), "{method} {target}");
        self.judge(method, target.split('?').next().unwrap_or(target), &answer, &shown);
        answer
    }

    async fn exchange(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.club.address).await.unwrap();
        let _ = stream.write_all(request).await;
        let mut seen = Vec::new();
        // An event stream has no end.
        while !seen.windows(17).any(|it| it == b"text/event-stream")
            || !seen.windows(4).any(|it| it == b"\r\n\r\n")
        {
            match stream.read_buf(&mut seen).await {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
        seen
    }

    fn judge(&mut self, method: &str, path: &str, answer: &Answer, shown: &str) {
        let Answer { status, head, body } = answer;
        let mut fault =
            |what: &str| self.faults.push(format!("{shown}\n{what}: {head}\n{body:.300}"));
        if *status >= 500 {
            fault("is answered as if it were our fault");
        }
        if let Some(at) = head.find("\r\nlocation: ") {
            let to = head[at + 12..].lines().next().unwrap();
            if !to.starts_with('/') || to.starts_with("//") || to.starts_with("/\\") {
                fault("leads away");
            }
        }
        if *status < 400 || method == "HEAD" {
            return;
        }
        let kind = |it: &str| head.contains(&format!("content-type: {it}"));
        let has_sentence = match crate::http::form_of(path) {
            ResponseFormat::Json => {
                let said: Value = serde_json::from_str(body).unwrap_or(Value::Null);
                kind("application/json") && said["error"].as_str().is_some_and(|it| it.len() > 5)
            }
            ResponseFormat::Line => kind("text/plain") && body.trim().len() > 5,
            ResponseFormat::Page => {
                kind("text/html") && body.contains("<h1") && !body.contains("Something went wrong")
            }
        };
        // The messages of libraries are for programmers.
        let theirs = ["Failed to deserialize", "Invalid URL"].iter().any(|it| body.contains(it));
        if !has_sentence || theirs {
            fault("is refused without a sentence of ours");
        }
    }

    /// Headers that authenticate, and some that nobody understands.
    fn headers(&mut self, kind: &str) -> Vec<u8> {
        let dice = &mut self.dice;
        let mut out = Vec::new();
        if !kind.is_empty() {
            out.extend(format!("content-type: {kind}\r\n").into_bytes());
        }
        if dice.roll(5) > 0 {
            let token = self.tokens[dice.roll(self.tokens.len())].clone();
            out.extend(match dice.roll(2) {
                0 => format!("authorization: Bearer {token}\r\n").into_bytes(),
                _ => format!(
                    "cookie: theme=dark; crosscut-session={token}; look-hex=z9999999999999\r\n"
                )
                .into_bytes(),
            });
        }
        let names = [
            "cookie",
            "authorization",
            "idempotency-key",
            "last-event-id",
            "origin",
            "sec-fetch-site",
            "x-forwarded-for",
            "accept",
            "accept-language",
            "user-agent",
            "range",
            "if-none-match",
            "if-modified-since",
        ];
        for _ in 0..dice.roll(3) {
            let name = dice.one(&names);
            if dice.roll(3) > 0 && (name == "origin" || name == "sec-fetch-site") {
                continue;
            }
            let bytes = match dice.roll(4) {
                0 => (0..dice.roll(200)).map(|_| 0x21 + dice.roll(0x5d) as u8).collect(),
                1 => vec![0x80 + dice.roll(0x7f) as u8; 1 + dice.roll(9)],
                2 => b"same-origin".to_vec(),
                _ => dice.escaped(&[]).into_bytes(),
            };
            out.extend([name.as_bytes(), b": ", &bytes, b"\r\n"].concat());
        }
        out
    }
}

/// Fills the parameters of a path.
fn target(dice: &mut Dice, path: &str, queries: &[&str], known: &[&str]) -> String {
    let mut out = String::new();
    for part in path.split('/').skip(1) {
        out.push('/');
        match part.starts_with('{') {
            true => out.push_str(&dice.escaped(known)),
            false => out.push_str(part),
        }
    }
    if dice.roll(2) == 0 {
        let _ = match dice.roll(8) {
            0 => write!(out, "?{}", dice.escaped(known)),
            _ => write!(out, "?{}", dice.pairs(queries, known)),
        };
    }
    out
}

/// The names of fields in templates, and those that routes read.
fn fields() -> BTreeSet<String> {
    fn files(folder: &std::path::Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => files(&path, text),
                false => text.push_str(&std::fs::read_to_string(&path).unwrap()),
            }
        }
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    files(&root.join("templates"), &mut text);
    files(&root.join("src/http/pages"), &mut text);
    let mut names = BTreeSet::new();
    for sign in [" name=\"", ".get(\"", ".raw(\"", ".has(\"", ".number(\""] {
        let found = text.split(sign).skip(1).filter_map(|rest| rest.split('"').next());
        names.extend(found.filter(|it| it.len() < 20).map(str::to_string));
    }
    names
}

pub(crate) async fn nonsense_gets_a_sentence(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (id, _) = begin(club.app.queue(), terms()).await;
    let mut client = club.client();
    let mut tokens = Vec::new();
    for n in 0..3 {
        let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
        tokens.push(guest["token"].as_str().unwrap().to_string());
        if n == 2 {
            let ann = json!({"name": "Ann", "password": "correct horse"});
            let ann = ask(&mut client, "members", "", Some(ann), 201).await;
            tokens.push(ann["token"].as_str().unwrap().to_string());
        }
    }
    let mut it = Knocker { club, dice: Dice(4), tokens, knocks: 0, faults: Vec::new() };
    let id = id.to_string();
    let known = [
        &*id,
        "hex",
        "trellis",
        "hex:size=5",
        "Ann",
        "game.sgf",
        "game.ccr",
        "crosscut.css",
        "board.svg",
        &crosscut_puzzles::daily(0).id,
    ];
    let fields = fields();
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let known_fields = [
        &*id,
        "hex",
        "Ann",
        "zone",
        "vacation",
        "session",
        "password",
        "close",
        "name",
        "resign",
        "offer-draw",
        "players",
        "A1",
        "accept",
        "withdraw",
        "computer",
        "friend",
        "open",
    ];

    let paths = crate::http::routes().paths;
    assert!(paths.len() > 40);
    for path in &paths {
        let mut allowed = String::new();
        for method in METHODS {
            let target = target(&mut it.dice, path, &QUERIES, &known);
            let headers = it.headers("");
            let answer = it.knock(method, &target, &headers, b"").await;
            if let Some((_, rest)) = answer.head.split_once("\r\nallow: ") {
                allowed = rest.lines().next().unwrap_or("").to_uppercase();
            }
        }
        is_documented(path, &allowed);
        for _ in 0..KNOCKS {
            let target = target(&mut it.dice, path, &QUERIES, &known);
            let method = if it.dice.roll(3) == 0 { "GET" } else { "POST" };
            let (kind, body) = match it.dice.roll(12) {
                0 => ("application/octet-stream", vec![0xff; it.dice.roll(90)]),
                1 => (
                    "application/x-www-form-urlencoded",
                    (0..90).map(|_| it.dice.roll(256) as u8).collect(),
                ),
                2 => ("multipart/form-data; boundary=x", b"--x\r\n\r\n".to_vec()),
                3 => (
                    "application/x-www-form-urlencoded; charset=\"",
                    vec![b'a'; (63 << 10) + it.dice.roll(2 << 10)],
                ),
                4 | 5 => ("application/json", it.dice.value().into_bytes()),
                6 => ("", b"name=x".to_vec()),
                _ => (
                    "application/x-www-form-urlencoded",
                    it.dice.pairs(&fields, &known_fields).into_bytes(),
                ),
            };
            let headers = it.headers(kind);
            it.knock(method, &target, &headers, &body).await;
        }
    }
    it.commands().await;
    assert!(it.knocks > 3000);
    assert!(
        it.faults.is_empty(),
        "{} faults, such as\n{}",
        it.faults.len(),
        it.faults[..it.faults.len().min(12)].join("\n\n")
    );
    // And the club is as it was: it answers, and its lists match its events.
    assert_eq!(it.knock("GET", "/readyz", b"", b"").await.status, 200);
    it.club.close().await;
    let findings = crate::doctor(&config(database), &Default::default(), |_| ()).await.unwrap();
    assert_eq!((findings.wrong, findings.stale), (Vec::<String>::new(), 0));
}

/// The page for programs documents each of their routes, with its methods.
fn is_documented(path: &str, allowed: &str) {
    assert!(!allowed.is_empty(), "{path} says what can be done there");
    if crate::http::form_of(path) == ResponseFormat::Page {
        return;
    }
    for method in allowed.split(',').filter(|it| *it != "HEAD") {
        let door = format!("| `{method} {path}` |");
        assert!(crate::http::API.contains(&door), "docs/api.md does not tell of {method} {path}");
    }
}

impl Knocker {
    /// Requests every command, filling in the fields that the answers report as missing: what a hastily written program
    /// sends.
    async fn commands(&mut self) {
        let post = "/api/v1/commands";
        let none = serde_json::from_str::<Command>("{\"command\":\"\"}").unwrap_err().to_string();
        let commands: Vec<String> =
            none.split('`').skip(3).step_by(2).map(str::to_string).collect();
        for command in &commands {
            let club = [
                "visit", "join", "pair", "time_out", "credit", "stop", "lapse", "leave", "call",
                "unsay",
            ];
            let is_told = crate::http::API.contains(&format!("`{command}`"));
            assert_ne!(is_told, club.contains(&&**command), "docs/api.md about {command}");
        }
        assert!(commands.len() > 20 && commands.iter().any(|it| it == "say"), "{commands:?}");
        let paths = [("guests", 4), ("members", 12), ("sessions", 12), ("matches/1/turns", 12)]
            .map(|(it, n)| (format!("/api/v1/{it}"), n));
        for (path, n) in paths {
            for _ in 0..n {
                self.fill_in(&path, Vec::new()).await;
            }
        }
        for command in commands {
            for _ in 0..ASKED {
                let first = ("command".to_string(), format!("\"{command}\""));
                self.fill_in(post, vec![first]).await;
            }
        }
    }

    async fn fill_in(&mut self, path: &str, mut parts: Vec<(String, String)>) {
        for name in ["text", "ply", "id", "choice", "until", "code", "then", "zone"] {
            if self.dice.roll(5) == 0 {
                parts.push((name.to_string(), self.dice.value()));
            }
        }
        for _ in 0..8 {
            let fields: Vec<String> =
                parts.iter().map(|(name, it)| format!("\"{name}\":{it}")).collect();
            let answer = self.say(path, &format!("{{{}}}", fields.join(","))).await;
            let Some((_, missing)) = answer.body.split_once("missing field `") else { return };
            let name = missing.split('`').next().unwrap_or_default().to_string();
            let value = match &*name {
                // Mostly valid values, so that the later checks are reached too.
                "id" if self.dice.roll(2) == 0 => "1".to_string(),
                "terms" if self.dice.roll(4) > 0 => VALUES[32 + self.dice.roll(5)].to_string(),
                "to" if self.dice.roll(2) == 0 => "{\"member\":2}".to_string(),
                "name" | "password" | "zone" if self.dice.roll(2) == 0 => {
                    serde_json::to_string(self.dice.one(&TEXTS)).unwrap()
                }
                _ => self.dice.value(),
            };
            parts.push((name, value));
        }
    }

    async fn say(&mut self, path: &str, body: &str) -> Answer {
        let token = self.tokens[self.dice.roll(self.tokens.len())].clone();
        let once = match self.dice.roll(4) {
            0 => format!("idempotency-key: {}\r\n", "k".repeat(1 + self.dice.roll(110))),
            _ => String::new(),
        };
        let head =
            format!("content-type: application/json\r\nauthorization: Bearer {token}\r\n{once}");
        self.knock("POST", path, head.as_bytes(), body.as_bytes()).await
    }
}

pub(crate) async fn what_is_no_message_is_told_in_a_sentence(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let long = "games\n".repeat(20_000);
    let told = client.ask("/command", "", "", Some(&long)).await.unwrap();
    let said = String::from_utf8_lossy(&told.body).into_owned();
    assert_eq!((told.status, said.as_str()), (413, "That is too much at once: 64 KiB at most.\n"));
    // So is JSON that is too long.
    let long = format!("{{\"zone\": \"{}\"}}", "x".repeat(100_000));
    let told = client.ask("/api/v1/guests", "", "", Some(&long)).await.unwrap();
    let said = String::from_utf8_lossy(&told.body).into_owned();
    assert!(told.status == 413 && said.contains("too much at once"), "{said}");
    club.close().await;
}
