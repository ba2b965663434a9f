//! What browsers send to pages, and what must not come of it.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use crosscut_club::{Aim, ChallengeId, Command, Flag, Key, MatchId, Reason, Terms, Who};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Club, Duration, EventStream, ask, ended, json, leave, timeout};
use crate::write::tests::{begin, begin_between, terms, turn};

/// Sends a request as a browser does, and returns the whole answer with its head.
pub(super) async fn knock(club: &Club, token: &str, line: &str, head: &str, body: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(club.address).await.unwrap();
    let text = format!(
        "{line} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n{head}\r\n{body}",
        club.address,
        body.len()
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    answer
}

pub(super) fn status(answer: &[u8]) -> u16 {
    let head = String::from_utf8_lossy(&answer[..answer.len().min(100)]).into_owned();
    head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a status")
}

pub(super) async fn member(club: &Club, name: &str) -> String {
    let who = json!({"name": name, "password": "correct horse"});
    let it = ask(&mut club.client(), "members", "", Some(who), 201).await;
    it["token"].as_str().unwrap().to_string()
}

pub(crate) async fn ratings_of_most_matches_are_shown_first(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    for name in ["Ann", "Bob"] {
        member(&club, name).await;
    }
    let players = [1, 2].map(crosscut_club::MemberId);
    let queue = club.app.queue();
    let play = async |pace: crosscut_club::Pace| {
        let terms = Terms { rated: true, pace, ..terms() };
        let id = begin_between(queue, players, terms).await;
        turn(queue, id, players[0], "c3", 0, None).await.unwrap();
        turn(queue, id, players[1], "b2", 1, None).await.unwrap();
        queue.act(Who::Member(players[1]), None, Command::Resign { id }).await.unwrap();
    };
    let (days, quick) = (crosscut_club::Pace::Days { days: 2 }, terms().pace);
    for (paces, shown) in [
        (&[days, days, quick][..], ["2 matches", "1 match<"]),
        (&[quick, quick], ["3 matches", "2 matches"]),
    ] {
        for pace in paces {
            play(*pace).await;
        }
        let page = knock(&club, "", "GET /member/Ann", "", "").await;
        let page = String::from_utf8_lossy(&page).into_owned();
        let at = shown.map(|it| page.find(it).expect(it));
        assert!(at[0] < at[1], "{shown:?}: {page}");
    }
    club.close().await;
}

pub(crate) async fn what_strangers_send_does_no_harm(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ann = member(&club, "Ann").await;

    // A plan as deep as a form is long, for a match that does not exist.
    let plan = format!("plan={}", vec!["*>b"; 16_000].join(">"));
    let answer = knock(&club, &ann, "POST /match/999/plan", "", &plan).await;
    assert_eq!(status(&answer), 404);

    // A record may be as long as the page allows, however it is encoded.
    for (n, too_long) in [(60_000, false), (60_001, true)] {
        let record = format!("record={}", "%E2%80%9C".repeat(n));
        let answer = knock(&club, &ann, "POST /analysis", "", &record).await;
        assert_eq!(status(&answer), 422);
        let told = String::from_utf8_lossy(&answer).contains("at most 60000 characters");
        assert_eq!(told, too_long, "{n}");
    }

    // A form may be as long as all that it may say, and not a byte longer.
    for (bytes, to) in [(578_800, 422), (578_801, 413)] {
        let answer = knock(&club, &ann, "POST /analysis", "", &"x".repeat(bytes)).await;
        assert_eq!(status(&answer), to, "{bytes}");
    }

    // So may a list of moves.
    for (blanks, to) in [(3996, 303), (3997, 422)] {
        let line = format!("GET /analysis/hex:size=5,opening=none?play=b2{}c3", "+".repeat(blanks));
        let answer = knock(&club, "", &line, "", "").await;
        assert_eq!(status(&answer), to, "{blanks}");
        let told = String::from_utf8_lossy(&answer).contains("at most 4000 characters");
        assert_eq!(told, to == 422, "{blanks}");
    }

    // The address of an analysis grows as long as servers take it, and no longer.
    let cells = (1..=5).flat_map(|row| ('A'..='M').map(move |column| format!("{column}{row}")));
    let moves: Vec<String> =
        cells.take(59).map(|it| format!("{it}+%7B{}%7D", "x".repeat(1000))).collect();
    let study = format!("/analysis/hex:size=13,opening=none/{}/", moves.join("+"));
    let comment = async |letters: usize| {
        let line = format!("GET {study}?at=0&comment={}", "y".repeat(letters));
        let answer = String::from_utf8_lossy(&knock(&club, "", &line, "", "").await).into_owned();
        let to = answer.lines().find_map(|it| it.strip_prefix("location: ")).map(str::len);
        (to, answer)
    };
    let shortest = comment(1).await.0.expect("there is room for a letter");
    let most = 1 + 60_000 - shortest;
    assert_eq!(comment(most).await.0, Some(60_000));
    let (to, page) = comment(most + 1).await;
    assert!(to.is_none() && page.contains("This analysis is full"), "{page}");

    // A page's script has the page's policy, the shared worker a policy of its own.
    let page = String::from_utf8_lossy(&knock(&club, "", "GET /games", "", "").await).into_owned();
    for (mark, policy) in [("src=\"/assets/", false), ("data-wire=\"/assets/", true)] {
        let at = page.find(mark).unwrap() + mark.len() - "/assets/".len();
        let path = page[at..].split('"').next().unwrap();
        let answer = knock(&club, "", &format!("GET {path}"), "", "").await;
        let head = String::from_utf8_lossy(&answer[..600]).to_lowercase();
        let own =
            head.contains("content-security-policy: default-src 'none'; connect-src 'self'\r\n");
        assert!(own == policy && head.contains("nosniff"), "{head}");
        // It is kept for good under this address, and not under one that was of other content.
        assert!(head.contains("cache-control: public, max-age=31536000, immutable"), "{head}");
        let former = path.replacen(path.split('/').nth(2).unwrap(), "0123456789abcdef", 1);
        let answer = knock(&club, "", &format!("GET {former}"), "", "").await;
        let head = String::from_utf8_lossy(&answer[..600]).to_lowercase();
        assert!(head.contains("200 ok") && head.contains("cache-control: no-cache"), "{head}");
    }

    // No session has a negative number.
    let answer = knock(&club, &ann, "POST /settings", "", "what=session&number=-1").await;
    assert!(status(&answer) < 500);
    // A form may be sent to a long address.
    let line = format!("POST /settings?{}", "x".repeat(40_000));
    assert_eq!(status(&knock(&club, &ann, &line, "", "what=zone&zone=UTC").await), 303);
    ask(&mut club.client(), "me", &ann, None, 200).await;

    // Cookies may contain anything.
    let cookie = "cookie: lesson-hex=18446744073709551615; guide-hex=99999999999\r\n";
    assert_eq!(status(&knock(&club, "", "GET /games/hex/lesson", cookie, "").await), 200);

    // Whatever encodings a browser accepts, a member's games arrive complete.
    let terms =
        json!({"game": "hex:size=5,opening=none", "pace": {"kind": "none"}, "rated": false});
    let play = json!({"command": "play_computer", "terms": terms, "level": 1, "choice": "first"});
    ask(&mut club.client(), "commands", &ann, Some(play), 200).await;
    for packed in ["", "accept-encoding: gzip, deflate, br, zstd\r\n"] {
        let answer = knock(&club, &ann, "GET /settings/games.ccr", packed, "").await;
        assert_eq!(status(&answer), 200);
        assert!(answer.ends_with(b"0\r\n\r\n"), "the end of the download arrives: '{packed}'");
    }
    club.close().await;
}

pub(crate) async fn a_stream_ends_with_its_session(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (ann, bob) = (member(&club, "Ann").await, member(&club, "Bob").await);
    let mut news = EventStream::open(club.address, "/news", &ann).await.unwrap();
    let mut others = EventStream::open(club.address, "/news", &bob).await.unwrap();
    assert!(!news.more().await.unwrap().is_empty() && !others.more().await.unwrap().is_empty());
    club.app.accounts().sign_out(&ann).await.unwrap();
    // The very last piece is empty; the connection may stay open.
    let end = async { while !news.more().await.unwrap().ends_with(b"0\r\n\r\n") {} };
    timeout(Duration::from_secs(5), end).await.expect("the stream ends");
    let more = timeout(Duration::from_millis(300), others.more()).await;
    assert!(more.is_err(), "those of others go on");
    club.close().await;
}

pub(crate) async fn all_members_are_listed_whoever_has_left(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    for n in 0..7 {
        let who = json!({"name": format!("Aaa{n}"), "password": "correct horse"});
        let it = ask(&mut club.client(), "members", "", Some(who), 201).await;
        let id = crosscut_club::MemberId(it["member"].as_u64().unwrap());
        if [1, 2, 5].contains(&n) {
            leave(&club.app, id).await.unwrap();
        }
    }
    let (mut seen, mut after) = (String::new(), String::new());
    loop {
        let some = club.app.queries().named("aaa", &after, 2).await.unwrap();
        let Some(last) = some.last() else { break };
        after.clone_from(&last.name);
        for it in &some {
            let _ = write!(seen, "{} ", it.name);
        }
    }
    assert_eq!(seen, "Aaa0 Aaa3 Aaa4 Aaa6 ");
    // A page has fifty members.
    for n in 10..62 {
        member(&club, &format!("Bbb{n}")).await;
    }
    let page = async |path: &str| {
        let page = knock(&club, "", &format!("GET {path}"), "", "").await;
        String::from_utf8_lossy(&page).into_owned()
    };
    let first = page("/members?q=bbb").await;
    assert_eq!(first.matches("\"/member/Bbb").count(), 50, "{first}");
    assert!(first.contains("after=Bbb59"), "{first}");
    let rest = page("/members?q=bbb&after=Bbb59").await;
    assert_eq!(rest.matches("\"/member/Bbb").count(), 2, "{rest}");
    // Nothing follows exactly fifty.
    let last = page("/members?q=bbb&after=Bbb11").await;
    assert_eq!(last.matches("\"/member/Bbb").count(), 50, "{last}");
    assert!(!last.contains("after=Bbb61"), "{last}");
    // The sign-in page promises no mail where none is sent.
    let door = page("/sign-in").await;
    assert!(door.contains("Forgot your password? Ask") && !door.contains("by mail"), "{door}");
    club.close().await;
}

pub(crate) async fn what_somebody_writes_is_never_markup(database: &str) {
    /// Would be markup in a text, in an attribute, and in elements whose content is not parsed.
    const WORDS: &str =
        "\"'><img src=x onerror=alert(1)></textarea></title></script>--><svg/onload=a>";
    let escaped: String = WORDS.bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "%{byte:02X}");
        out
    });
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let terms = json!({"game": "hex:size=5,opening=none", "pace": {"kind": "none"}});
    let challenge = |to: serde_json::Value, greeting: Option<&str>| json!({"command": "challenge", "to": to, "terms": terms, "choice": "first", "greeting": greeting});
    let made = ask(&mut client, "commands", &ann, Some(challenge(json!("open"), None)), 200).await;
    let accept = json!({"command": "accept_challenge", "id": made["challenge"]});
    let id = ask(&mut client, "commands", &bob, Some(accept), 200).await["match"].clone();
    let say = json!({"command": "say", "id": id, "room": "players", "words": WORDS});
    ask(&mut client, "commands", &bob, Some(say), 200).await;
    let plan = json!({"ply": 1, "branches": [{"play": ["b2"], "say": [WORDS]}]});
    let plan = json!({"command": "plan", "id": id, "plan": plan});
    ask(&mut client, "commands", &bob, Some(plan), 200).await;
    let greeting = challenge(json!({"member": 1}), Some(WORDS));
    ask(&mut client, "commands", &bob, Some(greeting), 200).await;
    let mut seen = 0;
    for path in [
        format!("/match/{id}"),
        format!("/report?match={id}&remark=1"),
        "/".to_string(),
        "/challenge/2".to_string(),
        format!("/analysis/hex:size=5,opening=none/A1%7B{escaped}%7D/"),
        format!("/analysis/{escaped}/"),
        format!("/match/{id}?turn={escaped}&at={escaped}"),
        format!("/members?q={escaped}&back={escaped}"),
        format!("/sign-in?back={escaped}"),
        format!("/member/{escaped}"),
        format!("/games/hex?turn={escaped}"),
        format!("/play/hex?spec={escaped}&with={escaped}"),
        format!("/puzzles?game={escaped}&grade={escaped}"),
        format!("/recover/1?until={escaped}&proof={escaped}"),
        format!("/mail/verify?member=1&until=1&address={escaped}&proof={escaped}"),
    ] {
        for token in [&ann, &bob] {
            let answer = knock(&club, token, &format!("GET {path}"), "", "").await;
            let page = String::from_utf8_lossy(&answer).into_owned();
            assert!(status(&answer) < 500, "{path}: {page}");
            for bad in ["<img src=x", "</textarea></title>", "<svg/onload", "\"'>"] {
                assert!(!page.contains(bad), "{path} has {bad}: {page}");
            }
            seen += usize::from(page.contains("&#60;img src=x"));
        }
    }
    assert!(seen >= 6, "it is shown on {seen} pages only");
    club.close().await;
}

