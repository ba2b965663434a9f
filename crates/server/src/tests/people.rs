//! Actions of operators, on the disk and in memory; run on both databases by the store's tests.

use std::sync::atomic::Ordering;

use crosscut_club::{Command, Fate, Key, MemberId, Moment, Room, Span, Who};
use serde_json::json;

use super::pages::{knock, member, status};
use super::{Club, ask, begin, config, terms, until};
use crate::config::Config;
use crate::error::Error;
use crate::jobs::forget_old;
use crate::moderation::{HoldKind, Moderation};
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};
use crate::operate::operator_view::OperatorView;
use crate::store::{AnswerRow, Batch, HandledMail, NewsKind, OutboxKind, OutboxRow, ReportRow};
use crate::write::tests::{begin_between, challenge, guest, turn};

const DAY: i64 = 24 * 3_600_000;

async fn does(club: &Club, act: OperatorAction) -> String {
    let deed = ActionRequest { act, by: "Ann".to_string(), why: "a test".to_string() };
    carry_out(&club.app, &deed).await.unwrap()
}

pub(crate) async fn what_operators_do_is_kept(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let mut client = club.client();
    let bob = json!({"name": "Bob", "password": "correct horse"});
    let it = ask(&mut client, "members", "", Some(bob.clone()), 201).await;
    let bob_id = MemberId(it["member"].as_u64().unwrap());
    let before = it["token"].as_str().unwrap();
    let name = || "bob".to_string();
    does(&club, OperatorAction::Ban { name: name(), days: Some(2) }).await;
    does(&club, OperatorAction::Mute { name: name(), days: None }).await;
    does(&club, OperatorAction::Shut { network: "203.0.113.0/24".into() }).await;
    does(&club, OperatorAction::Role { name: name(), operator: true }).await;
    // As the next server finds it.
    let app = &club.app;
    let found = Moderation::open(app.store(), app.clock()).await.unwrap();
    let reason = found.hold_on(bob_id, HoldKind::Ban).map(|it| it.reason);
    let mut holds: Vec<_> = found.holds().await.unwrap().into_iter().map(|it| it.kind).collect();
    holds.sort();
    assert_eq!(holds, ["ban", "mute"]);
    assert_eq!(reason.as_deref(), Some("a test"));
    assert!(found.is_operator(bob_id) && found.shuts_out("203.0.113.9".parse().unwrap()));
    let refused = app.moderation().may_enter(bob_id);
    assert!(matches!(refused, Err(Error::Barred(_))));
    ask(&mut client, "sessions", "", Some(bob.clone()), 403).await;
    // A ban with an end lapses; the mute continues.
    club.hand.fetch_add(2 * DAY + 1, Ordering::Relaxed);
    ask(&mut client, "sessions", "", Some(bob), 201).await;
    // Whoever had a session of theirs does not come back with it.
    ask(&mut client, "me", before, None, 401).await;
    assert!(app.moderation().may_talk(bob_id).is_err());
    let held = app.moderation().holds().await.unwrap();
    assert_eq!(held.iter().map(|it| it.kind.as_str()).collect::<Vec<_>>(), ["mute"]);
    let log = app.store().audit(i64::MAX, 9).await.unwrap();
    let log: Vec<_> = log.iter().map(|it| (it.number, it.who.as_str(), it.what.as_str())).collect();
    assert_eq!(log[3], (1, "Ann", "ban"));
    assert_eq!(log[0], (4, "Ann", "make an operator"));
    assert_eq!(app.store().audit(3, 9).await.unwrap().len(), 2);
    does(&club, OperatorAction::Open { network: "203.0.113.77/24".into() }).await;
    assert!(!app.moderation().shuts_out("203.0.113.9".parse().unwrap()));
    club.close().await;
}

