//! A disk that is full, or fails writes: meanwhile nothing is done, and afterwards everything works again.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crosscut_load::client::Client;
use crosscut_load::faults::{Disk, on_sqlite};
use crosscut_load::games::scripts;
use crosscut_load::players::Players;
use crosscut_load::server::Server;
use tokio::time::{Instant, sleep};

use crate::{Folder, program, say};

/// How soon writing must work again on a busy machine: the promise is a second.
const SOON: Duration = Duration::from_secs(5);

/// Signs in a guest; returns the status.
async fn visit(client: &mut Client) -> u16 {
    client.ask("/api/v1/guests", "", "", Some("{}")).await.map_or(0, |it| it.status)
}

/// Waits until the server reports whether it is ready.
async fn until_ready(client: &mut Client, ready: bool) {
    let begun = Instant::now();
    let wanted = if ready { 200 } else { 503 };
    while client.ask("/readyz", "", "", None).await.map_or(0, |it| it.status) != wanted {
        assert!(begun.elapsed() < SOON, "ready is not {ready}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Takes the disk away and gives it back, a few times.
async fn fail_and_recover(server: &Server, database: &str, disk: impl Fn(bool)) {
    let mut client = Client::new(server.address);
    let mut let_in = 0;
    for _ in 0..3 {
        for _ in 0..5 {
            assert_eq!(visit(&mut client).await, 201);
            let_in += 1;
        }
        until_ready(&mut client, true).await;
        disk(false);
        // Free space in existing files is used up first.
        let mut refused = 0;
        for _ in 0..2000 {
            match visit(&mut client).await {
                201 => let_in += 1,
                503 => refused += 1,
                status => panic!("{status}"),
            }
            if refused == 20 {
                break;
            }
        }
        assert_eq!(refused, 20, "it is refused while there is no disk");
        until_ready(&mut client, false).await;
        disk(true);
        let begun = Instant::now();
        while visit(&mut client).await != 201 {
            assert!(begun.elapsed() < SOON, "writing is not back");
            sleep(Duration::from_millis(50)).await;
        }
        let_in += 1;
        until_ready(&mut client, true).await;
    }
    let all = say(&["user", "list", "--database", database]).1;
    if Path::new(database).exists() {
        let guests = all.lines().filter(|it| it.contains("guest-")).count();
        assert_eq!(guests, let_in, "{all}");
    }
}

/// A program that starts the server through a shell.
fn shell(folder: &Folder, words: &str) -> PathBuf {
    let script = folder.file("begin");
    std::fs::write(&script, format!("#!/bin/sh\n{words} {} \"$@\"\n", program().display()))
        .unwrap();
    Command::new("chmod").args(["+x", &script]).status().unwrap();
    script.into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writing_comes_back_after_errors_of_the_disk() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    // Writing beyond the file size limit then fails, without killing the process.
    let begin = shell(&folder, "trap '' XFSZ\nexec");
    let server = Server::begin(&begin, &database, &["--password-cost", "8"]).await.unwrap();
    let id = server.id().unwrap().to_string();
    let limit = |text: &str| {
        let done = Command::new("prlimit").args(["--pid", &id, text]).status().unwrap();
        assert!(done.success(), "{text}");
    };
    fail_and_recover(&server, &database, |there| {
        limit(if there { "--fsize=unlimited:unlimited" } else { "--fsize=8192:unlimited" });
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stderr, reason = "whoever runs the tests is told what was left out")]
async fn writing_comes_back_after_a_full_disk() {
    let folder = Folder::new();
    let disk = folder.file("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = format!("mount -t tmpfs -o size=3m tmpfs {disk}");
    let may = Command::new("unshare").args(["-m", "sh", "-c", &mount]).output();
    if !may.is_ok_and(|it| it.status.success()) {
        eprintln!("writing_comes_back_after_a_full_disk: left out, nothing can be mounted here");
        return;
    }
    let begin = shell(&folder, &format!("exec unshare -m sh -c '{mount} && exec \"$@\"' -"));
    let server =
        Server::begin(&begin, &format!("{disk}/club.db"), &["--password-cost", "8"]).await.unwrap();
    // The disk as the server sees it.
    let filler = format!("/proc/{}/root{disk}/filler", server.id().unwrap());
    fail_and_recover(&server, "nowhere.db", |there| match there {
        true => std::fs::remove_file(&filler).unwrap(),
        false => drop(std::fs::write(&filler, vec![1; 8 << 20])),
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_however_the_disk_fails() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    let disk = Disk::new(&folder.0, program()).unwrap();
    let mut server =
        Server::begin(&disk.program, &database, &["--password-cost", "8"]).await.unwrap();
    let players = Players::new(server.address, scripts(Some("hex:size=7"), 4, 1).unwrap());
    let told = on_sqlite(&disk, &mut server, &players, 300, 1).await.unwrap();
    // Every fault had an effect, and matches continued in between.
    assert!(told.calls >= 300 && told.kills == 6 && told.retries > 20, "{told}");
    assert!(told.accepted > 300, "{told}");
    // Refusals would say more than turns missing afterwards.
    assert_eq!(*players.refusals.lock().unwrap(), [""; 0], "{told}");
    assert_eq!((told.lost, told.doubled), (0, 0), "{told}");
    server.stop().await.unwrap();
    let (well, text) = say(&["doctor", "--database", &database]);
    assert!(well && text.contains("no errors found"), "{text}");
}
