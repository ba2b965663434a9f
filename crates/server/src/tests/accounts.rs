use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use crosscut_club::{Command, Moment, Who};
use serde_json::json;
use tokio::time::{sleep, timeout};

use super::pages::{knock, status};
use super::{Club, ask, config, until};
use crate::OperatorOrder;
use crate::config::Config;
use crate::error::Error;
use crate::limits::rates::Whose;
use crate::members::leaving::leave;
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};
use crate::order;
use crate::person::Caller;
use crate::store::tests::meddle;
use crate::store::{PasskeyRow, UndoRow};
use crate::watch;
use crate::watch::tests::CapturedLog;

const DAY: i64 = 24 * 3_600_000;

fn from(address: &str) -> Caller {
    let address: IpAddr = address.parse().unwrap();
    Caller { address, is_doubtful: false, device: String::new() }
}

pub(crate) async fn strangers_lock_nobody_out(database: &str) {
    let config = Config { limited: true, ..config(database) };
    let club = Club::open_with(config, 1_000_000).await;
    let accounts = club.app.accounts();
    let (home, password) = (from("192.0.2.1"), "correct horse");
    let begun = accounts.sign_up(&home, None, "ann", password, "").await.unwrap();
    // A single stranger is shut out soon, for this name and for an unknown one, and nobody else with them.
    for name in ["ann", "zed"] {
        let stranger = from(if name == "ann" { "198.51.100.1" } else { "198.51.100.2" });
        for n in 0..12 {
            let said = accounts.sign_in(&stranger, None, name, "wrong horse").await.unwrap_err();
            assert_eq!(matches!(said, Error::TooOften(_)), 10 <= n, "{name} {n} {said}");
        }
    }
    accounts.sign_in(&from("203.0.113.9"), None, "Ann", password).await.unwrap();
    // Many together are slowed down, whether the name exists or not.
    for name in ["ann", "zed"] {
        let mut tried = 0;
        for n in 0..250 {
            let stranger = from(&format!("10.0.{n}.1"));
            match accounts.sign_in(&stranger, None, name, "wrong horse").await {
                Err(Error::WrongPassword) => tried += 1,
                said => assert!(matches!(said, Err(Error::TooOften(_))), "{said:?}"),
            }
        }
        // Ann's own sign-in, from an address that was new then, was one more.
        assert_eq!(tried, if name == "ann" { 89 } else { 90 }, "{name}");
    }
    // But Ann can sign in from where she has been, and from anywhere with a session that is still valid.
    accounts.sign_in(&home, None, "ann", password).await.unwrap();
    let away = from("203.0.113.77");
    let said = accounts.sign_in(&away, None, "ann", password).await;
    assert!(matches!(said, Err(Error::TooOften(_))), "{said:?}");
    accounts.sign_in(&away, Some(&begun.token), "ann", password).await.unwrap();
    // Nor does a passkey have to wait for anybody.
    let (id, added) = ("a1".to_string(), club.app.clock().now());
    let (name, body) = ("Phone".to_string(), "{}".to_string());
    let key = PasskeyRow { id, member: begun.member, name, added, used: None, body };
    assert!(club.app.store().add_passkey(&key).await.unwrap());
    accounts.enter_by_key(&away, None, begun.member, "a1").await.unwrap();
    club.close().await;
}

