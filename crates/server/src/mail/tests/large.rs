//! Mails that are too much: for their readers, or for the server.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::*;
use crate::mail::MOST;
use crate::mail::inbox::note;
use crate::mail::outbox::mark;
use crate::store::{OutboxKind, OutboxReply};

pub(crate) async fn a_mail_of_ours_that_is_never_finished_is_put_aside(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let row = |text: &str| {
        let (subject, text) = ("Answer".to_string(), text.to_string());
        let answer = OutboxReply { subject, text, ..OutboxReply::default() };
        note(Moment(NOON), Some(ann), OutboxKind::Answer(answer)).unwrap()
    };
    let (bad, good) = (row("the one that ends us"), row("another one"));
    // The server crashes three times while composing it.
    for _ in 0..3 {
        post(app).0.writing.begin(mark(bad.id).as_bytes()).await.unwrap().fail();
    }
    app.store().post(&[bad, good]).await.unwrap();
    let all = sent(app, 1).await;
    assert!(text(&all[0]).contains("another one"), "{}", all[0]);
    // It is not begun again.
    assert_eq!(app.store().next_due().await.unwrap(), None);
    end(club).await;
}

pub(crate) async fn of_many_boards_that_are_asked_for_four_are_drawn(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let app = &club.app;
    let (id, [ann, bob]) = begin(&club).await;
    for (ply, point) in (0..).zip(["a1", "b1", "c1", "d1", "e1", "a2"]) {
        let who = if ply % 2 == 0 { ann } else { bob };
        turn(app.queue(), id, who, point, ply, None).await.unwrap();
    }
    let lines: Vec<String> = (1..=6).map(|ply| format!("show {id}#{ply}")).collect();
    receive(app, &letter("ann", 1, "", "multiple", &lines.join("\r\n"))).await.unwrap();
    let all = sent(app, 6).await;
    let drawn = |mail: &&String| mail.contains("image/png");
    assert_eq!(all.iter().filter(drawn).count(), 4);
    for mail in &all {
        assert!(text(mail).contains("> show"), "{mail}");
        let html = parsed(mail).body_html(0).unwrap().into_owned();
        assert_eq!(html.contains("4 pictures at most"), !drawn(&mail), "{html}");
    }
    end(club).await;
}

/// Whether the boards are those of challenges or of matches.
pub(crate) async fn of_many_boards_that_are_news_six_are_drawn(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let app = &club.app;
    let [ann, bob] = [member(&club, "ann").await, member(&club, "bob").await];
    post(app).set_wish(app, ann, MailFrequency::Nothing).await.unwrap();
    let set = crosscut_club::Terms {
        setup: Some("V:C3,D2 H:B4 turn:H".into()),
        pace: crosscut_club::Pace::Days { days: 6 },
        ..terms()
    };
    for (n, is_match) in [(1, false), (2, true)] {
        for _ in 0..7 {
            if is_match {
                again(&club, [bob, ann]).await;
            } else {
                let command = crate::write::tests::challenge(bob, set.clone());
                app.queue().act(Who::Member(ann), None, command).await.unwrap();
            }
        }
        club.hand.fetch_add(60_000, Ordering::Relaxed);
        let all = sent(app, n).await;
        let told = &all[n - 1];
        let named = if is_match { "src=\"cid:board-" } else { "src=\"cid:challenge-" };
        assert_eq!(parsed(told).body_html(0).unwrap().matches(named).count(), 6, "{told}");
        assert_eq!(told.matches("image/png").count(), 6);
    }
    end(club).await;
}

pub(crate) async fn each_match_has_a_reminder_of_its_own(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    for _ in 0..2 {
        again(&club, players).await;
    }
    quiet(app).await;
    club.hand.fetch_add(3 * 24 * HOUR, Ordering::Relaxed);
    quiet(app).await;
    let all = mails(&out(app));
    let subjects = to(&all, "ann").into_iter().map(|it| header(it, "subject"));
    let mut reminders: Vec<&str> = subjects.filter(|it| it.starts_with("Reminder: ")).collect();
    reminders.sort_unstable();
    assert_eq!(reminders, ["Reminder: Hex Board 1", "Reminder: Hex Board 2"]);
    end(club).await;
}

