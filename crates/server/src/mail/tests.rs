//! What mail guarantees; run on both databases by the store's tests.

mod answers;
pub(crate) mod arriving;
pub(crate) mod commands;
pub(crate) mod handed;
pub(crate) mod invitations;
pub(crate) mod large;
pub(crate) mod misuse;
pub(crate) mod moves;
pub(crate) mod newer;
pub(crate) mod passkeys;
pub(crate) mod table;
pub(crate) mod tokens;
pub(crate) mod undo;

pub(crate) use answers::*;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use crosscut_club::{Command, Follow, Key, MatchId, MemberId, Moment, Room, Who};
use crosscut_load::relay::Relay;
use mail_parser::{Message, MessageParser};

pub(crate) use super::receive;
use super::{IncomingMail, Post, UndoableChange, tell};
use crate::App;
use crate::config::{Config, Settings};
use crate::post::MailFrequency;
use crate::tests::{Club, until};
use crate::write::tests::{terms, turn};

pub(super) const HOUR: i64 = 3_600_000;
pub(crate) const NOON: i64 = 1_795_262_400_000; // 2026-11-21 12:00 UTC

fn folder(database: &str) -> PathBuf {
    let name: String = database.chars().filter(char::is_ascii_alphanumeric).collect();
    let tail = &name[name.len().saturating_sub(60)..];
    let path = std::env::temp_dir().join(format!("crosscut-mail-{}-{tail}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

pub(crate) fn config(database: &str, delay: u32) -> Config {
    settings(database, delay).resolve().unwrap()
}

fn settings(database: &str, delay: u32) -> Settings {
    Settings {
        database: Some(database.to_string()),
        data: Some(folder(database)),
        unlimited: true,
        password_cost: Some(8),
        public_url: Some("https://club.example".into()),
        mail_dir: Some(folder(database)),
        mail_address: Some("club@crosscut.example".into()),
        mail_trust: Some("mx.crosscut.example".into()),
        mail_delay: Some(delay),
        ..Settings::default()
    }
}

pub(super) fn post(app: &App) -> &Post {
    app.post().unwrap()
}

pub(crate) fn out(app: &App) -> PathBuf {
    post(app).0.config.folder.clone().unwrap().join("out")
}

/// The mails that were sent, oldest first, as texts.
pub(crate) fn mails(folder: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    files.iter().map(|it| String::from_utf8(std::fs::read(it).unwrap()).unwrap()).collect()
}

/// Waits for `n` mails, and checks that there are no more.
pub(super) async fn sent(app: &App, n: usize) -> Vec<String> {
    post(app).0.addressees.wake();
    until(async || {
        let waits = !app.store().due(app.clock().now(), 10).await.unwrap().is_empty();
        let mails = mails(&out(app));
        assert!(mails.len() <= n, "{} mails: {}", mails.len(), mails.join("\n=====\n"));
        (mails.len() == n && !waits).then_some(mails)
    })
    .await
}

/// Waits until everything due was processed.
pub(crate) async fn quiet(app: &App) {
    post(app).0.addressees.wake();
    until(async || app.store().due(app.clock().now(), 10).await.unwrap().is_empty().then_some(()))
        .await;
}

pub(super) fn parsed(mail: &str) -> Message<'_> {
    MessageParser::default().parse(mail.as_bytes()).unwrap()
}

pub(super) fn text(mail: &str) -> String {
    parsed(mail).body_text(0).unwrap().replace('\r', "")
}

pub(crate) fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    let line = mail.split("\r\n\r\n").next().unwrap().lines().find_map(|line| {
        let (field, value) = line.split_once(':')?;
        field.eq_ignore_ascii_case(name).then_some(value.trim())
    });
    line.unwrap_or("")
}

pub(crate) async fn member(club: &Club, name: &str) -> MemberId {
    let command = Command::Join { name: name.into(), zone: "Europe/Berlin".into() };
    let done = club.app.queue().act(Who::Visitor, None, command).await.unwrap();
    let member = done.member().unwrap();
    let address = format!("{name}@player.example");
    let known = club.app.store().verify_address(member, &address, Moment(NOON)).await;
    assert!(known.unwrap());
    post(&club.app).0.addressees.set(member, true);
    member
}

pub(super) async fn begin(club: &Club) -> (MatchId, [MemberId; 2]) {
    let players = [member(club, "ann").await, member(club, "bob").await];
    (again(club, players).await, players)
}

pub(super) async fn again(club: &Club, players: [MemberId; 2]) -> MatchId {
    let queue = club.app.queue();
    let challenge = Command::Challenge {
        to: crosscut_club::Aim::Member(players[1]),
        terms: crosscut_club::Terms { pace: crosscut_club::Pace::Days { days: 6 }, ..terms() },
        choice: crosscut_club::Choice::First,
        audience: crosscut_club::Audience::default(),
        until: None,
        greeting: None,
    };
    let done = queue.act(Who::Member(players[0]), None, challenge).await.unwrap();
    let accept = Command::AcceptChallenge { id: done.challenge().unwrap(), code: None };
    let done = queue.act(Who::Member(players[1]), None, accept).await.unwrap();
    done.began().unwrap()
}

pub(super) async fn end(club: Club) {
    let folder = post(&club.app).0.config.folder.clone().unwrap();
    club.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

pub(crate) async fn a_turn_is_told_with_the_board(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let queue = club.app.queue();
    let (id, [ann, bob]) = begin(&club).await;
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    let say = Command::Say { id, room: Room::Players, words: "well met".into(), more: Vec::new() };
    queue.act(Who::Member(ann), None, say).await.unwrap();
    quiet(&club.app).await;
    assert_eq!(mails(&out(&club.app)).len(), 0);
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    // Ann was to move, and has moved; what remains is the beginning. Bob gets one mail with several news.
    let all = sent(&club.app, 2).await;
    let to_bob = all.iter().find(|it| header(it, "to") == "bob@player.example").unwrap();
    let body = text(to_bob);
    for words in ["ann played C3.", "It is your turn", "well met", "   1 C3", "(Europe/Berlin)"] {
        assert!(body.contains(words), "{words} is not in\n{body}");
    }
    let board = queue.look(&[Key::Match(id)]).await.unwrap();
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
    // Only bob can answer at this address, and only now.
    let tag = post(&club.app).club_address().tag_of(header(to_bob, "reply-to")).unwrap();
    let seal = post(&club.app).0.key.read_tag(tag).unwrap();
    assert_eq!((seal.id, seal.ply, seal.member), (id, 1, bob));
    // The mail is recognised by its Message-ID, which has our form and domain.
    let known = header(to_bob, "message-id").trim_matches(['<', '>']);
    let word = known.split('@').next().unwrap();
    let row = |id: &str| post(&club.app).row_of(id);
    assert!(row(known).is_some());
    for other in [format!("{word}@elsewhere.example"), format!("{}@crosscut.example", &word[1..])] {
        assert_eq!(row(&other), None, "{other}");
    }
    end(club).await;
}

pub(crate) async fn what_was_seen_is_not_sent(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let queue = club.app.queue();
    let (id, [ann, bob]) = begin(&club).await;
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    let version = |state: &crosscut_club::State| state.version(&Key::Match(id));
    let state = queue.look(&[Key::Match(id)]).await.unwrap();
    for who in [ann, bob] {
        post(&club.app).saw(who, id, version(&state));
    }
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    quiet(&club.app).await;
    assert_eq!(mails(&out(&club.app)).len(), 0);
    // What comes after that was not seen.
    turn(queue, id, bob, "b2", 1, None).await.unwrap();
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    let all = sent(&club.app, 1).await;
    assert_eq!(header(&all[0], "to"), "ann@player.example");
    end(club).await;
}

pub(crate) async fn a_digest_waits_for_its_hour(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    post(&club.app).set_wish(&club.app, players[1], MailFrequency::Daily(19)).await.unwrap();
    post(&club.app).set_wish(&club.app, players[0], MailFrequency::Nothing).await.unwrap();
    for _ in 0..2 {
        let id = again(&club, players).await;
        turn(club.app.queue(), id, players[0], "c3", 0, None).await.unwrap();
    }
    quiet(&club.app).await;
    assert_eq!(mails(&out(&club.app)).len(), 0);
    // In Berlin it is 13:00.
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
    // How many mails report the beginning depends on how fast bob accepted.
    quiet(&club.app).await;
    let n = mails(&out(&club.app)).len();
    club.hand.fetch_add(3 * 24 * HOUR, Ordering::Relaxed);
    let all = sent(&club.app, n + 1).await;
    assert!(all.iter().any(|it| header(it, "subject").starts_with("Reminder: ")));
    // Ann saw it, and may have forgotten it.
    post(&club.app).saw(ann, id, 99);
    club.hand.fetch_add(2 * 24 * HOUR, Ordering::Relaxed);
    sent(&club.app, n + 2).await;
    turn(club.app.queue(), id, ann, "c3", 0, None).await.unwrap();
    sent(&club.app, n + 3).await;
    // Bob moves before half of his time is over.
    post(&club.app).saw(bob, id, 99);
    turn(club.app.queue(), id, bob, "b2", 1, None).await.unwrap();
    turn(club.app.queue(), id, ann, "d4", 2, None).await.unwrap();
    club.app.queue().act(Who::Member(bob), None, Command::Resign { id }).await.unwrap();
    club.hand.fetch_add(7 * 24 * HOUR, Ordering::Relaxed);
    quiet(&club.app).await;
    let all = mails(&out(&club.app));
    assert_eq!(all.iter().filter(|it| header(it, "subject").starts_with("Reminder: ")).count(), 2);
    end(club).await;
}

/// The first link in a mail, without the host.
fn link(mail: &str) -> String {
    let text = text(mail);
    let at = text.find("https://club.example/").unwrap_or_else(|| panic!("no link in {text}"));
    let link = text[at + "https://club.example".len()..].split_whitespace().next().unwrap();
    link.to_string()
}

/// Requests a page as a browser does.
async fn visit(club: &Club, method: &str, path: &str, body: &str) -> (u16, String) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(club.address).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: club.example\r\nconnection: close\r\ncontent-type: application/x-www-form-urlencoded\r\n\
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
    let ann = app.queue().act(Who::Visitor, None, join).await.unwrap().member().unwrap();
    let address = "ann+x@player.example";
    for bad in ["ann", "a b@c", "club@crosscut.example", "club+1@crosscut.example"] {
        assert!(post(app).claim(app, None, ann, bad).await.is_err(), "{bad}");
    }
    post(app).claim(app, None, ann, address).await.unwrap();
    assert_eq!(post(app).held(app, ann).await.unwrap().claimed.as_deref(), Some(address));
    let all = sent(app, 1).await;
    assert_eq!(header(&all[0], "to"), address);
    let verify = link(&all[0]);
    // A mail server that follows the link confirms nothing.
    assert_eq!(visit(&club, "GET", &verify, "").await.0, 200);
    assert_eq!(post(app).held(app, ann).await.unwrap().address, None);
    assert_eq!(visit(&club, "POST", &verify.replace("member=1", "member=2"), "").await.0, 400);
    // Neither does a forged or expired link.
    assert_eq!(visit(&club, "POST", &verify.replace("proof=", "proof=0"), "").await.0, 400);
    let until = NOON - 1;
    let proof = post(app).0.key.proof(&format!("verify {ann} {until} {address}"));
    let said = post(app).verify(app, ann, address, until, &proof).await.unwrap_err().to_string();
    assert!(said.contains("this link is too old"), "{said}");
    assert_eq!(post(app).held(app, ann).await.unwrap().address, None);
    // The text of a forged link is not shown.
    let forged = verify.replace("ann%2Bx", "read%20this");
    assert_ne!(forged, verify);
    for method in ["GET", "POST"] {
        let (status, page) = visit(&club, method, &forged, "").await;
        assert!(status == 400 && page.contains("This link is too old, or not whole"), "{page}");
        assert!(!page.contains("read this") && !page.contains("Shall we"), "{page}");
    }
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 200);
    let (status, page) = visit(&club, "GET", &verify, "").await;
    assert!(status == 400 && page.contains("This link was used already."), "{page}");
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

    let unsubscribe = post(app).unsubscribe_link(ann, address);
    let unsubscribe = unsubscribe.strip_prefix("https://club.example").unwrap();
    assert_eq!(visit(&club, "GET", unsubscribe, "").await.0, 200);
    assert_eq!(post(app).held(app, ann).await.unwrap().wish, MailFrequency::Each);
    let one_click = "List-Unsubscribe=One-Click";
    assert_eq!(
        visit(&club, "POST", &unsubscribe.replace("proof=", "proof=0"), one_click).await.0,
        400
    );
    assert_eq!(visit(&club, "POST", unsubscribe, one_click).await.0, 200);
    assert_eq!(post(app).held(app, ann).await.unwrap().wish, MailFrequency::Nothing);
    assert!(!post(app).0.addressees.has(ann));

    // One mail confirms it, and an answer to that mail undoes it.
    assert_eq!(visit(&club, "POST", unsubscribe, one_click).await.0, 200);
    let all = sent(app, 4).await;
    let told = all.iter().find(|it| header(it, "subject") == "No more mails").unwrap();
    assert!(text(told).contains("\n    mails each\n"), "{}", text(told));
    let number = header(told, "message-id");
    let head = format!("In-Reply-To: {number}\r\nReferences: {number}\r\n");
    let body = "mails each\r\n\r\n> Nothing is sent to you";
    let answer = letter("ann+x", 1, &head, "Re: No more mails", body);
    receive(app, &answer).await.unwrap();
    assert_eq!(post(app).held(app, ann).await.unwrap().wish, MailFrequency::Each);
    assert!(post(app).0.addressees.has(ann));
    let all = sent(app, 5).await;
    let answer = all.iter().find(|it| header(it, "subject") == "Mails").unwrap();
    assert!(text(answer).contains("You have a mail whenever something happens."), "{answer}");
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
            to = post(app).club_address().tagged(tag),
        );
        IncomingMail { bytes: bytes.into_bytes(), ..IncomingMail::default() }
    };
    let tag = |mail: i64| post(app).0.key.return_tag(ann, mail);
    let forged = || "b.1.aaaaaaaa.aaaaaaaaaaaaaaaa".to_string();
    for (n, tag, status) in [
        (1, tag(70), "5.1.1"),
        (1, tag(70), "5.1.1"),
        // Several servers on the way, and one with several recipients: all report the same mail.
        (2, tag(70), "5.1.1"),
        (3, tag(70), "5.4.4"),
        (4, tag(71), "4.0.0"),
        (5, forged(), "5.1.1"),
        (6, tag(71), "5.1.1"),
        (7, tag(71), "5.1.1"),
    ] {
        receive(app, &report(&tag, n, status)).await.unwrap();
    }
    assert!(!post(app).held(app, ann).await.unwrap().suspended, "two are not three");
    receive(app, &report(&tag(72), 8, "5.1.1")).await.unwrap();
    assert!(post(app).held(app, ann).await.unwrap().suspended);
    assert!(!post(app).0.addressees.has(ann));
    assert_eq!(mails(&out(app)).len(), 0, "nobody answers a bounce");
    // Nor does a server that begins again write to them.
    assert_eq!(app.store().addressees().await.unwrap(), []);

    // Mail from that address is answered, with a link that starts mails again.
    receive(app, &letter("ann", 9, "", "list", "")).await.unwrap();
    let all = sent(app, 1).await;
    assert_eq!(header(&all[0], "to"), "ann@player.example");
    assert!(text(&all[0]).contains("The games:"), "{}", text(&all[0]));
    assert!(post(app).held(app, ann).await.unwrap().suspended, "a link has to be followed");
    let start = link(&all[0]);
    assert_eq!(visit(&club, "GET", &start, "").await.0, 200);
    assert_eq!(visit(&club, "POST", &start, "").await.0, 200);
    assert!(!post(app).held(app, ann).await.unwrap().suspended);
    assert!(post(app).0.addressees.has(ann));
    club.hand.fetch_add(1000, Ordering::Relaxed);
    receive(app, &letter("ann", 10, "", "list", "")).await.unwrap();
    assert!(!text(&sent(app, 2).await[1]).contains("came back"));

    // If nobody vouches for the mail, one link serves both purposes.
    for n in 80..83 {
        receive(app, &report(&tag(n), n as u32, "5.1.1")).await.unwrap();
    }
    assert!(post(app).held(app, ann).await.unwrap().suspended);
    let mut came = letter("ann", 11, "", "mails daily", "");
    let bytes = String::from_utf8(came.bytes).unwrap().replace("dkim=pass", "dkim=fail");
    came.bytes = bytes.into_bytes();
    club.hand.fetch_add(1000, Ordering::Relaxed);
    receive(app, &came).await.unwrap();
    let confirm = link(&sent(app, 3).await[2]);
    club.hand.fetch_add(1000, Ordering::Relaxed);
    assert_eq!(visit(&club, "POST", &confirm, "").await.0, 200);
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!((held.suspended, held.wish), (false, MailFrequency::Daily(7)));
    let answer = text(&sent(app, 4).await[3]);
    assert!(answer.contains("One mail a day") || answer.contains("one mail a day"), "{answer}");
    // Who asks is told why nothing comes.
    for n in 90..93 {
        receive(app, &report(&tag(n), n as u32, "5.1.1")).await.unwrap();
    }
    club.hand.fetch_add(1000, Ordering::Relaxed);
    receive(app, &letter("ann", 12, "", "mails", "")).await.unwrap();
    let answer = text(&sent(app, 5).await[4]).split_whitespace().collect::<Vec<_>>().join(" ");
    let why = "Nothing is sent to ann@player.example at present, because mails came back";
    assert!(answer.contains(why), "{answer}");
    end(club).await;
}