/// The stream of one page covers other matches that are watched with it.
pub(crate) async fn the_news_tell_of_matches_that_are_watched(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let (id, [ann, _]) = begin(queue, terms()).await;
    let (hidden, _) = begin(queue, Terms { private: true, ..terms() }).await;
    let key = Key::Match(id);
    let seen = queue.look(std::slice::from_ref(&key)).await.unwrap().version(&key);
    let open = async |path: &str| EventStream::open(club.address, path, "").await.unwrap();
    let until_told = async |news: &mut EventStream, wanted: &str| {
        let mut told = String::new();
        let within = timeout(Duration::from_secs(10), async {
            while !told.contains(wanted) {
                told += std::str::from_utf8(&news.more().await.unwrap()).unwrap();
            }
        });
        within.await.unwrap_or_else(|_| panic!("{wanted} is told"));
        told
    };
    let mut news = open(&format!("/news?matches={id}:{seen},{hidden}:0")).await;
    let mut late = open(&format!("/news?matches={id}:{}", seen - 1)).await;
    // What happened before the page listened is told at once, and nothing to those who have seen it.
    until_told(&mut late, &format!("data: match {id}:{seen}\n")).await;
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    let told = until_told(&mut news, &format!("data: match {id}:{}\n", seen + 1)).await;
    assert!(!told.contains(&format!("match {hidden}:")), "{told}");
    assert!(!told.contains(&format!("match {id}:{seen}\n")), "{told}");
    drop((news, late));
    club.close().await;
}