/// What would lock everybody out, or cannot be, is refused in a sentence.
pub(crate) async fn operators_are_refused_what_cannot_be(database: &str) {
    let config = Config { proxies: vec!["203.0.113.7".parse().unwrap()], ..config(database) };
    let club = Club::open_with(config, 100 * DAY).await;
    let visit = Command::Visit { zone: "UTC".into() };
    let done = club.app.queue().act(Who::Visitor, None, visit).await.unwrap();
    let id = done.member().unwrap();
    let state = club.app.queue().look(&[Key::Member(id)]).await.unwrap();
    let name = state.member(id).unwrap().name.clone();
    for (act, why) in [
        (OperatorAction::Role { name, operator: true }, "a guest cannot be an operator"),
        (OperatorAction::Stop { ids: Vec::new() }, "which match?"),
        (OperatorAction::Stop { ids: vec![7] }, "match 7 was not stopped"),
        (
            OperatorAction::Shut { network: "203.0.113.0/24".into() },
            "has the proxy 203.0.113.7 in it",
        ),
        (OperatorAction::Shut { network: "127.0.0.0/8".into() }, "has this machine itself in it"),
    ] {
        let deed = ActionRequest { act, by: "Ann".to_string(), why: "a test".to_string() };
        let said = carry_out(&club.app, &deed).await.unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
    }
    assert!(!club.app.moderation().is_operator(id));
    assert!(!club.app.moderation().shuts_out("203.0.113.9".parse().unwrap()));
    club.close().await;
}

/// Their turns are played.
pub(crate) async fn who_may_not_write_says_nothing_they_planned_before(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let said = async |name: &str, act: OperatorAction| {
        let token = member(&club, name).await;
        let me = ask(&mut club.client(), "me", &token, None, 200).await;
        let writer = MemberId(me["member"].as_u64().unwrap());
        let other = guest(club.app.queue()).await;
        let id = begin_between(club.app.queue(), [writer, other], terms()).await;
        let plan = json!({"ply": 2, "branches": [{"play": ["d4"], "say": ["you cannot win"]}]});
        let plan = json!({"command": "plan", "id": id, "plan": plan});
        ask(&mut club.client(), "commands", &token, Some(plan), 200).await;
        turn(club.app.queue(), id, writer, "c3", 0, None).await.unwrap();
        does(&club, act).await;
        turn(club.app.queue(), id, other, "b2", 1, None).await.unwrap();
        let state = club.app.queue().look_at(id, Who::Member(other)).await.unwrap();
        let it = state.match_with(id).unwrap();
        assert_eq!(it.line.plies().join(" "), "C3 B2 D4", "{name}");
        it.remarks.len()
    };
    let [ann, bob, dora] = ["Ann", "Bob", "Dora"].map(str::to_string);
    assert_eq!(said("Ann", OperatorAction::Mute { name: ann, days: None }).await, 0);
    assert_eq!(said("Bob", OperatorAction::Ban { name: bob, days: Some(2) }).await, 0);
    // A member who is not held is heard.
    assert_eq!(said("Dora", OperatorAction::Role { name: dora, operator: true }).await, 1);
    club.close().await;
}

pub(crate) async fn a_ban_withdraws_and_declines(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let queue = club.app.queue();
    let mut members = Vec::new();
    for name in ["Cora", "Bob"] {
        member(&club, name).await;
        members.push(club.app.accounts().member_named(name).await.unwrap().unwrap());
    }
    let [cora, bob] = [members[0], members[1]];
    let mut made = Vec::new();
    for (by, to) in [(cora, bob), (bob, cora)] {
        let it = challenge(to, terms());
        made.push(queue.act(Who::Member(by), None, it).await.unwrap().challenge().unwrap());
    }
    let act = || OperatorAction::Ban { name: "cora".into(), days: Some(2) };
    let said = does(&club, act()).await;
    assert!(said.contains("2 challenges withdrawn or declined"), "{said}");
    let keys: Vec<Key> = made.iter().map(|it| Key::Challenge(*it)).collect();
    let state = queue.look(&keys).await.unwrap();
    let fates: Vec<_> = made.iter().map(|it| state.challenge(*it).unwrap().fate).collect();
    assert_eq!(fates, [Fate::Withdrawn, Fate::Declined]);
    // The same again is no shorter ban. A reason has 300 characters at most.
    for (n, well) in [(300, true), (301, false)] {
        let deed = ActionRequest { act: act(), by: "Ann".to_string(), why: "x".repeat(n) };
        let done = carry_out(&club.app, &deed).await;
        assert_eq!(done.is_ok(), well, "{n}: {done:?}");
    }
    club.close().await;
}

