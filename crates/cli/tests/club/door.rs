//! Attacks by strangers: each of these once shut everybody else out.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use crosscut_load::client::{Client, connect};
use crosscut_load::postgres::Postgres;
use crosscut_load::server::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::{Folder, program};

/// More time than anything may take here, however busy the machine.
const LONG: Duration = Duration::from_secs(60);
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// A visitor other than the one at 127.0.0.1.
const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// The address of a study with a thousand moves, most of them variations.
fn study() -> String {
    let cells: Vec<String> =
        ('A'..='S').flat_map(|c| (1..=19).map(move |n| format!("{c}{n}"))).collect();
    let line = |n: usize| cells[1..].iter().skip(n * 7).take(60).cloned().collect::<Vec<_>>();
    let lines: Vec<String> = (0..32).map(|n| format!("({})", line(n).join("+"))).collect();
    format!("/analysis/hex:size=19,opening=none?g={}+{}&at=1", cells[0], lines.join("+"))
}

/// The response to a request: the header section, and the body up to its end.
async fn fetch(address: SocketAddr, path: &str) -> std::io::Result<(String, Vec<u8>)> {
    let mut stream = TcpStream::connect(address).await?;
    let ask = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).await?;
    let mut all = Vec::new();
    stream.read_to_end(&mut all).await?;
    let end = all.windows(4).position(|it| it == b"\r\n\r\n").map_or(all.len(), |it| it + 4);
    let body = all.split_off(end);
    Ok((String::from_utf8_lossy(&all).to_ascii_lowercase(), body))
}

