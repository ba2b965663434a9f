//! Who is held, and from what.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicI64, Ordering};

use crosscut_club::{Aim, Audience, Choice, Moment, Offer, Plan, Room, Who};
use serde_json::json;

use super::*;
use crate::person::Caller;
use crate::store::tests::Folder;
use crate::write::tests::terms;

const ANN: MemberId = MemberId(1);
const BOB: MemberId = MemberId(2);
const CORA: MemberId = MemberId(3);

async fn opened(folder: &Folder) -> (Moderation, Store, Arc<AtomicI64>) {
    let store = Store::open(&folder.file("club.db")).await.unwrap();
    let (clock, hand) = Clock::by_hand(1_000_000);
    (Moderation::open(&store, &clock).await.unwrap(), store, hand)
}

fn hold(member: MemberId, kind: HoldKind, until: Option<i64>, reason: &str) -> HoldRow {
    let (kind, reason) = (kind.name().to_string(), reason.to_string());
    HoldRow { member, kind, since: Moment(1_000_000), until: until.map(Moment), reason }
}

fn said<T: std::fmt::Debug>(refused: Result<T, Error>) -> String {
    match refused {
        Err(Error::Barred(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn person(member: Option<MemberId>) -> Person {
    let address = Ipv4Addr::LOCALHOST.into();
    Person {
        who: member.map_or(Who::Visitor, Who::Member),
        member,
        token: None,
        lost: false,
        session: None,
        by_passkey: false,
        caller: Caller { address, is_doubtful: false, device: String::new() },
    }
}

#[tokio::test]
async fn a_hold_ends_at_its_time_and_says_when_and_why() {
    let folder = Folder::new();
    let (moderation, store, hand) = opened(&folder).await;
    store.hold(&hold(ANN, HoldKind::Mute, Some(1_260_000), "rude words")).await.unwrap();
    store.hold(&hold(BOB, HoldKind::Ban, None, "")).await.unwrap();
    moderation.read().await.unwrap();
    let muted = "until 1 Jan 1970, 00:21 (UTC): rude words";
    for at in [1_000_000, 1_259_999] {
        hand.store(at, Ordering::Relaxed);
        let talk = said(moderation.may_talk(ANN));
        assert_eq!(talk, format!("you can play, but not write to others {muted}"));
        let name = said(moderation.may_be_called_otherwise(ANN));
        let cannot = "you cannot change your name while you cannot write to others";
        assert_eq!(name, format!("{cannot} {muted}"));
        assert!(moderation.may_enter(ANN).is_ok() && !moderation.is_banned(ANN));
        assert_eq!(moderation.holds().await.unwrap().len(), 2);
    }
    hand.store(1_260_000, Ordering::Relaxed);
    assert!(moderation.may_talk(ANN).is_ok());
    assert!(moderation.may_be_called_otherwise(ANN).is_ok());
    let left = moderation.holds().await.unwrap();
    assert_eq!(left.iter().map(|it| it.member).collect::<Vec<_>>(), [BOB]);
    // A ban without an end or a reason.
    let barred = said(moderation.may_enter(BOB));
    assert_eq!(barred, "this account is banned: ask whoever runs this club why");
    assert!(moderation.is_banned(BOB) && moderation.may_talk(BOB).is_ok());
    store.close().await;
}

/// Nor does a clock that is set forward end it.
#[tokio::test]
async fn a_clock_that_is_set_back_prolongs_no_operator_s_word() {
    let folder = Folder::new();
    let store = Store::open(&folder.file("club.db")).await.unwrap();
    let (clock, day, ticks) = Clock::by_hands(1_000_000_000);
    let moderation = Moderation::open(&store, &clock).await.unwrap();
    for by in [-3_600_000, 3_600_000] {
        moderation.be_sure(1);
        day.fetch_add(by, Ordering::Relaxed);
        clock.agree();
        assert!(moderation.is_sure(1), "{by}");
        for hand in [&day, &ticks] {
            hand.fetch_add(SURE, Ordering::Relaxed);
        }
        assert!(!moderation.is_sure(1), "{by}");
    }
    store.close().await;
}

/// Whoever is both banned and muted is silent until the later moment.
#[tokio::test]
async fn who_is_held_twice_is_hushed_until_the_later_end() {
    let folder = Folder::new();
    let (moderation, store, _) = opened(&folder).await;
    let holds = [(ANN, [Some(5), Some(9)]), (BOB, [Some(9), Some(5)]), (CORA, [None, Some(9)])];
    for (member, [ban, mute]) in holds {
        store.hold(&hold(member, HoldKind::Ban, ban, "")).await.unwrap();
        store.hold(&hold(member, HoldKind::Mute, mute, "")).await.unwrap();
    }
    moderation.read().await.unwrap();
    let hushed = moderation.hushed();
    assert_eq!(
        [ANN, BOB, CORA].map(|it| hushed[&it]),
        [Some(9), Some(9), None].map(|it| it.map(Moment))
    );
    assert_eq!(hushed.len(), 3);
    store.close().await;
}

#[tokio::test]
async fn operators_and_networks_are_told_from_others() {
    let folder = Folder::new();
    let (moderation, store, _) = opened(&folder).await;
    store.set_role(ANN, Some(OPERATOR)).await.unwrap();
    store.set_role(BOB, Some("helper")).await.unwrap();
    let network = "203.0.113.0/24".to_string();
    let row = ShutRow { network, since: Moment(1), reason: "spam".to_string() };
    store.shut(&row).await.unwrap();
    // Known only when it is read.
    assert!(!moderation.is_operator(ANN) && !moderation.shuts_out([203, 0, 113, 7].into()));
    moderation.read().await.unwrap();
    assert_eq!([ANN, BOB, CORA].map(|it| moderation.is_operator(it)), [true, false, false]);
    assert!(moderation.shuts_out([203, 0, 113, 7].into()));
    assert!(!moderation.shuts_out([203, 0, 114, 7].into()));
    assert_eq!(moderation.shut().await.unwrap(), [row]);
    store.close().await;
}

/// Commands as programs send them: what others can read of each is a matter for a mute.
#[tokio::test]
async fn who_is_muted_says_nothing_in_any_way() {
    let folder = Folder::new();
    let (moderation, store, _) = opened(&folder).await;
    store.hold(&hold(ANN, HoldKind::Mute, None, "")).await.unwrap();
    store.hold(&hold(BOB, HoldKind::Ban, None, "")).await.unwrap();
    moderation.read().await.unwrap();
    let challenge = |greeting: Option<&str>| Command::Challenge {
        to: Aim::Member(CORA),
        terms: terms(),
        choice: Choice::default(),
        audience: Audience::default(),
        until: None,
        greeting: greeting.map(str::to_string),
    };
    let branch = |say: &str, then: Vec<Branch>| Branch {
        play: vec!["c3".to_string()],
        say: say.split_terminator('|').map(str::to_string).collect(),
        then,
        ..Branch::default()
    };
    let id = MatchId(7);
    let plan = |branches: Vec<Branch>| Command::Plan { id, plan: Some(Plan { ply: 2, branches }) };
    let turn = |then| Command::Turn { id, text: "c3".to_string(), ply: None, then };
    let silent = || branch("", vec![branch("", Vec::new())]);
    let hidden = || branch("", vec![silent(), branch("", vec![branch("ha", Vec::new())])]);
    let say = Command::Say { id, room: Room::Players, words: "hi".to_string(), more: Vec::new() };
    for (command, has_words, is_at_a_match) in [
        (say, true, true),
        (plan(vec![silent()]), false, false),
        (plan(vec![silent(), hidden()]), true, true),
        (Command::Plan { id, plan: None }, false, false),
        (turn(vec![silent()]), false, false),
        (turn(vec![hidden()]), true, true),
        (challenge(None), false, false),
        (challenge(Some(" ")), false, false),
        (challenge(Some("hello")), true, false),
        (Command::Rename { name: "Anna".to_string() }, true, false),
        (Command::Offer { id, offer: Offer::Rematch }, false, false),
    ] {
        let told = json!(command);
        let check = |member| moderation.check(&person(member), &command);
        assert_eq!(check(Some(ANN)).is_err(), has_words, "{told}");
        let barred = said(check(Some(BOB)));
        assert!(barred.starts_with("this account is banned"), "{told}: {barred}");
        assert!(check(Some(CORA)).is_ok() && check(None).is_ok(), "{told}");
        assert_eq!(spoken_at(&command), is_at_a_match.then_some(id), "{told}");
    }
    store.close().await;
}

#[tokio::test]
async fn open_reports_are_counted() {
    let folder = Folder::new();
    let (moderation, store, _) = opened(&folder).await;
    for n in 0..3 {
        assert_eq!(moderation.open_reports().await.unwrap(), n);
        let report = crate::store::ReportRow {
            number: 0,
            at: Moment(1),
            reporter: ANN,
            whom: Some(MemberId(10 + n)),
            game: None,
            remark: None,
            quote: String::new(),
            cause: "spam".to_string(),
            words: String::new(),
        };
        assert!(store.report(&report).await.unwrap());
    }
    store.close_reports(&[2], "dismiss", Moment(2)).await.unwrap();
    assert_eq!(moderation.open_reports().await.unwrap(), 2);
    store.close().await;
}