/// A remark of a spectator names them, who has no seat.
pub(crate) async fn remarks_name_their_speakers(database: &str) {
    let config = config(database);
    let club = Club::open_with(config.clone(), 100 * DAY).await;
    let queue = club.app.queue();
    let (id, [ann, _]) = begin(queue, terms()).await;
    let cora = member(&club, "Cora").await;
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    let say = json!({"command": "say", "id": id, "room": "spectators", "words": "well played"});
    ask(&mut club.client(), "commands", &cora, Some(say), 200).await;
    let long = "x".repeat(501);
    let say = json!({"command": "say", "id": id, "room": "spectators", "words": long});
    let said = ask(&mut club.client(), "commands", &cora, Some(say), 422).await;
    assert!(said["error"].as_str().unwrap().contains("500"), "{said}");
    let view = OperatorView::open(&config).await.unwrap();
    let remarks = view.remarks(id.0).await.unwrap();
    assert_eq!(remarks, [("Cora".to_string(), "well played".to_string())]);
    club.close().await;
}

/// Not of a game that is closed, nor with a banned member.
pub(crate) async fn a_rematch_begins_as_any_match_does(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let tokens = [member(&club, "Ann").await, member(&club, "Bob").await];
    let mut players = Vec::new();
    for name in ["ann", "bob"] {
        players.push(club.app.accounts().member_named(name).await.unwrap().unwrap());
    }
    let id = begin_between(club.app.queue(), [players[0], players[1]], terms()).await;
    let resign = Command::Resign { id };
    turn(club.app.queue(), id, players[0], "c3", 0, None).await.unwrap();
    turn(club.app.queue(), id, players[1], "b2", 1, None).await.unwrap();
    club.app.queue().act(Who::Member(players[0]), None, resign).await.unwrap();
    let wants = async |who: usize, command: &str, status: u16| {
        let body = json!({"command": command, "id": id, "offer": "rematch"});
        ask(&mut club.client(), "commands", &tokens[who], Some(body), status).await
    };
    // An earlier offer cannot be accepted afterwards either.
    wants(0, "offer", 200).await;
    club.app.set_open("hex", false).await.unwrap();
    for (who, command) in [(1, "accept"), (1, "offer")] {
        let said = wants(who, command, 403).await;
        assert!(said["error"].as_str().unwrap().contains("Hex"), "{said}");
    }
    club.app.set_open("hex", true).await.unwrap();
    does(&club, OperatorAction::Ban { name: "ann".into(), days: Some(2) }).await;
    for command in ["accept", "offer"] {
        let said = wants(1, command, 403).await;
        assert!(said["error"].as_str().unwrap().starts_with("Ann cannot play here"), "{said}");
    }
    does(&club, OperatorAction::Unban { name: "ann".into() }).await;
    assert!(wants(1, "accept", 200).await["match"].is_u64());
    // Nor is anybody challenged who is banned.
    let challenge = json!({"command": "challenge", "to": {"member": players[0]}, "terms": {
        "game": "hex:size=5", "pace": {"kind": "days", "days": 3}}});
    let asks = async |status: u16| {
        ask(&mut club.client(), "commands", &tokens[1], Some(challenge.clone()), status).await
    };
    asks(200).await;
    does(&club, OperatorAction::Ban { name: "ann".into(), days: Some(2) }).await;
    assert_eq!(asks(403).await["error"], "Ann cannot play here at the moment");
    does(&club, OperatorAction::Unban { name: "ann".into() }).await;
    asks(200).await;
    club.close().await;
}

/// A challenge that waits when a game is switched off is accepted when it is switched on again.
pub(crate) async fn no_match_of_a_game_that_is_closed_begins(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let tokens = [member(&club, "Ann").await, member(&club, "Bob").await];
    let terms = json!({"game": "hex:size=5", "pace": {"kind": "days", "days": 3}});
    let challenge = json!({"command": "challenge", "to": "open", "terms": terms});
    let computer = json!({"command": "play_computer", "level": 1, "terms": {
        "game": "hex:size=5", "pace": {"kind": "none"}}});
    let does = async |who: usize, command: &serde_json::Value, status: u16| {
        ask(&mut club.client(), "commands", &tokens[who], Some(command.clone()), status).await
    };
    let made = does(0, &challenge, 200).await;
    let accept = json!({"command": "accept_challenge", "id": made["challenge"]});
    club.app.set_open("hex", false).await.unwrap();
    for command in [&challenge, &computer, &accept] {
        let said = does(1, command, 403).await;
        assert_eq!(said["error"], "no matches of Hex can begin here at present", "{command}");
    }
    ask(&mut club.client(), "pairings", &tokens[1], Some(terms.clone()), 403).await;
    let other = json!({"game": "bridg-it", "pace": {"kind": "days", "days": 3}});
    ask(&mut club.client(), "pairings", &tokens[1], Some(other), 200).await;
    club.app.set_open("hex", true).await.unwrap();
    assert!(does(1, &accept, 200).await["match"].is_u64());
    assert!(does(1, &computer, 200).await["match"].is_u64());
    club.close().await;
}

