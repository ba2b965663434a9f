//! What mail promises; run on both databases by the store's tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use crosscut_club::{Command, Key, MatchId, MemberId, Room, Who};
use mail_parser::{Message, MessageParser};

use super::{Came, Post, Wish, receive};
use crate::App;
use crate::config::{Config, Settings};
use crate::desk::tests::{terms, turn};
use crate::tests::{Club, until};

const HOUR: i64 = 3_600_000;
const NOON: i64 = 1_795_262_400_000; // 2026-11-21 12:00 UTC

fn folder(database: &str) -> PathBuf {
    let name: String = database.chars().filter(char::is_ascii_alphanumeric).collect();
    let tail = &name[name.len().saturating_sub(60)..];
    let path = std::env::temp_dir().join(format!("crosscut-mail-{}-{tail}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn config(database: &str, delay: u32) -> Config {
    let settings = Settings {
        database: Some(database.to_string()),
        unlimited: true,
        password_cost: Some(8),
        public_url: Some("https://club.example".into()),
        mail_dir: Some(folder(database)),
        mail_address: Some("club@crosscut.example".into()),
        mail_trust: Some("mx.crosscut.example".into()),
        mail_delay: Some(delay),
        ..Settings::default()
    };
    settings.resolve().unwrap()
}

fn post(app: &App) -> &Post {
    app.post().unwrap()
}

fn out(app: &App) -> PathBuf {
    post(app).0.config.folder.clone().unwrap().join("out")
}

/// The mails that went out, the oldest first, as texts.
fn mails(folder: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    files.iter().map(|it| String::from_utf8(std::fs::read(it).unwrap()).unwrap()).collect()
}

/// Waits for so many mails, and that there are no more.
async fn sent(app: &App, n: usize) -> Vec<String> {
    post(app).0.addressees.wake();
    until(async || {
        let waits = !app.store().due(app.clock().now(), 10).await.unwrap().is_empty();
        let mails = mails(&out(app));
        assert!(mails.len() <= n, "{} mails: {}", mails.len(), mails.join("\n=====\n"));
        (mails.len() == n && !waits).then_some(mails)
    })
    .await
}

/// Whether everything due was looked at.
async fn quiet(app: &App) {
    post(app).0.addressees.wake();
    until(async || app.store().due(app.clock().now(), 10).await.unwrap().is_empty().then_some(()))
        .await;
}

fn parsed(mail: &str) -> Message<'_> {
    MessageParser::default().parse(mail.as_bytes()).unwrap()
}

fn text(mail: &str) -> String {
    parsed(mail).body_text(0).unwrap().replace('\r', "")
}

fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    let line = mail.split("\r\n\r\n").next().unwrap().lines().find_map(|line| {
        let (field, value) = line.split_once(':')?;
        field.eq_ignore_ascii_case(name).then_some(value.trim())
    });
    line.unwrap_or("")
}

async fn member(club: &Club, name: &str) -> MemberId {
    let command = Command::Join { name: name.into(), zone: "Europe/Berlin".into() };
    let done = club.app.desk().act(Who::Visitor, None, command).await.unwrap();
    let member = done.member().unwrap();
    let address = format!("{name}@player.example");
    let known = club.app.store().verify_address(member.0.cast_signed(), &address, NOON).await;
    assert!(known.unwrap());
    post(&club.app).0.addressees.set(member, true);
    member
}

async fn begin(club: &Club) -> (MatchId, [MemberId; 2]) {
    let players = [member(club, "ann").await, member(club, "bob").await];
    (again(club, players).await, players)
}

async fn again(club: &Club, players: [MemberId; 2]) -> MatchId {
    let desk = club.app.desk();
    let challenge = Command::Challenge {
        to: crosscut_club::Aim::Member(players[1]),
        terms: crosscut_club::Terms { pace: crosscut_club::Pace::Days { days: 6 }, ..terms() },
        choice: crosscut_club::Choice::First,
        audience: crosscut_club::Audience::default(),
        until: None,
    };
    let done = desk.act(Who::Member(players[0]), None, challenge).await.unwrap();
    let accept = Command::AcceptChallenge { id: done.challenge().unwrap(), code: None };
    let done = desk.act(Who::Member(players[1]), None, accept).await.unwrap();
    done.began().unwrap()
}

