//! Mails made to do harm.

use std::path::Path;
use std::time::Duration;

use crosscut_load::client::Client;
use crosscut_load::server::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::{Folder, program, say_with};

const CLUB: &str = "club@club.test";

/// A club with mail, through a folder and by LMTP.
struct Club {
    folder: Folder,
    server: Server,
    lmtp: u16,
}

impl Club {
    async fn begin(more: &[&str]) -> Club {
        let folder = Folder::new();
        let lmtp = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (listen, mails) = (format!("127.0.0.1:{lmtp}"), folder.file("mails"));
        std::fs::create_dir_all(folder.0.join("mails/in")).unwrap();
        let settings = format!(
            "mail-dir = \"{mails}\"\nmail-accept = \"from\"\nmail-address = \"{CLUB}\"\nmail-delay = 0\n"
        );
        std::fs::write(folder.0.join("crosscut.toml"), settings).unwrap();
        let config = folder.file("crosscut.toml");
        let flags = [&["--config", &config, "--mail-listen", &listen], more].concat();
        let server = Server::begin(program(), &folder.file("club.db"), &flags).await.unwrap();
        Club { folder, server, lmtp }
    }

    /// Puts a mail into the folder.
    fn put(&self, name: &str, mail: &[u8]) {
        let part = self.folder.0.join("mails").join(name);
        std::fs::write(&part, mail).unwrap();
        std::fs::rename(part, self.folder.0.join("mails/in").join(name)).unwrap();
    }

    /// Delivers a mail by LMTP; returns the last reply.
    async fn bring(&self, mail: &[u8]) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.lmtp)).await?;
        let envelope = format!("LHLO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<{CLUB}>\r\nDATA\r\n");
        stream.write_all(envelope.as_bytes()).await?;
        stream.write_all(mail).await?;
        stream.write_all(b"\r\n.\r\nQUIT\r\n").await?;
        let mut said = String::new();
        stream.read_to_string(&mut said).await?;
        Ok(said)
    }

    async fn is_well(&self) -> bool {
        Client::new(self.server.address).ask("/healthz", "", "", None).await.is_ok()
    }

    fn is_done(&self, name: &str) -> bool {
        self.folder.0.join("mails/done").join(name).exists()
    }

    async fn until_done(&self, name: &str) {
        within(name, || self.is_done(name)).await;
    }
}

