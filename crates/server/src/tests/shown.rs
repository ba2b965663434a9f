//! What pages show to whom, and for how long it may be cached.

use std::sync::atomic::Ordering;

use crosscut_club::{Aim, Command, Follow, MemberId, Span, Terms, Welcome, Who};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::pages::{knock, member, status};
use super::{Club, ask, json};
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};
use crate::write::tests::{begin_between, terms, turn};

/// The tokens and ids of Ann and Bob.
async fn two(club: &Club) -> ([String; 2], [MemberId; 2]) {
    let tokens = [member(club, "Ann").await, member(club, "Bob").await];
    let named = async |name| club.app.accounts().member_named(name).await.unwrap().unwrap();
    (tokens, [named("ann").await, named("bob").await])
}

/// Boards with their content in the address never change, and a browser may cache them; but not those of a private
/// match.
pub(crate) async fn boards_are_kept_by_who_may_keep_them(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ([ann, _], players) = two(&club).await;
    let queue = club.app.queue();
    for private in [false, true] {
        let terms = Terms { private, ..terms() };
        let id = begin_between(queue, players, terms).await;
        let page = knock(&club, &ann, &format!("GET /match/{id}"), "", "").await;
        let page = String::from_utf8_lossy(&page).into_owned();
        let of = page.split_once(&format!("data-boards=\"/match/{id}/boards?of=")).unwrap().1;
        let of = of.split('"').next().unwrap();
        for (asked, kept) in
            [(format!("?of={of}"), !private), ("?of=1".into(), false), ("".into(), false)]
        {
            let line = format!("GET /match/{id}/boards{asked}");
            let answer = knock(&club, &ann, &line, "", "").await;
            assert_eq!(status(&answer), 200);
            let answer = String::from_utf8_lossy(&answer).into_owned();
            let head = answer.split_once("\r\n\r\n").unwrap().0;
            let keep = match kept {
                true => "cache-control: private, max-age=86400, immutable",
                false => "cache-control: no-store",
            };
            assert!(head.lines().any(|it| it == keep), "{private} {asked}: {head}");
        }
    }
    club.close().await;
}

/// A game with complete knowledge is shown as decided, whoever is to move.
/// What players say to each other is theirs, in every form of a record.
pub(crate) async fn a_record_tells_nobody_else_what_players_said(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (id, [ann, _]) =
        crate::write::tests::begin(club.app.queue(), crate::write::tests::terms()).await;
    let said = crosscut_club::Command::Say {
        id,
        room: crosscut_club::Room::Players,
        words: "between ourselves".into(),
        more: Vec::new(),
    };
    club.app.queue().act(crosscut_club::Who::Member(ann), None, said).await.unwrap();
    let paths = [
        format!("/match/{id}"),
        format!("/match/{id}/old.txt"),
        format!("/api/v1/matches/{id}"),
        format!("/api/v1/matches/{id}/record"),
        format!("/api/v1/matches/{id}/record?format=old"),
    ];
    for path in paths {
        let answer = club.client().ask(&path, "", "", None).await.unwrap();
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(answer.status == 200 && !text.contains("between ourselves"), "{path}: {text}");
    }
    club.close().await;
}

pub(crate) async fn what_is_certain_is_told_as_certain(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    for (moves, words) in [("", "Navy wins, for certain."), ("B2/", "Orange loses, for certain.")] {
        let line = format!("GET /analysis/bridg-it:opening=none/{moves}?ask=computer");
        let line = line.replace("none/?", "none?");
        let answer = knock(&club, "", &line, "", "").await;
        let page = String::from_utf8_lossy(&answer).into_owned();
        assert!(status(&answer) == 200 && page.contains(words), "{words}: {page}");
    }
    club.close().await;
}

/// A takeback is offered neither to a player who has not moved, nor twice.
pub(crate) async fn a_takeback_is_offered_to_who_can_ask_for_one(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ([ann, bob], players) = two(&club).await;
    let queue = club.app.queue();
    let id = begin_between(queue, players, terms()).await;
    let offered = async |token: &str| {
        let page = knock(&club, token, &format!("GET /match/{id}"), "", "").await;
        let page = String::from_utf8_lossy(&page).into_owned();
        assert!(page.contains("value=\"offer-draw\""), "{page}");
        page.contains("value=\"offer-takeback\"")
    };
    assert!(!offered(&ann).await && !offered(&bob).await);
    turn(queue, id, players[0], "c3", 0, None).await.unwrap();
    assert!(offered(&ann).await && !offered(&bob).await);
    let offer = Command::Offer { id, offer: crosscut_club::Offer::Takeback };
    queue.act(Who::Member(players[0]), None, offer).await.unwrap();
    assert!(!offered(&ann).await && !offered(&bob).await);
    club.close().await;
}

