//! What others on the machine, in a backup or in the log may see: nothing that gives access.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crosscut_load::client::Client;
use crosscut_load::postgres::Postgres;
use crosscut_load::server::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep};

use crate::{Folder, program, say, say_with};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn open_up(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// The first file below a folder that contains a word, if any.
fn stands_in(folder: &Path, word: &str) -> Option<String> {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if let Some(found) = stands_in(&path, word) {
                return Some(found);
            }
        } else if let Ok(bytes) = std::fs::read(&path)
            && bytes.windows(word.len()).any(|it| it == word.as_bytes())
        {
            return Some(path.display().to_string());
        }
    }
    None
}

/// A server with a data folder, whose log is a file.
struct Logged {
    child: std::process::Child,
    address: String,
    log: std::path::PathBuf,
}

impl Logged {
    async fn begin(folder: &Folder, data: &str, more: &[&str]) -> Logged {
        Self::begin_with(folder, data, more, &[]).await
    }

    /// Starts a server with these variables in its environment.
    async fn begin_with(
        folder: &Folder,
        data: &str,
        more: &[&str],
        variables: &[(&str, &str)],
    ) -> Logged {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let (address, log) = (port.to_string(), folder.0.join("log"));
        let child = Command::new(program())
            .args(["serve", "--unlimited", "--password-cost", "8", "--listen", &address])
            .args(["--data", data])
            .args(more)
            .envs(variables.iter().copied())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let logged = Logged { child, address, log };
        for _ in 0..400 {
            let mut client = Client::new(logged.address.parse().unwrap());
            if client.ask("/healthz", "", "", None).await.is_ok() {
                return logged;
            }
            sleep(Duration::from_millis(25)).await;
        }
        panic!("it does not open its doors: {}", logged.said());
    }

