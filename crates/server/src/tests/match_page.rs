//! The page of a match: what is proposed, planned and told there, and how it ended.

use std::sync::atomic::Ordering;

use crosscut_club::{Command, Flag, Key, MatchId, MemberId, Offer, Reason, Terms, Who};

use super::pages::{knock, member, status};
use super::{Club, ask, ended, json};
use crate::store::tests::meddle;
use crate::write::tests::{begin, begin_between, terms, turn};

/// Two members with a page each, and a match between them.
async fn two(club: &Club, terms: Terms) -> ([String; 2], [MemberId; 2], MatchId) {
    let tokens = [member(club, "Ann").await, member(club, "Bob").await];
    let accounts = club.app.accounts();
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    let id = begin_between(club.app.queue(), players, terms).await;
    (tokens, players, id)
}

pub(crate) async fn what_the_opponent_proposes_is_on_the_front_page(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ([ann, bob], players, id) = two(&club, terms()).await;
    let queue = club.app.queue();
    let front = async |token: &str| {
        let answer = knock(&club, token, "GET /", "", "").await;
        assert_eq!(status(&answer), 200);
        String::from_utf8_lossy(&answer).into_owned()
    };
    turn(queue, id, players[0], "c3", 0, None).await.unwrap();
    let offer = Command::Offer { id, offer: Offer::Draw };
    queue.act(Who::Member(players[1]), None, offer).await.unwrap();
    let page = front(&ann).await;
    assert!(page.contains("<h1>Your opponent proposes something</h1>"), "{page}");
    assert!(page.contains("Bob to move, 5:00 left · Bob offers a draw"), "{page}");
    assert!(!front(&bob).await.contains("offers a draw"), "it is one's own");
    assert!(!front("").await.contains("offers a draw"), "it is the players' affair");
    // It is there too where the opponent is to move oneself.
    let withdraw = Command::Withdraw { id, offer: Offer::Draw };
    queue.act(Who::Member(players[1]), None, withdraw).await.unwrap();
    assert!(front(&ann).await.contains("<h1>Waiting for your opponents</h1>"));
    let offer = Command::Offer { id, offer: Offer::Draw };
    queue.act(Who::Member(players[0]), None, offer).await.unwrap();
    let page = front(&bob).await;
    assert!(page.contains("your turn, 5:00 left · Ann offers a draw"), "{page}");
    club.close().await;
}

pub(crate) async fn who_ran_out_of_time_before_moving_is_said(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ([ann, bob], _, id) = two(&club, Terms { flag: Flag::Claimed, ..terms() }).await;
    club.hand.fetch_add(300_000, Ordering::Relaxed);
    let claim = format!("POST /match/{id}/do");
    assert_eq!(status(&knock(&club, &bob, &claim, "", "what=claim").await), 303);
    assert_eq!(ended(&club, id).await.unwrap().reason, Reason::Aborted);
    for (token, late) in [(&ann, "You"), (&bob, "Ann")] {
        let answer = knock(&club, token, &format!("GET /match/{id}"), "", "").await;
        let page = String::from_utf8_lossy(&answer).into_owned();
        assert!(page.contains(&format!(">{late} ran out of time before moving</h2>")), "{page}");
        assert!(page.contains(">It does not count.</p>"), "{page}");
    }
    club.close().await;
}

pub(crate) async fn a_plan_is_answered_in_the_words_of_the_page(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ([_, bob], _, id) = two(&club, terms()).await;
    let plan = async |text: &str| {
        let form = format!("plan={text}");
        let answer = knock(&club, &bob, &format!("POST /match/{id}/plan"), "", &form).await;
        (status(&answer), String::from_utf8_lossy(&answer).into_owned())
    };
    let page = async |done: &str| {
        let answer = knock(&club, &bob, &format!("GET /match/{id}?done={done}"), "", "").await;
        String::from_utf8_lossy(&answer).into_owned()
    };
    let (code, head) = plan("a1>b2").await;
    assert!(code == 303 && head.contains(&format!("/match/{id}?done=plan#plan")), "{head}");
    assert!(page("plan").await.contains("<p role=\"status\">Your plan is kept.</p>"));
    assert!(!page("").await.contains("Your plan is kept."));
    let (code, told) = plan("a1>b2>c3>a1").await;
    assert!(code == 422 && told.contains("A1 is taken by Navy"), "{told}");
    let (code, head) = plan("").await;
    assert!(code == 303 && head.contains(&format!("/match/{id}?done=no-plan#plan")), "{head}");
    assert!(page("no-plan").await.contains("You have no plan any more."));
    assert!(!page("plan").await.contains("Your plan is kept."), "it is there no longer");
    club.close().await;
}

