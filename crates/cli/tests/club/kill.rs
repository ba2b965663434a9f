use std::time::Duration;

use crosscut_load::client::Client;
use crosscut_load::faults::on_postgres;
use crosscut_load::players::TurnAudit;
use crosscut_load::postgres::Postgres;
use serde_json::json;
use tokio::time::sleep;

use crate::{Folder, club, say};

/// Plays at a few tables while the server is killed again and again: every accepted turn is stored, once.
async fn kill(database: &str) {
    let (mut server, players) = club(database, 8).await;
    let playing = {
        let players = players.clone();
        tokio::spawn(async move { players.play(4, Some(100.0), Duration::from_secs(5)).await })
    };
    for _ in 0..4 {
        sleep(Duration::from_millis(700)).await;
        server.kill().await.unwrap();
        server.begin_again().await.unwrap();
    }
    playing.await.unwrap();
    assert_eq!(*players.refusals.lock().unwrap(), [""; 0]);
    let turns = players.take_latencies().len() as u64;
    assert!(turns > 50, "{turns}");
    assert_eq!(players.audit().await.unwrap(), TurnAudit { kept: turns, lost: 0, doubled: 0 });
    server.stop().await.unwrap();
    let (well, text) = say(&["doctor", "--database", database]);
    assert!(well && text.contains("8 matches") && text.contains("no errors found"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_has_lost_nothing_on_sqlite() {
    let folder = Folder::new();
    kill(&folder.file("club.db")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_has_lost_nothing_on_postgresql() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTGRESQL").is_some() {
        return;
    }
    let folder = Folder::new();
    let postgres = Postgres::begin(&folder.0.join("postgres")).unwrap();
    kill(&postgres.database("club").unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_dies_under_the_server_has_lost_nothing() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTGRESQL").is_some() {
        return;
    }
    let folder = Folder::new();
    let postgres = Postgres::begin(&folder.0.join("postgres")).unwrap();
    let database = postgres.database("club").unwrap();
    let (_server, players) = club(&database, 8).await;
    let told = on_postgres(&postgres, &players, 5, 1).await.unwrap();
    assert_eq!(*players.refusals.lock().unwrap(), [""; 0]);
    assert!(told.accepted > 50 && told.retries > 0, "{told}");
    assert_eq!((told.lost, told.doubled), (0, 0), "{told}");
    let (well, text) = say(&["doctor", "--database", &database]);
    assert!(well && text.contains("no errors found"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_lost_its_lock_writes_no_more() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTGRESQL").is_some() {
        return;
    }
    let folder = Folder::new();
    let postgres = Postgres::begin(&folder.0.join("postgres")).unwrap();
    let database = postgres.database("club").unwrap();
    let (mut server, _players) = club(&database, 1).await;
    let mut client = Client::new(server.address);
    let guest = json!({"zone": "UTC"}).to_string();
    // The lock is released, whichever process takes it next.
    let end = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'";
    postgres.say(&database, end).unwrap();
    let mut written = 0;
    for _ in 0..200 {
        let answer = client.ask("/api/v1/guests", "", "", Some(guest.as_str())).await.unwrap();
        written += usize::from(answer.status == 201);
        if answer.status == 503 {
            break;
        }
        sleep(Duration::from_millis(5)).await;
    }
    // The server may have taken the lock again between two of these.
    let held = "SELECT 1 / COUNT(*) FROM pg_locks WHERE locktype = 'advisory'";
    let held = written >= 20 && postgres.say(&database, held).is_ok();
    assert!(written < 20 || held, "{written} are let in without the lock");
    // No other process had the lock: the server takes it again, and continues.
    for tries in 0.. {
        let answer = client.ask("/api/v1/guests", "", "", Some(guest.as_str())).await.unwrap();
        if answer.status == 201 {
            break;
        }
        assert!(tries < 200, "the server does not write again");
        sleep(Duration::from_millis(50)).await;
    }
    // Another process had the lock: the server's state may be outdated, and it ends.
    let other = "UPDATE setting SET body = 'other' WHERE name = 'lock'";
    postgres.say(&database, &format!("{other}; {end}")).unwrap();
    let ended = server.ended().await.unwrap();
    assert!(!ended.success(), "{ended}");
}