/// A page that waits looks up only what the news concern: what is its own, or what is in the lobby.
pub(crate) async fn the_news_say_whom_they_concern(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (ann, bob) = (member(&club, "Ann").await, member(&club, "Bob").await);
    let id = club.app.accounts().member_named("ann").await.unwrap().unwrap();
    let mut news = EventStream::open(club.address, "/news", &ann).await.unwrap();
    let mut hear = async || {
        let mut told = String::new();
        let within = timeout(Duration::from_secs(10), async {
            while !told.contains("data: ") {
                told += std::str::from_utf8(&news.more().await.unwrap()).unwrap();
            }
        });
        within.await.expect("something is told");
        let word = told.split("data: ").nth(1).and_then(|it| it.lines().next());
        word.unwrap_or_default().to_string()
    };
    let challenge = async |to: serde_json::Value| {
        let terms = json!({"game": "hex", "pace": {"kind": "none"}});
        let it = json!({"command": "challenge", "to": to, "terms": terms, "choice": "first"});
        ask(&mut club.client(), "commands", &bob, Some(it), 200).await;
    };
    challenge(json!("open")).await;
    assert_eq!(hear().await, "lobby");
    challenge(json!({"member": id.0})).await;
    assert_eq!(hear().await, "mine");
    club.close().await;
}

