//! Pairing players who want the same match.

use std::sync::atomic::Ordering;

use crosscut_club::{ChallengeId, Moment};

use super::pages::member;
use super::{Club, Duration, EventStream, Key, ask, json, terms, timeout};

pub(crate) async fn two_who_want_the_same_are_paired(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let mut tokens = Vec::new();
    for name in ["Ann", "Bob", "Cy"] {
        let who = json!({"name": name, "password": "correct horse"});
        let it = ask(&mut client, "members", "", Some(who), 201).await;
        tokens.push(it["token"].as_str().unwrap().to_string());
    }
    let quick = json!({"kind": "fischer", "bank": 300_000, "increment": 5_000});
    let terms = |game: &str, rated: bool| json!({"game": game, "pace": quick, "rated": rated});
    let pair = async |client: &mut _, at: usize, terms| {
        let it = ask(client, "pairings", &tokens[at], Some(terms), 200).await;
        (it["match"].as_u64(), it["challenge"].as_u64())
    };
    // Nobody waits: a challenge in the lobby, and only one.
    let (none, waits) = pair(&mut client, 0, terms("hex", false)).await;
    assert!(none.is_none() && waits.is_some());
    assert_eq!(pair(&mut client, 0, terms("hex", false)).await, (None, waits));
    // It waits for half an hour.
    let waiting = ChallengeId(waits.unwrap());
    let state = club.app.queue().look(&[Key::Challenge(waiting)]).await.unwrap();
    let until = state.challenge(waiting).unwrap().until;
    assert_eq!(until, Some(Moment(1_000_000 + 30 * 60_000)));
    // Ann listens, so she is online and is notified.
    let mut news = EventStream::open(club.address, "/news", &tokens[0]).await.unwrap();
    assert_eq!(
        ask(&mut client, "here", "", None, 200).await,
        json!({"members": ["Ann"], "guests": 0})
    );
    // Different terms do not match: another game, a rated match.
    assert!(pair(&mut client, 1, terms("trellis", false)).await.0.is_none());
    assert!(pair(&mut client, 1, terms("hex", true)).await.0.is_none());
    // The same terms, written differently, do.
    let (id, _) = pair(&mut client, 1, terms("hex:size=11", false)).await;
    let id = id.expect("Ann waits for it");
    let mut told = String::new();
    let within = timeout(Duration::from_secs(10), async {
        while !told.contains("mine") && !told.contains("both") {
            told += std::str::from_utf8(&news.more().await.unwrap()).unwrap();
        }
    });
    within.await.expect("Ann is told");
    let seats =
        ask(&mut client, &format!("matches/{id}"), &tokens[0], None, 200).await["seats"].clone();
    assert_eq!(seats.as_array().unwrap().len(), 2);
    // Bob waits for Trellis, and has gone: a clock would run for nobody.
    club.hand.fetch_add(4 * 60_000, Ordering::Relaxed);
    let (none, waits) = pair(&mut client, 2, terms("trellis", false)).await;
    assert!(none.is_none() && waits.is_some());
    // For a match of days he need not be there.
    let days =
        json!({"game": "hex", "pace": {"kind": "days", "days": 3}, "pauses": {"vacation": true}});
    assert!(pair(&mut client, 1, days.clone()).await.0.is_none());
    club.hand.fetch_add(24 * 3_600_000, Ordering::Relaxed);
    assert!(pair(&mut client, 2, days).await.0.is_some());
    drop(news);
    // Two at the same moment: one of them finds the other.
    let (mut one, mut other) = (club.client(), club.client());
    let _ann = EventStream::open(club.address, "/news", &tokens[0]).await.unwrap();
    let _bob = EventStream::open(club.address, "/news", &tokens[1]).await.unwrap();
    let (a, b) = tokio::join!(
        pair(&mut one, 0, terms("bridg-it", false)),
        pair(&mut other, 1, terms("bridg-it", false))
    );
    assert_eq!([a, b].iter().filter(|it| it.0.is_some()).count(), 1, "{a:?} {b:?}");
    club.close().await;
}

pub(crate) async fn who_is_challenged_hears_that_it_was_taken_back(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let me = ask(&mut club.client(), "me", &bob, None, 200).await;
    let mut news = EventStream::open(club.address, "/news", &bob).await.unwrap();
    let mut heard = async |what: &str| {
        let mut told = String::new();
        let within = timeout(Duration::from_secs(5), async {
            while !told.contains("mine") {
                told += std::str::from_utf8(&news.more().await.unwrap()).unwrap();
            }
        });
        within.await.unwrap_or_else(|_| panic!("{what}: {told}"));
    };
    let challenge =
        json!({"command": "challenge", "to": {"member": me["member"]}, "terms": terms()});
    let made = ask(&mut club.client(), "commands", &ann, Some(challenge), 200).await;
    heard("the challenge").await;
    let withdraw = json!({"command": "withdraw_challenge", "id": made["challenge"]});
    ask(&mut club.client(), "commands", &ann, Some(withdraw), 200).await;
    heard("that it is gone").await;
    club.close().await;
}