/// Up to twenty sign-ins from one address may run in parallel, each counted once; and a caller who waits as long as
/// they were told is heard, however often they were told to wait.
pub(crate) async fn whoever_waits_is_heard(database: &str) {
    let config = Config { limited: true, ..config(database) };
    let club = Club::open_with(config, 1_000_000).await;
    let accounts = club.app.accounts();
    let stranger = from("192.0.2.1");
    for n in 0..20 {
        let said = accounts.sign_in(&stranger, None, &format!("name{n}"), "wrong horse").await;
        assert!(matches!(said, Err(Error::WrongPassword)), "{n} {said:?}");
    }
    let wait = async |name: &str| match accounts.sign_in(&stranger, None, name, "no").await {
        Err(Error::TooOften(often)) => often.wait,
        said => panic!("{said:?}"),
    };
    // Both the address and one name are limited.
    assert_eq!([wait("zed").await, wait("zed").await], [15_000; 2]);
    club.hand.fetch_add(600_000, Ordering::Relaxed);
    for _ in 0..10 {
        let said = accounts.sign_in(&stranger, None, "zed", "wrong horse").await;
        assert!(matches!(said, Err(Error::WrongPassword)), "{said:?}");
    }
    for _ in 0..30 {
        assert_eq!(wait("zed").await, 30_000);
    }
    club.hand.fetch_add(30_000, Ordering::Relaxed);
    let said = accounts.sign_in(&stranger, None, "zed", "wrong horse").await;
    assert!(matches!(said, Err(Error::WrongPassword)), "{said:?}");
    // Nor did attempts that were not checked use up the address.
    let said = accounts.sign_in(&stranger, None, "anybody", "wrong horse").await;
    assert!(matches!(said, Err(Error::WrongPassword)), "{said:?}");
    club.close().await;
}

pub(crate) async fn whoever_tries_many_passwords_keeps_nobody_else_out(database: &str) {
    let config = Config { limited: true, ..config(database) };
    let club = Club::open_with(config, 1_000_000).await;
    let accounts = club.app.accounts();
    accounts.sign_up(&from("192.0.2.1"), None, "ann", "correct horse", "").await.unwrap();
    // As much as one network may have, from many parts of it; each piece of work blocks until it is released.
    let (go, gate) = mpsc::channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    let mut crowd = Vec::new();
    for n in 0..16 {
        let (accounts, gate) = (accounts.clone(), gate.clone());
        let part = from(&format!("2001:db8:7:{n:x}::1")).address;
        let piece = async move {
            let work = accounts.passwords().work(false, move |_| {
                let _ = gate.lock().unwrap().recv();
                Ok(())
            });
            work.await
        };
        crowd.push(tokio::spawn(watch::asked_by(part, piece)));
    }
    let waiting = async |n| {
        until(async || (accounts.passwords().pieces() == n).then_some(())).await;
    };
    waiting(16).await;
    // Others from that network are told to wait, and nothing of theirs is used up.
    let late = from("2001:db8:7:99::1");
    for n in 0..30 {
        let said = accounts.sign_in(&late, None, "ann", "correct horse");
        let said = watch::asked_by(late.address, said).await;
        assert!(matches!(said, Err(Error::Busy)), "{n} {said:?}");
        let said = accounts.sign_up(&late, None, "zed", "correct horse", "");
        let said = watch::asked_by(late.address, said).await;
        assert!(matches!(said, Err(Error::Busy)), "{n} {said:?}");
    }
    // A member known at their address gets in immediately.
    let home = from("192.0.2.1");
    let said = accounts.sign_in(&home, None, "ann", "correct horse");
    let said = watch::asked_by(home.address, said).await;
    assert!(said.is_ok(), "{said:?}");
    // Everybody else does as soon as something is done.
    let ann = accounts.clone();
    let away = from("192.0.2.2");
    let comes = watch::asked_by(away.address, async move {
        ann.sign_in(&away, None, "ann", "correct horse").await.map(drop)
    });
    let comes = tokio::spawn(comes);
    waiting(17).await;
    let mut pieces = 0;
    while !comes.is_finished() {
        let _ = go.send(());
        pieces += 1;
        sleep(Duration::from_millis(100)).await;
    }
    comes.await.unwrap().unwrap();
    assert!(pieces < 8, "{pieces}");
    drop(go);
    for piece in crowd {
        piece.await.unwrap().unwrap();
    }
    club.close().await;
}

pub(crate) async fn nobody_is_as_much_work_as_somebody(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let accounts = club.app.accounts();
    let home = from("192.0.2.1");
    let begun = accounts.sign_up(&home, None, "ann", "correct horse", "").await.unwrap();
    accounts.sign_up(&home, None, "bob", "correct horse", "").await.unwrap();
    let work = async |name: &str| {
        let before = accounts.worked();
        let said = accounts.sign_in(&home, None, name, "wrong horse").await;
        assert!(matches!(said, Err(Error::WrongPassword)), "{name} {said:?}");
        accounts.worked() - before
    };
    // The very first attempt also makes the hash that unknown names are compared with.
    assert_eq!(work("ann").await, 2);
    assert_eq!([work("ann").await, work("zed").await, work("bob").await, work("").await], [1; 4]);
    leave(&club.app, begun.member).await.unwrap();
    assert_eq!([work("ann").await, work("yan").await], [1; 2]);
    club.close().await;
}