/// Anybody with the link may accept; it is up to the challenger whom to send it to.
pub(crate) async fn the_link_of_a_challenge_is_shown_to_its_maker(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (ann, bob) = (member(&club, "Ann").await, member(&club, "Bob").await);
    let terms = json!({"game": "hex", "pace": {"kind": "none"}});
    let make = async |to: serde_json::Value| {
        let it = json!({"command": "challenge", "to": to, "terms": terms, "choice": "first"});
        let made = ask(&mut club.client(), "commands", &ann, Some(it), 200).await;
        ChallengeId(made["challenge"].as_u64().unwrap())
    };
    let shown = async |token: &str, path: &str| {
        let answer = knock(&club, token, &format!("GET {path}"), "", "").await;
        assert_eq!(status(&answer), 200, "{path}");
        String::from_utf8_lossy(&answer).contains("Send this link to a friend")
    };
    let by_link = make(json!({"link": ""})).await;
    let state = club.app.queue().look(&[Key::Challenge(by_link)]).await.unwrap();
    let Aim::Link(code) = &state.challenge(by_link).unwrap().to else { panic!("no link") };
    let path = format!("/challenge/{by_link}?code={code}");
    assert_eq!([shown(&ann, &path).await, shown(&bob, &path).await], [true, false]);
    // A challenge in the lobby has no link to send.
    let path = format!("/challenge/{}", make(json!("open")).await);
    assert_eq!([shown(&ann, &path).await, shown(&bob, &path).await], [false, false]);
    club.close().await;
}

