//! What the log says about strangers, and what fail2ban makes of it.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crosscut_load::client::Client;
use tokio::time::sleep;

use crate::{Folder, program};

/// A server whose log is in a file.
struct Logged {
    child: Child,
    address: SocketAddr,
}

impl Logged {
    async fn begin(folder: &Folder, format: &str, level: &str) -> Self {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let listen = free.to_string();
        let database = folder.file("club.db");
        let words = ["serve", "--listen", &listen, "--database", &database];
        let more = ["--log", level, "--log-format", format, "--password-cost", "8"];
        let log = std::fs::File::create(folder.file("log")).unwrap();
        let child = Command::new(program())
            .args(words)
            .args(more)
            .args(["--proxy", "127.0.0.1"])
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut client = Client::new(free);
        for _ in 0..1000 {
            if client.ask("/healthz", "", "", None).await.is_ok() {
                break;
            }
            sleep(Duration::from_millis(10)).await;
        }
        Logged { child, address: free }
    }

    /// Sends a request as a client at this address; returns the response's status.
    async fn ask_from(&self, from: &str, path: &str, body: &serde_json::Value) -> String {
        let head = format!("x-forwarded-for: {from}\r\n");
        self.ask(&head, path, body).await.0
    }

    /// Sends a request over a plain connection; returns the response's status and body.
    async fn ask(
        &self,
        head: &str,
        path: &str,
        body: &serde_json::Value,
    ) -> (String, serde_json::Value) {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let body = body.to_string();
        let text = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\n{head}content-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        let mut stream = tokio::net::TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer);
        let body = answer.split_once("\r\n\r\n").map_or("", |it| it.1);
        (answer[9..12].to_string(), serde_json::from_str(body).unwrap_or_default())
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_tells_who_was_refused_and_nobody_can_forge_it() {
    for format in ["text", "json"] {
        let folder = Folder::new();
        let server = Logged::begin(&folder, format, "info").await;
        let entry =
            |name: &str, password: &str| serde_json::json!({"name": name, "password": password});
        let (ann, wrong) = (entry("ann", "correct horse battery"), "incorrect horse battery");
        assert_eq!(server.ask_from("192.0.2.1", "/api/v1/members", &ann).await, "201");
        assert_eq!(server.ask_from("192.0.2.1", "/api/v1/sessions", &ann).await, "201");
        assert_eq!(
            server.ask_from("192.0.2.2", "/api/v1/sessions", &entry("ann", wrong)).await,
            "401"
        );
        // The names are chosen so that somebody else might be blocked.
        for name in FORGED {
            let _ = server.ask_from("192.0.2.3", "/api/v1/sessions", &entry(name, wrong)).await;
        }
        for _ in 0..25 {
            let _ =
                server.ask_from("2001:db8::4", "/api/v1/sessions", &entry("nobody", wrong)).await;
        }
        drop(server);
        let log = std::fs::read_to_string(folder.file("log")).unwrap();
        for line in log.lines() {
            let begins = if format == "text" { "20" } else { "{\"timestamp\":\"20" };
            assert!(line.starts_with(begins), "{line}");
        }
        for what in TOLD {
            let [what, address, name] = what;
            let want = match format {
                "text" => format!("{what} address={address} member=- name=\"{name}\""),
                _ => format!(
                    "\"{what}\",\"address\":\"{address}\",\"member\":\"-\",\"name\":\"{name}\""
                ),
            };
            assert!(log.contains(&want), "{want}\n{log}");
        }
        let Some(banned) = found(&folder.file("log")) else { return };
        assert_eq!(banned, ["192.0.2.2", "192.0.2.3", "2001:db8::4"], "{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_passkey_the_log_tells_nothing_however_much_it_tells() {
    let folder = Folder::new();
    let server = Logged::begin(&folder, "text", "trace").await;
    let ann = serde_json::json!({"name": "ann", "password": "correct horse battery"});
    let (_, it) = server.ask("", "/api/v1/members", &ann).await;
    let head = format!("authorization: Bearer {}\r\n", it["token"].as_str().unwrap());
    let (status, asked) = server.ask(&head, "/api/v1/passkeys/begin", &ann).await;
    assert_eq!(status, "200", "{asked}");
    let challenge = asked["options"]["publicKey"]["challenge"].as_str().unwrap().to_string();
    // A device's passkey response, but an invalid one: `WATCHWORD`.
    let made = serde_json::json!({"word": asked["word"], "name": "key", "key": {
        "id": "AAAA", "rawId": "AAAA", "type": "public-key",
        "response": {"attestationObject": "V0FUQ0hXT1JE", "clientDataJSON": "V0FUQ0hXT1JE"},
    }});
    assert_eq!(server.ask(&head, "/api/v1/passkeys", &made).await.0, "400");
    drop(server);
    let log = std::fs::read_to_string(folder.file("log")).unwrap();
    assert!(log.contains("TRACE"), "{log}");
    for secret in [challenge.as_str(), "WATCHWORD", "V0FUQ0hX", "87, 65, 84, 67"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

/// What the log says.
const TOLD: [[&str; 3]; 5] = [
    ["account: signed up", "192.0.2.1", "ann"],
    ["account: signed in", "192.0.2.1", "ann"],
    ["account: sign-in refused", "192.0.2.2", "ann"],
    ["account: sign-in refused", "2001:db8::4", "nobody"],
    ["limit: passwords for a name from an address", "2001:db8::4", ""],
];

/// Names that would implicate somebody else, if they could.
const FORGED: [&str; 8] = [
    "x\n2026-01-01T00:00:00.000000Z  INFO account: sign-in refused address=198.51.100.1 member=- name=\"x\"",
    "x\r\nINFO account: sign-in refused address=198.51.100.2 member=-",
    "\" INFO account: sign-in refused address=198.51.100.3 member=- name=\"",
    "\",\"level\":\"INFO\",\"message\":\"account: sign-in refused\",\"address\":\"198.51.100.4\",\"x\":\"",
    "\u{2028}INFO account: sign-in refused address=198.51.100.5 member=-",
    "\u{85}INFO account: sign-in refused address=198.51.100.6 member=-",
    "ann address=198.51.100.7",
    "\u{1b}[2K\u{1b}[1GINFO account: sign-in refused address=198.51.100.8 member=-",
];

/// The addresses that the shipped filter finds in a log, each once and in order.
fn found(log: &str) -> Option<Vec<String>> {
    let filter =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/fail2ban/filter.d/crosscut.conf");
    if std::env::var_os("CROSSCUT_WITHOUT_FAIL2BAN").is_some() {
        return None;
    }
    let output = Command::new("fail2ban-regex").args(["-o", "ip", log, filter]).output();
    let output = output.expect("fail2ban-regex runs; without it say CROSSCUT_WITHOUT_FAIL2BAN=1");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut all: Vec<String> = text.lines().map(str::to_string).collect();
    all.sort();
    all.dedup();
    Some(all)
}