pub(crate) async fn a_guest_becomes_one_member(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    let token = guest["token"].as_str().unwrap().to_string();
    let tries = (0..4).map(|n| {
        let (mut client, token) = (club.client(), token.clone());
        let it = json!({"name": format!("ann{n}"), "password": "correct horse"}).to_string();
        tokio::spawn(async move {
            client.ask("/api/v1/members", &token, "", Some(&it)).await.unwrap().status
        })
    });
    let mut told = Vec::new();
    for it in tries.collect::<Vec<_>>() {
        told.push(it.await.unwrap());
    }
    assert_eq!(told.iter().filter(|it| **it == 201).count(), 1, "{told:?}");
    let members = club.app.queries().named("ann", "", 9).await.unwrap();
    assert_eq!(members.len(), 1, "{members:?}");
    // However late one of them is checked: the guest may have become a member while its password was hashed.
    let home = from("192.0.2.1");
    let late = club.app.accounts().sign_up(&home, Some(&token), "late", "correct horse", "");
    assert!(matches!(late.await, Err(Error::UnknownToken)));
    // Nor is a member made for a void token.
    let zed = json!({"name": "zed", "password": "correct horse"});
    ask(&mut client, "members", &token, Some(zed.clone()), 401).await;
    ask(&mut client, "members", "", Some(zed), 201).await;
    club.close().await;
}

pub(crate) async fn a_session_ends_however_much_it_is_used(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let ann = json!({"name": "Ann", "password": "correct horse"});
    let it = ask(&mut client, "members", "", Some(ann), 201).await;
    let token = it["token"].as_str().unwrap().to_string();
    for _ in 0..6 {
        club.hand.fetch_add(30 * DAY, Ordering::Relaxed);
        ask(&mut client, "me", &token, None, 200).await;
    }
    club.hand.fetch_add(1, Ordering::Relaxed);
    ask(&mut client, "me", &token, None, 401).await;
    club.app.accounts().tidy().await.unwrap();
    let member = crosscut_club::MemberId(it["member"].as_u64().unwrap());
    assert!(club.app.accounts().sessions(member).await.unwrap().is_empty());
    club.close().await;
}

/// A session that nobody uses ends after sixty days to the millisecond; its use is noted when an hour has passed.
pub(crate) async fn the_last_use_of_a_session_counts_by_the_hour(database: &str) {
    const HOUR: i64 = 3_600_000;
    let club = Club::open(database, 1_000_000).await;
    let accounts = club.app.accounts();
    let begun =
        accounts.sign_up(&from("192.0.2.1"), None, "ann", "correct horse", "").await.unwrap();
    for (later, seen, is_open) in [
        (HOUR, 0, true),
        (HOUR + 1, HOUR + 1, true),
        (HOUR + 2, HOUR + 1, true),
        (60 * DAY + HOUR + 1, 60 * DAY + HOUR + 1, true),
        (120 * DAY + HOUR + 2, 60 * DAY + HOUR + 1, false),
    ] {
        club.hand.store(1_000_000 + later, Ordering::Relaxed);
        let session = accounts.identify(&begun.token).await.unwrap();
        assert_eq!(session.is_some(), is_open, "after {later} ms");
        let noted = accounts.sessions(begun.member).await.unwrap()[0].seen;
        assert_eq!(noted, Moment(1_000_000 + seen), "after {later} ms");
    }
    club.close().await;
}

