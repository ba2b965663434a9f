//! The file with everything that the club knows of a member; run on both databases by the store's tests.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crosscut_club::{Command, Follow, MemberId, Moment, Room, Welcome, Who};
use futures_util::StreamExt;
use serde_json::{Value, json};

use super::pages::{knock, member};
use super::{Club, terms};
use crate::members::export::archive;
use crate::store::{HoldRow, NewsKind, OutboxKind, OutboxRow, PasskeyRow, PuzzleTryRow, ReportRow};
use crate::write::tests::{begin_between, challenge, guest, turn};

/// A number in a zip file.
fn number(bytes: &[u8], at: usize, length: usize) -> usize {
    bytes[at..at + length].iter().rev().fold(0, |all, byte| (all << 8) | usize::from(*byte))
}

/// The bytes that `sum` says are as they were.
fn crc(bytes: &[u8]) -> usize {
    let bit = |it: u32| if it & 1 == 1 { (it >> 1) ^ 0xedb8_8320 } else { it >> 1 };
    let add = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), |it, _| bit(it));
    !bytes.iter().fold(u32::MAX, add) as usize
}

/// The files of an archive by name, as a program that unpacks it finds them: from its end, by the list before it.
fn unpacked(zip: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let end = zip.len() - 22;
    assert_eq!(&zip[end..end + 8], b"PK\x05\x06\0\0\0\0");
    let (n, same) = (number(zip, end + 8, 2), number(zip, end + 10, 2));
    let (length, from) = (number(zip, end + 12, 4), number(zip, end + 16, 4));
    assert_eq!((same, number(zip, end + 20, 2)), (n, 0));
    let mut files = BTreeMap::new();
    let (mut at, mut next) = (from, 0);
    for _ in 0..n {
        assert_eq!(&zip[at..at + 6], b"PK\x01\x02\x0a\0");
        // What is said of the file is said twice, the second time in front of it.
        let about = &zip[at + 6..at + 32];
        let (size, named) = (number(about, 14, 4), number(about, 22, 2));
        assert_eq!(number(about, 18, 4), size);
        // Version 1.0, stored, the first of January 1980 at midnight, nothing more.
        assert_eq!(about[..10], [10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]);
        assert_eq!((number(about, 24, 2), number(zip, at + 32, 10)), (0, 0));
        let file = number(zip, at + 42, 4);
        assert_eq!((file, &zip[file..file + 4]), (next, &b"PK\x03\x04"[..]));
        assert_eq!(&zip[file + 4..file + 30], about);
        let name = &zip[at + 46..at + 46 + named];
        assert_eq!(&zip[file + 30..file + 30 + named], name);
        next = file + 30 + named + size;
        let bytes = &zip[next - size..next];
        assert_eq!(crc(bytes), number(about, 10, 4));
        files.insert(String::from_utf8(name.to_vec()).unwrap(), bytes.to_vec());
        at += 46 + named;
    }
    assert_eq!((at, at - from, next), (end, length, from));
    assert_eq!(files.len(), n);
    files
}

