//! Leaving for good, and actions of operators, interrupted in the middle; run on both databases by the store's tests.

use std::time::Duration;

use crosscut_club::{Command, Key, MemberId, Moment, Who};
use serde_json::json;
use tokio::time::sleep;

use super::{Club, EventStream, ask, config, terms, until};
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};
use crate::store::{PasskeyRow, UndoRow};
use crate::write::tests::begin_between;

/// Ann, renamed Anna, signed in.
async fn ann(club: &Club) -> (MemberId, String) {
    let mut client = club.client();
    let ann = json!({"name": "Ann", "password": "correct horse"});
    let it = ask(&mut client, "members", "", Some(ann), 201).await;
    let token = it["token"].as_str().unwrap().to_string();
    let rename = json!({"command": "rename", "name": "Anna", "password": "correct horse"});
    ask(&mut client, "commands", &token, Some(rename), 200).await;
    let member = MemberId(it["member"].as_u64().unwrap());
    let store = club.app.store();
    assert!(store.verify_address(member, "ann@there.example", Moment(1)).await.unwrap());
    store.note_known(member, "home", Moment(1)).await.unwrap();
    let (id, at) = ("laptop".to_string(), Moment(1));
    let body = "{}".to_string();
    let key = PasskeyRow { name: id.clone(), id, member, added: at, used: None, body };
    assert!(store.add_passkey(&key).await.unwrap());
    let [code, what, former] = ["code", "name", "Ann"].map(str::to_string);
    store.note_undo(&UndoRow { code, member, at, what, former }).await.unwrap();
    (member, token)
}

/// What is still stored of a member.
async fn rest(club: &Club, member: MemberId) -> Vec<String> {
    let store = club.app.store();
    let mut rest = Vec::new();
    for stream in [Key::Member(member), Key::name("ann"), Key::name("anna")] {
        for row in store.events(&stream.to_string(), 0).await.unwrap() {
            let theirs = row.stream.starts_with("name/") && row.who == format!("member/{member}");
            if theirs || row.fact.contains("Ann") {
                rest.push(format!("{row:?}"));
            }
        }
    }
    rest.extend(store.password(member).await.unwrap());
    rest.extend(store.addresses_of(member).await.unwrap().into_iter().map(|it| it.address));
    rest.extend(store.sessions_of(member).await.unwrap().iter().map(|it| format!("{it:?}")));
    rest.extend(store.settings("leaving/").await.unwrap().into_iter().map(|it| it.0));
    rest.extend(store.is_known(member, "home").await.unwrap().then(|| "a place".to_string()));
    rest.extend(store.passkeys_of(member).await.unwrap().into_iter().map(|it| it.id));
    rest.extend(store.undos_since(member, Moment(0)).await.unwrap().into_iter().map(|it| it.what));
    rest
}

pub(crate) async fn who_was_cut_off_in_leaving_is_gone_when_the_server_is_back(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (member, _) = ann(&club).await;
    // The state after a kill: they have left, and nothing is deleted yet.
    club.app.store().set(&format!("leaving/{member}"), Some("")).await.unwrap();
    club.app.queue().act(Who::Member(member), None, Command::Leave).await.unwrap();
    // Another member's leaving was interrupted before they had left: they stay as they were.
    let join = Command::Join { name: "Bob".into(), zone: String::new() };
    let bob = club.app.queue().act(Who::Visitor, None, join).await.unwrap().member().unwrap();
    club.app.store().set(&format!("leaving/{bob}"), Some("")).await.unwrap();
    assert!(rest(&club, member).await.len() >= 10);
    club.close().await;
    let club = Club::open(database, 2_000_000).await;
    until(async || rest(&club, member).await.is_empty().then_some(())).await;
    let state = club.app.queue().look(&[Key::Member(bob)]).await.unwrap();
    assert!(state.member(bob).is_some_and(|it| it.left.is_none() && it.name == "Bob"));
    club.close().await;
    let findings = crate::doctor(&config(database), &Default::default(), |_| ()).await.unwrap();
    assert_eq!((findings.wrong, findings.stale), (Vec::new(), 0));
}