/// Whoever has seen the token, on a borrowed machine or in a log, can do nothing with it afterwards.
pub(crate) async fn who_signs_out_takes_their_token_away(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let accounts = club.app.accounts();
    let home = from("192.0.2.1");
    let here = accounts.sign_up(&home, None, "ann", "correct horse", "").await.unwrap().token;
    let there = accounts.sign_in(&home, None, "ann", "correct horse").await.unwrap().token;
    let open = async || {
        let [here, there] = [accounts.identify(&here).await, accounts.identify(&there).await];
        [here, there].map(|it| it.unwrap().is_some())
    };
    assert_eq!(open().await, [true, true]);
    accounts.sign_out("").await.unwrap();
    assert_eq!(open().await, [true, true]);
    accounts.sign_out(&here).await.unwrap();
    assert_eq!(open().await, [false, true]);
    // Signing in instead of an old session ends that one.
    let again = accounts.sign_in(&home, Some(&there), "ann", "correct horse").await.unwrap();
    assert_eq!(open().await, [false, false]);
    assert!(accounts.identify(&again.token).await.unwrap().is_some());
    // So does another password, except where it was set.
    let other = accounts.sign_in(&home, None, "ann", "correct horse").await.unwrap();
    let change =
        accounts.change_password(again.member, "correct horse", "new horse 1", &again.token);
    change.await.unwrap();
    assert!(accounts.identify(&again.token).await.unwrap().is_some());
    assert!(accounts.identify(&other.token).await.unwrap().is_none());
    assert!(accounts.sign_in(&home, None, "ann", "correct horse").await.is_err());
    // What was read of a session before it was deleted elsewhere is not believed.
    let sure = accounts.identify(&again.token).await.unwrap();
    meddle(club.app.store(), "DELETE FROM session").await;
    assert!(sure.is_some() && accounts.identify(&again.token).await.unwrap().is_some());
    accounts.look_again();
    assert!(accounts.identify(&again.token).await.unwrap().is_none());
    club.close().await;
}