pub(crate) async fn a_form_says_who_begins_and_as_what(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    for (game, words) in [
        (
            "trellis",
            "Who begins <small>in the official opening the first player makes the first 3 turns, for both sides, and the other then \
             chooses a side; otherwise the first player begins as Navy</small>",
        ),
        ("hex", "Who begins <small>the first player begins as Navy</small>"),
        ("plexus", "the first player begins as 1, drawn in navy</small>"),
        ("bridg-it", "<small>dots in a row of Navy"),
        ("diagonal-bridg-it", "the first player begins as Navy</small>"),
        ("original-trellis", "the first player begins as Navy</small>"),
        ("trichet", "Who plays White <small>"),
    ] {
        for page in ["games", "play"] {
            let answer = knock(&club, "", &format!("GET /{page}/{game}"), "", "").await;
            assert_eq!(status(&answer), 200, "{game}");
            let shown = String::from_utf8_lossy(&answer);
            assert!(shown.contains(words), "{game}: {shown}");
        }
    }
    club.close().await;
}

pub(crate) async fn a_set_position_is_drawn_where_it_is_accepted(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (ann, bob) = (member(&club, "Ann").await, member(&club, "Bob").await);
    let page = async |path: &str| {
        let answer = knock(&club, &bob, &format!("GET {path}"), "", "").await;
        assert_eq!(status(&answer), 200, "{path}");
        String::from_utf8_lossy(&answer).into_owned()
    };
    for (setup, first, drawn) in [(None, "Ann", false), (Some("V:C3,D2 H:B4 turn:H"), "You", true)]
    {
        let terms = json!({"game": "hex:size=5", "setup": setup, "pace": {"kind": "none"}});
        let it = json!({"command": "challenge", "to": "open", "terms": terms, "choice": "first"});
        let made = ask(&mut club.client(), "commands", &ann, Some(it), 200).await;
        let shown = page(&format!("/challenge/{}", made["challenge"])).await;
        assert_eq!(shown.contains("<svg class=\"picture"), drawn, "{shown}");
        assert_eq!(shown.contains("Orange to move"), drawn, "{shown}");
        assert!(shown.contains(&format!("{first} move")), "{shown}");
        let listed = page("/lobby").await.contains("from a set position");
        assert_eq!(listed, drawn);
    }
    club.close().await;
}

pub(crate) async fn without_scripts_a_page_asks_again_while_it_may_change(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (ann, bob) = (member(&club, "Ann").await, member(&club, "Bob").await);
    let (queue, accounts) = (club.app.queue(), club.app.accounts());
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    // After how many seconds it asks again; 0 if it does not.
    let again = async |token: &str, path: &str| {
        let answer = knock(&club, token, &format!("GET {path}"), "", "").await;
        assert_eq!(status(&answer), 200, "{path}");
        let page = String::from_utf8_lossy(&answer).into_owned();
        let after = page.split_once("<meta http-equiv=\"refresh\" content=\"");
        after.map_or(0, |it| it.1.split('"').next().unwrap().parse::<u32>().unwrap())
    };
    let all = async |path: &str| {
        [again(&ann, path).await, again(&bob, path).await, again("", path).await]
    };
    let terms = json!({"game": "hex", "pace": {"kind": "none"}});
    let it = json!({"command": "challenge", "to": "open", "terms": terms});
    let made = ask(&mut club.client(), "commands", &ann, Some(it), 200).await;
    let challenge = format!("/challenge/{}", made["challenge"]);
    assert_eq!(all(&challenge).await, [5, 0, 0]);
    assert_eq!(all("/lobby").await, [15; 3]);
    let it = json!({"command": "withdraw_challenge", "id": made["challenge"]});
    ask(&mut club.client(), "commands", &ann, Some(it), 200).await;
    assert_eq!(again(&ann, &challenge).await, 0);

    // Whoever is to move puts a turn together, and whoever looks back sees the same board.
    let id = begin_between(queue, players, crate::write::tests::terms()).await;
    let path = format!("/match/{id}");
    // Anybody who may write something there is not interrupted, and has a link.
    let links = async |token: &str| {
        let answer = knock(&club, token, &format!("GET {path}"), "", "").await;
        String::from_utf8_lossy(&answer).contains(">Look again</a>")
    };
    assert_eq!(all(&path).await, [0, 0, 5]);
    assert_eq!([links(&ann).await, links(&bob).await, links("").await], [false, true, false]);
    turn(queue, id, players[0], "c3", 0, None).await.unwrap();
    assert_eq!(all(&path).await, [0, 0, 5]);
    assert_eq!([links(&ann).await, links(&bob).await], [true, false]);
    assert_eq!(all(&format!("{path}?at=0")).await, [0; 3]);
    turn(queue, id, players[1], "b2", 1, None).await.unwrap();
    let resign = Command::Resign { id };
    queue.act(Who::Member(players[0]), None, resign).await.unwrap();
    assert_eq!(all(&path).await, [0; 3]);
    club.close().await;
}

