//! Players waiting for an opponent, in the lobby and on the front page, and leaderboards; run on both databases by the
//! store's tests.

use std::sync::atomic::Ordering;

use crosscut_club::{Choice, Class, Command, MemberId, Moment, Terms, Who};
use serde_json::json;

use super::pages::{knock, member};
use super::strangers::guarded;
use super::{Club, Duration, EventStream, ask, timeout};
use crate::members::leaving::leave;
use crate::store::tests::meddle;
use crate::write::tests::{begin, begin_between, terms};

pub(crate) async fn who_waits_elsewhere_is_told_of(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let says = async |token: &str, page: &str| {
        let answer = knock(&club, token, &format!("GET {page}"), "", "").await;
        let text = String::from_utf8_lossy(&answer).into_owned();
        ["Nobody is waiting.", "but there are <a href="].map(|it| text.contains(it))
    };
    for page in ["/", "/lobby"] {
        assert_eq!(says(&bob, page).await, [true, false], "{page}");
    }
    // A board that is not in the grid.
    let seek = json!({"command": "challenge", "to": "open", "terms": terms()});
    ask(&mut club.client(), "commands", &ann, Some(seek), 200).await;
    for page in ["/", "/lobby"] {
        assert_eq!(says(&bob, page).await, [false, true], "{page}");
        assert_eq!(says(&ann, page).await, [true, false], "one's own: {page}");
    }
    // Like one of the grid except for its weekends: its button would find nobody.
    let terms = json!({"game": "hex", "pace": {"kind": "days", "days": 3}, "pauses": {"vacation": true, "weekends": true}});
    let almost = json!({"command": "challenge", "to": "open", "choice": "random", "terms": terms});
    ask(&mut club.client(), "commands", &ann, Some(almost), 200).await;
    for page in ["/", "/lobby"] {
        let told = knock(&club, &bob, &format!("GET {page}"), "", "").await;
        let told = String::from_utf8_lossy(&told).into_owned();
        assert!(!told.contains("1 waiting"), "{told}");
    }
    // A challenge of the grid waits only while its maker is here: otherwise the clock would run for nobody.
    let quick = json!({"game": "hex", "pace": {"kind": "fischer", "bank": 300_000, "increment": 5_000}, "rated": false});
    ask(&mut club.client(), "pairings", &ann, Some(quick), 200).await;
    let waits = async || {
        let answer = knock(&club, &bob, "GET /lobby", "", "").await;
        String::from_utf8_lossy(&answer).contains("Somebody is waiting")
    };
    assert!(waits().await, "Ann was here a moment ago");
    club.hand.fetch_add(4 * 60_000, Ordering::Relaxed);
    assert!(!waits().await, "Ann has gone");
    let news = EventStream::open(club.address, "/news", &ann).await.unwrap();
    super::until(async || waits().await.then_some(())).await;
    drop(news);
    club.close().await;
}

/// What comes together is told together: nobody misses what changes in the lobby because something of their own does too.
pub(crate) async fn news_of_the_lobby_come_with_one_s_own(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let mut news = EventStream::open(club.address, "/news", &ann).await.unwrap();
    let mut told = String::new();
    let mut client = club.client();
    let mut challenge = async |to: serde_json::Value| {
        let it = json!({"command": "challenge", "to": to, "terms": terms()});
        ask(&mut client, "commands", &bob, Some(it), 200).await;
    };
    // The first is told at once, and those that follow wait for each other.
    challenge(json!({"member": 1})).await;
    while !told.contains("data: mine") {
        told += std::str::from_utf8(&news.more().await.unwrap()).unwrap();
    }
    assert!(!told.contains("lobby") && !told.contains("both"), "{told}");
    challenge(json!("open")).await;
    challenge(json!({"member": 1})).await;
    let within = timeout(Duration::from_secs(10), async {
        while !told.contains("data: lobby") && !told.contains("data: both") {
            told += std::str::from_utf8(&news.more().await.unwrap()).unwrap();
        }
    });
    assert!(within.await.is_ok(), "{told}");
    // However much happens, a page is told of it five times a second at most.
    let (begun, before) = (tokio::time::Instant::now(), told.matches("data: ").count());
    for _ in 0..20 {
        challenge(json!({"member": 1})).await;
    }
    let last = timeout(Duration::from_millis(600), async {
        loop {
            told += std::str::from_utf8(&news.more().await.unwrap()).unwrap();
        }
    });
    let _ = last.await;
    let most = 2 + begun.elapsed().as_millis() / 200;
    let n = told.matches("data: ").count() - before;
    assert!(n as u128 <= most, "{n} messages, {most} at most: {told}");
    club.close().await;
}