/// A mail from a member, vouched for by the receiving server.
pub(crate) fn letter(from: &str, n: u32, head: &str, subject: &str, body: &str) -> IncomingMail {
    let bytes = format!(
        "Authentication-Results: mx.crosscut.example; dkim=pass header.d=player.example\r\nFrom: {from}@player.example\r\n\
         To: club@crosscut.example\r\nMessage-ID: <{n}@player.example>\r\n{head}Subject: {subject}\r\n\r\n{body}\r\n"
    );
    IncomingMail { bytes: bytes.into_bytes(), ..IncomingMail::default() }
}

/// The mails to one person.
pub(super) fn to<'a>(all: &'a [String], name: &str) -> Vec<&'a String> {
    let address = format!("{name}@player.example");
    all.iter().filter(|it| header(it, "to") == address).collect()
}

pub(crate) async fn whoever_follows_is_written_to(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (id, [ann, bob]) = begin(&club).await;
    let [cid, dan] = [member(&club, "cid").await, member(&club, "dan").await];
    for (n, name, subject) in
        [(1, "cid", format!("subscribe {id}")), (2, "dan", format!("notify {id}"))]
    {
        // The same mail twice counts once.
        for _ in 0..2 {
            receive(app, &letter(name, n, "", &subject, "")).await.unwrap();
        }
    }
    receive(app, &letter("ann", 3, "", &format!("subscribe {id}"), "")).await.unwrap();
    let answers = sent(app, 5).await;
    let summary = |name: &str| {
        let all = to(&answers, name);
        let text = all.iter().map(|it| text(it)).find(|it| !it.contains("Summary of")).unwrap();
        text.split("\n-- \n").next().unwrap().to_string()
    };
    assert_eq!(summary("cid").trim(), format!("You are told of each turn of match {id}."));
    assert_eq!(summary("dan").trim(), format!("You are told of the end of match {id}."));
    assert!(summary("ann").contains("you play in this match"), "{}", summary("ann"));

    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    turn(queue, id, bob, "b2", 1, None).await.unwrap();
    for (who, room, words) in
        [(ann, Room::Players, "among players"), (dan, Room::Spectators, "among others")]
    {
        let say = Command::Say { id, room, words: words.into(), more: Vec::new() };
        queue.act(Who::Member(who), None, say).await.unwrap();
    }
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    quiet(app).await;
    let all = mails(&out(app));
    assert!(to(&all, "bob").iter().any(|it| text(it).contains("among players")));
    let to_others = all.iter().filter(|it| header(it, "to") != "bob@player.example");
    assert!(to_others.into_iter().all(|it| !text(it).contains("among")), "{all:?}");
    assert_eq!(to(&all, "dan").len(), 2, "dan wants the end alone");
    let told = to(&all, "cid").into_iter().find(|it| text(it).contains("bob played B2.")).unwrap();
    assert_eq!(to(&all, "cid").len(), 3, "two turns are one mail");
    assert!(text(told).contains(&format!("`unsubscribe {id}`")), "{}", text(told));
    assert!(!text(told).contains("It is your turn"), "{}", text(told));

    // An answer to that mail stops it, and its address cannot be used to move.
    let tag = header(told, "reply-to").to_string();
    let answer = |n: u32, body: &str| {
        let mut came = letter("cid", n, "", "Re: x", body);
        came.envelope = Some(crosscut_mail::Envelope {
            from: Some("cid@player.example".into()),
            to: vec![tag.clone()],
        });
        came
    };
    receive(app, &answer(4, "D4")).await.unwrap();
    receive(app, &answer(5, "unsubscribe")).await.unwrap();
    // Who only looks on follows nothing.
    let follows = || {
        let all = mails(&out(app));
        to(&all, "cid").into_iter().filter(|it| text(it).contains("You follow this match")).count()
    };
    quiet(app).await;
    let before = follows();
    receive(app, &letter("cid", 6, "", &format!("show {id}"), "")).await.unwrap();
    quiet(app).await;
    assert_eq!(follows(), before);
    let at_table = queue.look(&[Key::Match(id)]).await.unwrap();
    let it = at_table.match_with(id).unwrap();
    assert_eq!((it.n_plies(), it.followers.contains_key(&cid)), (2, false));
    assert!(it.followers.contains_key(&dan));
    quiet(app).await;
    let before = to(&mails(&out(app)), "cid").len();
    turn(queue, id, ann, "d4", 2, None).await.unwrap();
    queue.act(Who::Member(bob), None, Command::Resign { id }).await.unwrap();
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    quiet(app).await;
    let all = mails(&out(app));
    assert_eq!(to(&all, "cid").len(), before);
    let end_of = to(&all, "dan").into_iter().filter(|it| text(it).contains("ann has won"));
    assert_eq!(end_of.count(), 1);
    end(club).await;
}