pub(crate) async fn a_win_on_time_is_claimed_by_its_button(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (ann, bob) = (member(&club, "Ann").await, member(&club, "Bob").await);
    let (queue, accounts) = (club.app.queue(), club.app.accounts());
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    let id = begin_between(queue, players, Terms { flag: Flag::Claimed, ..terms() }).await;
    turn(queue, id, players[0], "c3", 0, None).await.unwrap();
    turn(queue, id, players[1], "b2", 1, None).await.unwrap();
    let offered = async |token: &str| {
        let answer = knock(&club, token, &format!("GET /match/{id}"), "", "").await;
        assert_eq!(status(&answer), 200);
        String::from_utf8_lossy(&answer).contains("Claim the win on time")
    };
    club.hand.fetch_add(304_999, Ordering::Relaxed);
    assert_eq!([offered(&ann).await, offered(&bob).await], [false, false]);
    club.hand.fetch_add(1, Ordering::Relaxed);
    assert_eq!([offered(&ann).await, offered(&bob).await], [false, true]);
    let claim = format!("POST /match/{id}/do");
    assert_eq!(status(&knock(&club, &bob, &claim, "", "what=claim").await), 303);
    assert_eq!(ended(&club, id).await.unwrap().reason, Reason::Time);
    club.close().await;
}

pub(crate) async fn nobody_is_challenged_by_a_name_that_is_nobodys(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ann = member(&club, "Ann").await;
    member(&club, "Bob").await;
    let form = async |whom: &str| {
        let line = format!("GET /play/hex?to={whom}");
        let answer = knock(&club, &ann, &line, "", "").await;
        (status(&answer), String::from_utf8_lossy(&answer).into_owned())
    };
    assert_eq!(form("bob").await.0, 200);
    assert_eq!(form("").await.0, 200);
    let (code, page) = form("Zorro").await;
    assert!(code == 404 && page.contains("Nobody is called &#39;Zorro&#39;."), "{page}");
    club.close().await;
}

pub(crate) async fn the_computer_is_not_asked_about_a_game_that_is_over(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let page = async |path: &str| {
        let answer = knock(&club, "", &format!("GET {path}"), "", "").await;
        assert_eq!(status(&answer), 200);
        String::from_utf8_lossy(&answer).into_owned()
    };
    let won = "/analysis/hex:size=2,opening=none/A1+B1+A2/";
    assert!(page(&format!("{won}?at=2")).await.contains("Ask the computer"));
    for asked in ["?at=3", "?at=3&ask=computer"] {
        let end = page(&format!("{won}{asked}")).await;
        assert!(!end.contains("Ask the computer") && end.contains("The game is over."), "{end}");
    }
    club.close().await;
}