    fn said(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    fn tell(&self, signal: &str) {
        tell(self.child.id(), signal);
    }
}

fn tell(id: u32, signal: &str) {
    assert!(Command::new("kill").args([signal, &id.to_string()]).status().unwrap().success());
}

impl Drop for Logged {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_else_looks_into_the_data_folder() {
    let folder = Folder::new();
    let data = folder.0.join("data");
    let words = data.display().to_string();
    let mails = folder.file("mails");
    let flags = ["--mail-dir", &mails, "--mail-address", "club@club.test"];
    drop(Logged::begin(&folder, &words, &flags).await);
    assert_eq!(mode(&data), 0o700);
    assert_eq!(mode(Path::new(&mails)), 0o700);
    let files = ["club.db", "club.db-wal", "club.db-shm", "club.db.lock", "club.db.mail-key"];
    for name in files {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
    // From an earlier version, or set by the operator.
    open_up(&data, 0o755);
    files.iter().for_each(|name| open_up(&data.join(name), 0o644));
    let server = Logged::begin(&folder, &words, &flags).await;
    assert_eq!(mode(&data), 0o700);
    for name in files {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
        assert!(server.said().contains(name), "{name} is not told of: {}", server.said());
    }
    assert!(
        server.said().contains("could be looked into by others (mode 755)"),
        "{}",
        server.said()
    );
    // A copy, and a database restored from it.
    let (copy, other) = (folder.file("copy.db"), folder.file("other/club.db"));
    let (well, said) = say(&["backup", &copy, "--data", &words]);
    assert!(well, "{said}");
    assert_eq!(mode(Path::new(&copy)), 0o600);
    open_up(Path::new(&copy), 0o644);
    let (well, said) = say(&["restore", &copy, "--database", &other]);
    assert!(well, "{said}");
    assert_eq!(mode(Path::new(&other)), 0o600);
    assert_eq!(mode(&folder.0.join("other")), 0o700);
    // The copy alone does not allow anybody to make a link that sets a password.
    let key = std::fs::read_to_string(data.join("club.db.mail-key")).unwrap();
    let bytes = std::fs::read(&copy).unwrap();
    assert!(!bytes.windows(key.trim().len()).any(|it| it == key.trim().as_bytes()));
}

/// A key in the environment is taken and written nowhere; a blank one is none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_key_in_the_environment_stays_there() {
    let folder = Folder::new();
    let mails = folder.file("mails");
    let flags = ["--mail-dir", &mails, "--mail-address", "club@club.test"];
    let secret = "0123456789abcdef0123456789abcdef";
    for (name, key, is_made) in [("given", secret, false), ("blank", " ", true)] {
        let data = folder.0.join(name);
        let words = data.display().to_string();
        drop(Logged::begin_with(&folder, &words, &flags, &[("CROSSCUT_MAIL_KEY", key)]).await);
        assert_eq!(data.join("club.db.mail-key").exists(), is_made, "{name}");
        assert_eq!(stands_in(&data, secret), None, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_is_set_is_written_nowhere() {
    let folder = Folder::new();
    let data = folder.0.join("data");
    let words = data.display().to_string();
    let server = Logged::begin(&folder, &words, &["--log", "trace"]).await;
    let address = server.address.parse().unwrap();
    let joined = post(&server.address, "/command", "signup ann").await;
    assert!(joined.contains("200 OK"), "{joined}");
    // The server is suspended, so that the order waits in the database.
    server.tell("-STOP");
    let (at, secret) = (words.clone(), "correct horse battery staple");
    let ordered = std::thread::spawn(move || {
        say_with(&["user", "password", "ann", "--data", &at], &format!("{secret}\n"))
    });
    sleep(Duration::from_secs(2)).await;
    let found = stands_in(&folder.0, secret);
    server.tell("-CONT");
    let (well, said) = ordered.join().unwrap();
    assert_eq!(found, None, "it stands there while it waits");
    assert!(well, "{said}");
    assert_eq!(stands_in(&folder.0, secret), None);
    let mut client = Client::new(address);
    let body = format!("{{\"name\":\"ann\",\"password\":\"{secret}\"}}");
    let entered = client.ask("/api/v1/sessions", "", "", Some(&body)).await.unwrap();
    assert!(entered.status < 300, "{} {}", entered.status, String::from_utf8_lossy(&entered.body));
    assert!(!say_with(&["user", "password", "ann", "--data", &words], "short\n").0);
}

async fn post(address: &str, path: &str, body: &str) -> String {
    let kind = if path == "/command" { "text/plain" } else { "application/x-www-form-urlencoded" };
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_that_confirms_a_letter_is_in_no_log() {
    let folder = Folder::new();
    let mails = folder.0.join("mails");
    std::fs::create_dir_all(mails.join("in")).unwrap();
    let flags = ["--mail-dir", mails.to_str().unwrap(), "--mail-address", "club@club.test"];
    let flags = [&flags[..], &["--log", "debug", "--mail-delay", "0"]].concat();
    let server = Logged::begin(&folder, &folder.file("data"), &flags).await;
    let mail = "From: ann@player.test\r\nTo: club@club.test\r\nMessage-ID: <1@x>\r\nSubject: signup ann\r\n\r\n";
    std::fs::write(mails.join("in/1"), mail).unwrap();
    let mut code = String::new();
    for _ in 0..200 {
        sleep(Duration::from_millis(50)).await;
        let Some(file) = std::fs::read_dir(mails.join("out")).unwrap().next() else { continue };
        let mail = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let mail = mail.replace("=\r\n", "");
        let at = mail.find("/mail/confirm/").unwrap() + "/mail/confirm/".len();
        code = mail[at..at + 64].to_string();
        break;
    }
    assert!(code.bytes().all(|it| it.is_ascii_hexdigit()) && code.len() == 64, "{code}");
    let mut client = Client::new(server.address.parse().unwrap());
    let page = client.ask(&format!("/mail/confirm/{code}"), "", "", None).await.unwrap();
    assert_eq!(page.status, 200);
    let done = post(&server.address, &format!("/mail/confirm/{code}"), "").await;
    assert!(done.contains("200 OK"), "{done}");
    let said = server.said();
    assert!(said.contains("/mail/confirm/"), "{said}");
    assert!(!said.contains(&code), "the log has the code");
}

#[test]
fn an_empty_database_is_no_new_club() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    std::fs::write(&database, "").unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--database", &database];
    // If the club did start, this process would never end.
    let mut child = Command::new(program()).args(serve).stdout(Stdio::null()).spawn().unwrap();
    for _ in 0..100 {
        std::thread::sleep(Duration::from_millis(50));
        if child.try_wait().unwrap().is_some() {
            break;
        }
    }
    let _ = child.kill();
    assert!(!child.wait().unwrap().success());
    assert_eq!(std::fs::metadata(&database).unwrap().len(), 0);
    let (well, said) = say(&serve);
    assert!(!well && said.contains("it is there and empty"), "{said}");
    std::fs::remove_file(&database).unwrap();
    std::fs::write(folder.0.join("club.db-wal"), "x").unwrap();
    let (well, said) = say(&serve);
    assert!(!well && said.contains("club.db-wal is, with what was written last"), "{said}");
    assert!(!Path::new(&database).exists());
}

#[test]
fn what_is_no_database_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let (text, inner) = (folder.0.join("notes.txt"), folder.0.join("inner"));
    std::fs::write(&text, "nothing of the club's").unwrap();
    std::fs::create_dir(&inner).unwrap();
    for (path, mode, words) in
        [(&text, 0o644, "not a database of SQLite"), (&inner, 0o755, "it is not a file")]
    {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        let name = path.display().to_string();
        let (well, said) = say(&["serve", "--listen", "127.0.0.1:0", "--database", &name]);
        assert!(!well && said.contains(words), "{said}");
        let now = std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(now & 0o777, mode, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_on_postgresql_gives_up_soon() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTGRESQL").is_some() {
        return;
    }
    let folder = Folder::new();
    let postgres = Postgres::begin_in_haste(&folder.0.join("postgres")).unwrap();
    let database = postgres.database("club").unwrap();
    let (data, mails) = (folder.file("data"), folder.file("mails"));
    let flags = ["--data", &data, "--mail-dir", &mails, "--mail-address", "club@club.test"];
    let first = Server::begin(program(), &database, &flags).await.unwrap();
    // No text in PostgreSQL contains a NUL.
    let answer = post(&first.address.to_string(), "/recover", "who=a%00nn").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let second = || {
        Command::new(program())
            .args(["serve", "--listen", "127.0.0.1:0", "--database", &database, "--data", &data])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let begun = Instant::now();
    let mut child = second();
    let ended = loop {
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        if Duration::from_secs(30) < begun.elapsed() {
            child.kill().unwrap();
        }
        sleep(Duration::from_millis(20)).await;
    };
    assert!(!ended.success() && begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    // It can be told to stop before then.
    let mut child = second();
    sleep(Duration::from_millis(700)).await;
    assert_eq!(child.try_wait().unwrap(), None);
    let told = Instant::now();
    tell(child.id(), "-TERM");
    while child.try_wait().unwrap().is_none() {
        if Duration::from_secs(30) < told.elapsed() {
            child.kill().unwrap();
        }
        sleep(Duration::from_millis(5)).await;
    }
    assert!(told.elapsed() < Duration::from_millis(500), "{:?}", told.elapsed());
}