/// A program that delivers mails moves them into a folder: each is read to its end, and those that were begun before and
/// not finished come last.
pub(crate) async fn mails_are_taken_from_a_folder(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let folder = post(app).0.config.folder.clone().unwrap();
    until(async || folder.join("done").exists().then_some(())).await;
    let put = |name: &str, mail: &IncomingMail| {
        std::fs::write(folder.join("tmp").join(name), &mail.bytes).unwrap();
        std::fs::rename(folder.join("tmp").join(name), folder.join("in").join(name)).unwrap();
    };
    let done = async |name: &str| {
        until(async || folder.join("done").join(name).exists().then_some(())).await;
    };
    let zone = |n: u32, zone: &str| letter("ann", n, "", &format!("change zone {zone}"), "");
    let (begun, other) = (zone(1, "Europe/London"), zone(2, "Europe/Paris"));
    post(app).0.attempts.begin(&begun.bytes).await.unwrap().fail();
    put(".hidden", &zone(3, "Asia/Tokyo"));
    put("b.eml", &other);
    put("a.eml", &begun);
    done("a.eml").await;
    done("b.eml").await;
    let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().zone, "Europe/London");
    assert!(folder.join("in/.hidden").exists());
    sent(app, 2).await;
    // One byte more than is kept is too much.
    let mut long = letter("ann", 4, "", "list", "");
    long.bytes.resize(MOST + 1, b' ');
    put("long.eml", &long);
    done("long.eml").await;
    let all = sent(app, 3).await;
    assert!(all.iter().any(|it| header(it, "subject") == "Too long"), "{all:?}");
    // What has ended the server twice is put aside where the operator finds it, and not answered.
    for (n, name) in [(5, Some("bad.eml")), (6, None), (7, None)] {
        let bad = letter("ann", n, "", "list", "");
        for _ in 0..2 {
            post(app).0.attempts.begin(&bad.bytes).await.unwrap().fail();
        }
        match name {
            Some(name) => {
                put(name, &bad);
                until(async || folder.join("in/failed").join(name).exists().then_some(())).await;
            }
            None => receive(app, &bad).await.unwrap(),
        }
    }
    let aside = std::fs::read_dir(folder.join("in/failed")).unwrap().map(|it| it.unwrap().path());
    let mut aside: Vec<PathBuf> = aside.collect();
    aside.sort_by_key(|it| std::fs::read(it).unwrap());
    let names = aside.iter().map(|it| it.file_name().unwrap().to_str().unwrap().to_string());
    let names: Vec<String> = names.collect();
    assert_eq!(names.len(), 3, "{names:?}");
    assert_eq!(names[0], "bad.eml");
    assert!(names[1..].iter().all(|it| it.len() == 16 + ".eml".len()), "{names:?}");
    for (n, file) in (5..).zip(&aside) {
        assert_eq!(std::fs::read(file).unwrap(), letter("ann", n, "", "list", "").bytes);
    }
    quiet(app).await;
    assert_eq!(mails(&out(app)).len(), 3);
    end(club).await;
}

pub(crate) async fn a_mail_that_cannot_be_written_is_tried_after_a_minute(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let to = Some("no address".to_string());
    let answer = OutboxKind::Answer(OutboxReply { to, ..OutboxReply::default() });
    let row = note(Moment(NOON), None, answer).unwrap();
    app.store().post(&[row]).await.unwrap();
    post(app).0.addressees.wake();
    let later = Some(Moment(NOON + 60_000));
    until(async || (app.store().next_due().await.unwrap() == later).then_some(())).await;
    end(club).await;
}

/// What was joined into one mail stays one, also when more has happened before it is taken.
pub(crate) async fn what_is_one_mail_stays_one(database: &str) {
    let relay = Relay::open().await.unwrap();
    relay.set_busy(true);
    let settings = Settings {
        mail_dir: None,
        mail_relay: Some(format!("smtp://{}", relay.address)),
        ..settings(database, 60)
    };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let app = &club.app;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    post(app).set_wish(app, players[1], MailFrequency::Nothing).await.unwrap();
    for _ in 0..2 {
        again(&club, players).await;
    }
    let pass = async |seconds: i64, offered: usize| {
        club.hand.fetch_add(seconds * 1000, Ordering::Relaxed);
        post(app).0.addressees.wake();
        until(async || (relay.offered().len() >= offered).then_some(())).await;
        quiet(app).await;
    };
    pass(60, 1).await;
    again(&club, players).await;
    relay.set_busy(false);
    pass(30, 2).await;
    assert_eq!(relay.taken(), 1);
    pass(60, 3).await;
    let offered = relay.offered();
    assert_eq!((relay.taken(), offered.len()), (2, 3));
    assert!(offered[0] == offered[1] && offered[1] != offered[2], "{offered:?}");
    club.close().await;
}

/// Half a minute at first, each wait twice as long as the one before, and four hours in the end.
pub(crate) async fn a_mail_is_brought_for_three_days(database: &str) {
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
    let (mut now, mut waits) = (NOON, Vec::new());
    loop {
        post(app).0.addressees.wake();
        until(async || (relay.offered().len() == waits.len() + 1).then_some(())).await;
        let due = until(async || {
            let due = app.store().next_due().await.unwrap();
            due.is_none_or(|it| now < it.0).then_some(due)
        });
        let Some(due) = due.await else { break };
        waits.push((due.0 - now) / 1000);
        now = due.0;
        club.hand.store(now, Ordering::Relaxed);
    }
    let all: Vec<i64> = (0..9).map(|n| 30 << n).chain([4 * 3600; 15]).collect();
    assert_eq!(waits, all);
    assert_eq!((relay.offered().len(), relay.taken()), (25, 0));
    club.close().await;
}

