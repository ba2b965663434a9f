//! The club as a process: killed, stopped, copied, inspected.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

mod bot;
mod care;
mod computer;
mod designers;
mod disk;
mod door;
mod growth;
mod hostile_mail;
mod kept;
mod kill;
mod mail;
mod operators;
mod orders;
mod plans;
mod privacy;
mod reports;
mod requests;
mod say;
mod watched;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crosscut_load::games::scripts;
use crosscut_load::players::Players;
use crosscut_load::server::Server;

/// The program.
fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crosscut"))
}

/// A temporary folder, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("crosscut-club-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program's output for these words, and whether it succeeded.
fn say(words: &[&str]) -> (bool, String) {
    say_with(words, "")
}

/// The same with text on standard input.
fn say_with(words: &[&str], input: &str) -> (bool, String) {
    use std::io::Write;
    let mut child = Command::new(program())
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap()).concat();
    (output.status.success(), text)
}

/// A server, and players at this many tables.
async fn club(database: &str, tables: usize) -> (Server, std::sync::Arc<Players>) {
    let server = Server::begin(program(), database, &["--password-cost", "8"]).await.unwrap();
    let players = Players::new(server.address, scripts(Some("hex:size=7"), 4, 1).unwrap());
    players.sit_down(tables).await.unwrap();
    (server, players)
}