pub(crate) async fn a_guest_who_is_muted_stays_called_so(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let mut client = club.client();
    let it = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    let (token, id) = (it["token"].as_str().unwrap(), MemberId(it["member"].as_u64().unwrap()));
    let name = club.app.queries().names([id]).await.unwrap()[&id].name.clone();
    let become_one = json!({"name": "Rude", "password": "correct horse"});
    does(&club, OperatorAction::Mute { name: name.clone(), days: None }).await;
    let said = ask(&mut client, "members", token, Some(become_one.clone()), 403).await;
    assert!(said["error"].as_str().unwrap().contains("cannot change your name"), "{said}");
    // Nor by a command.
    let said = client.ask("/command", token, "", Some("signup Rudetwo")).await.unwrap();
    let text = String::from_utf8_lossy(&said.body).into_owned();
    assert!(said.status == 403 && text.contains("cannot change your name"), "{text}");
    assert_eq!(ask(&mut client, "me", token, None, 200).await["guest"], json!(true));
    does(&club, OperatorAction::Unmute { name }).await;
    ask(&mut client, "members", token, Some(become_one), 201).await;
    club.close().await;
}

/// A name is somebody's, and operators cannot remove each other or shut themselves out.
pub(crate) async fn operators_do_nothing_to_others_by_mistake(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let mut client = club.client();
    let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    let (token, id) = (guest["token"].as_str().unwrap(), guest["member"].as_u64().unwrap());
    let bob = json!({"name": "Bob", "password": "correct horse"});
    ask(&mut client, "members", token, Some(bob), 201).await;
    member(&club, "Cy").await;
    does(&club, OperatorAction::Role { name: "Cy".into(), operator: true }).await;
    for (act, why) in [
        (OperatorAction::Ban { name: format!("guest-{id}"), days: None }, "nobody is called"),
        (OperatorAction::Close { name: "Cy".into() }, "is an operator"),
        (OperatorAction::Ban { name: "Cy".into(), days: None }, "is an operator"),
        (OperatorAction::Mute { name: "Cy".into(), days: None }, "is an operator"),
        (OperatorAction::Rename { name: "Cy".into(), to: "Sly".into() }, "is an operator"),
        (OperatorAction::Shut { network: "127.0.0.0/8".into() }, "this machine itself"),
        (OperatorAction::Shut { network: "::/64".into() }, "this machine itself"),
    ] {
        let deed = ActionRequest { act, by: "Ann".to_string(), why: "a test".to_string() };
        let said = carry_out(&club.app, &deed).await.unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
    }
    club.close().await;
}

/// The greeting of a challenge is removed even when the challenge is settled.
pub(crate) async fn a_greeting_goes_whatever_became_of_the_challenge(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let queue = club.app.queue();
    let [rude, other] = [guest(queue).await, guest(queue).await];
    let Command::Challenge { to, terms, choice, audience, until, .. } = challenge(other, terms())
    else {
        unreachable!()
    };
    let greeting = Some("you cannot win".to_string());
    let asked = Command::Challenge { to, terms, choice, audience, until, greeting };
    let id = queue.act(Who::Member(rude), None, asked).await.unwrap().challenge().unwrap();
    queue.act(Who::Member(other), None, Command::DeclineChallenge { id }).await.unwrap();
    does(&club, OperatorAction::Withdraw { challenge: id.0 }).await;
    let state = queue.look(&[Key::Challenge(id)]).await.unwrap();
    assert_eq!(state.challenge(id).unwrap().greeting, None);
    club.close().await;
}