/// What is in the way when somebody leaves keeps nothing of theirs for good.
pub(crate) async fn who_could_not_leave_wholly_is_gone_when_the_server_is_back(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (member, token) = ann(&club).await;
    club.app.store().rename("puzzle_try", "puzzle_try_away").await.unwrap();
    let form = "what=leave&sure=yes&password=correct+horse";
    let answer = super::pages::knock(&club, &token, "POST /settings", "", form).await;
    assert!(answer.starts_with(b"HTTP/1.1 500"), "{}", String::from_utf8_lossy(&answer));
    assert!(!rest(&club, member).await.is_empty());
    club.app.store().rename("puzzle_try_away", "puzzle_try").await.unwrap();
    club.close().await;
    let club = Club::open(database, 2_000_000).await;
    until(async || rest(&club, member).await.is_empty().then_some(())).await;
    club.close().await;
}

pub(crate) async fn who_leaves_at_this_moment_is_not_finished_twice(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (member, _) = ann(&club).await;
    until(async || club.app.store().settings("leaving/").await.unwrap().is_empty().then_some(()))
        .await;
    let alone = club.app.accounts().alone(member).await;
    club.app.store().set(&format!("leaving/{member}"), Some("")).await.unwrap();
    club.app.queue().act(Who::Member(member), None, Command::Leave).await.unwrap();
    let finishing = tokio::spawn({
        let app = club.app.clone();
        async move { crate::members::leaving::finish_all(&app).await }
    });
    sleep(Duration::from_millis(200)).await;
    let store = club.app.store();
    assert!(store.password(member).await.unwrap().is_some(), "it waits for whoever is at it");
    // They have finished.
    store.set(&format!("leaving/{member}"), None).await.unwrap();
    drop(alone);
    finishing.await.unwrap().unwrap();
    assert!(store.password(member).await.unwrap().is_some(), "nothing is left to be done");
    club.close().await;
}

pub(crate) async fn leaving_again_finishes_it(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (member, token) = ann(&club).await;
    club.app.queue().act(Who::Member(member), None, Command::Leave).await.unwrap();
    let form = "what=leave&sure=yes&password=correct+horse";
    let answer = super::pages::knock(&club, &token, "POST /settings", "", form).await;
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    assert_eq!(rest(&club, member).await, [] as [String; 0]);
    club.close().await;
}

pub(crate) async fn whoever_leaves_need_not_end_matches_with_the_computer(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (member, token) = ann(&club).await;
    let bob = super::pages::member(&club, "Bob").await;
    let bob = ask(&mut club.client(), "me", &bob, None, 200).await;
    let bob = MemberId(bob["member"].as_u64().unwrap());
    let queue = club.app.queue();
    let with_bob = crate::write::tests::begin_between(queue, [member, bob], terms()).await;
    let mut alone = Vec::new();
    for level in [1, 2] {
        let play = Command::PlayComputer { level, terms: terms(), choice: Default::default() };
        let done = queue.act(Who::Member(member), None, play).await.unwrap();
        alone.push(done.began().unwrap());
    }
    let leave = async || {
        let form = "what=leave&sure=yes&password=correct+horse";
        let answer = super::pages::knock(&club, &token, "POST /settings", "", form).await;
        String::from_utf8_lossy(&answer).into_owned()
    };
    let over = async |id| {
        let state = queue.look(&[Key::Match(id)]).await.unwrap();
        !state.match_with(id).unwrap().runs()
    };
    let told = leave().await;
    assert!(told.contains("ou have a match going: finish or resign it first"), "{told}");
    assert!(told.contains(&format!("<a href=\"/match/{with_bob}\">")), "{told}");
    assert!(!over(alone[0]).await && !over(alone[1]).await, "nothing is ended for nothing");
    queue.act(Who::Member(member), None, Command::Resign { id: with_bob }).await.unwrap();
    let told = leave().await;
    assert!(told.starts_with("HTTP/1.1 303"), "{told}");
    assert!(over(alone[0]).await && over(alone[1]).await);
    let state = queue.look(&[Key::Member(member)]).await.unwrap();
    assert!(state.member(member).unwrap().left.is_some());
    club.close().await;
}