pub(crate) async fn a_game_is_followed_with_all_that_begins_later(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    let first = again(&club, players).await;
    let cid = member(&club, "cid").await;
    receive(app, &letter("cid", 1, "", "hex subscribe all", "")).await.unwrap();
    let dan = member(&club, "dan").await;
    let only_ends = Command::FollowGame { game: "hex".into(), follow: Some(Follow::End) };
    app.queue().act(Who::Member(dan), None, only_ends).await.unwrap();
    // A restarted server still knows what was asked for and what began since.
    let config = app.config().clone();
    club.close().await;
    let club = Club::open_with(config, NOON).await;
    let app = &club.app;
    let second = again(&club, players).await;
    for id in [first, second] {
        let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
        let followers = &state.match_with(id).unwrap().followers;
        // He asked for matches that begin later.
        let dans = (id == second).then_some(&Follow::End);
        assert_eq!(
            (followers.get(&cid), followers.get(&dan)),
            (Some(&Follow::Turns), dans),
            "{id}"
        );
    }
    assert_eq!(app.queries().followed_by(cid).await.unwrap().len(), 2);
    assert_eq!(crate::operate::doctor::examine(app.store(), false).await.unwrap().stale, 0);
    receive(app, &letter("cid", 2, "", "hex unsubscribe all", "")).await.unwrap();
    assert_eq!(app.queries().followed_by(cid).await.unwrap().len(), 0);
    let third = again(&club, players).await;
    let state = app.queue().look(&[Key::Match(third)]).await.unwrap();
    assert!(state.match_with(third).unwrap().followers.keys().eq([&dan]));
    assert_eq!(crate::operate::doctor::examine(app.store(), false).await.unwrap().stale, 0);
    end(club).await;
}