/// Not even to whomever they send a link.
pub(crate) async fn a_muted_member_greets_nobody(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let token = member(&club, "Rude").await;
    does(&club, OperatorAction::Mute { name: "Rude".into(), days: None }).await;
    for (greeting, status) in [(json!("you cannot win"), 403), (json!(null), 200)] {
        for to in [json!({"link": ""}), json!("open")] {
            let it =
                json!({"command": "challenge", "to": to, "greeting": greeting, "terms": terms()});
            ask(&mut club.client(), "commands", &token, Some(it), status).await;
        }
    }
    club.close().await;
}

pub(crate) async fn guests_of_long_ago_are_forgotten(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let queue = club.app.queue();
    // Two players, one who has said something, two who have only visited, one who comes back.
    let (id, players) = begin(queue, terms()).await;
    let [talker, idle, another, lively] =
        [guest(queue).await, guest(queue).await, guest(queue).await, guest(queue).await];
    let words = Command::Say { id, room: Room::Spectators, words: "nice".into(), more: Vec::new() };
    queue.act(Who::Member(talker), None, words).await.unwrap();
    let mut client = club.client();
    let visit = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    let token = visit["token"].as_str().unwrap().to_string();
    let gone = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    let gone = gone["token"].as_str().unwrap();
    ask(&mut client, "me", gone, None, 200).await;
    club.hand.fetch_add(30 * DAY, Ordering::Relaxed);
    let seen = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    assert_eq!(
        does(&club, OperatorAction::PurgeGuests { days: 40 }).await,
        "0 guests are forgotten"
    );
    ask(&mut client, "me", &token, None, 200).await;
    club.hand.fetch_add(9 * DAY, Ordering::Relaxed);
    assert_eq!(
        does(&club, OperatorAction::PurgeGuests { days: 10 }).await,
        "4 guests are forgotten"
    );
    let there = async |id: MemberId| {
        let state = queue.look(&[Key::Member(id)]).await.unwrap();
        state.member(id).is_some()
    };
    for id in [players[0], players[1], talker] {
        assert!(there(id).await, "{id} is seen by others");
    }
    for id in [idle, another, lively] {
        assert!(!there(id).await, "{id} is gone");
    }
    ask(&mut client, "me", gone, None, 401).await;
    // The guest who came back a week ago stays, and so does the latest one.
    ask(&mut client, "me", &token, None, 200).await;
    ask(&mut client, "me", seen["token"].as_str().unwrap(), None, 200).await;
    club.close().await;
    let findings = crate::doctor(&config(database), &Default::default(), |_| ()).await.unwrap();
    assert_eq!((findings.wrong, findings.stale), (Vec::new(), 0));
}

pub(crate) async fn a_name_that_an_operator_took_away_stays_taken(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let mut client = club.client();
    let rude = json!({"name": "Rude", "password": "correct horse"});
    let it = ask(&mut client, "members", "", Some(rude.clone()), 201).await;
    let token = it["token"].as_str().unwrap().to_string();
    does(&club, OperatorAction::Rename { name: "rude".into(), to: "Polite".into() }).await;
    club.close().await;
    let club = Club::open(database, 140 * DAY).await;
    let mut client = club.client();
    let mut rename = async |name: &str, status| {
        let rename = json!({"command": "rename", "name": name, "password": "correct horse"});
        ask(&mut client, "commands", &token, Some(rename), status).await
    };
    for name in ["Rude", "RUDE"] {
        let said = rename(name, 422).await;
        assert!(
            said["error"].as_str().unwrap().contains("an operator has taken that name"),
            "{said}"
        );
    }
    rename("Gentle", 200).await;
    // Going back to one's own former name is still free.
    rename("polite", 200).await;
    ask(&mut client, "members", "", Some(rude), 409).await;
    // And the operator who took it away can give it back.
    does(&club, OperatorAction::Rename { name: "polite".into(), to: "Rude".into() }).await;
    does(&club, OperatorAction::Rename { name: "rude".into(), to: "Gentle".into() }).await;
    does(&club, OperatorAction::Rename { name: "gentle".into(), to: "Rude".into() }).await;
    let mut client = club.client();
    let rename = json!({"command": "rename", "name": "rude", "password": "correct horse"});
    ask(&mut client, "commands", &token, Some(rename), 200).await;
    club.close().await;
}

