//! Generated clubs: they are valid clubs, and large ones cost no more to query.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use crosscut_load::client::Client;
use crosscut_load::growth::{LoadPlan, ask_all, club};
use crosscut_load::postgres::Postgres;
use crosscut_load::server::Server;
use tokio::task::JoinSet;

use crate::{Folder, plans, program, say};

/// The number of matches in the small club, and in the large one.
const SIZES: [u32; 2] = [300, 30_000];
/// How many times as much may be read in a club with a hundred times as many matches ..
const FACTOR: u64 = 3;
/// .. where anything below this counts as this: a few pages more or less mean nothing, nor does the server's background work
/// meanwhile.
const FLOOR: u64 = 384 << 10;

/// Pages that a small club cannot fill: the kB that may be read however large the club is. The database of the large club here
/// has 240,000.
const LISTS: [(&str, u64, &str); 4] = [
    ("/member/Ada1", 2500, "thirty matches of 75, and how they began"),
    ("/member/Ugo1", 2500, "thirty matches of 1,300, and how they began"),
    ("games Ugo1", 2000, "200 matches of 1,300"),
    ("GAME standings", 2500, "450 places, with what each of them has won and lost"),
];

/// The same with PostgreSQL, which counts a page each time it accesses it: once for each row, and two or three times for an
/// index that leads to it.
const LISTS_OF_ROWS: [(&str, u64, &str); 11] = [
    ("/lobby", 7000, "a hundred matches between people, and a hundred others to choose from"),
    ("/members", 2000, "fifty members, with their best ratings"),
    ("/members?q=v", 2000, "fifty members, with their best ratings"),
    ("/api/v1/challenges", 5000, "200 challenges, and who of their makers is a guest"),
    ("/games/GAME", 2500, "sixty places on leaderboards"),
    ("/member/Ada1", 9000, "thirty matches of 2,000, and how they began"),
    ("/member/Ugo1", 9000, "thirty matches of 1,300, and how they began"),
    ("games next", 12_000, "200 matches, and who plays them"),
    ("games Ugo1", 13_000, "200 matches of 1,300"),
    ("GAME standings", 15_000, "450 places, with what each of them has won and lost"),
    ("GAME history", 12_000, "200 matches, and who played them"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_filled_club_is_well() {
    let folder = Folder::new();
    let mut databases = vec![folder.file("club.db")];
    let postgres = Postgres::is_installed()
        .then(|| Postgres::begin_in_haste(&folder.0.join("postgres")).expect("PostgreSQL starts"));
    databases.extend(postgres.as_ref().map(|it| it.database("club").unwrap()));
    for database in &databases {
        club(database, 300, 40).await.unwrap();
        let (well, text) = say(&["doctor", "--database", database]);
        assert!(well && text.contains("2000 members"), "{text}");
        assert!(text.contains("300 matches") && text.contains("no errors found"), "{text}");
        let again = club(database, 300, 40).await.unwrap_err().to_string();
        assert_eq!(
            again,
            "there is a club in this database already: name one that is new or empty"
        );
        // The club works like any other.
        let mut server = Server::begin(program(), database, &[]).await.unwrap();
        whoever_asks_for_many_lists_is_told_so(server.address).await;
        server.stop().await.unwrap();
        let (well, text) = say(&["doctor", "--database", database]);
        assert!(well && text.contains("no errors found"), "{text}");
    }
}

/// In one letter, and in many letters in parallel.
async fn whoever_asks_for_many_lists_is_told_so(address: SocketAddr) {
    let mut client = Client::new(address);
    let many = format!("multiple\n{}", "games all\n".repeat(30));
    let answer = client.ask("/command", "", "", Some(&many)).await.unwrap();
    let text = String::from_utf8(answer.body).unwrap();
    assert!(text.contains("The lists before this one are long already: ask for it alone."));
    assert!((256_000..330_000).contains(&text.len()), "{}", text.len());
    let mut crowd = JoinSet::new();
    for _ in 0..60 {
        let (mut client, many) = (Client::from(address, [127, 0, 0, 9].into()), many.clone());
        crowd.spawn(async move { client.ask("/command", "", "", Some(&many)).await });
    }
    let mut statuses = BTreeMap::<u16, u32>::new();
    while let Some(done) = crowd.join_next().await {
        *statuses.entry(done.unwrap().unwrap().status).or_default() += 1;
        if statuses.len() == 1 {
            let answer = client.ask("/command", "", "", Some("games all")).await.unwrap();
            assert_eq!(answer.status, 200, "somebody else is not kept from it");
        }
    }
    assert!(statuses[&503] >= 40, "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_club_reads_no_more_than_a_small_one() {
    let folder = Folder::new();
    let databases = SIZES.map(|matches| folder.file(&format!("{matches}.db")));
    grow(&databases, [75, 75], &LISTS).await;
    the_doctor_goes_on_where_it_was(&folder, &databases[1]).await;
    plans::are_as_said(&databases[1]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_club_reads_no_more_with_postgresql() {
    if !Postgres::is_installed() {
        return;
    }
    let folder = Folder::new();
    let postgres = Postgres::begin_in_haste(&folder.0.join("postgres")).unwrap();
    let databases = ["small", "large"].map(|name| postgres.database(name).unwrap());
    // A member with 2,000 matches costs no more than one with twenty.
    grow(&databases, [20, 2000], &LISTS_OF_ROWS).await;
    plans::are_as_said(&databases[1]).await;
}

/// Fills a small club and a large one, queries both, and fails for any query that reads more in the large one.
async fn grow(databases: &[String; 2], stars: [u32; 2], lists: &[(&str, u64, &str)]) {
    let asking = LoadPlan { rounds: 0, clients: 1, rate: None };
    for ((matches, star), database) in SIZES.into_iter().zip(stars).zip(databases) {
        club(database, matches, star).await.unwrap();
    }
    // Most of the time is spent waiting for servers to start: do both in parallel.
    let [one, other] = [0, 1].map(|n| ask_all(program(), &databases[n], SIZES[n], asking));
    let (small, large) = tokio::try_join!(one, other).unwrap();
    let (mut counted, mut wrong) = (0, Vec::new());
    for (small, large) in small.iter().zip(&large) {
        assert_eq!(small.what, large.what);
        let (Some(before), Some(after)) = (small.read, large.read) else { continue };
        counted += 1;
        if let Some((_, most, why)) = lists.iter().find(|it| it.0 == large.what) {
            if most * 1000 < after {
                wrong.push(format!("{}: {after} bytes read for {why}", large.what));
            }
        } else if after.max(FLOOR) > FACTOR * before.max(FLOOR) {
            wrong.push(format!("{}: {before} bytes read, then {after}", small.what));
        }
    }
    assert!(20 < counted, "of {counted} questions it is known what was read");
    assert!(wrong.is_empty(), "these grow with the club:\n{}", wrong.join("\n"));
}

async fn the_doctor_goes_on_where_it_was(folder: &Folder, database: &str) {
    let notes = folder.file("notes.json");
    let words = ["doctor", "--database", database, "--notes", &notes];
    let since = [&words[..], &["--since-last-good"]].concat();
    let (well, text) = say(&since);
    assert!(!well && text.contains("leave --since-last-good out once"), "{text}");
    let mut child = Command::new(program()).args(words).stdout(Stdio::null()).spawn().unwrap();
    let begun = tokio::time::Instant::now();
    let come = || std::fs::read_to_string(&notes).is_ok_and(|it| it.contains("\"after\":\"match/"));
    while !come() {
        assert!(begun.elapsed() < Duration::from_secs(120), "nothing is noted");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (well, text) = say(&words);
    assert!(well && text.contains("no errors found"), "{text}");
    assert!(30_000 < matches_in(&text), "{text}");
    // Unchanged matches are not checked again.
    let (well, text) = say(&since);
    assert!(well && text.contains("changed since the last check without errors"), "{text}");
    assert!((1..5000).contains(&matches_in(&text)), "{text}");
}

/// The number of matches the doctor says it has checked.
fn matches_in(text: &str) -> u32 {
    let (before, _) = text.split_once(" matches").unwrap();
    before.rsplit(' ').next().unwrap().parse().unwrap()
}