async fn end(club: Club) {
    let folder = post(&club.app).0.config.folder.clone().unwrap();
    club.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

pub(crate) async fn a_turn_is_told_with_the_board(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let desk = club.app.desk();
    let (id, [ann, bob]) = begin(&club).await;
    turn(desk, id, ann, "c3", 0, None).await.unwrap();
    let say = Command::Say { id, room: Room::Players, words: "well met".into() };
    desk.act(Who::Member(ann), None, say).await.unwrap();
    quiet(&club.app).await;
    assert_eq!(mails(&out(&club.app)).len(), 0);
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    // Ann's was her turn, and she has played; what is left is that it began. Bob has one mail of many news.
    let all = sent(&club.app, 2).await;
    let to_bob = all.iter().find(|it| header(it, "to") == "bob@player.example").unwrap();
    let body = text(to_bob);
    for words in ["ann played C3.", "It is your turn", "well met", "   1 C3", "(Europe/Berlin)"] {
        assert!(body.contains(words), "{words} is not in\n{body}");
    }
    let board = desk.look(&[Key::Match(id)]).await.unwrap();
    let diagram = board.match_with(id).unwrap().line.position().text().to_string();
    assert!(body.contains(&diagram), "{body}");
    let it = parsed(to_bob);
    assert!(it.body_html(0).unwrap().contains(&format!("cid:board-{id}")));
    assert!(!it.body_html(0).unwrap().contains("src=\"http"));
    let picture = it.parts.iter().find_map(|it| match &it.body {
        mail_parser::PartType::InlineBinary(bytes) | mail_parser::PartType::Binary(bytes) => {
            Some(bytes)
        }
        _ => None,
    });
    assert!(picture.unwrap().starts_with(b"\x89PNG"));
    assert_eq!(header(to_bob, "references"), format!("<match.{id}@crosscut.example>"));
    assert!(
        header(to_bob, "list-unsubscribe").starts_with("<https://club.example/mail/unsubscribe?")
    );
    // Only bob, and only now, is who answers to this address.
    let tag = post(&club.app).house().tag_of(header(to_bob, "reply-to")).unwrap();
    let seal = post(&club.app).0.key.seal(tag).unwrap();
    assert_eq!((seal.id, seal.ply, seal.member), (id, 1, bob));
    end(club).await;
}

pub(crate) async fn what_was_seen_is_not_sent(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let desk = club.app.desk();
    let (id, [ann, bob]) = begin(&club).await;
    turn(desk, id, ann, "c3", 0, None).await.unwrap();
    let version = |state: &crosscut_club::State| state.version(&Key::Match(id));
    let state = desk.look(&[Key::Match(id)]).await.unwrap();
    for who in [ann, bob] {
        post(&club.app).saw(who, id, version(&state));
    }
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    quiet(&club.app).await;
    assert_eq!(mails(&out(&club.app)).len(), 0);
    // What comes afterwards was not seen.
    turn(desk, id, bob, "b2", 1, None).await.unwrap();
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    let all = sent(&club.app, 1).await;
    assert_eq!(header(&all[0], "to"), "ann@player.example");
    end(club).await;
}

pub(crate) async fn a_digest_waits_for_its_hour(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    post(&club.app).set_wish(&club.app, players[1], Wish::Daily(19)).await.unwrap();
    post(&club.app).set_wish(&club.app, players[0], Wish::Nothing).await.unwrap();
    for _ in 0..2 {
        let id = again(&club, players).await;
        turn(club.app.desk(), id, players[0], "c3", 0, None).await.unwrap();
    }
    quiet(&club.app).await;
    assert_eq!(mails(&out(&club.app)).len(), 0);
    // In Berlin it is 13 o'clock.
    club.hand.fetch_add(6 * HOUR - 1, Ordering::Relaxed);
    quiet(&club.app).await;
    assert_eq!(mails(&out(&club.app)).len(), 0);
    club.hand.fetch_add(1, Ordering::Relaxed);
    let all = sent(&club.app, 1).await;
    assert_eq!(header(&all[0], "subject"), "Your turn in 2 of 2 matches");
    assert_eq!(header(&all[0], "reply-to"), "", "an answer to both is an answer to neither");
    assert_eq!(text(&all[0]).matches("It is your turn").count(), 2);
    end(club).await;
}

pub(crate) async fn a_player_is_reminded_before_the_time_is_over(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (id, [ann, bob]) = begin(&club).await;
    // How many mails tell of the beginning depends on how fast bob accepted.
    quiet(&club.app).await;
    let n = mails(&out(&club.app)).len();
    club.hand.fetch_add(3 * 24 * HOUR, Ordering::Relaxed);
    let all = sent(&club.app, n + 1).await;
    assert!(all.iter().any(|it| header(it, "subject").starts_with("Reminder: ")));
    // It was seen, and may have been forgotten.
    post(&club.app).saw(ann, id, 99);
    club.hand.fetch_add(2 * 24 * HOUR, Ordering::Relaxed);
    sent(&club.app, n + 2).await;
    turn(club.app.desk(), id, ann, "c3", 0, None).await.unwrap();
    sent(&club.app, n + 3).await;
    // Bob plays before half of his time is over.
    post(&club.app).saw(bob, id, 99);
    turn(club.app.desk(), id, bob, "b2", 1, None).await.unwrap();
    turn(club.app.desk(), id, ann, "d4", 2, None).await.unwrap();
    club.app.desk().act(Who::Member(bob), None, Command::Resign { id }).await.unwrap();
    club.hand.fetch_add(7 * 24 * HOUR, Ordering::Relaxed);
    quiet(&club.app).await;
    let all = mails(&out(&club.app));
    assert_eq!(all.iter().filter(|it| header(it, "subject").starts_with("Reminder: ")).count(), 2);
    end(club).await;
}

/// The first link of a mail, without the host.
fn link(mail: &str) -> String {
    let text = text(mail);
    let at = text.find("https://club.example/").unwrap_or_else(|| panic!("no link in {text}"));
    let link = text[at + "https://club.example".len()..].split_whitespace().next().unwrap();
    link.to_string()
}

/// Asks for a page as a browser does.
async fn visit(club: &Club, method: &str, path: &str, body: &str) -> (u16, String) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(club.address).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/x-www-form-urlencoded\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer)
}