pub(crate) async fn what_was_done_is_said_where_the_page_jumps_to(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ann = member(&club, "Ann").await;
    let ask = async |line: &str, form: &str| {
        let answer = knock(&club, &ann, line, "", form).await;
        (status(&answer), String::from_utf8_lossy(&answer).into_owned())
    };
    let part = |page: &str, part: &str| {
        let (_, section) = page.split_once(&format!("<section id=\"{part}\">")).unwrap();
        section.split_once("</section>").unwrap().0.to_string()
    };
    for (form, done, place, words) in [
        ("what=zone&zone=UTC", "zone", "you", "Saved."),
        ("what=vacation&days=2", "vacation", "matches", "Your vacation has begun."),
        ("what=back", "back", "matches", "Your vacation is over."),
        (
            "what=session&number=all&password=correct+horse",
            "session",
            "safety",
            "Signed out there.",
        ),
    ] {
        let (status, told) = ask("POST /settings", form).await;
        assert!(status == 303 && told.contains(&format!("/settings?done={done}")), "{told}");
        let (_, page) = ask(&format!("GET /settings?done={done}"), "").await;
        assert!(part(&page, place).contains(words), "{form}: {page}");
        assert_eq!(page.matches(words).count(), 1, "{form}: {page}");
    }
    // What is empty is to be filled in.
    for (form, words) in
        [("what=vacation&days=", "Fill in the days."), ("what=zone&zone=", "Fill in a time zone.")]
    {
        let (status, page) = ask("POST /settings", form).await;
        assert!(status >= 400 && page.contains(words), "{form}: {page}");
    }
    // And what was refused as a whole.
    let (status, page) = ask("POST /settings", "what=back").await;
    assert!(status == 409 && part(&page, "matches").contains("role=\"alert\""), "{page}");
    assert_eq!(page.matches("role=\"alert\"").count(), 1, "{page}");
    club.close().await;
}

pub(crate) async fn among_many_matches_those_of_one_game_are_found(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, _, cat] =
        [member(&club, "Ann").await, member(&club, "Bob").await, member(&club, "Cat").await];
    let (queue, accounts) = (club.app.queue(), club.app.accounts());
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    let game = "plexus".to_string();
    let first = begin_between(queue, players, Terms { game, ..terms() }).await;
    for _ in 0..200 {
        begin_between(queue, players, terms()).await;
    }
    let text = async |token: &str, line: &str, body: &str| {
        let answer = knock(&club, token, line, "", body).await;
        String::from_utf8_lossy(&answer).into_owned()
    };
    let said = text(&ann, "POST /command", "plexus games").await;
    assert!(
        said.contains(&format!("\n{first} ")) && said.matches("Ann Bob").count() == 1,
        "{said}"
    );
    assert!(!said.contains("that began last"), "{said}");
    let said = text(&ann, "POST /command", "games").await;
    assert!(
        said.contains("Of the matches that go on these are the 200 that began last."),
        "{said}"
    );
    assert!(
        said.contains("`GAME games` lists those of one game") && !said.contains("plexus"),
        "{said}"
    );
    // The computer has the name that lists give it.
    let play = json!({"command": "play_computer", "terms": terms(), "level": 2, "choice": "first"});
    ask(&mut club.client(), "commands", &ann, Some(play), 200).await;
    let said = text(&ann, "POST /command", "games Computer2").await;
    assert!(said.contains("Ann computer2") && said.matches("\n2").count() == 1, "{said}");
    let said = text(&ann, "POST /command", "games computer77").await;
    assert!(said.contains("obody is called 'computer77'"), "{said}");
    let said = text(&ann, "POST /command", "trichet games").await;
    assert!(said.contains("There are none."), "{said}");
    let said = text(&cat, "POST /command", "plexus subscribe all").await;
    assert!(said.contains("of the one that goes on now"), "{said}");
    let said = text(&cat, "POST /command", "hex subscribe all").await;
    assert!(
        said.contains("of 40 of the 201 that go on now, the latest: others by their numbers"),
        "{said}"
    );
    let page = text("", "GET /games/plexus", "").await;
    assert!(
        page.contains("Being played now") && page.contains(&format!("/match/{first}\"")),
        "{page}"
    );
    let page = text("", "GET /lobby", "").await;
    assert!(page.contains("These are the 100 that began last."), "{page}");
    let page = text("", &format!("GET /match/{first}"), "").await;
    assert!(page.contains(&format!("Match {first}. Began 1 Jan 1970.")), "{page}");
    let page = text("", "GET /member/Ann?before=1", "").await;
    assert!(page.contains("There are none before that."), "{page}");
    let page = text("", "GET /members?after=zz", "").await;
    assert!(page.contains("Here the list ends.") && !page.contains("Nobody has joined"), "{page}");
    // Also when all are over.
    for id in (0..=200).map(|n| MatchId(first.0 + n)) {
        queue.act(Who::Club, None, Command::Stop { id }).await.unwrap();
    }
    let said = text(&cat, "POST /command", "games Ann inactive").await;
    assert!(said.contains("Of the matches of Ann that are over these are the 200"), "{said}");
    assert!(!said.contains("plexus"), "{said}");
    let said = text(&cat, "POST /command", "plexus games Ann inactive").await;
    assert!(said.contains(&format!("\n{first} ")) && !said.contains("that began last"), "{said}");
    let said = text(&cat, "POST /command", "hex games Ann inactive").await;
    assert!(said.contains("Of the matches of Ann at Hex that are over"), "{said}");
    // Of a game that few play the list has all.
    let said = text(&cat, "POST /command", "plexus games inactive").await;
    assert!(said.contains(&format!("\n{first} ")) && !said.contains("that ended last"), "{said}");
    let said = text(&cat, "POST /command", "hex games inactive").await;
    assert!(
        said.contains("Of the matches of Hex that are over these are the 200 that ended last."),
        "{said}"
    );
    club.close().await;
}