/// The time left to accept it is shown in whole minutes, including the last one.
pub(crate) async fn a_challenge_says_how_long_it_stands(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ann = member(&club, "Ann").await;
    let by = club.app.accounts().member_named("ann").await.unwrap().unwrap();
    let challenge = Command::Challenge {
        to: Aim::Open,
        terms: terms(),
        choice: crosscut_club::Choice::First,
        audience: Default::default(),
        until: Some(club.app.clock().now() + Span::seconds(90)),
        greeting: None,
    };
    let done = club.app.queue().act(Who::Member(by), None, challenge).await.unwrap();
    let id = done.challenge().unwrap();
    for (later, minutes) in [(0, 2), (29_999, 2), (1, 1), (59_999, 1)] {
        club.hand.fetch_add(later, Ordering::Relaxed);
        let page = knock(&club, &ann, &format!("GET /challenge/{id}"), "", "").await;
        let page = String::from_utf8_lossy(&page).into_owned();
        let left = Span::minutes(minutes).to_string();
        assert!(page.contains(&format!("It stays open for {left}.")), "{left}: {page}");
    }
    club.close().await;
}

/// A cache between a club and its visitors keeps what anybody may see, for visitors who are not signed in.
pub(crate) async fn caches_are_told_for_whom_a_page_is(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ann = member(&club, "Ann").await;
    for (path, token, vary, keep) in [
        ("/games", "", true, None),
        ("/games", ann.as_str(), false, Some("private, no-cache")),
        ("/sign-in", "", false, Some("no-store")),
        ("/settings", ann.as_str(), false, Some("no-store")),
    ] {
        let head = match token {
            "" => String::new(),
            token => format!("authorization: Bearer {token}\r\n"),
        };
        let mut stream = TcpStream::connect(club.address).await.unwrap();
        let text = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\n{head}connection: close\r\n\r\n",
            club.address
        );
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let head = answer.split_once("\r\n\r\n").unwrap().0.to_lowercase();
        assert_eq!(head.lines().any(|it| it == "vary: cookie"), vary, "{path}: {head}");
        let kept = head.lines().find_map(|it| it.strip_prefix("cache-control: "));
        assert_eq!(kept, keep, "{path}: {head}");
    }
    club.close().await;
}

/// What a member follows, and how they take challenges, is shown in their settings.
pub(crate) async fn settings_say_what_is_followed_and_accepted(database: &str) {
    let config = crate::mail::tests::config(database, 0);
    let club = Club::open_with(config, 1_000_000).await;
    let ([ann, _], players) = two(&club).await;
    let queue = club.app.queue();
    let accounts = club.app.accounts();
    let cyd = member(&club, "Cyd").await;
    let she = Who::Member(accounts.member_named("cyd").await.unwrap().unwrap());
    let id = begin_between(queue, players, terms()).await;
    for (game, follow) in [("trichet", Follow::Turns), ("quadrant-hex", Follow::End)] {
        let follow = Command::FollowGame { game: game.into(), follow: Some(follow) };
        queue.act(she, None, follow).await.unwrap();
    }
    queue.act(she, None, Command::Follow { id, follow: Some(Follow::Turns) }).await.unwrap();
    for (game, welcome, most) in [
        ("hex", Welcome::Ask, Some(1)),
        ("trichet", Welcome::Take, None),
        ("quadrant-hex", Welcome::Take, Some(3)),
        ("trellis", Welcome::Refuse, Some(3)),
    ] {
        let welcome = Command::Welcome { game: game.into(), welcome };
        queue.act(she, None, welcome).await.unwrap();
        queue.act(she, None, Command::Limit { game: game.into(), most }).await.unwrap();
    }
    let settings = async |token: &str| {
        let page = knock(&club, token, "GET /settings", "", "").await;
        String::from_utf8_lossy(&page).into_owned()
    };
    let words = [
        "All matches of Trichet",
        "How all matches of Quadrant Hex end",
        "Hex: Ann – Bob",
        "Hex: no new challenge while you have a match of it",
        "Trichet: those with days per turn are accepted",
        "Quadrant Hex: those with days per turn are accepted; no new challenge while you have 3 matches of it",
        "Trellis: all are declined",
    ];
    let (hers, his) = (settings(&cyd).await, settings(&ann).await);
    for words in words {
        assert!(hers.contains(words) && !his.contains(words), "{words}: {hers}");
    }
    assert!(!hers.contains("all are declined;"), "{hers}");
    club.close().await;
}