/// The number of open connections, as counted by the server.
async fn open(server: &Server) -> usize {
    let mut client = Client::new(server.address);
    let text = client.ask("/metrics", "", "", None).await.map(|it| it.body).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let count = text.lines().find_map(|it| it.strip_prefix("crosscut_connections "));
    count.map_or(usize::MAX, |it| it.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_ask_for_much_take_nobody_s_memory() {
    let folder = Folder::new();
    let server = Server::begin(program(), &folder.file("club.db"), &[]).await.unwrap();
    // Older addresses redirect to the newer ones.
    let (head, _) = fetch(server.address, &study()).await.unwrap();
    let path = match head.lines().find_map(|it| it.strip_prefix("location: ")) {
        Some(_) => study().replace("?g=", "/").replace("&at=", "/?at="),
        None => study(),
    };
    let (head, body) = fetch(server.address, &path).await.unwrap();
    assert!(head.starts_with("http/1.1 200") && body.len() < 2 << 20, "{head}{}", body.len());
    let mut crowd = JoinSet::new();
    for _ in 0..200 {
        let (address, path) = (server.address, path.clone());
        crowd.spawn(async move { fetch(address, &path).await });
    }
    let mut most = 0;
    for _ in 0..20 {
        let mut watch = Client::new(server.address);
        let told = timeout(LONG / 10, watch.ask("/healthz", "", "", None)).await;
        assert_eq!(told.expect("the server answers").unwrap().status, 200);
        most = most.max(server.memory().unwrap_or(0));
        sleep(Duration::from_millis(50)).await;
    }
    let (mut shown, mut busy) = (0, 0);
    while let Some(done) = timeout(LONG, crowd.join_next()).await.expect("all are answered") {
        let (head, body) = done.unwrap().unwrap();
        match &head[9..12] {
            "200" if body.len() < 2 << 20 => shown += 1,
            "503" if head.contains("retry-after: ") => busy += 1,
            _ => panic!("{head}"),
        }
    }
    assert!(0 < shown && shown + busy == 200, "{shown} {busy}");
    assert!(most < 512 << 20, "{} MiB", most >> 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_says_half_a_word_keeps_nobody_out() {
    let folder = Folder::new();
    let flags = ["--connections", "40", "--patience", "3"];
    let server = Server::begin_guarded(program(), &folder.file("club.db"), &flags).await.unwrap();
    let mut silent = Vec::new();
    for n in 0..200 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let half: &[u8] = match n % 3 {
            0 => b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ",
            1 => b"POST /sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\nname=",
            _ => b"",
        };
        let _ = stream.write_all(half).await;
        silent.push(stream);
    }
    // Clients from elsewhere are served meanwhile, and one address gets its share and no more.
    let mut other = Client::from(server.address, OTHER);
    assert_eq!(other.ask("/healthz", "", "", None).await.unwrap().status, 200);
    let mut refused = 0;
    let mut text = Vec::new();
    for stream in &mut silent[60..] {
        text.clear();
        let _ = timeout(LONG, stream.read_to_end(&mut text)).await.expect("it is told no");
        refused += usize::from(text.is_empty() || text.starts_with(b"HTTP/1.1 503"));
    }
    assert!(refused >= 100, "{refused}");
    // A silent connection is closed.
    for stream in silent[..30].iter_mut().step_by(3) {
        text.clear();
        let _ = timeout(LONG, stream.read_to_end(&mut text)).await.expect("it is given up");
    }
    drop(silent);
    let mut again = Client::new(server.address);
    for _ in 0..100 {
        if again.ask("/healthz", "", "", None).await.is_ok_and(|it| it.status == 200) {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the address is not let in again");
}

/// A client that announces more than it sends is told so, whether it pauses or sends slowly, and its place is freed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_begins_a_request_and_does_not_end_it_is_told() {
    let folder = Folder::new();
    let server = Server::begin(program(), &folder.file("club.db"), &["--patience", "3"]).await;
    let server = server.unwrap();
    let told = async |drips: bool, length: usize| {
        let stream = TcpStream::connect(server.address).await.unwrap();
        let (mut hear, mut say) = stream.into_split();
        let head =
            format!("POST /command HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\nhe");
        say.write_all(head.as_bytes()).await.unwrap();
        let dripping = async {
            while drips && say.write_all(b"l").await.is_ok() {
                sleep(Duration::from_millis(200)).await;
            }
            std::future::pending::<()>().await;
        };
        let mut all = Vec::new();
        tokio::select! {
            () = dripping => {}
            _ = timeout(LONG, hear.read_to_end(&mut all)) => {}
        }
        String::from_utf8_lossy(&all).to_ascii_lowercase()
    };
    for (drips, length) in [(false, 4), (true, 60_000), (false, 60_000)] {
        let said = told(drips, length).await;
        assert!(said.starts_with("http/1.1 408"), "{drips} {length}: {said}");
        assert!(said.contains("send it again"), "{said}");
    }
    let said = told(false, 100_000_000).await;
    assert!(said.starts_with("http/1.1 413"), "{said}");
    assert_eq!(open(&server).await, 1);
}

/// A proxy keeps its connections for whoever comes next, so it may be silent for longer than a visitor.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_may_be_silent_for_longer() {
    let folder = Folder::new();
    let flags = ["--proxy", "127.0.0.2", "--patience", "2"];
    let server = Server::begin(program(), &folder.file("club.db"), &flags).await.unwrap();
    let ask = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    // The second request comes after the time that a visitor has, and before the end of a proxy's.
    let answers = async |from: IpAddr| {
        let mut stream = connect(server.address, Some(from)).await.unwrap();
        let mut answers = 0;
        for _ in 0..2 {
            let _ = stream.write_all(ask.as_bytes()).await;
            let mut some = [0; 4096];
            let n = stream.read(&mut some).await.unwrap_or(0);
            answers += usize::from(some[..n].starts_with(b"HTTP/1.1 200"));
            sleep(Duration::from_secs(4)).await;
        }
        answers
    };
    assert_eq!(tokio::join!(answers(HERE), answers(OTHER)), (1, 2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_nothing_is_given_up() {
    let folder = Folder::new();
    let server = Server::begin(program(), &folder.file("club.db"), &["--patience", "2"]).await;
    let server = server.unwrap();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let ask = format!("GET /games/hex HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    // Until there is no more room for responses, and then none for requests either.
    let writing = async { while stream.write_all(ask.as_bytes()).await.is_ok() {} };
    let _ = timeout(LONG, writing).await;
    for _ in 0..100 {
        if open(&server).await == 1 {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("the connection is still open");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_has_as_many_connections_as_it_likes() {
    let folder = Folder::new();
    let flags = ["--connections", "4", "--proxy", "127.0.0.1"];
    let server = Server::begin_guarded(program(), &folder.file("club.db"), &flags).await.unwrap();
    let mut clients = Vec::new();
    for _ in 0..30 {
        let mut client = Client::new(server.address);
        assert_eq!(client.ask("/healthz", "", "", None).await.unwrap().status, 200);
        clients.push(client);
    }
}

/// The limit on open files is raised as far as the system allows.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_limit_of_open_files_is_raised() {
    let folder = Folder::new();
    let script = folder.file("crosscut");
    let text = format!("#!/bin/sh\nulimit -S -n 200\nexec {} \"$@\"\n", program().display());
    std::fs::write(&script, text).unwrap();
    std::process::Command::new("chmod").args(["+x", &script]).status().unwrap();
    let server = Server::begin(script.as_ref(), &folder.file("club.db"), &[]).await.unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id().unwrap())).unwrap();
    let line = limits.lines().find(|it| it.starts_with("Max open files")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    let [soft, hard] = [words[3], words[4]].map(|it| it.parse::<u64>().unwrap_or(u64::MAX));
    assert_eq!(soft, hard.min(1 << 20), "{line}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_servers_that_say_nothing_do_not_block_the_next() {
    let folder = Folder::new();
    let free = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let at = free.local_addr().unwrap();
    drop(free);
    let (mails, listen) = (folder.file("mails"), at.to_string());
    let flags = ["--mail-dir", &mails, "--mail-listen", &listen];
    let _server = Server::begin(program(), &folder.file("club.db"), &flags).await.unwrap();
    let mut silent = Vec::new();
    for _ in 0..200 {
        silent.push(connect(at, None).await.unwrap());
    }
    let mut next = connect(at, None).await.unwrap();
    let talk = async {
        let mut heard = [0; 512];
        let n = next.read(&mut heard).await.unwrap();
        assert!(heard[..n].starts_with(b"220 "), "{}", String::from_utf8_lossy(&heard[..n]));
        next.write_all(b"NOOP\r\n").await.unwrap();
        let n = next.read(&mut heard).await.unwrap();
        assert!(heard[..n].starts_with(b"250 "), "{}", String::from_utf8_lossy(&heard[..n]));
    };
    timeout(LONG / 2, talk).await.expect("a mail server that speaks is answered");
}

/// A client with slow queries gets half of the database's readers, and the others are served.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_what_takes_long_keeps_nobody_from_reading() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTGRESQL").is_some() {
        return;
    }
    let folder = Folder::new();
    let postgres = Arc::new(Postgres::begin_in_haste(&folder.0.join("postgres")).unwrap());
    let database = postgres.database("club").unwrap();
    let server = Server::begin_guarded(program(), &database, &[]).await.unwrap();
    // Reading matches is slow from now on, as it might be in a large club on a slow disk.
    let slow = "BEGIN; LOCK TABLE match_line IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(8); COMMIT";
    let (one, slowly) = (postgres.clone(), database.clone());
    let locked = tokio::task::spawn_blocking(move || one.say(&slowly, slow).unwrap());
    let is_slow = async || {
        let mut client = Client::from(server.address, OTHER);
        timeout(LONG / 300, client.ask("/games/hex", "", "", None)).await.is_err()
    };
    while !is_slow().await {
        assert!(!locked.is_finished(), "nothing was slow");
    }
    let mut crowd = JoinSet::new();
    for _ in 0..40 {
        let mut client = Client::from(server.address, OTHER);
        crowd.spawn(async move { client.ask("/games/hex", "", "", None).await });
    }
    let mut honest = Client::new(server.address);
    let mut answered = 0;
    while !locked.is_finished() {
        let answer = honest.ask("/members", "", "", None).await.unwrap();
        assert_eq!(answer.status, 200, "after {answered} that were answered");
        answered += 1;
        sleep(Duration::from_millis(20)).await;
    }
    assert!(answered > 20, "{answered}");
    let mut late = 0;
    while let Some(done) = timeout(LONG, crowd.join_next()).await.expect("all are answered") {
        match done.unwrap().unwrap().status {
            200 => {}
            503 => late += 1,
            other => panic!("{other}"),
        }
    }
    assert!(late > 0, "nobody was asked to come again");
    // And nothing stays slow.
    let mut again = Client::from(server.address, OTHER);
    assert_eq!(again.ask("/games/hex", "", "", None).await.unwrap().status, 200);
}