pub(crate) async fn a_profile_tells_how_its_member_begins(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let (queue, accounts) = (club.app.queue(), club.app.accounts());
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    let profile = async || {
        let page = knock(&club, "", "GET /member/Ann", "", "").await;
        String::from_utf8_lossy(&page).into_owned()
    };
    let begun = [
        ("A1", "Favourite Hex openings: <b>A1</b> (1 of 1)."),
        ("B1", "(1 of 2)."),
        ("B1", "Favourite Hex openings: <b>B1</b> (2 of 3), <b>A1</b> (1 of 3)."),
    ];
    for (ply, told) in begun {
        let id = begin_between(queue, players, terms()).await;
        for (who, ply) in [(&ann, ply), (&bob, "C3")] {
            let turn = json!({"command": "turn", "id": id, "text": ply});
            ask(&mut club.client(), "commands", who, Some(turn), 200).await;
        }
        let before = profile().await;
        assert!(!before.contains(told), "it goes on: {before}");
        let resign = json!({"command": "resign", "id": id});
        ask(&mut club.client(), "commands", &bob, Some(resign), 200).await;
        // A second request gets the same answer.
        for _ in 0..2 {
            let page = profile().await;
            assert!(page.contains(told), "{told}: {page}");
        }
    }
    // A match that is broken off does not count.
    let id = begin_between(queue, players, terms()).await;
    let turn = json!({"command": "turn", "id": id, "text": "A1"});
    ask(&mut club.client(), "commands", &ann, Some(turn), 200).await;
    let stop = Command::Stop { id };
    queue.act(Who::Club, None, stop).await.unwrap();
    let page = profile().await;
    assert!(page.contains(begun[2].1), "{page}");
    club.close().await;
}

pub(crate) async fn pages_show_what_was_typed_and_what_is_worth_a_look(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ann = member(&club, "Ann").await;
    let text = async |line: &str, head: &str| {
        let answer = knock(&club, "", line, head, "").await;
        (status(&answer), String::from_utf8_lossy(&answer).into_owned())
    };
    // A browser that keeps cookies is redirected, another one is told.
    let (with, page) = text("GET /cookies?to=/games", "cookie: a=b\r\n").await;
    assert!(with == 303 && page.contains("location: /games\r\n"), "{page}");
    let (without, page) = text("GET /cookies?to=/games", "").await;
    assert!(without == 403 && page.contains("keeps no cookies"), "{page}");
    // A move in a lesson that is not accepted stays where it was typed.
    let (_, page) = text("GET /games/hex/lesson?play=z99", "").await;
    assert!(page.contains("value=\"z99\""), "{page}");
    // A game with the computer is worth watching once somebody has moved in it.
    let play = json!({"command": "play_computer", "level": 1, "choice": "first",
        "terms": {"game": "hex:size=5,opening=none", "pace": {"kind": "none"}, "rated": false}});
    let begun = ask(&mut club.client(), "commands", &ann, Some(play), 200).await;
    let id = begun["match"].as_u64().unwrap();
    let row = format!("/match/{id}\"");
    assert!(!text("GET /lobby", "").await.1.contains(&row));
    let turn = json!({"command": "turn", "id": id, "text": "c3"});
    ask(&mut club.client(), "commands", &ann, Some(turn), 200).await;
    super::until(async || text("GET /lobby", "").await.1.contains(&row).then_some(())).await;
    club.hand.fetch_add(2 * 3_600_000, Ordering::Relaxed);
    assert!(!text("GET /lobby", "").await.1.contains(&row), "nobody has moved for two hours");
    club.close().await;
}