/// Where somebody is known, strangers' tries do not count. Anybody can write that a request was passed on for them.
pub(crate) async fn nobody_is_known_by_what_a_stranger_may_write(database: &str) {
    let club = Club::open_with(Config { limited: true, ..config(database) }, 1_000_000).await;
    let (accounts, limits) = (club.app.accounts(), club.app.limits());
    let password = "correct horse";
    let doubtful = |address: &str| Caller { is_doubtful: true, ..from(address) };
    accounts.sign_up(&from("192.0.2.1"), None, "ann", password, "").await.unwrap();
    accounts.sign_up(&doubtful("192.0.2.2"), None, "bob", password, "").await.unwrap();
    let cora = accounts.sign_up(&from("192.0.2.3"), None, "cora", password, "").await.unwrap();
    let comes = async |from: Caller, old: Option<&str>, name: &str| {
        for whose in Whose::password_of(name, from.address) {
            while limits.take(whose).is_ok() {}
        }
        match accounts.sign_in(&from, old, name, password).await {
            Ok(begun) => Some(begun),
            Err(Error::TooOften(_)) => None,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(comes(doubtful("192.0.2.1"), None, "ann").await.is_none());
    assert!(comes(from("192.0.2.4"), None, "ann").await.is_none());
    // Somebody else's session makes nobody known ..
    assert!(comes(from("192.0.2.4"), Some(&cora.token), "ann").await.is_none());
    let ann = comes(from("192.0.2.1"), None, "ann").await.expect("she is known there");
    // .. but one's own does, wherever it is.
    assert!(comes(doubtful("192.0.2.5"), Some(&ann.token), "ann").await.is_some());
    // Where a session was begun by a doubtful request, its member is not known.
    assert!(comes(from("192.0.2.2"), None, "bob").await.is_none());
    assert!(comes(from("192.0.2.5"), None, "ann").await.is_none());
    club.close().await;
}

/// A session in which the password is asked again has as many tries as a place where somebody is known.
pub(crate) async fn a_password_is_asked_again_so_often(database: &str) {
    let club = Club::open_with(Config { limited: true, ..config(database) }, 1_000_000).await;
    let accounts = club.app.accounts();
    let home = from("192.0.2.1");
    let begun = accounts.sign_up(&home, None, "ann", "correct horse", "").await.unwrap();
    let (heard, _listening) = CapturedLog::begin();
    let asked = async |password: &str| {
        accounts.ask_again(begun.member, &begun.token, password).await.map(drop)
    };
    for _ in 0..9 {
        assert!(matches!(asked("wrong horse").await, Err(Error::NotYourPassword)));
    }
    assert_eq!(heard.count("account: password refused"), 9);
    assert!(asked("correct horse").await.is_ok());
    assert!(matches!(asked("correct horse").await, Err(Error::TooOften(_))));
    // The operators' page asks for it too, and counts by the member.
    let given = async |password: &str| accounts.is_password(begun.member, password).await;
    for n in 0..10 {
        let password = if n == 9 { "correct horse" } else { "wrong horse" };
        assert_eq!(given(password).await.unwrap(), n == 9, "{n}");
    }
    assert!(matches!(given("correct horse").await, Err(Error::TooOften(_))));
    // A session that has ended meanwhile is asked for nothing.
    accounts.end(begun.member, None, "").await.unwrap();
    club.hand.fetch_add(600_000, Ordering::Relaxed);
    assert!(matches!(asked("correct horse").await, Err(Error::NotSignedIn)));
    // Without a session it is asked for all the same, and whoever has no password is not asked.
    let asks =
        async |member, password: &str| accounts.ask_again(member, "", password).await.map(drop);
    assert!(asks(begun.member, "correct horse").await.is_ok());
    assert!(matches!(asks(begun.member, "wrong horse").await, Err(Error::NotYourPassword)));
    let bob = accounts.join(&home, "bob").await.unwrap().member;
    assert!(asks(bob, "").await.is_ok());
    let has = [accounts.has_password(begun.member).await, accounts.has_password(bob).await];
    assert_eq!(has.map(Result::unwrap), [true, false]);
    club.close().await;
}

pub(crate) async fn what_is_old_is_forgotten_and_nothing_else(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let (store, accounts) = (club.app.store(), club.app.accounts());
    let ann = json!({"name": "Ann", "password": "correct horse"});
    let it = ask(&mut client, "members", "", Some(ann), 201).await;
    let member = crosscut_club::MemberId(it["member"].as_u64().unwrap());
    let at = club.app.clock().now();
    store.note_known(member, "here", at).await.unwrap();
    let text = |it: &str| it.to_string();
    let undo =
        UndoRow { code: text("x"), member, at, what: text("address"), former: text("a@b.example") };
    store.note_undo(&undo).await.unwrap();
    // After this many days: how many sessions are left, whether a change can be taken back, and whether the address is
    // known.
    for (days, late, left) in [
        (0, 0, (1, true, true)),
        (7, 0, (1, true, true)),
        (7, 1, (1, false, true)),
        (59, 0, (1, false, true)),
        (61, 0, (0, false, true)),
        (90, 0, (0, false, true)),
        (90, 1, (0, false, false)),
    ] {
        club.hand.store(1_000_000 + days * DAY + late, Ordering::Relaxed);
        accounts.tidy().await.unwrap();
        let sessions = accounts.sessions(member).await.unwrap().len();
        let undo = store.undo("x").await.unwrap().is_some();
        let known = store.is_known(member, "here").await.unwrap();
        assert_eq!((sessions, undo, known), left, "after {days} days and {late} ms");
    }
    club.close().await;
}

pub(crate) async fn a_secret_alone_changes_no_account(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let guest = ask(&mut client, "guests", "", Some(json!({})), 201).await;
    let register = json!({"command": "register", "name": "bob"});
    let token = guest["token"].as_str().unwrap();
    let said = ask(&mut client, "commands", token, Some(register), 400).await;
    assert!(said["error"].as_str().unwrap().contains("a name and a password"), "{said}");
    // An unknown command is answered with the existing commands, and no others.
    let said = ask(&mut client, "commands", token, Some(json!({"command": "dance"})), 400).await;
    let said = said["error"].as_str().unwrap();
    assert!(said.starts_with("there is no command 'dance': the commands are abort, "), "{said}");
    let told = crate::http::API;
    for word in said.rsplit(" are ").next().unwrap().split(", ") {
        assert!(told.contains(&format!("`{word}`")), "{word}");
    }
    let said = ask(&mut client, "commands", token, Some(json!({"command": "resign"})), 400).await;
    assert_eq!(said["error"], "this is not a command: missing field `id`");

    let ann = json!({"name": "Ann", "password": "correct horse"});
    let first = ask(&mut client, "members", "", Some(ann.clone()), 201).await;
    let second = ask(&mut client, "sessions", "", Some(ann), 201).await;
    let [first, second] = [first, second].map(|it| it["token"].as_str().unwrap().to_string());
    let named = |password: &str| json!({"command": "rename", "name": "anna", "password": password});
    ask(&mut client, "commands", &first, Some(json!({"command": "rename", "name": "anna"})), 403)
        .await;
    ask(&mut client, "commands", &first, Some(named("wrong horse")), 403).await;
    ask(&mut client, "commands", &first, Some(named("correct horse")), 200).await;
    // Nobody else can take that name any more, nor one that looks like the club's.
    for name in ["ann", "rnoderator"] {
        let it = json!({"name": name, "password": "correct horse"});
        let said = client.ask("/api/v1/members", "", "", Some(&it.to_string())).await.unwrap();
        assert!([409, 422].contains(&said.status), "{name} {}", said.status);
    }
    let accounts = club.app.accounts();
    let of_second = accounts.identify(&second).await.unwrap().unwrap();
    let (member, number) = (of_second.member, of_second.number);
    assert!(matches!(accounts.ask_again(member, &first, "").await, Err(Error::NotYourPassword)));
    let path = format!("/api/v1/sessions/{number}");
    let delete = async |body: &str| {
        let said = crate::tests::strangers::delete(club.address, &path, &first, body).await;
        (said, accounts.identify(&second).await.unwrap().is_some())
    };
    assert_eq!(delete("").await, (403, true));
    assert_eq!(delete(r#"{"password":"wrong horse"}"#).await, (403, true));
    assert_eq!(delete(r#"{"password":"correct horse"}"#).await, (204, false));
    club.close().await;
}

/// A member has so many sessions; the oldest gives way to a new one, though it was used a moment ago.
pub(crate) async fn a_session_that_is_pushed_out_is_over(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut client = club.client();
    let ann = json!({"name": "ann", "password": "correct horse"});
    let first = ask(&mut client, "members", "", Some(ann.clone()), 201).await;
    let first = first["token"].as_str().unwrap();
    let mut n = 1;
    while club.app.accounts().identify(first).await.unwrap().is_some() {
        club.hand.fetch_add(1000, Ordering::Relaxed);
        ask(&mut client, "sessions", "", Some(ann.clone()), 201).await;
        n += 1;
        assert!(n <= 51, "the first of {n} sessions works still");
    }
    assert_eq!(n, 51);
    club.close().await;
}

pub(crate) async fn whoever_signs_out_hears_no_more_of_a_match(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (id, _) = crate::write::tests::begin(club.app.queue(), crate::write::tests::terms()).await;
    let accounts = club.app.accounts();
    let mut ann = super::pages::member(&club, "ann").await;
    for how in ["signed out", "signed in again instead", "forgotten"] {
        let mut streams = Vec::new();
        for path in ["/news".to_string(), format!("/match/{id}/events")] {
            streams.push(super::EventStream::open(club.address, &path, &ann).await.unwrap());
        }
        let sign_in = async |again: Option<&str>| {
            accounts.sign_in(&from("192.0.2.1"), again, "ann", "correct horse").await.unwrap().token
        };
        let mut begun = None;
        match how {
            "signed out" => drop(knock(&club, &ann, "DELETE /api/v1/sessions", "", "").await),
            "signed in again instead" => begun = Some(sign_in(Some(&ann)).await),
            _ => {
                meddle(club.app.store(), "DELETE FROM session").await;
                accounts.look_again();
            }
        }
        for mut stream in streams {
            let ended = timeout(Duration::from_secs(10), async {
                // The very last piece is empty; the connection may stay open.
                while !stream.more().await.unwrap().ends_with(b"0\r\n\r\n") {}
            });
            assert!(ended.await.is_ok(), "{how}");
        }
        ann = match begun {
            Some(token) => token,
            None => sign_in(None).await,
        };
    }
    club.close().await;
}

/// Whoever watches over a club finds in its log what was done to an account, by whom.
#[tokio::test]
async fn what_is_done_to_an_account_is_in_the_log() {
    let folder = crate::store::tests::Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let (heard, _listening) = CapturedLog::begin();
    let ann = super::pages::member(&club, "Ann").await;
    let (key, member) = ("laptop".to_string(), crosscut_club::MemberId(1));
    let (added, body) = (Moment(1), "{}".to_string());
    let key = PasskeyRow { id: key.clone(), member, name: key, added, used: None, body };
    assert!(club.app.store().add_passkey(&key).await.unwrap());
    club.app.accounts().sign_in(&from("192.0.2.1"), None, "ann", "correct horse").await.unwrap();
    let mine = club.app.accounts().identify(&ann).await.unwrap().unwrap().number;
    let sessions = club.app.accounts().sessions(member).await.unwrap();
    let other = sessions.iter().find(|it| it.number != mine).unwrap().number;
    let end = format!("DELETE /api/v1/sessions/{other}");
    let answer = knock(&club, &ann, &end, "", r#"{"password": "correct horse"}"#).await;
    assert!(answer.starts_with(b"HTTP/1.1 204"), "{}", String::from_utf8_lossy(&answer));
    assert_eq!(heard.count("account: sessions ended address=127.0.0.1 member=1"), 1);
    for (form, said) in [
        ("what=key&remove=laptop&password=correct+horse", "passkey removed"),
        ("what=session&number=all&password=correct+horse", "sessions ended"),
        ("what=name&name=Anna&password=correct+horse", "name changed"),
        ("what=password&old=correct+horse&new=battery+staple", "password changed"),
        ("what=leave&sure=yes&password=battery+staple", "left"),
    ] {
        let answer = knock(&club, &ann, "POST /settings", "", form).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.starts_with("HTTP/1.1 303"), "{form}: {answer}");
        let times = if said == "sessions ended" { 2 } else { 1 };
        let said = format!("account: {said} address=127.0.0.1 member=1");
        assert_eq!(heard.count(&said), times, "{said}");
    }
    club.close().await;
}

/// A passkey's signature is checked a moment later: by then the key may have been removed, or its member may have left.
pub(crate) async fn a_passkey_that_is_gone_lets_nobody_in(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (accounts, store) = (club.app.accounts(), club.app.store());
    let home = from("192.0.2.1");
    let ann = accounts.sign_up(&home, None, "ann", "correct horse", "").await.unwrap().member;
    for id in ["laptop", "telephone"] {
        let row = PasskeyRow {
            id: id.to_string(),
            member: ann,
            name: id.to_string(),
            added: Moment(1),
            used: None,
            body: "{}".to_string(),
        };
        assert!(store.add_passkey(&row).await.unwrap());
    }
    let (heard, _listening) = CapturedLog::begin();
    let enter = async |key: &str| accounts.enter_by_key(&home, None, ann, key).await;
    let begun = enter("laptop").await.unwrap();
    let session = accounts.identify(&begun.token).await.unwrap().unwrap();
    assert!(session.member == ann && session.by_passkey());
    assert_eq!(heard.count("account: signed in by passkey"), 1);
    // The session that the browser had before is over.
    let again = accounts.enter_by_key(&home, Some(&begun.token), ann, "laptop").await.unwrap();
    assert!(accounts.identify(&begun.token).await.unwrap().is_none());
    assert!(accounts.identify(&again.token).await.unwrap().is_some());
    // Who enters at the moment when it is removed waits until that is done.
    let alone = accounts.alone(ann).await;
    let mut entering = Box::pin(enter("telephone"));
    assert!(timeout(Duration::from_millis(200), &mut entering).await.is_err());
    store.remove_passkey(ann, "telephone").await.unwrap();
    drop(alone);
    let said = entering.await;
    assert!(matches!(said, Err(Error::WrongKey)), "{said:?}");
    // The server was interrupted before it had deleted everything of hers.
    club.app.queue().act(Who::Member(ann), None, Command::Leave).await.unwrap();
    assert!(store.passkey("laptop").await.unwrap().is_some());
    let said = enter("laptop").await;
    assert!(matches!(said, Err(Error::WrongKey)), "{said:?}");
    assert_eq!(heard.count("account: signed in by passkey"), 2);
    club.close().await;
}

/// Others may know a password; a passkey stays where it was made.
pub(crate) async fn an_operator_s_password_alone_makes_no_passkey(database: &str) {
    let config = Config { public_url: Some("https://club.example".into()), ..config(database) };
    let club = Club::open_with(config, 1_000_000).await;
    let (accounts, store) = (club.app.accounts(), club.app.store());
    let home = from("192.0.2.1");
    let begun = accounts.sign_up(&home, None, "ann", "correct horse", "").await.unwrap();
    let add = async |token: &str, status: u16| {
        let again = json!({"password": "correct horse"});
        ask(&mut club.client(), "passkeys/begin", token, Some(again), status).await
    };
    add(&begun.token, 200).await;
    let row = PasskeyRow {
        id: "laptop".to_string(),
        member: begun.member,
        name: "laptop".to_string(),
        added: Moment(1),
        used: None,
        body: "{}".to_string(),
    };
    assert!(store.add_passkey(&row).await.unwrap());
    let act = OperatorAction::Role { name: "ann".into(), operator: true };
    carry_out(&club.app, &ActionRequest { act, by: "a test".into(), why: String::new() })
        .await
        .unwrap();
    let said = add(&begun.token, 403).await;
    assert!(said["error"].as_str().unwrap().contains("signed in with one"), "{said}");
    let by_key = accounts.enter_by_key(&home, None, begun.member, "laptop").await.unwrap();
    // A key made by a browser would be checked; this one was made by hand.
    store.remove_passkey(begun.member, "laptop").await.unwrap();
    add(&by_key.token, 200).await;
    club.close().await;
}

/// Somebody who took the account over may have left their own keys in it.
pub(crate) async fn an_operator_s_new_password_takes_the_passkeys_away(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let home = from("192.0.2.1");
    let ann =
        club.app.accounts().sign_up(&home, None, "ann", "correct horse", "").await.unwrap().member;
    let row = PasskeyRow {
        id: "laptop".to_string(),
        member: ann,
        name: "laptop".to_string(),
        added: Moment(1),
        used: None,
        body: "{}".to_string(),
    };
    let store = club.app.store();
    assert!(store.add_passkey(&row).await.unwrap());
    store.rename_passkey(ann, "laptop", "old laptop").await.unwrap();
    assert_eq!(store.passkeys_of(ann).await.unwrap()[0].name, "old laptop");
    club.close().await;
    let config = super::config(database);
    let set =
        OperatorOrder::set_password(&config, "ann".to_string(), "battery staple horse").unwrap();
    let said = order(config, set).await.unwrap();
    assert_eq!(said, "ann has another password, and no passkeys any more");
    let club = Club::open(database, 2_000_000).await;
    assert!(club.app.store().passkeys_of(ann).await.unwrap().is_empty());
    club.close().await;
}

/// A form shows what is wrong with what was typed; errors of the server have a page of their own.
pub(crate) async fn what_breaks_here_is_not_put_on_who_signs_in(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let home = from("192.0.2.1");
    club.app.accounts().sign_up(&home, None, "ann", "correct horse", "").await.unwrap();
    let sign_in = async |password: &str| {
        let body = format!("name=ann&password={password}");
        let answer = knock(&club, "", "POST /sign-in", "", &body).await;
        let form = String::from_utf8_lossy(&answer).contains("type=\"password\"");
        (status(&answer), form)
    };
    assert_eq!(sign_in("wrong+horse").await, (401, true));
    meddle(club.app.store(), "ALTER TABLE session RENAME TO elsewhere").await;
    assert_eq!(sign_in("correct+horse").await, (500, false));
    meddle(club.app.store(), "ALTER TABLE elsewhere RENAME TO session").await;
    assert_eq!(sign_in("correct+horse").await, (303, false));
    club.close().await;
}