pub(crate) async fn members_write_to_each_other(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let [ann, bob] = [member(&club, "ann").await, member(&club, "bob").await];
    for _ in 0..2 {
        // Whoever is named twice is written to once.
        receive(app, &letter("ann", 1, "", "message bob Bob", "Shall we play?")).await.unwrap();
    }
    let all = sent(app, 2).await;
    let [told] = to(&all, "bob")[..] else { panic!("{all:?}") };
    assert_eq!(header(told, "subject"), "Message from ann");
    assert!(text(told).contains("ann writes:\n\n> Shall we play?"), "{}", text(told));
    assert!(!told.contains("ann@player.example"), "addresses are nobody's business: {told}");
    // The link to her page works.
    assert!(text(told).contains("https://club.example/member/ann"), "{}", text(told));
    let (status, page) = visit(&club, "GET", "/member/ann", "").await;
    assert!(status == 200 && page.contains("<h1>ann</h1>"), "{page}");
    assert_eq!(text(to(&all, "ann")[0]).matches("Bob is written to").count(), 1);

    // An answer goes only to her.
    member(&club, "cid").await;
    let id = header(told, "message-id").to_string();
    let head = format!("In-Reply-To: {id}\r\nReferences: {id}\r\n");
    let body = "Gladly.\r\n\r\n> ann writes:\r\n>\r\n> Shall we play?\r\n";
    receive(app, &letter("bob", 2, &head, "Re: Message from ann", body)).await.unwrap();
    let all = sent(app, 4).await;
    let answer = to(&all, "ann").into_iter().find(|it| text(it).contains("bob writes:")).unwrap();
    assert!(text(answer).contains("Gladly.") && !text(answer).contains("Shall we"), "{answer}");
    assert_eq!(to(&all, "cid").len(), 0);

    // A blocked member is not heard, in either direction; and members who want no mails get none.
    let block = Command::Block { member: ann };
    app.queue().act(Who::Member(bob), None, block).await.unwrap();
    receive(app, &letter("ann", 3, "", "message bob", "And now?")).await.unwrap();
    post(app).set_wish(app, MemberId(bob.0 + 1), MailFrequency::Nothing).await.unwrap();
    receive(app, &letter("ann", 4, "", "message cid", "Hello?")).await.unwrap();
    let all = sent(app, 6).await;
    let said: String = to(&all, "ann").iter().map(|it| text(it)).collect();
    assert!(said.contains("You and bob do not write to each other."), "{said}");
    assert!(said.contains("Cid gets no mail"), "{said}");
    assert_eq!((to(&all, "bob").len(), to(&all, "cid").len()), (2, 0));
    // The reader is not asked to answer a member who gets no mail.
    receive(app, &letter("cid", 5, "", "message ann", "No mails, please.")).await.unwrap();
    let all = sent(app, 8).await;
    let told = to(&all, "ann").into_iter().find(|it| text(it).contains("> No mails, please."));
    let told = text(told.unwrap());
    assert!(told.contains("cid gets no mail from the club: an answer"), "{told}");
    assert!(!told.contains("An answer to this mail"), "{told}");
    // Nor can a member be invited by mail by somebody they have blocked.
    let invite = "hex challenge bob@player.example -size=5 -opening=none";
    receive(app, &letter("ann", 6, "", invite, "Play!")).await.unwrap();
    let all = sent(app, 9).await;
    assert_eq!(to(&all, "bob").len(), 2);
    // Each message has a number of our form, by which an answer to it is known.
    member(&club, "dan").await;
    for n in 10..20 {
        receive(app, &letter("dan", n, "", "message ann", &format!("Number {n}."))).await.unwrap();
    }
    quiet(app).await;
    let all = mails(&out(app));
    let told = to(&all, "ann").into_iter().filter(|it| header(it, "subject") == "Message from dan");
    let number = |it: &String| header(it, "message-id").trim_matches(['<', '>']).to_string();
    assert_eq!(told.filter(|it| post(app).row_of(&number(it)).is_some()).count(), 10);
    end(club).await;
}

