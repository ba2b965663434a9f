//! The computer's time is shared by everybody.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use crosscut_load::client::Client;
use crosscut_load::server::Server;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::{Folder, program};

const ONE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// How long a beginner's opponent may take here: two seconds are promised, on an otherwise idle machine.
const SOON: Duration = Duration::from_secs(10);

/// A guest from an address: returns the session token.
async fn guest(client: &mut Client) -> String {
    let answer = client.ask("/api/v1/guests", "", "", Some("{}")).await.unwrap();
    let text = String::from_utf8(answer.body).unwrap();
    text.split("\"token\":\"").nth(1).unwrap().split('"').next().unwrap().to_string()
}

/// Begins a match with the computer: returns the number of the match, or the status of the refusal.
async fn begin(client: &mut Client, token: &str, level: u8, choice: &str) -> Result<u64, u16> {
    let terms = r#"{"game":"hex","pace":{"kind":"none"}}"#;
    let body = format!(
        r#"{{"command":"play_computer","level":{level},"terms":{terms},"choice":"{choice}"}}"#
    );
    let answer = client.ask("/api/v1/commands", token, "", Some(&body)).await.unwrap();
    let text = String::from_utf8(answer.body).unwrap();
    let id = text.split("\"match\":").nth(1).map(|it| it.split([',', '}']).next().unwrap());
    id.and_then(|it| it.parse().ok()).ok_or(answer.status)
}

/// The number of moves in a match.
async fn moves(client: &mut Client, token: &str, id: u64) -> usize {
    let answer = client.ask(&format!("/api/v1/matches/{id}"), token, "", None).await.unwrap();
    let text = String::from_utf8(answer.body).unwrap();
    let moves = text.split("\"moves\":[").nth(1).unwrap().split(']').next().unwrap().to_string();
    moves.split(',').filter(|it| !it.is_empty()).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_hundreds_of_hard_matches_keeps_nobody_waiting() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    let flags = ["--password-cost", "8", "--thinkers", "1"];
    let mut server = Server::begin(program(), &database, &flags).await.unwrap();
    let mut crowd = Client::from(server.address, ONE);
    for _ in 0..20 {
        let token = guest(&mut crowd).await;
        for _ in 0..25 {
            begin(&mut crowd, &token, 8, "second").await.unwrap();
        }
    }
    let mut honest = Client::from(server.address, OTHER);
    let token = guest(&mut honest).await;
    let id = begin(&mut honest, &token, 3, "first").await.unwrap();
    let mut cells = ('a'..='k').flat_map(|c| (1..=11).map(move |n| format!("{c}{n}")));
    let path = format!("/api/v1/matches/{id}/turns");
    for round in 0..2 {
        for _ in 0..3 {
            let before = moves(&mut honest, &token, id).await;
            // The next cell not taken by the computer.
            loop {
                let body = format!(r#"{{"text":"{}"}}"#, cells.next().unwrap());
                let answer = honest.ask(&path, &token, "", Some(&body)).await.unwrap();
                if answer.status == 200 {
                    break;
                }
                assert_eq!(answer.status, 422, "{}", String::from_utf8_lossy(&answer.body));
            }
            let begun = Instant::now();
            while moves(&mut honest, &token, id).await < before + 2 {
                assert!(begun.elapsed() < SOON, "the computer does not answer");
                sleep(Duration::from_millis(20)).await;
            }
        }
        // After a restart as well, when no addresses are known.
        if round == 0 {
            server.stop().await.unwrap();
            server.begin_again().await.unwrap();
            honest = Client::from(server.address, OTHER);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_with_the_computer_have_a_bound() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    let server = Server::begin_guarded(program(), &database, &["--password-cost", "8"]).await;
    let server = server.unwrap();
    let mut client = Client::from(server.address, ONE);
    let token = guest(&mut client).await;
    let mut begun = 0;
    let status = loop {
        match begin(&mut client, &token, 1, "first").await {
            Ok(_) => begun += 1,
            // A member may ask four times per second.
            Err(429) => sleep(Duration::from_millis(300)).await,
            Err(status) => break status,
        }
    };
    assert_eq!((begun, status), (30, 409));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_the_computer_without_end_keeps_nobody_waiting() {
    let folder = Folder::new();
    let flags = ["--password-cost", "8", "--thinkers", "1"];
    let server = Server::begin(program(), &folder.file("club.db"), &flags).await.unwrap();
    let address = server.address;
    let crowd: Vec<_> = (0..100)
        .map(|_| {
            tokio::spawn(async move {
                let mut client = Client::from(address, ONE);
                loop {
                    let answer = client.ask("/analysis/hex?ask=computer", "", "", None).await;
                    // A client told to retry does so.
                    if answer.is_ok_and(|it| it.status == 503) {
                        sleep(Duration::from_millis(200)).await;
                    }
                }
            })
        })
        .collect();
    sleep(Duration::from_secs(1)).await;
    let mut honest = Client::from(address, OTHER);
    for _ in 0..4 {
        let begun = Instant::now();
        let answer = honest.ask("/analysis/hex?ask=computer", "", "", None).await.unwrap();
        assert_eq!(answer.status, 200);
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    }
    crowd.into_iter().for_each(|it| it.abort());
}

/// However many clients ask for the value of a position, from however many addresses, a clock is running where the computer is
/// to move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_moves_before_it_says_what_a_position_is_worth() {
    let folder = Folder::new();
    let flags = ["--password-cost", "8", "--thinkers", "1"];
    let server = Server::begin(program(), &folder.file("club.db"), &flags).await.unwrap();
    let address = server.address;
    let mut honest = Client::from(address, OTHER);
    let token = guest(&mut honest).await;
    let mut crowd = JoinSet::new();
    for n in 1..=200 {
        crowd.spawn(async move {
            let mut client = Client::from(address, [127, 0, 3, n].into());
            loop {
                // A client that has waited too long asks again.
                let _ = client.ask("/analysis/hex?size=14&ask=computer", "", "", None).await;
            }
        });
    }
    let waiting = async |client: &mut Client| {
        let figures = client.ask("/metrics", "", "", None).await.unwrap().body;
        let figures = String::from_utf8(figures).unwrap();
        let line = figures.lines().find_map(|it| it.strip_prefix("crosscut_thoughts_waiting "));
        line.map_or(0.0, |it| it.parse::<f64>().unwrap())
    };
    while waiting(&mut honest).await < 150.0 {
        sleep(Duration::from_millis(50)).await;
    }
    for level in [1, 8] {
        let begun = Instant::now();
        let id = begin(&mut honest, &token, level, "second").await.unwrap();
        while moves(&mut honest, &token, id).await == 0 {
            assert!(begun.elapsed() < SOON, "level {level} does not move");
            sleep(Duration::from_millis(20)).await;
        }
    }
}