pub(crate) async fn names_and_words_can_be_taken_back(database: &str) {
    let club = Club::open(database, 100 * DAY).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (id, players) = begin(queue, terms()).await;
    // Somebody listens, so what happens is kept for others who do.
    let listener = queue.subscriptions().listen(Key::Match(id));
    for words in ["first", "second"] {
        let say = Command::Say { id, room: Room::Players, words: words.into(), more: Vec::new() };
        queue.act(Who::Member(players[0]), None, say).await.unwrap();
    }
    let heard = || listener.tail(1).is_some_and(|it| format!("{it:?}").contains("second"));
    assert!(heard());
    does(&club, OperatorAction::Unsay { game: id.0, remark: 2 }).await;
    assert!(!heard());
    let register = Command::Register { name: "Eve".into() };
    queue.act(Who::Member(players[0]), None, register).await.unwrap();
    does(&club, OperatorAction::Rename { name: "eve".into(), to: "Eva".into() }).await;
    does(&club, OperatorAction::Close { name: "eva".into() }).await;
    let mut facts = String::new();
    for stream in [Key::Match(id), Key::Member(players[0]), Key::name("eve"), Key::name("eva")] {
        for row in app.store().events(&stream.to_string(), 0).await.unwrap() {
            facts += &format!("{} {} {}\n", row.stream, row.who, row.fact);
        }
    }
    assert!(facts.contains("first") && !facts.contains("second"), "{facts}");
    assert!(!facts.contains("\"Eve\"") && !facts.contains("\"Eva\""), "{facts}");
    let of_names: Vec<&str> = facts.lines().filter(|it| it.starts_with("name/")).collect();
    assert!(of_names.len() == 2 && of_names.iter().all(|it| it.contains(" house ")), "{facts}");
    let names = app.queries().names([players[0]]).await.unwrap();
    assert_eq!(names[&players[0]].name, format!("Former member {}", players[0]));
    let join = Command::Join { name: "EVE".into(), zone: String::new() };
    assert!(queue.act(Who::Visitor, None, join).await.is_err(), "the name stays taken");
    club.close().await;
    let findings = crate::doctor(&config(database), &Default::default(), |_| ()).await.unwrap();
    assert_eq!((findings.wrong, findings.stale), (Vec::new(), 0));
}

/// However many operators there are, each has a quarter of an hour of their own.
pub(crate) async fn an_operators_password_is_good_for_a_while(database: &str) {
    const MINUTE: i64 = 60_000;
    let club = Club::open(database, 100 * DAY).await;
    let moderation = club.app.moderation();
    assert!(!moderation.is_sure(1));
    moderation.be_sure(1);
    club.hand.fetch_add(5 * MINUTE, Ordering::Relaxed);
    moderation.be_sure(2);
    assert_eq!([1, 2].map(|it| moderation.is_sure(it)), [true, true]);
    club.hand.fetch_add(10 * MINUTE - 1, Ordering::Relaxed);
    assert_eq!([1, 2].map(|it| moderation.is_sure(it)), [true, true]);
    club.hand.fetch_add(1, Ordering::Relaxed);
    assert_eq!([1, 2].map(|it| moderation.is_sure(it)), [false, true]);
    club.close().await;
}

/// Of everything that is kept for a while, the first is a second too old, and the second is not.
/// A server forgets when it starts, and each hour after that.
pub(crate) async fn a_server_forgets_by_itself(database: &str) {
    let club = Club::open(database, 1000 * DAY).await;
    let at = Moment(1000 * DAY) - Span::days(3);
    let asked = ["member/1 word 1".to_string()];
    let answers = vec![AnswerRow { asked: asked[0].clone(), at, body: String::new() }];
    club.app.store().write(&Batch { answers, ..Batch::default() }).await.unwrap();
    club.close().await;
    let club = Club::open(database, 1000 * DAY).await;
    until(async || club.app.store().answers(&asked).await.unwrap().is_empty().then_some(())).await;
    club.close().await;
}