pub(crate) async fn reminders_keep_to_what_was_agreed(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob"] {
        member(&club, name).await;
    }
    let challenge = "hex challenge ann bob -size=5 --forfeittime=12 --nagtime=3";
    receive(app, &letter("ann", 1, "", challenge, "")).await.unwrap();
    receive(app, &letter("bob", 2, "", "accept ann", "")).await.unwrap();
    let reminders = || {
        let all = mails(&out(app));
        all.iter().filter(|it| header(it, "subject").starts_with("Reminder: ")).count()
    };
    // On the third, the sixth and the ninth day, and a day before the end.
    for (day, n) in [(2, 0), (3, 1), (5, 1), (6, 2), (9, 3), (10, 3), (11, 4)] {
        club.hand.store(NOON + day * 24 * HOUR + HOUR, Ordering::Relaxed);
        quiet(app).await;
        assert_eq!(reminders(), n, "after {day} days");
    }
    end(club).await;
}

pub(crate) async fn a_mail_that_comes_again_signs_up_once(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let came = letter("ann", 1, "", "signup ann", "");
    // A server that dies after doing its work and before recording it.
    let join = Command::Join { name: "ann".into(), zone: String::new() };
    let word = |n: u32| Some(format!("word of mail {n}"));
    let address = || "ann@player.example".to_string();
    let first = app.queue().join_by_mail(word(1), join.clone(), address()).await.unwrap();
    let second = app.queue().join_by_mail(word(1), join.clone(), address()).await.unwrap();
    assert_eq!(first.member(), second.member());
    assert!(app.queue().join_by_mail(word(2), join, address()).await.is_err(), "the name is taken");
    let owner = app.store().owner("ann@player.example").await.unwrap();
    assert_eq!(owner, first.member());
    for _ in 0..2 {
        receive(app, &came).await.unwrap();
    }
    let all = sent(app, 1).await;
    assert!(text(&all[0]).contains("Welcome, ann"), "{}", text(&all[0]));
    let lines = app.store().members_named("ann", MemberId(0), 10).await.unwrap();
    assert_eq!(lines.len(), 1);
    end(club).await;
}