pub(crate) async fn the_lobby_says_who_challenges_and_who_moves_first(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let lobby = async |token: &str| {
        let answer = knock(&club, token, "GET /lobby", "", "").await;
        String::from_utf8_lossy(&answer).into_owned()
    };
    let says = ["you move first", "they move first", "the other moves first"];
    let plain = json!({"game": "hex:size=5", "pace": {"kind": "none"}});
    let set_up = json!({"game": "hex:size=5,opening=none", "setup": "turn:H V:c3", "pace": {"kind": "none"}});
    // The player of the first seat moves first, except in positions with the other side to move.
    for (choice, terms, to_bob, to_ann) in [
        ("random", &plain, None, None),
        ("first", &plain, Some(1), Some(0)),
        ("second", &plain, Some(0), Some(2)),
        ("first", &set_up, Some(0), Some(2)),
        ("second", &set_up, Some(1), Some(0)),
    ] {
        let seek = json!({"command": "challenge", "to": "open", "choice": choice, "terms": terms});
        let made = ask(&mut club.client(), "commands", &ann, Some(seek), 200).await;
        for (who, said) in [(&bob, to_bob), (&ann, to_ann)] {
            let page = lobby(who).await;
            let told = (0..3).find(|&it| page.contains(says[it]));
            assert_eq!(told, said, "{choice} {terms}: {page}");
        }
        assert!(lobby(&bob).await.contains("<a href=\"/member/Ann\">Ann</a> ·"));
        let back = json!({"command": "withdraw_challenge", "id": made["challenge"]});
        ask(&mut club.client(), "commands", &ann, Some(back), 200).await;
    }
    // A private challenge says so before it is accepted.
    let private = json!({"game": "hex:size=5", "pace": {"kind": "none"}, "private": true});
    let bob_is = club.app.accounts().member_named("bob").await.unwrap().unwrap();
    for (terms, is_private) in [(&private, true), (&plain, false)] {
        let asked = json!({"command": "challenge", "to": {"member": bob_is}, "choice": "first", "terms": terms});
        let made = ask(&mut club.client(), "commands", &ann, Some(asked), 200).await;
        let page = format!("GET /challenge/{}", made["challenge"]);
        let page = String::from_utf8_lossy(&knock(&club, &bob, &page, "", "").await).into_owned();
        assert_eq!(page.contains("private: nobody else will see the match"), is_private, "{page}");
        let listed = lobby(&ann).await;
        assert!(listed.contains("<br>to Bob · ") && listed.contains(" · private"), "{listed}");
    }
    club.close().await;
}

pub(crate) async fn ratings_are_everywhere_as_certain_as_they_are_now(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ann = member(&club, "Ann").await;
    meddle(
        club.app.store(),
        "INSERT INTO rating_line (member, game, class, points, deviation, body) \
         VALUES (1, 'hex', 'normal', 1600, 90, '{\"value\":1600000,\"deviation\":90000,\"volatility\":60000000,\
         \"matches\":30,\"at\":1000000}')",
    )
    .await;
    let text = async |line: &str, body: &str| {
        let answer = knock(&club, &ann, line, "", body).await;
        String::from_utf8_lossy(&answer).into_owned()
    };
    let told = async || {
        let (game, members) = (text("GET /games/hex", "").await, text("GET /members", "").await);
        let standings = text("POST /command", "hex standings").await;
        let row = standings.lines().find(|it| it.contains("Ann")).unwrap_or_default();
        let words: Vec<String> = row.split_whitespace().take(4).map(str::to_string).collect();
        let shown = ["<b>1600</b>", "<b>1600?</b>"].map(|it| game.contains(it));
        (shown, members.contains("1600 <span"), words.join(" "))
    };
    assert_eq!(told().await, ([true, false], true, "1 Ann 1600 180".to_string()));
    club.hand.fetch_add(1000 * 24 * 3_600_000, Ordering::Relaxed);
    let (shown, top, row) = told().await;
    assert_eq!((shown, top), ([false, true], false));
    let spread: u32 = row.strip_prefix("1 Ann 1600 ").unwrap().parse().unwrap();
    assert!(220 < spread, "{row}");
    club.close().await;
}