/// The end of a match says why it was won, and to each player their own rating first.
pub(crate) async fn the_end_is_told_to_each_player_as_theirs(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let tokens = [member(&club, "Ann").await, member(&club, "Bob").await];
    let mut players = [MemberId(0); 2];
    for (at, name) in ["Ann", "Bob"].into_iter().enumerate() {
        players[at] = club.app.accounts().member_named(name).await.unwrap().unwrap();
    }
    let terms = Terms { game: "trichet".into(), rated: true, ..terms() };
    let id = begin_between(club.app.queue(), players, terms).await;
    for (ply, text) in (0..).zip(["N49dbo", "M48dro", "O48dlo"]) {
        let state = club.app.queue().look(&[Key::Match(id)]).await.unwrap();
        let seat = state.match_with(id).unwrap().turn().unwrap();
        turn(club.app.queue(), id, players[seat.index()], text, ply, None).await.unwrap();
    }
    for token in &tokens {
        let answer = knock(&club, token, &format!("GET /match/{id}"), "", "").await;
        let page = String::from_utf8_lossy(&answer).into_owned();
        assert!(page.contains("A white region of 10 tiles is closed"), "{page}");
        let (_, ratings) = page.split_once("aria-label=\"Ratings\"").unwrap();
        assert!(ratings.starts_with("><li><span>You</span>"), "{ratings}");
    }
    club.close().await;
}

/// Boards are cached once drawn, but never shown to somebody who would see others.
pub(crate) async fn all_boards_of_a_match_are_those_of_who_asks(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (ann, bob) = (member(&club, "Ann").await, member(&club, "Bob").await);
    let (queue, accounts) = (club.app.queue(), club.app.accounts());
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    let id = begin_between(queue, players, terms()).await;
    turn(queue, id, players[0], "c3", 0, None).await.unwrap();
    let boards = async |token: &str, cookie: &str| {
        let line = format!("GET /match/{id}/boards");
        let answer = knock(&club, token, &line, &format!("cookie: {cookie}\r\n"), "").await;
        assert_eq!(status(&answer), 200);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        answer.split_once("\r\n\r\n").unwrap().1.to_string()
    };
    let askers = [
        (&ann, "confirm=off"),
        (&ann, "confirm=on"),
        (&bob, "confirm=off"),
        (&String::new(), "confirm=off"),
        (&ann, "confirm=off; look-hex=c1z1r1g0b0"),
    ];
    let mut seen = Vec::new();
    for (token, cookie) in askers {
        let told = boards(token, cookie).await;
        assert_eq!(told, boards(token, cookie).await, "{cookie}");
        assert!(!seen.contains(&told), "{cookie}: {told}");
        seen.push(told);
    }
    turn(queue, id, players[1], "b2", 1, None).await.unwrap();
    let told = boards(&ann, "confirm=off").await;
    assert!(!seen.contains(&told) && told.contains("B2"), "{told}");

    // Those of a long match on a large board are asked for one by one.
    let game = "hex:size=26,opening=none".to_string();
    let long = begin_between(queue, players, Terms { game, ..terms() }).await;
    let cells = (1..).flat_map(|row| ('A'..='Z').map(move |column| format!("{column}{row}")));
    for (n, cell) in (0..148).zip(cells) {
        turn(queue, long, players[n as usize % 2], &cell, n, None).await.unwrap();
    }
    let answer = knock(&club, &ann, &format!("GET /match/{long}/boards"), "", "").await;
    assert_eq!(status(&answer), 404);
    club.close().await;
}