pub(crate) async fn a_relay_that_is_busy_is_brought_the_same_mail_again(database: &str) {
    let relay = Relay::open().await.unwrap();
    relay.set_busy(true);
    let settings = Settings {
        mail_dir: None,
        mail_relay: Some(format!("smtp://{}", relay.address)),
        ..settings(database, 0)
    };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    post(app).claim(app, None, ann, "ann@new.example").await.unwrap();
    let offered = async |n: usize| until(async || (relay.offered().len() == n).then_some(())).await;
    offered(1).await;
    // After half a minute, after one minute, and after two.
    for (n, wait) in [(1, 30_000), (2, 60_000), (3, 120_000)] {
        quiet(app).await;
        club.hand.fetch_add(wait - 1, Ordering::Relaxed);
        quiet(app).await;
        assert_eq!(relay.offered().len(), n, "{wait} ms are not over");
        relay.set_busy(n < 3);
        club.hand.fetch_add(1, Ordering::Relaxed);
        post(app).0.addressees.wake();
        offered(n + 1).await;
    }
    let numbers = relay.offered();
    assert!(numbers.iter().all(|it| *it == numbers[0]), "{numbers:?}");
    until(async || app.store().next_due().await.unwrap().is_none().then_some(())).await;
    assert_eq!(relay.taken(), 1);
    club.close().await;
}