pub(crate) async fn who_has_left_has_no_place_on_a_leaderboard(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    for name in ["Ann", "Bob", "Cleo"] {
        member(&club, name).await;
    }
    meddle(
        club.app.store(),
        "INSERT INTO rating_line (member, game, class, points, deviation, body) \
         SELECT id, 'hex', 'normal', 1600 - id, 90, '{\"value\":1600000,\"deviation\":90000,\"volatility\":60000000,\
         \"matches\":30,\"at\":1000000}' FROM member_line",
    )
    .await;
    let places = async |limit| {
        let queries = club.app.queries();
        let best = queries.best("hex", Class::Normal, club.app.clock().now(), limit).await.unwrap();
        best.iter().map(|it| it.member.0).collect::<Vec<_>>()
    };
    assert_eq!((places(1).await, places(9).await), (vec![1], vec![1, 2, 3]));
    for member in [1, 2] {
        leave(&club.app, MemberId(member)).await.unwrap();
    }
    assert_eq!((places(1).await, places(9).await), (vec![3], vec![3]));
    club.close().await;
}

pub(crate) async fn guests_crowd_no_member_out_of_the_lobby(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let ann = member(&club, "Ann").await;
    let seek = json!({"command": "challenge", "to": "open", "terms": terms()});
    let mut made = Vec::new();
    for who in [&ann, &ann] {
        let it = ask(&mut client, "commands", who, Some(seek.clone()), 200).await;
        made.push(it["challenge"].as_u64().unwrap());
    }
    for _ in 0..3 {
        let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
        let token = guest["token"].as_str().unwrap().to_string();
        for _ in 0..4 {
            let it = ask(&mut client, "commands", &token, Some(seek.clone()), 200).await;
            made.push(it["challenge"].as_u64().unwrap());
        }
    }
    made.reverse();
    let listed = async |limit| {
        let open = club.app.queries().challenges(limit).await.unwrap();
        open.iter().map(|it| it.id.0).collect::<Vec<_>>()
    };
    assert_eq!(listed(14).await, made);
    // The latest of the guests, with those of members below them.
    assert_eq!(listed(10).await, [&made[..8], &made[12..]].concat());
    assert_eq!(listed(2).await, [made[0], made[12]]);
    club.close().await;
}

pub(crate) async fn what_has_lapsed_and_who_has_gone_are_shown_no_more(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let ann = member(&club, "Ann").await;
    let seek = json!({"command": "challenge", "to": "open", "terms": terms(), "until": 1_500_000});
    ask(&mut client, "commands", &ann, Some(seek), 200).await;
    let bob = member(&club, "Bob").await;
    let mut ask_all = async || {
        let offered = ask(&mut client, "challenges", "", None, 200).await.as_array().unwrap().len();
        let own = club.app.queries().challenges_of(MemberId(1)).await.unwrap().len();
        let lobby = client.ask("/lobby", "", "", None).await.unwrap();
        let offers =
            String::from_utf8_lossy(&lobby.body).matches("action=\"/challenge/1\"").count();
        (offered, own, offers)
    };
    club.hand.store(1_499_999, Ordering::Relaxed);
    assert_eq!(ask_all().await, (1, 1, 1));
    // Nobody has to wait until a job has run.
    club.hand.store(1_500_000, Ordering::Relaxed);
    assert_eq!(ask_all().await, (0, 0, 0));
    // A member who signs out is gone, by any transport; one who still listens elsewhere is here.
    let here = async || ask(&mut club.client(), "here", "", None, 200).await["members"].clone();
    for token in [&ann, &bob] {
        ask(&mut club.client(), "me", token, None, 200).await;
    }
    assert_eq!(here().await, json!(["Ann", "Bob"]));
    knock(&club, &ann, "DELETE /api/v1/sessions", "", "").await;
    assert_eq!(here().await, json!(["Bob"]));
    let elsewhere = club.app.presence().stay(MemberId(2));
    knock(&club, &bob, "POST /sign-out", "", "").await;
    assert_eq!(here().await, json!(["Bob"]));
    drop(elsewhere);
    assert_eq!(here().await, json!([]));
    club.close().await;
}