/// A mail server that says never is not asked again, and each such mail counts as one that came back.
pub(crate) async fn a_mail_that_is_refused_for_good_goes_once(database: &str) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufReader::new(stream);
            let mut line = String::new();
            let mut answer = "220 relay.test";
            loop {
                let said = stream.get_mut().write_all(format!("{answer}\r\n").as_bytes()).await;
                line.clear();
                if said.is_err() || stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                    break;
                }
                answer = if line.starts_with("MAIL") { "550 5.7.1 never" } else { "250 yes" };
            }
        }
    });
    let settings = Settings {
        mail_dir: None,
        mail_relay: Some(format!("smtp://{address}")),
        ..settings(database, 0)
    };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    for n in 1..=3 {
        let (subject, text) = ("Answer".to_string(), format!("number {n}"));
        let answer = OutboxReply { subject, text, ..OutboxReply::default() };
        let row = note(Moment(NOON), Some(ann), OutboxKind::Answer(answer)).unwrap();
        app.store().post(&[row]).await.unwrap();
        post(app).0.addressees.wake();
        until(async || app.store().next_due().await.unwrap().is_none().then_some(())).await;
        assert_eq!(post(app).held(app, ann).await.unwrap().suspended, n == 3, "{n}");
        assert_eq!(post(app).writes_to(ann), n < 3);
    }
    club.close().await;
}

/// A mail server that is busy while nothing can be recorded is not asked again without a pause.
pub(crate) async fn a_mail_that_neither_goes_nor_is_noted_waits(database: &str) {
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
    let offered = async |n: usize| until(async || (n <= relay.offered().len()).then_some(())).await;
    offered(1).await;
    quiet(app).await;
    app.store().full.store(true, Ordering::Relaxed);
    club.hand.fetch_add(30_000, Ordering::Relaxed);
    post(app).0.addressees.wake();
    offered(2).await;
    let wait = std::time::Duration::from_millis(500);
    assert!(tokio::time::timeout(wait, offered(3)).await.is_err());
    app.store().full.store(false, Ordering::Relaxed);
    offered(3).await;
    quiet(app).await;
    assert_eq!(relay.offered().len(), 3);
    club.close().await;
}

/// A mail server that does not answer has nothing to do with how a mail is composed: a server that is stopped meanwhile,
/// several times, keeps the mail.
pub(crate) async fn a_mail_that_is_handed_over_is_finished(database: &str) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = Settings {
        mail_dir: None,
        mail_relay: Some(format!("smtp://{}", listener.local_addr().unwrap())),
        ..settings(database, 0)
    };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let (subject, text) = ("Answer".to_string(), "as ever".to_string());
    let answer = OutboxKind::Answer(OutboxReply { subject, text, ..OutboxReply::default() });
    let row = note(Moment(NOON), Some(ann), answer).unwrap();
    let id = row.id;
    app.store().post(&[row]).await.unwrap();
    post(app).0.addressees.wake();
    let silent = listener.accept().await.unwrap();
    assert!(!post(app).0.writing.was_begun(mark(id).as_bytes()));
    drop((silent, listener));
    quiet(app).await;
    club.close().await;
}

/// A reminder does not take along what is not due yet: neither the next one, nor the mail of the day.
pub(crate) async fn a_reminder_goes_alone(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    post(app).set_wish(app, players[0], MailFrequency::Daily(19)).await.unwrap();
    let pace = crosscut_club::Pace::Days { days: 4 };
    let terms = crosscut_club::Terms { pace, ..terms() };
    let id = crate::write::tests::begin_between(app.queue(), players, terms).await;
    // Half of the time is over after two days, and a day is left after three. Ann's mail of the day comes six hours after noon.
    for (hours, reminders, others) in
        [(1, 0, 0), (6, 0, 1), (47, 0, 1), (53, 1, 1), (54, 1, 2), (71, 1, 2), (72, 2, 2)]
    {
        club.hand.store(NOON + hours * HOUR, Ordering::Relaxed);
        if hours == 47 {
            let (room, words) = (Room::Players, "Are you there?".to_string());
            let say = Command::Say { id, room, words, more: Vec::new() };
            app.queue().act(Who::Member(players[1]), None, say).await.unwrap();
        }
        quiet(app).await;
        let all = mails(&out(app));
        let (reminds, rest): (Vec<_>, Vec<_>) = to(&all, "ann")
            .into_iter()
            .partition(|it| header(it, "subject").starts_with("Reminder: "));
        assert_eq!((reminds.len(), rest.len()), (reminders, others), "after {hours} hours");
    }
    end(club).await;
}