/// On a full disk a mail is sent once, however long it cannot be recorded, and is recorded as soon as there is room.
pub(crate) async fn a_mail_that_cannot_be_noted_goes_once(database: &str) {
    let relay = Relay::open().await.unwrap();
    relay.set_busy(true);
    let settings = Settings {
        mail_dir: None,
        mail_relay: Some(format!("smtp://{}", relay.address)),
        ..settings(database, 0)
    };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    post(app).claim(app, None, ann, "ann@new.example").await.unwrap();
    until(async || (relay.offered().len() == 1).then_some(())).await;
    quiet(app).await;
    // Until now it was not accepted; from now on nothing can be written.
    app.store().full.store(true, Ordering::Relaxed);
    relay.set_busy(false);
    club.hand.fetch_add(30_000, Ordering::Relaxed);
    post(app).0.addressees.wake();
    until(async || (relay.taken() == 1).then_some(())).await;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    assert_eq!((relay.offered().len(), relay.taken()), (2, 1));
    assert!(app.store().next_due().await.unwrap().is_some());
    app.store().full.store(false, Ordering::Relaxed);
    until(async || app.store().next_due().await.unwrap().is_none().then_some(())).await;
    assert_eq!((relay.offered().len(), relay.taken()), (2, 1));
    club.close().await;
}

pub(crate) async fn a_limit_keeps_challenges_away(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    let first = again(&club, players).await;
    receive(app, &letter("bob", 1, "", "hex limit 2", "")).await.unwrap();
    let second = again(&club, players).await;
    let challenge = || Command::Challenge {
        to: crosscut_club::Aim::Member(players[1]),
        terms: terms(),
        choice: crosscut_club::Choice::First,
        audience: crosscut_club::Audience::default(),
        until: None,
        greeting: None,
    };
    let ask = async || app.queue().act(Who::Member(players[0]), None, challenge()).await;
    let refused = ask().await.unwrap_err().to_string();
    assert_eq!(refused, "bob has as many matches of this game as they want to have at once: 2");
    // A match that ends in the same moment counts as ended.
    let end = Command::Abort { id: first };
    let (ended, asked) = tokio::join!(app.queue().act(Who::Member(players[1]), None, end), ask());
    ended.unwrap();
    asked.unwrap();
    assert_ne!(first, second);
    self::end(club).await;
}