/// Another window was quicker.
pub(crate) async fn a_turn_for_another_board_stays_where_it_was_typed(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (ann, _) = (member(&club, "Ann").await, member(&club, "Bob").await);
    let (queue, accounts) = (club.app.queue(), club.app.accounts());
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    let id = begin_between(queue, players, terms()).await;
    turn(queue, id, players[0], "c3", 0, None).await.unwrap();
    turn(queue, id, players[1], "b2", 1, None).await.unwrap();
    // A cell that is taken by now, or the number of another move, could not be sent.
    for (typed, kept) in [("d4", "D4"), ("3.+d4", "D4"), ("b2", ""), ("1.+d4", "")] {
        let form = format!("turn={typed}&ply=0");
        let answer = knock(&club, &ann, &format!("POST /match/{id}/turn"), "", &form).await;
        let page = String::from_utf8_lossy(&answer).into_owned();
        assert_eq!(status(&answer), 409, "{typed}: {page}");
        assert!(page.contains("2 plies have been played, and yours answers 0"), "{page}");
        let field = format!("id=\"turn\" name=\"turn\" value=\"{kept}\"");
        assert!(page.contains(&field), "{typed}: {page}");
    }
    club.close().await;
}

pub(crate) async fn a_draw_says_why_to_programs_and_in_its_picture(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let game = "trellis:size=7,opening=none".to_string();
    let (id, players) = begin(queue, Terms { game, ..terms() }).await;
    let ask = async || ask(&mut club.client(), &format!("matches/{id}"), "", None, 200).await;
    for (n, who) in (0..).zip(players) {
        assert_eq!(ask().await.get("drawn_because"), None);
        turn(queue, id, who, "pass", n, None).await.unwrap();
    }
    let told = ask().await;
    assert_eq!(told["ending"]["result"], "draw", "{told}");
    assert_eq!(told["drawn_because"], "both passed", "{told}");
    let answer = knock(&club, "", &format!("GET /match/{id}"), "", "").await;
    let page = String::from_utf8_lossy(&answer).into_owned();
    assert!(page.contains("drawn because both passed\""), "{page}");
    club.close().await;
}

pub(crate) async fn a_match_that_cannot_be_set_up_takes_no_page_down(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let accounts = club.app.accounts();
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    let large = || Terms { game: "trichet:num_tiles=200".into(), ..terms() };
    let id = begin_between(club.app.queue(), players, large()).await;
    let other = begin_between(club.app.queue(), players, terms()).await;
    let seek = json!({"command": "challenge", "to": "open", "terms": large()});
    ask(&mut club.client(), "commands", &bob, Some(seek), 200).await;
    // As an older build has left them, for which 300 tiles were not too many.
    let store = club.app.store();
    for sql in [
        "UPDATE event SET fact = REPLACE(fact, 'num_tiles=200', 'num_tiles=300')",
        "UPDATE match_line SET body = REPLACE(body, 'num_tiles=200', 'num_tiles=300')",
        "UPDATE challenge_line SET body = REPLACE(body, 'num_tiles=200', 'num_tiles=300')",
    ] {
        meddle(store, sql).await;
    }
    club.close().await;
    let club = Club::open(database, 2_000_000).await;
    for token in ["", ann.as_str()] {
        for page in ["/", "/lobby", "/member/Bob"] {
            let answer = knock(&club, token, &format!("GET {page}"), "", "").await;
            let text = String::from_utf8_lossy(&answer);
            assert_eq!(status(&answer), 200, "{page}: {text}");
            // Ann is to move in both.
            for id in [id, other].into_iter().filter(|_| page == "/" && !token.is_empty()) {
                assert!(text.contains(&format!("/match/{id}\"")), "{page}: {text}");
            }
        }
    }
    club.close().await;
}