pub(crate) async fn what_is_old_is_forgotten(database: &str) {
    let club = Club::open(database, 1000 * DAY).await;
    let (store, now) = (club.app.store(), club.app.clock().now());
    let asked = [1, 2].map(|n| format!("member/1 word {n}"));
    let letters = [1, 2].map(|n| format!("letter {n}"));
    for (n, by) in [(1, -1000), (2, 1000)] {
        let of = n as usize - 1;
        let before = |days| now - Span::days(days) + Span(by);
        let at = before(2);
        let answers = vec![AnswerRow { asked: asked[of].clone(), at, body: String::new() }];
        store.write(&Batch { answers, ..Batch::default() }).await.unwrap();
        let at = before(30);
        let mail = OutboxRow {
            id: n,
            member: MemberId(1),
            kind: OutboxKind::News(NewsKind::YourTurn),
            game: None,
            ply: None,
            version: None,
            at,
            due: at,
            tries: 0,
            lead: None,
        };
        store.post(&[mail]).await.unwrap();
        store.sent(&[n], at).await.unwrap();
        let letter = HandledMail { id: letters[of].clone(), at, ..HandledMail::default() };
        store.handled(&[letter]).await.unwrap();
        store.leave_errand(n, now - Span::hours(1) + Span(by), "go").await.unwrap();
        store.answer_errand(n, "gone").await.unwrap();
        let report = ReportRow {
            number: 0,
            at: Moment(1),
            reporter: MemberId(1),
            whom: Some(MemberId(n.cast_unsigned())),
            game: None,
            remark: None,
            quote: String::new(),
            cause: String::new(),
            words: String::new(),
        };
        assert!(store.report(&report).await.unwrap());
        store.close_reports(&[n], "dismiss", before(365)).await.unwrap();
    }
    forget_old(&club.app).await;
    let kept = store.answers(&asked).await.unwrap();
    assert_eq!(kept.iter().map(|it| &it.asked).collect::<Vec<_>>(), [&asked[1]]);
    for (n, kept) in [(1, false), (2, true)] {
        assert_eq!(store.parts(n).await.unwrap().len(), usize::from(kept), "mail {n}");
        let letter = &letters[n as usize - 1];
        assert_eq!(store.is_handled(letter).await.unwrap(), kept, "{letter}");
        assert_eq!(store.take_errand(n, true).await.unwrap().is_some(), kept, "errand {n}");
    }
    let reports = store.reports_by(MemberId(1)).await.unwrap();
    assert_eq!(reports.iter().map(|it| it.whom).collect::<Vec<_>>(), [Some(MemberId(2))]);
    club.close().await;
}

pub(crate) async fn no_operator_keeps_themselves_out(database: &str) {
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let club = Club::open_with(Config { proxies, ..config(database) }, 100 * DAY).await;
    let olga = member(&club, "Olga").await;
    does(&club, OperatorAction::Role { name: "olga".into(), operator: true }).await;
    let act = async |form: &str| {
        let head = "x-forwarded-for: 203.0.113.9\r\n";
        let answer = knock(&club, &olga, "POST /operators", head, form).await;
        (status(&answer), String::from_utf8_lossy(&answer).into_owned())
    };
    assert_eq!(act("what=enter&password=correct+horse").await.0, 303);
    let (status, page) = act("act=block&network=203.0.113.0/24&reason=a+test").await;
    assert!(status == 400 && page.contains("You come from 203.0.113.9 yourself"), "{page}");
    assert!(!club.app.moderation().shuts_out("203.0.113.9".parse().unwrap()));
    let (status, page) = act("act=block&network=198.51.100.0/24&reason=a+test").await;
    assert_eq!(status, 303, "{page}");
    assert!(club.app.moderation().shuts_out("198.51.100.1".parse().unwrap()));

    // Whoever comes from there gets nothing but what the page needs that says so.
    let ask_from = async |address: &str, path: &str| {
        let head = format!("x-forwarded-for: {address}\r\n");
        let answer = knock(&club, "", &format!("GET {path}"), &head, "").await;
        String::from_utf8_lossy(&answer).into_owned()
    };
    for path in ["/api/v1/matches", "/lobby"] {
        let answer = ask_from("198.51.101.1", path).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        let answer = ask_from("198.51.100.1", path).await;
        let is_told = answer.contains("obody is let in from your network");
        assert!(answer.starts_with("HTTP/1.1 403") && is_told, "{path}: {answer}");
    }
    let page = ask_from("198.51.100.1", "/lobby").await;
    let sheet = &page[page.find("/assets/").unwrap()..];
    let sheet = ask_from("198.51.100.1", sheet.split('"').next().unwrap()).await;
    assert!(sheet.starts_with("HTTP/1.1 200"), "{sheet}");
    club.close().await;
}