pub(crate) async fn the_name_of_who_has_left_is_nobodys_at_every_door(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (member, _) = ann(&club).await;
    let bob = super::pages::member(&club, "Bob").await;
    let say = async |text: &str| {
        let answer = club.client().ask("/command", &bob, "", Some(text)).await.unwrap();
        (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
    };
    assert_eq!(say("block Anna").await.0, 200);
    crate::members::leaving::leave(&club.app, member).await.unwrap();
    for line in
        ["block anna", "unblock anna", "block Ann", "hex challenge anna", "message anna\nhello"]
    {
        let (status, text) = say(line).await;
        assert!(
            status == 409 && text.to_lowercase().contains("has left the club"),
            "{line}: {text}"
        );
    }
    let (status, text) = say("block nobody").await;
    assert!(status == 404 && !text.contains("has left"), "{text}");
    // On pages, nobody has the name.
    for (line, form) in [
        ("GET /member/anna", ""),
        ("POST /member/anna", "what=block"),
        ("POST /play", "game=hex&with=member&to=anna&pace=d3&seat=first"),
    ] {
        let page = super::pages::knock(&club, &bob, line, "", form).await;
        let page = String::from_utf8_lossy(&page);
        assert!(page.contains("anna") && !page.contains("member 0"), "{line}: {page}");
    }
    let (_, text) = say("block").await;
    assert!(text.contains(&format!("You have blocked Former member {member}.")), "{text}");
    club.close().await;
}

/// Where somebody lives goes with their name, also from what was told when their matches began.
pub(crate) async fn the_zone_of_who_has_left_is_told_to_nobody(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let mut players = Vec::new();
    for (name, zone) in [("ann", "Antarctica/Vostok"), ("bob", "Europe/Paris")] {
        let join = Command::Join { name: name.into(), zone: zone.into() };
        players.push(queue.act(Who::Visitor, None, join).await.unwrap().member().unwrap());
    }
    let id = begin_between(queue, [players[0], players[1]], terms()).await;
    let resign = Command::Resign { id };
    queue.act(Who::Member(players[0]), None, resign).await.unwrap();
    let zones = async || {
        let path = format!("/match/{id}/events?after=0");
        let mut stream = EventStream::open(club.address, &path, "").await.unwrap();
        let mut told = String::new();
        while !told.contains("\n\n") {
            told += &String::from_utf8(stream.more().await.unwrap()).unwrap();
        }
        let line = told.lines().find_map(|it| it.strip_prefix("data: ")).unwrap();
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        event["fact"]["zones"].clone()
    };
    assert_eq!(zones().await, json!(["Antarctica/Vostok", "Europe/Paris"]));
    crate::members::leaving::leave(&club.app, players[0]).await.unwrap();
    assert_eq!(zones().await, json!(["", "Europe/Paris"]));
    club.close().await;
}

pub(crate) async fn what_operators_begin_is_written_down_before_it_is_done(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (app, store) = (&club.app, club.app.store());
    ann(&club).await;
    let ban = async |name: &str| {
        let act = OperatorAction::Ban { name: name.to_string(), days: None };
        carry_out(app, &ActionRequest { act, by: "Olga".into(), why: "rude".into() }).await
    };
    let log = async || {
        let log = store.audit(i64::MAX, 9).await.unwrap().into_iter();
        log.map(|it| format!("{} {} {}", it.who, it.what, it.whom)).collect::<Vec<_>>()
    };
    // What is refused has not happened.
    assert!(ban("nobody").await.is_err());
    assert_eq!(log().await, [] as [String; 0]);
    // What is interrupted may have.
    store.rename("hold", "elsewhere").await.unwrap();
    assert!(ban("Anna").await.is_err());
    assert_eq!(log().await, ["Olga ban (begun) Anna"]);
    store.rename("elsewhere", "hold").await.unwrap();
    ban("anna").await.unwrap();
    assert_eq!(log().await, ["Olga ban Anna", "Olga ban (begun) Anna"]);
    club.close().await;
}

pub(crate) async fn a_name_that_was_given_up_is_found_until_its_member_leaves(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (member, token) = ann(&club).await;
    let here = async |token: &str| ask(&mut club.client(), "here", token, None, 200).await;
    ask(&mut club.client(), "me", &token, None, 200).await;
    assert_eq!(here(&token).await, json!({"members": ["Anna"], "guests": 0}));
    let found = async |q: &str| {
        let page = club.client().ask(&format!("/members?q={q}"), "", "", None).await.unwrap();
        let text = String::from_utf8_lossy(&page.body).into_owned();
        (page.status, text.contains("is called <a href=\"/member/Anna\">Anna</a> now"))
    };
    for (q, status, told) in [("ann", 200, true), ("ANN+", 200, true), ("an", 200, false)] {
        assert_eq!(found(q).await, (status, told), "{q}");
    }
    assert_eq!(found("anna").await, (303, false));
    crate::members::leaving::leave(&club.app, member).await.unwrap();
    assert_eq!(found("ann").await, (200, false));
    assert_eq!(here("").await, json!({"members": [], "guests": 0}));
    club.close().await;
}