/// Every match between people, and against the computer those with two plies and a move within the hour.
pub(crate) async fn what_is_worth_watching_is_told(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (queue, queries) = (club.app.queue(), club.app.queries());
    let (people, [ann, _]) = begin(queue, terms()).await;
    // The computer moves when it is told to.
    club.app.thinkers().end();
    let mut tried = Vec::new();
    for plies in 0..3 {
        let play = Command::PlayComputer { level: 1, terms: terms(), choice: Choice::First };
        let id = queue.act(Who::Member(ann), None, play).await.unwrap().began().unwrap();
        for (ply, who, text) in
            [(0, Who::Member(ann), "c3"), (1, Who::Computer(1), "b2")].into_iter().take(plies)
        {
            let text = text.to_string();
            let turn = Command::Turn { id, text, ply: Some(ply), then: Vec::new() };
            queue.act(who, None, turn).await.unwrap();
        }
        tried.push(id);
    }
    let told = async |later: i64, limit| {
        let now = Moment(1_000_000 + later);
        let told = queries.to_watch(now, limit).await.unwrap();
        told.iter().map(|it| it.id).collect::<Vec<_>>()
    };
    const HOUR: i64 = 3_600_000;
    for later in [0, HOUR - 1] {
        assert_eq!(told(later, 9).await, [tried[2], people], "{later}");
    }
    assert_eq!(told(HOUR, 9).await, [people]);
    assert_eq!(told(0, 1).await, [tried[2]]);
    club.close().await;
}

pub(crate) async fn many_matches_are_followed_by_one_message(database: &str) {
    let club = Club::open_with(guarded(database), 1_000_000).await;
    for _ in 0..70 {
        begin(club.app.queue(), terms()).await;
    }
    let ann = member(&club, "Ann").await;
    let say = async |words: &str| {
        let answer = club.client().ask("/command", &ann, "", Some(words)).await.unwrap();
        (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
    };
    let (status, said) = say("hex subscribe all").await;
    assert_eq!(status, 200, "{said}");
    let what = "begins from now on, and of 40 of the 70 that go on now, the latest";
    assert!(said.contains(what), "{said}");
    // As much as may be changed in one go is changed, and the answer says so.
    let (status, said) = say("hex unsubscribe all").await;
    assert_eq!(status, 200, "{said}");
    assert!(said.contains("You follow 18 matches fewer"), "{said}");
    assert!(said.contains("22 are left"), "{said}");
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    let other = Terms { game: "trellis:size=7,opening=none".to_string(), ..terms() };
    let players = [MemberId(1), MemberId(2)];
    let other = begin_between(club.app.queue(), players, other).await;
    assert_eq!(say(&format!("subscribe {other}")).await.0, 200);
    let (status, said) = say("hex unsubscribe all").await;
    assert_eq!(status, 200, "{said}");
    assert!(said.contains("You follow 22 matches fewer, and none that begins later."), "{said}");
    let named = club.app.accounts().member_named("Ann").await.unwrap().unwrap();
    let followed = club.app.queries().followed_by(named).await.unwrap();
    assert_eq!(followed.iter().map(|it| it.id).collect::<Vec<_>>(), [other]);
    club.close().await;
}

/// A leaderboard that is as long as a list may be may have left somebody out.
pub(crate) async fn a_list_says_that_it_is_not_whole(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    meddle(
        club.app.store(),
        "INSERT INTO member_line (id, name, folded, guest, joined) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99) \
         SELECT i, 'm' || i, 'm' || i, 0, 1 FROM n",
    )
    .await;
    meddle(
        club.app.store(),
        "INSERT INTO rating_line (member, game, class, points, deviation, body) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99) \
         SELECT i, CASE WHEN i < 51 THEN 'hex' ELSE 'trellis' END, 'normal', 1600 - i, 200, \
         '{\"value\":1600000,\"deviation\":200000,\"volatility\":60000000,\"matches\":3,\"at\":1000000}' FROM n",
    )
    .await;
    for (game, is_whole) in [("hex", false), ("trellis", true)] {
        let asks = format!("{game} standings");
        let answer = club.client().ask("/command", "", "", Some(&asks)).await.unwrap();
        let text = String::from_utf8(answer.body).unwrap();
        assert!(text.contains("provisional") && text.contains("\n49 "), "{text}");
        assert_eq!(text.contains("\n50 "), !is_whole, "{text}");
        assert_eq!(text.contains("These are the first 50."), !is_whole, "{text}");
    }
    club.close().await;
}