async fn within(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..200 {
        if is_so() {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not come to that: {what}");
}

/// A mail whose parsed form overflows the stack when freed.
fn nested(levels: usize) -> Vec<u8> {
    let head = format!("From: eve@evil.test\r\nTo: {CLUB}\r\nSubject: help\r\n");
    [head.into_bytes(), b"Content-Type: message/rfc822\r\n\r\n".repeat(levels)].concat()
}

/// The same, hidden by an encoding.
fn nested_and_encoded() -> Vec<u8> {
    let inner = "Content-Type: message/rfc822\r\n\r\n".repeat(23_000);
    let mut body = String::new();
    for chunk in inner.as_bytes().chunks(57) {
        body += &base64(chunk);
        body += "\r\n";
    }
    format!(
        "From: eve@evil.test\r\nTo: {CLUB}\r\nSubject: help\r\nContent-Type: message/rfc822\r\n\
         Content-Transfer-Encoding: base64\r\n\r\n{body}"
    )
    .into_bytes()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for some in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, n| bits << 8 | u32::from(*some.get(n).unwrap_or(&0)));
        for n in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * n)) as usize & 63];
            out.push(if n <= some.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

fn is_there(folder: &Path, name: &str) -> bool {
    folder.join(name).exists()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_thousand_mails_in_each_other_hurt_nobody() {
    let club = Club::begin(&[]).await;
    for (n, mail) in [nested(30_000), nested(150), nested_and_encoded()].iter().enumerate() {
        assert!(mail.len() < 1_050_000, "{}", mail.len());
        let said = club.bring(mail).await.unwrap_or_default();
        assert!(said.contains("250 2.0.0 it is done"), "{n} by LMTP: {said}");
        let name = format!("mail-{n}");
        club.put(&name, mail);
        club.until_done(&name).await;
        // Through the pipe, to the running server; `mail-in` reads text here, and this is text.
        let text = String::from_utf8(mail.clone()).unwrap();
        let config = club.folder.file("crosscut.toml");
        let database = club.folder.file("club.db");
        let words = ["mail-in", "--config", &config, "--database", &database, CLUB];
        let (well, said) = say_with(&words, &text);
        assert!(well, "{n} by the pipe: {said}");
        assert!(club.is_well().await, "{n}");
    }
    // Through the pipe, with no server running.
    let mut club = club;
    club.server.stop().await.unwrap();
    let text = String::from_utf8(nested(30_000)).unwrap() + "again\r\n";
    let config = club.folder.file("crosscut.toml");
    let database = club.folder.file("club.db");
    let (well, said) =
        say_with(&["mail-in", "--config", &config, "--database", &database, CLUB], &text);
    assert!(well, "by the pipe, alone: {said}");
    assert!(!is_there(&club.folder.0, "mails/in/failed"));
}

/// The marker of a mail begun but not finished: the file, and how often it was begun.
fn begun(folder: &Path) -> Option<(std::path::PathBuf, u64)> {
    let folder = std::fs::read_dir(folder.join("club.db.mail-begun")).ok()?;
    let file = folder.filter_map(Result::ok).next()?;
    Some((file.path(), file.metadata().ok()?.len()))
}

/// A mail that takes a while, and does nothing.
fn slow(n: u32) -> Vec<u8> {
    let head = format!(
        "From: eve@evil.test\r\nTo: {CLUB}\r\nMessage-ID: <{n}@evil.test>\r\nSubject: help\r\n\r\n"
    );
    [head.into_bytes(), b"<a href='x'>a word</a>\r\n".repeat(42_000)].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_is_never_finished_is_put_aside() {
    let mut club = Club::begin(&[]).await;
    let failed = club.folder.0.join("mails/in/failed");
    // The moment cannot be chosen: repeat until a mail was interrupted twice midway.
    let mut killed = None;
    for n in 0..60 {
        club.server.kill().await.unwrap();
        let _ = std::fs::remove_dir_all(club.folder.0.join("club.db.mail-begun"));
        let (mail, name) = (slow(n), format!("mail-{n}"));
        club.put(&name, &mail);
        let lies = club.folder.0.join("mails/in").join(&name);
        let mut tries = 0;
        while tries < 2 && lies.exists() {
            let folder = club.folder.0.clone();
            let is_so = || begun(&folder).is_some_and(|it| tries < it.1) || !lies.exists();
            club.server.begin_to_kill(is_so).await.unwrap();
            tries = match begun(&folder) {
                Some((_, more)) if tries < more => more,
                _ => break,
            };
        }
        if tries < 2 || !lies.exists() {
            continue;
        }
        let marker = begun(&club.folder.0).unwrap().0;
        let after = format!("zzz-after-{n}");
        let mail_after = format!(
            "From: ann@player.test\r\nTo: {CLUB}\r\nMessage-ID: <{n}@x>\r\nSubject: signup ann\r\n\r\n"
        );
        club.put(&after, mail_after.as_bytes());
        club.server.begin_again().await.unwrap();
        club.until_done(&after).await;
        // Its turn comes after the other mail's. It may have been finished the second time, but not yet put away.
        within(&name, || failed.join(&name).exists() || club.is_done(&name)).await;
        if failed.join(&name).exists() {
            killed = Some((mail, name, marker));
            break;
        }
    }
    let (mail, name, marker) = killed.expect("a mail was cut off twice");
    assert_eq!(std::fs::read(failed.join(&name)).unwrap(), mail);
    assert!(!is_there(&club.folder.0, "mails/in/mail-0"));
    // The other ways do not deliver it again either.
    let aside = || std::fs::read_dir(&failed).unwrap().count();
    std::fs::write(&marker, "xx").unwrap();
    let said = club.bring(&mail).await.unwrap();
    assert!(said.contains("250 2.0.0"), "{said}");
    assert_eq!(aside(), 2);
    std::fs::write(&marker, "xx").unwrap();
    let (config, database) = (club.folder.file("crosscut.toml"), club.folder.file("club.db"));
    let words = ["mail-in", "--config", &config, "--database", &database, CLUB];
    let (well, said) = say_with(&words, &String::from_utf8(mail).unwrap());
    assert!(well, "{said}");
    assert_eq!((aside(), marker.exists()), (3, false));
    let figures = Client::new(club.server.address).ask("/metrics", "", "", None).await.unwrap();
    let figures = String::from_utf8(figures.body).unwrap();
    assert!(figures.contains("crosscut_mails_total{way=\"aside\"} 3"), "{figures}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_hangs_up_in_the_middle_of_a_word_or_a_mail_is_gone() {
    let club = Club::begin(&[]).await;
    let begun = format!("LHLO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<{CLUB}>\r\nDATA\r\nFrom: ann@");
    for said in ["", "LHL", "LHLO x\r\nMAIL FROM:<a", &begun] {
        let mut stream = TcpStream::connect(("127.0.0.1", club.lmtp)).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut heard = String::new();
        let ended = timeout(Duration::from_secs(20), stream.read_to_string(&mut heard)).await;
        assert!(ended.is_ok(), "after '{said}' and '{heard}' it is waited for more");
    }
    assert!(club.is_well().await);
}