/// A password alone never opens the operators' page, nor adds what would.
pub(crate) async fn an_operator_without_a_passkey_is_told_the_way(database: &str) {
    let config = crate::mail::tests::config(database, 0);
    let club = Club::open_with(config, 1_000_000).await;
    let ann = member(&club, "Ann").await;
    let page = async |path: &str| {
        let page = knock(&club, &ann, &format!("GET {path}"), "", "").await;
        (status(&page), String::from_utf8_lossy(&page).into_owned())
    };
    let form = "id=\"add-key\"";
    assert!(page("/settings").await.1.contains(form));
    let role = OperatorAction::Role { name: "ann".into(), operator: true };
    let deed = ActionRequest { act: role, by: "a test".into(), why: String::new() };
    carry_out(&club.app, &deed).await.unwrap();
    let (status, told) = page("/operators").await;
    assert!(status == 403 && told.contains("crosscut user role Ann member"), "{told}");
    let (_, told) = page("/settings").await;
    assert!(!told.contains(form) && told.contains("An operator adds a passkey where"), "{told}");
    let asked = json!({"password": "correct horse"});
    ask(&mut club.client(), "passkeys/begin", &ann, Some(asked), 403).await;
    club.close().await;
}

/// Who finds the turn is told so and led on; who asks for the solution is shown it.
pub(crate) async fn a_puzzle_knows_who_has_found_the_turn(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ann = member(&club, "Ann").await;
    let ask = async |line: &str, form: &str| {
        let answer =
            String::from_utf8_lossy(&knock(&club, &ann, line, "", form).await).into_owned();
        let to = answer.lines().find_map(|it| it.strip_prefix("location: "));
        (to.unwrap_or_default().to_string(), answer)
    };
    // Each puzzle of a game leads to the next, and the last to the first.
    let all: Vec<_> = crosscut_puzzles::shipped().iter().filter(|it| it.game() == "hex").collect();
    let (first, last) = (all[0], all[all.len() - 1]);
    for (it, next) in [(first, all[1]), (all[1], all[2]), (last, first)] {
        let (_, page) = ask(&format!("GET /puzzles/{}", it.id), "").await;
        let link = format!("<a href=\"/puzzles/{}\">Next Hex puzzle</a>", next.id);
        assert!(page.contains(&link), "{link}: {page}");
    }
    let at = all.iter().position(|it| !it.defence.is_empty()).unwrap();
    let (it, next) = (all[at], all[(at + 1) % all.len()]);
    let (here, solution) = (format!("/puzzles/{}", it.id), it.solution.as_str());
    let led = format!("<a class=\"button primary\" href=\"/puzzles/{}\">Next puzzle</a>", next.id);
    let found = format!("{solution} is right, and the only one that wins");
    let shown = format!("The solution is {solution}.");
    let (to, _) = ask(&format!("POST {here}/turn"), &format!("turn={solution}")).await;
    assert!(to.starts_with(&format!("{here}?line={solution}")), "{to}");
    let (_, page) = ask(&format!("GET {to}"), "").await;
    assert!(page.contains("class=\"verdict right\"") && page.contains(&found), "{page}");
    assert!(page.contains(&led) && !page.contains(&shown), "{page}");
    assert!(page.contains("You solved this at the first try."), "{page}");
    // The way back to the start, and to what was played.
    for link in [format!("href=\"{here}\""), format!("href=\"{here}?line={solution}\"")] {
        assert!(page.contains(&link), "{link}: {page}");
    }
    let (to, _) = ask(&format!("POST {here}/show"), "").await;
    assert!(to.starts_with(&format!("{here}?line={solution}")), "{to}");
    let (_, page) = ask(&format!("GET {to}"), "").await;
    assert!(page.contains("class=\"verdict shown\"") && page.contains(&shown), "{page}");
    assert!(page.contains(&led) && !page.contains(&found), "{page}");
    club.close().await;
}

/// Nobody is told that somebody is here who does not want to be seen.
pub(crate) async fn who_does_not_want_to_be_seen_is_not_here(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let mut tokens = Vec::new();
    for name in ["ann", "bob"] {
        let new = json!({"name": name, "password": "correct horse"});
        let made = ask(&mut client, "members", "", Some(new), 201).await;
        tokens.push(made["token"].as_str().unwrap().to_string());
    }
    for hidden in [false, true] {
        let bob = crosscut_club::MemberId(2);
        club.app.presence().hide(club.app.store(), bob, hidden).await.unwrap();
        ask(&mut client, "me", &tokens[1], None, 200).await;
        let page = knock(&club, &tokens[0], "GET /member/bob", "", "").await;
        let page = String::from_utf8_lossy(&page).into_owned();
        assert!(page.contains("<h1>bob</h1>"), "{page}");
        assert_eq!(page.contains("online"), !hidden, "{page}");
    }
    club.close().await;
}