pub(crate) async fn all_that_is_known_of_somebody_is_in_one_file(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (app, store, queue) = (&club.app, club.app.store(), club.app.queue());
    let token = member(&club, "Ann").await;
    member(&club, "Bob").await;
    let named = async |name: &str| app.accounts().member_named(name).await.unwrap().unwrap();
    let (ann, bob) = (named("ann").await, named("bob").await);
    let passer = guest(queue).await;
    club.hand.fetch_add(1000, Ordering::Relaxed);
    let does =
        async |who: MemberId, it: Command| queue.act(Who::Member(who), None, it).await.unwrap();
    // Fifty-one matches: one more than are read together. In the last one something is said.
    let mut id = begin_between(queue, [ann, passer], terms()).await;
    for _ in 0..50 {
        id = begin_between(queue, [ann, passer], terms()).await;
    }
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    let words =
        |words: &str, room| Command::Say { id, room, words: words.into(), more: Vec::new() };
    does(ann, words("good luck", Room::Players)).await;
    // A thousand remarks are in one file, and here are as many after the first.
    for n in 0..100 {
        let more = (1..10).map(|at| format!("{n}.{at}")).collect();
        let (room, words) = (Room::Players, format!("{n}.0"));
        does(ann, Command::Say { id, room, words, more }).await;
    }
    does(passer, words("thanks", Room::Players)).await;
    does(bob, words("go on", Room::Spectators)).await;
    does(ann, Command::SetZone { zone: "Europe/Rome".into() }).await;
    does(ann, Command::Block { member: bob }).await;
    does(ann, Command::Welcome { game: "hex".into(), welcome: Welcome::Refuse }).await;
    does(ann, Command::Limit { game: "hex".into(), most: Some(60) }).await;
    does(ann, Command::FollowGame { game: "plexus".into(), follow: Some(Follow::Turns) }).await;
    does(ann, challenge(passer, terms())).await;
    let key = PasskeyRow {
        id: "a1".into(),
        member: ann,
        name: "Phone".into(),
        added: Moment(7),
        used: None,
        body: "{}".into(),
    };
    assert!(store.add_passkey(&key).await.unwrap());
    store.passkey_used("a1", "{}", Moment(8)).await.unwrap();
    assert!(store.verify_address(ann, "ann@there.example", Moment(9)).await.unwrap());
    store.set_wish(ann, "{\"daily\":7}", Moment(9)).await.unwrap();
    for (id, member) in [(5, ann), (6, bob)] {
        let mail = OutboxRow {
            id,
            member,
            kind: OutboxKind::News(NewsKind::YourTurn),
            game: Some(crosscut_club::MatchId(1)),
            ply: None,
            version: None,
            at: Moment(10),
            due: Moment(i64::MAX - 1),
            tries: 0,
            lead: None,
        };
        store.post(&[mail]).await.unwrap();
        let hold = HoldRow {
            member,
            kind: "mute".into(),
            since: Moment(11),
            until: Some(Moment(12)),
            reason: format!("no. {id}"),
        };
        store.hold(&hold).await.unwrap();
        let report = ReportRow {
            number: 0,
            at: Moment(13),
            reporter: member,
            whom: Some(passer),
            game: None,
            remark: None,
            quote: "thanks".into(),
            cause: "insult".into(),
            words: format!("no. {id}"),
        };
        assert!(store.report(&report).await.unwrap());
        let it = PuzzleTryRow { puzzle: format!("hex-{id}"), tries: 2, shown: true, solved: None };
        store.note_puzzle_try(member, &it).await.unwrap();
        store.note_puzzle_day(member, 20_000 + id).await.unwrap();
    }

    let pieces: Vec<_> = archive(app.clone(), ann).collect().await;
    let zip: Vec<u8> = pieces.into_iter().flat_map(Result::unwrap).collect();
    let answer = knock(&club, &token, "GET /settings/data.zip", "", "").await;
    let files = unpacked(&zip);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "challenges.json",
            "history.json",
            "mail.json",
            "matches/0001.ccr",
            "matches/0002.ccr",
            "operators.json",
            "passkeys.json",
            "profile.json",
            "puzzles.json",
            "read-me.json",
            "remarks/0001.json",
            "remarks/0002.json",
            "sessions.json",
        ]
    );
    // What is sent is the same, but for when they were last seen.
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(answer.contains("remarks/0001.json") && answer.contains("good luck"), "{answer}");
    let told = |name: &str| serde_json::from_slice::<Value>(&files[name]).unwrap();
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    let counted = |name: &str| text(name).matches("[Game \"hex").count();
    assert_eq!(
        [counted("matches/0001.ccr"), counted("matches/0002.ccr")],
        [50, 1],
        "{}",
        text("matches/0002.ccr")
    );
    assert!(text("matches/0002.ccr").contains("C3"), "{}", text("matches/0002.ccr"));
    let at = 1_001_000;
    let said = |words: &str| json!({"match": id.0, "at": at, "to": "players", "words": words});
    let first = told("remarks/0001.json");
    assert_eq!((first[0].clone(), first[1].clone()), (said("good luck"), said("0.0")));
    assert_eq!(first.as_array().unwrap().len(), 1000);
    assert_eq!(told("remarks/0002.json"), json!([said("99.9")]));
    let expected = json!({
        "number": ann.0,
        "name": "Ann",
        "guest": false,
        "joined": 1_000_000,
        "zone": "Europe/Rome",
        "vacations": [],
        "blocked": ["Bob"],
        "challenges": {"hex": "refuse"},
        "limits": {"hex": 60},
        "follows": {"plexus": "turns"},
        "ratings": [],
        "shown when online": true,
    });
    assert_eq!(told("profile.json"), expected);
    let history = told("history.json");
    let facts: Vec<&str> =
        history.as_array().unwrap().iter().map(|it| it["fact"]["fact"].as_str().unwrap()).collect();
    assert_eq!(facts.first(), Some(&"joined"), "{history}");
    assert_eq!(history[0]["at"], 1_000_000);
    assert!(facts.contains(&"zone_set") && facts.contains(&"blocked"), "{history}");
    assert_eq!(
        told("sessions.json"),
        json!([{"began": 1_000_000, "seen": 1_000_000, "device": ""}])
    );
    assert_eq!(told("passkeys.json"), json!([{"name": "Phone", "added": 7, "used": 8}]));
    let address =
        json!({"address": "ann@there.example", "confirmed": 9, "bounces": 0, "suspended": null});
    let mail = json!({"kind": "news", "match": 1, "at": 10, "due": i64::MAX - 1, "body": "turn"});
    let mails = json!({"addresses": [address], "wish": "{\"daily\":7}", "queued": [mail]});
    assert_eq!(told("mail.json"), mails);
    let challenges = told("challenges.json");
    assert_eq!(challenges.as_array().unwrap().len(), 1, "{challenges}");
    assert_eq!(challenges[0]["by"], json!(ann.0));
    let tried = json!([{"puzzle": "hex-5", "tries": 2, "shown": 1, "solved": null}]);
    assert_eq!(told("puzzles.json"), json!({"tries": tried, "days": [20_005]}));
    let report = json!({"at": 13, "about": passer.0, "match": null, "quote": "thanks", "cause": "insult", "words": "no. 5"});
    let hold = json!({"kind": "mute", "since": 11, "until": 12, "reason": "no. 5"});
    assert_eq!(
        told("operators.json"),
        json!({"reported by you": [report], "held against you": [hold]})
    );
    assert_eq!(told("read-me.json").as_array().unwrap().len(), 3);
    club.close().await;
}