pub(crate) async fn links_of_mails_are_good_once(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let join = Command::Join { name: "ann".into(), zone: String::new() };
    let ann = app.desk().act(Who::Visitor, None, join).await.unwrap().member().unwrap();
    let address = "ann+x@player.example";
    for bad in ["ann", "a b@c", "club@crosscut.example", "club+1@crosscut.example"] {
        assert!(post(app).claim(app, ann, bad).await.is_err(), "{bad}");
    }
    post(app).claim(app, ann, address).await.unwrap();
    assert_eq!(post(app).held(app, ann).await.unwrap().claimed.as_deref(), Some(address));
    let all = sent(app, 1).await;
    assert_eq!(header(&all[0], "to"), address);
    let verify = link(&all[0]);
    // A mail server that looks at the link verifies nothing.
    assert_eq!(visit(&club, "GET", &verify, "").await.0, 200);
    assert_eq!(post(app).held(app, ann).await.unwrap().address, None);
    assert_eq!(visit(&club, "POST", &verify.replace("member=1", "member=2"), "").await.0, 400);
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 200);
    assert_eq!(post(app).held(app, ann).await.unwrap().address.as_deref(), Some(address));

    app.accounts().set_password(ann, "correct horse").await.unwrap();
    assert_eq!(visit(&club, "POST", "/recover", "who=nobody").await.0, 200);
    assert_eq!(visit(&club, "POST", "/recover", "who=Ann").await.0, 200);
    let all = sent(app, 2).await;
    let recover = link(all.iter().find(|it| header(it, "subject") == "Another password").unwrap());
    assert_eq!(visit(&club, "GET", &recover, "").await.0, 200);
    assert_eq!(visit(&club, "POST", &recover, "new=short").await.0, 400);
    assert_eq!(visit(&club, "POST", &recover, "new=battery+staple").await.0, 200);
    assert_eq!(visit(&club, "POST", &recover, "new=other+staples").await.0, 400);
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=battery+staple").await.0, 303);
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=correct+horse").await.0, 401);

    let unsubscribe = post(app).unsubscribe_link(ann.0.cast_signed(), address);
    let unsubscribe = unsubscribe.strip_prefix("https://club.example").unwrap();
    assert_eq!(visit(&club, "GET", unsubscribe, "").await.0, 200);
    assert_eq!(post(app).held(app, ann).await.unwrap().wish, Wish::Each);
    let one_click = "List-Unsubscribe=One-Click";
    assert_eq!(
        visit(&club, "POST", &unsubscribe.replace("proof=", "proof=0"), one_click).await.0,
        400
    );
    assert_eq!(visit(&club, "POST", unsubscribe, one_click).await.0, 200);
    assert_eq!(post(app).held(app, ann).await.unwrap().wish, Wish::Nothing);
    assert!(!post(app).0.addressees.has(ann));
    end(club).await;
}

pub(crate) async fn mails_that_come_back_are_counted(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let report = |tag: &str, n: u32, status: &str| {
        let bytes = format!(
            "From: MAILER-DAEMON@player.example\r\nTo: {to}\r\nMessage-ID: <{n}@player.example>\r\nContent-Type: \
             multipart/report; report-type=delivery-status; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n\
             Final-Recipient: rfc822; ann@player.example\r\nStatus: {status}\r\n\r\n--x--\r\n",
            to = post(app).house().tagged(tag),
        );
        Came { bytes: bytes.into_bytes(), cut: false, envelope: None }
    };
    let tag = post(app).0.key.return_tag(ann.0.cast_signed());
    for (n, tag, status) in [
        (1, tag.as_str(), "5.1.1"),
        (1, &tag, "5.1.1"),
        (2, &tag, "4.0.0"),
        (3, "b.1.aaaaaaaaaaaaaaaa", "5.1.1"),
        (4, &tag, "5.1.1"),
    ] {
        receive(app, &report(tag, n, status)).await.unwrap();
    }
    assert!(!post(app).held(app, ann).await.unwrap().suspended, "two are not three");
    receive(app, &report(&tag, 5, "5.1.1")).await.unwrap();
    assert!(post(app).held(app, ann).await.unwrap().suspended);
    assert!(!post(app).0.addressees.has(ann));
    assert_eq!(mails(&out(app)).len(), 0, "nobody answers a bounce");
    end(club).await;
}
