//! How little the club can be misused against others; run on both databases by the store's tests.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use crosscut_club::{Command, Key, MatchId, MemberId, Moment, Room, Who};

use super::{
    HOUR, IncomingMail, NOON, UndoableChange, begin, end, header, letter, link, mails, member, out,
    post, quiet, receive, sent, settings, tell, text, to, visit,
};
use crate::config::{Accept, Config, Settings};
use crate::limits::rates::Whose;
use crate::members::leaving::leave;
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};
use crate::store::OutboxRow;
use crate::tests::{Club, until};
use crate::write::tests::turn;

/// A club with limits that believes mails as `accept` says.
fn config(database: &str, accept: Accept) -> Config {
    let settings =
        Settings { unlimited: false, mail_accept: Some(accept), ..settings(database, 0) };
    settings.resolve().unwrap()
}

/// A mail that nobody vouches for.
fn plain(from: &str, n: u32, to: &str, subject: &str, body: &str) -> IncomingMail {
    let bytes = format!(
        "From: {from}\r\nTo: {to}\r\nMessage-ID: <{n}.{from}>\r\nSubject: {subject}\r\n\r\n{body}\r\n"
    );
    IncomingMail { bytes: bytes.into_bytes(), ..IncomingMail::default() }
}

const HOUSE: &str = "club@crosscut.example";

async fn count(club: &Club, address: &str) -> usize {
    quiet(&club.app).await;
    mails(&out(&club.app)).iter().filter(|it| header(it, "to") == address).count()
}

/// The mail that tells bob that ann has moved.
async fn told_of_a_turn(club: &Club) -> String {
    let (id, [ann, _]) = begin(club).await;
    turn(club.app.queue(), id, ann, "c3", 0, None).await.unwrap();
    until(async || {
        let all = mails(&out(&club.app));
        to(&all, "bob").into_iter().find(|it| text(it).contains("ann played C3")).cloned()
    })
    .await
}

pub(crate) async fn a_machine_without_marks_is_answered_three_times(database: &str) {
    let club = Club::open_with(config(database, Accept::From), NOON).await;
    let (told, bob) = (told_of_a_turn(&club).await, "bob@player.example");
    let before = count(&club, bob).await;
    let robot = async |n: u32| {
        let words = format!("Thank you! We got your letter and look at it. Ticket {n}.");
        let tag = header(&told, "reply-to").to_string();
        receive(&club.app, &plain(bob, n, &tag, "Re: your turn", &words)).await.unwrap();
        club.hand.fetch_add(60_000, Ordering::Relaxed);
    };
    for n in 0..20 {
        robot(n).await;
    }
    assert_eq!(count(&club, bob).await - before, 3);
    // Bob himself is answered as before, and told of his own mistakes.
    let reply_to = header(&told, "reply-to").to_string();
    receive(&club.app, &plain(bob, 100, &reply_to, "Re: your turn", "z99")).await.unwrap();
    assert_eq!(count(&club, bob).await - before, 4);
    receive(&club.app, &plain(bob, 101, &reply_to, "Re: your turn", "b2")).await.unwrap();
    assert_eq!(count(&club, bob).await - before, 5);
    // So is a stranger's machine.
    for n in 0..20 {
        let robot =
            plain("robot@office.example", n, HOUSE, "Your mail", &format!("We got it: {n}"));
        receive(&club.app, &robot).await.unwrap();
    }
    assert_eq!(count(&club, "robot@office.example").await, 3);
    // And a machine that says something else each time is answered a limited number of times as well.
    let before = count(&club, bob).await;
    for n in 0..60_u8 {
        let words: String = (0..n).map(|it| char::from(b'a' + it % 26)).collect();
        let words = format!("about {words}");
        let mail = plain(bob, 200 + u32::from(n), &reply_to, "Re: your turn", &words);
        receive(&club.app, &mail).await.unwrap();
    }
    let answers = count(&club, bob).await - before;
    assert!((5..=12).contains(&answers), "{answers} answers");
    end(club).await;
}

pub(crate) async fn strangers_are_answered_within_bounds(database: &str) {
    let club = Club::open_with(config(database, Accept::From), NOON).await;
    let app = &club.app;
    // The person named as the sender need not have written it.
    for n in 0..50 {
        let mail = plain("victim@far.example", n, HOUSE, &format!("nonsense {n}"), "");
        receive(app, &mail).await.unwrap();
        // Mails that are understood count too.
        let mail = plain("victim@far.example", 100 + n, HOUSE, "help", "");
        receive(app, &mail).await.unwrap();
    }
    assert_eq!(count(&club, "victim@far.example").await, 5);
    for n in 0..120 {
        let from = format!("victim{n}@m{n}.large.example");
        receive(app, &plain(&from, n, HOUSE, "help", "")).await.unwrap();
    }
    quiet(app).await;
    let all = mails(&out(app));
    let large = all.iter().filter(|it| header(it, "to").ends_with("large.example")).count();
    assert_eq!(large, 60);
    // Members are not made by the hundred.
    for n in 0..40 {
        let from = format!("maker{n}@n{n}.maker.example");
        receive(app, &plain(&from, n, HOUSE, &format!("signup maker{n}"), "")).await.unwrap();
    }
    let made = app.store().members_named("maker", MemberId(0), 100).await.unwrap();
    assert_eq!(made.len(), 10);
    // From elsewhere somebody can still join.
    receive(app, &plain("eve@other.example", 1, HOUSE, "signup eve", "")).await.unwrap();
    assert_eq!(app.store().members_named("eve", MemberId(0), 100).await.unwrap().len(), 1);
    end(club).await;
}

pub(crate) async fn an_address_nobody_confirmed_is_seldom_written_to(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    let mut refused = 0;
    for _ in 0..30 {
        let command = Command::Visit { zone: "UTC".into() };
        let done = app.queue().act(Who::Visitor, None, command).await.unwrap();
        let guest = done.member().unwrap();
        refused +=
            u32::from(post(app).claim(app, None, guest, "victim@far.example").await.is_err());
    }
    assert_eq!(refused, 25);
    assert_eq!(count(&club, "victim@far.example").await, 5);
    // Nor by letters in her name.
    for n in 0..30 {
        let mail = plain("victim@far.example", n, HOUSE, "trellis seek 1", "");
        receive(app, &mail).await.unwrap();
    }
    assert_eq!(count(&club, "victim@far.example").await, 5);
    club.hand.fetch_add(2 * HOUR, Ordering::Relaxed);
    let command = Command::Visit { zone: "UTC".into() };
    let guest = app.queue().act(Who::Visitor, None, command).await.unwrap().member().unwrap();
    post(app).claim(app, None, guest, "victim@far.example").await.unwrap();
    end(club).await;
}

pub(crate) async fn two_clubs_do_not_answer_each_other(database: &str) {
    let club = Club::open_with(settings(database, 0).resolve().unwrap(), NOON).await;
    let app = &club.app;
    let (id, [ann, _]) = begin(&club).await;
    turn(app.queue(), id, ann, "c3", 0, None).await.unwrap();
    // What this club writes on its own initiative, in answer to a stranger, and to a sender who is not understood.
    post(app).claim(app, None, ann, "club@other.example").await.unwrap();
    receive(app, &plain("club@other.example", 1, HOUSE, "help", "")).await.unwrap();
    receive(app, &plain("ann@player.example", 2, HOUSE, "nonsense", "")).await.unwrap();
    quiet(app).await;
    let written = until(async || {
        let all = mails(&out(app));
        (all.len() >= 4).then_some(all)
    })
    .await;
    // Each of them as the other club would have written it: for this club, it comes from the other.
    for (n, mail) in written.iter().enumerate() {
        let mail = mail.replace("crosscut.example", "other.example");
        let mail = mail.replace("Message-ID: <", &format!("Message-ID: <{n}."));
        receive(app, &IncomingMail { bytes: mail.into_bytes(), ..IncomingMail::default() })
            .await
            .unwrap();
    }
    quiet(app).await;
    assert_eq!(mails(&out(app)).len(), written.len());
    end(club).await;
}

pub(crate) async fn nobody_uses_up_what_newcomers_of_a_domain_have(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    let claim = async |from: [u8; 4], n: usize| {
        let command = Command::Visit { zone: "UTC".into() };
        let guest = app.queue().act(Who::Visitor, None, command).await.unwrap().member().unwrap();
        let address = format!("newcomer{n}@large.example");
        post(app).claim(app, Some(from.into()), guest, &address).await.is_ok()
    };
    // Nobody vouches for the senders of these, so they use up nothing.
    for n in 0..70 {
        let forged = plain(&format!("x{n}@large.example"), n, HOUSE, &format!("signup x{n}"), "");
        receive(app, &forged).await.unwrap();
    }
    let mut told = 0;
    for n in 0..60 {
        told += usize::from(claim([192, 0, 2, 1], n).await);
    }
    assert_eq!(told, 5);
    // Nor do ten networks together.
    for n in 60..120 {
        claim([192, 0, 2, 2 + n as u8 % 9], n).await;
    }
    assert!(claim([192, 0, 2, 11], 120).await, "somebody else is told");
    end(club).await;
}

pub(crate) async fn who_asks_in_somebodys_name_uses_up_nothing_of_theirs(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    let (zoe, address) = (member(&club, "zoe").await, "zoe@player.example");
    for _ in 0..7 {
        assert_eq!(visit(&club, "POST", "/recover", "who=Zoe").await.0, 200);
    }
    until(async || (count(&club, address).await == 5).then_some(())).await;
    // What she asks for herself is done: another address, and a link for a new password.
    post(app).claim(app, Some([192_u8, 0, 2, 1].into()), zoe, "zoe@new.example").await.unwrap();
    receive(app, &letter("zoe", 1, "", "change password", "")).await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let links = to(&all, "zoe").into_iter().filter(|it| text(it).contains("/recover/"));
    assert_eq!(links.count(), 6);
    end(club).await;
}

pub(crate) async fn whoever_writes_in_somebodys_name_neither_floods_nor_silences_them(
    database: &str,
) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let (told, bob) = (told_of_a_turn(&club).await, "bob@player.example");
    let before = count(&club, bob).await;
    for n in 0..100 {
        receive(&club.app, &plain(bob, n, HOUSE, "help", "")).await.unwrap();
    }
    assert_eq!(count(&club, bob).await - before, 10);
    // What he writes himself is answered as before.
    let reply_to = header(&told, "reply-to").to_string();
    receive(&club.app, &plain(bob, 100, &reply_to, "Re: your turn", "z99")).await.unwrap();
    assert_eq!(count(&club, bob).await - before, 11);
    end(club).await;
}

pub(crate) async fn nonsense_in_somebodys_name_keeps_no_refusal_from_them(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let (told, bob) = (told_of_a_turn(&club).await, "bob@player.example");
    for n in 0..30 {
        let words = "abcdefghijklmnopqrstuvwxyz".repeat(2)[n..n + 9].to_string();
        let mail = plain(bob, n as u32, HOUSE, &format!("hlep {words}"), &words);
        receive(&club.app, &mail).await.unwrap();
    }
    // Each of his own mistakes is reported, even those that differ only in digits.
    let reply_to = header(&told, "reply-to").to_string();
    let before = count(&club, bob).await;
    for (n, words) in ["z99", "z98", "z97", "z96", "resgin"].into_iter().enumerate() {
        let mail = plain(bob, 100 + n as u32, &reply_to, "Re: your turn", words);
        receive(&club.app, &mail).await.unwrap();
        assert_eq!(count(&club, bob).await - before, n + 1, "{words}");
    }
    end(club).await;
}

pub(crate) async fn the_last_answer_before_silence_says_so(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let (told, bob) = (told_of_a_turn(&club).await, "bob@player.example");
    let reply_to = header(&told, "reply-to").to_string();
    // The answer to a move, if there is one.
    let say = async |n: u32, words: &str| {
        let before = count(&club, bob).await;
        club.hand.fetch_add(1000, Ordering::Relaxed);
        receive(&club.app, &plain(bob, n, &reply_to, "Re: your turn", words)).await.unwrap();
        let answered = count(&club, bob).await > before;
        let all = mails(&out(&club.app));
        let words = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ");
        answered.then(|| words(&text(to(&all, "bob").last().unwrap())))
    };
    let silence = "if nothing comes back, nothing was done";
    for n in 1..=4 {
        let answer = say(n, "z99").await;
        assert_eq!(answer.is_some(), n < 4, "the same for the {n}th time");
        let told = answer.map(|it| it.contains("not answered again") && it.contains(silence));
        assert_eq!(told, [Some(false), Some(false), Some(true), None][n as usize - 1]);
    }
    for n in 4..=13 {
        let answer = say(100 + n, &format!("c{n}9")).await;
        assert_eq!(answer.is_some(), n < 13, "number {n}");
        let told = answer.map(|it| it.contains("last answer for an hour") && it.contains(silence));
        assert_eq!(told, (n < 13).then_some(n == 12), "number {n}");
    }
    // A move is still played and answered, and from then on mistakes are reported again.
    assert!(say(200, "b2").await.is_some_and(|it| !it.contains(silence)));
    assert!(say(201, "z98").await.is_some_and(|it| !it.contains(silence)));
    end(club).await;
}

pub(crate) async fn who_has_forgotten_a_password_is_answered_before_anybody_looks(database: &str) {
    let club = Club::open_with(settings(database, 0).resolve().unwrap(), NOON).await;
    let app = &club.app;
    member(&club, "ann").await;
    let ask = async |who: &str| {
        let form = format!("who={who}");
        let (status, answer) = visit(&club, "POST", "/recover", &form).await;
        let page = answer.split_once("\r\n\r\n").unwrap().1;
        (status, page.replace(who, "WHO"))
    };
    let there = ask("ann").await;
    sent(app, 1).await;
    // The time a look-up would take cannot be observed, since nobody waits for it, not even for its failure.
    app.store().rename("address", "elsewhere").await.unwrap();
    assert_eq!(ask("ann").await, there);
    assert_eq!(ask("zed").await, there);
    app.store().rename("elsewhere", "address").await.unwrap();
    end(club).await;
}

pub(crate) async fn who_leaves_is_told_where_they_were_written_to(database: &str) {
    let club = Club::open_with(settings(database, 0).resolve().unwrap(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    // Somebody who knows the password takes the address first: both addresses are notified.
    post(app).claim(app, None, ann, "thief@there.example").await.unwrap();
    let verify = link(&sent(app, 1).await[0]);
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 200);
    sent(app, 2).await;
    leave(app, ann).await.unwrap();
    let all = sent(app, 4).await;
    let closed = all.iter().filter(|it| header(it, "subject") == "Your account is closed");
    let mut told: Vec<&str> = closed.clone().map(|it| header(it, "to")).collect();
    told.sort_unstable();
    assert_eq!(told, ["ann@player.example", "thief@there.example"]);
    assert!(closed.into_iter().all(|it| text(it).contains("closed for good")));
    // And nothing about those addresses stays behind.
    let waits = app.store().due_to(OutboxRow::NOBODY, Moment(i64::MAX)).await.unwrap();
    assert_eq!(waits, []);
    end(club).await;
}

pub(crate) async fn whose_account_an_operator_closes_is_told_so(database: &str) {
    let club = Club::open_with(settings(database, 0).resolve().unwrap(), NOON).await;
    let app = &club.app;
    member(&club, "ann").await;
    let act = OperatorAction::Close { name: "ann".to_string() };
    let deed = ActionRequest { act, by: "Olga".to_string(), why: "a test".to_string() };
    carry_out(app, &deed).await.unwrap();
    let all = sent(app, 1).await;
    let told = text(&all[0]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("An operator of https://club.example has closed your account"), "{told}");
    assert!(!told.contains("knew your password"), "{told}");
    end(club).await;
}

/// Whoever writes in the name of a domain uses up nothing of those whom their domain vouches for.
pub(crate) async fn forged_mails_use_up_no_answer_to_genuine_ones(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    let all_of_the_domain = Whose::unvouched("zoe@player.example")[1];
    while app.limits().take(all_of_the_domain).is_ok() {}
    receive(app, &plain("zoe@player.example", 1, HOUSE, "help", "")).await.unwrap();
    assert_eq!(count(&club, "zoe@player.example").await, 0);
    receive(app, &letter("yann", 2, "", "help", "")).await.unwrap();
    assert_eq!(count(&club, "yann@player.example").await, 1);
    end(club).await;
}

pub(crate) async fn who_leaves_is_written_to_no_more(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    // A question, a mail to a claimed address, and something waiting to be sent.
    receive(app, &plain("ann@player.example", 1, HOUSE, "vacation", "")).await.unwrap();
    post(app).claim(app, None, ann, "ann@other.example").await.unwrap();
    count(&club, "ann@player.example").await;
    leave(app, ann).await.unwrap();
    assert!(!post(app).writes_to(ann));
    assert_eq!(app.store().owner("ann@player.example").await.unwrap(), None);
    assert!(app.store().addresses_of(ann).await.unwrap().is_empty());
    assert_eq!(app.store().due_to(ann, Moment(i64::MAX)).await.unwrap(), []);
    // The only mail still sent says that the account is gone.
    quiet(app).await;
    assert_eq!(app.store().due_to(OutboxRow::NOBODY, Moment(i64::MAX)).await.unwrap(), []);
    let command = Command::Visit { zone: "UTC".into() };
    let other = app.queue().act(Who::Visitor, None, command).await.unwrap().member().unwrap();
    let known = app.store().verify_address(other, "ann@player.example", Moment(NOON));
    assert!(known.await.unwrap(), "the address is free");
    if !database.contains("://") {
        let mut bytes = String::new();
        for tail in ["", "-wal"] {
            let read = std::fs::read(format!("{database}{tail}")).unwrap_or_default();
            let _ = write!(bytes, "{}", String::from_utf8_lossy(&read));
        }
        assert!(bytes.contains("ann@player.example"), "it is another's now");
    }
    end(club).await;
}

pub(crate) async fn a_mail_that_is_asked_about_is_shown_whole(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    member(&club, "ann").await;
    let body = "show 1\r\nshow 2\r\nshow 3\r\nvacation\r\nmails nothing\r\nmessage bob";
    receive(app, &plain("ann@player.example", 1, HOUSE, "multiple", body)).await.unwrap();
    let asked = &sent(app, 1).await[0];
    assert_eq!(header(asked, "in-reply-to"), "<1.ann@player.example>");
    let asked = text(asked);
    // What a stranger may have written is marked line by line; the club's own words are not.
    let gist = "\n\n> multiple\n> show 1\n> show 2\n.. and 4 more lines\n\n";
    assert!(asked.contains(gist), "{asked}");
    let at = asked.find("/mail/confirm/").unwrap();
    let code = asked[at..].split_whitespace().next().unwrap().trim_start_matches("/mail/confirm/");
    let shown = post(app).asked(app, code).await.unwrap();
    assert_eq!(shown, format!("multiple\n{}", body.replace("\r\n", "\n")));
    let answer = club.client().ask(&format!("/mail/confirm/{code}"), "", "", None).await.unwrap();
    let page = String::from_utf8_lossy(&answer.body).into_owned();
    assert!(page.contains("mails nothing\nmessage bob"), "{page}");
    // The text is shown in the order in which it is read.
    let hidden = "multiple\u{202e}";
    let bytes = plain("ann@player.example", 2, HOUSE, "multiple", &format!("show 1 {hidden}"));
    receive(app, &bytes).await.unwrap();
    let asked = text(&sent(app, 2).await[1]);
    assert!(!asked.contains('\u{202e}'), "{asked}");
    // A letter that is too long to read is not asked about.
    let long = plain("ann@player.example", 3, HOUSE, "multiple", &"show 1\r\n".repeat(2000));
    receive(app, &long).await.unwrap();
    let told = sent(app, 3).await;
    assert!(told.iter().any(|it| text(it).contains("too long to be asked about")));
    // What is not quoted is counted, and a long line is cut.
    let cut = format!("show 1\r\nshow{}", " 23".repeat(99));
    for (n, body, gist) in [
        (4, "show 4\r\nshow 5", "> multiple\n> show 4\n> show 5\n\nNobody"),
        (5, "show 6\r\nshow 7\r\nshow 8", "> show 7\n.. and one more line\n\nNobody"),
        (6, cut.as_str(), " 23\n..\n\nNobody"),
    ] {
        receive(app, &plain("ann@player.example", n, HOUSE, "multiple", body)).await.unwrap();
        let told = sent(app, n as usize).await;
        assert!(told.iter().any(|it| text(it).contains(gist)), "{gist}: {told:?}");
    }
    // Subject and body together may be this long.
    let most = |over: usize| {
        format!("{}{}", format!("{}\r\n", "x".repeat(63)).repeat(127), "x".repeat(56 + over))
    };
    for (n, over, long) in [(7, 0, 1), (8, 1, 2)] {
        receive(app, &plain("ann@player.example", n, HOUSE, "multiple", &most(over)))
            .await
            .unwrap();
        let told = sent(app, n as usize).await;
        let refused = told.iter().filter(|it| text(it).contains("too long to be asked about"));
        assert_eq!(refused.count(), long, "{over}");
    }
    end(club).await;
}

pub(crate) async fn the_key_leaves_the_database(database: &str) {
    let config = config(database, Accept::Vouched);
    let former = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    let store = crate::store::Store::open(&config.database).await.unwrap();
    store.set("mail-key", Some(former)).await.unwrap();
    store.close().await;
    let file = config.beside("mail-key").unwrap();
    let _ = std::fs::remove_file(&file);
    let club = Club::open_with(config.clone(), NOON).await;
    let tag =
        |club: &Club| post(&club.app).challenge_address(crosscut_club::ChallengeId(1), MemberId(1));
    let before = tag(&club);
    // Tags sent before are still valid: the key is the same, in a file of its own.
    let key = crate::post::key::SigningKey::new(former.as_bytes());
    assert!(before.contains(&key.challenge_tag(crosscut_club::ChallengeId(1), MemberId(1))));
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim(), former);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let store = club.app.store();
    assert_eq!(store.setting("mail-key").await.unwrap(), None);
    // What is deleted after that is overwritten too; to forget nothing empties the log, which still has it.
    store.set("note", Some("a note that nobody keeps")).await.unwrap();
    store.set("note", None).await.unwrap();
    store.forget_secret("none").await.unwrap();
    if !database.contains("://") {
        for tail in ["", "-wal"] {
            let bytes = std::fs::read(format!("{database}{tail}")).unwrap_or_default();
            let bytes = String::from_utf8_lossy(&bytes);
            assert!(!bytes.contains(former), "it is in club.db{tail}");
            assert!(!bytes.contains("a note that nobody keeps"), "club.db{tail}");
        }
    }
    club.close().await;
    let club = Club::open_with(config, NOON).await;
    assert_eq!(tag(&club), before);
    end(club).await;
}

/// Nobody vouches for these mails: whoever they say they are from is not asked about each.
pub(crate) async fn a_stranger_s_machine_is_answered_three_times_in_a_member_s_name(
    database: &str,
) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    member(&club, "ann").await;
    for n in 0..20 {
        let words = format!("We got your mail. Ticket {n}.");
        let robot = plain("ann@player.example", n, HOUSE, "Thank you", &words);
        receive(&club.app, &robot).await.unwrap();
        club.hand.fetch_add(60_000, Ordering::Relaxed);
    }
    assert_eq!(count(&club, "ann@player.example").await, 3);
    end(club).await;
}

/// What is refused changes nothing.
pub(crate) async fn an_address_beyond_the_limit_replaces_none(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    post(app).claim(app, None, ann, "one@home.example").await.unwrap();
    while app.limits().take(Whose::MailTo(ann.0)).is_ok() {}
    assert!(post(app).claim(app, None, ann, "other@home.example").await.is_err());
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.claimed.as_deref(), Some("one@home.example"));
    end(club).await;
}

/// Whoever guesses names asks so often for a link, and no more.
pub(crate) async fn links_for_another_password_have_a_bound(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    member(&club, "ann").await;
    assert_eq!(visit(&club, "POST", "/recover", "who=zed").await.0, 200);
    let home = std::net::IpAddr::from([127, 0, 0, 1]);
    while app.limits().take(Whose::PasswordFrom(home)).is_ok() {}
    assert_eq!(visit(&club, "POST", "/recover", "who=ann").await.0, 429);
    assert_eq!(sent(app, 0).await, Vec::<String>::new());
    end(club).await;
}

/// What somebody confirms is done once, however long the link is good and whatever is forgotten meanwhile.
pub(crate) async fn what_is_confirmed_is_done_once(database: &str) {
    let club = Club::open_with(settings(database, 0).resolve().unwrap(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let zone = async || {
        let state = app.queue().look(&[crosscut_club::Key::Member(ann)]).await.unwrap();
        state.member(ann).unwrap().zone.clone()
    };
    let asked = plain("ann@player.example", 1, HOUSE, "change zone Europe/London", "");
    receive(app, &asked).await.unwrap();
    let confirm = link(&sent(app, 1).await[0]);
    assert_eq!(visit(&club, "POST", &confirm, "").await.0, 200);
    assert_eq!(zone().await, "Europe/London");
    let other = Command::SetZone { zone: "Europe/Paris".into() };
    app.queue().act(Who::Member(ann), None, other).await.unwrap();
    // The last moment at which the link is good.
    club.hand.fetch_add(48 * HOUR - 1, Ordering::Relaxed);
    crate::jobs::forget_old(app).await;
    assert_eq!(visit(&club, "POST", &confirm, "").await.0, 200);
    assert_eq!(zone().await, "Europe/Paris");
    end(club).await;
}

/// The links in mails, at the last moment at which they are good and at the next.
pub(crate) async fn links_are_good_for_as_long_as_they_say(database: &str) {
    let club = Club::open_with(settings(database, 0).resolve().unwrap(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    // Of a mail that nobody vouches for, of an address, of a password, and of a change.
    receive(app, &plain("ann@player.example", 1, HOUSE, "vacation", "")).await.unwrap();
    post(app).claim(app, None, ann, "ann@new.example").await.unwrap();
    post(app).send_recovery(app, ann, Whose::MailTo(ann.0)).await.unwrap();
    tell(app, ann, UndoableChange::NoPasskey).await.unwrap();
    let all = sent(app, 4).await;
    for (words, lasts, is_good_at_the_end) in [
        ("/recover/", HOUR, true),
        ("/mail/confirm/", 48 * HOUR, false),
        ("/mail/verify?", 48 * HOUR, true),
        ("/mail/undo/", 7 * 24 * HOUR, false),
    ] {
        let link =
            all.iter().map(|it| link(it)).find(|it| format!("/{it}").contains(words)).unwrap();
        let end = NOON + lasts - i64::from(!is_good_at_the_end);
        for (at, good) in [(NOON, true), (end, true), (end + 1, false)] {
            club.hand.store(at, Ordering::Relaxed);
            let (status, page) = visit(&club, "GET", &link, "").await;
            assert_eq!(status == 200, good, "{words} after {} ms: {page}", at - NOON);
        }
    }
    end(club).await;
}

/// Mails that are too long count like all others: whoever sends them in a row hears of them no more often.
pub(crate) async fn a_mail_that_is_too_long_is_answered_within_bounds(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let long = |n: u32| IncomingMail { cut: true, ..letter("ann", n, "", "list", "and so on") };
    receive(app, &long(1)).await.unwrap();
    assert_eq!(count(&club, "ann@player.example").await, 1);
    while app.limits().take(Whose::AnswerTo(ann.0)).is_ok() {}
    receive(app, &long(2)).await.unwrap();
    assert_eq!(count(&club, "ann@player.example").await, 1);
    end(club).await;
}

/// A mailbox brings what was not handled again and again: what panics twice is put aside.
pub(crate) async fn a_mail_that_panics_is_put_aside(database: &str) {
    let club = Club::open_with(config(database, Accept::From), NOON).await;
    let app = &club.app;
    let bad = plain("eve@far.example", 1, HOUSE, "help", "");
    for _ in 0..2 {
        // There is no time after this for a limit to be full again.
        club.hand.store(i64::MAX, Ordering::Relaxed);
        let done = receive(app, &bad).await;
        club.hand.store(NOON, Ordering::Relaxed);
        assert!(done.is_err());
    }
    receive(app, &bad).await.unwrap();
    assert_eq!(count(&club, "eve@far.example").await, 0);
    let failed = post(app).0.config.folder.clone().unwrap().join("in/failed");
    assert_eq!(std::fs::read_dir(failed).unwrap().count(), 1);
    end(club).await;
}

/// Somebody reads the mails there: they hear of their mistakes again.
pub(crate) async fn whoever_confirms_a_mail_hears_of_mistakes_again(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let (app, address) = (&club.app, "ann@player.example");
    member(&club, "ann").await;
    while app.limits().take(Whose::error_to(address)).is_ok() {}
    receive(app, &letter("ann", 1, "", "nonsense", "")).await.unwrap();
    assert_eq!(count(&club, address).await, 0);
    receive(app, &plain(address, 2, HOUSE, "vacation", "")).await.unwrap();
    let confirm = link(&sent(app, 1).await[0]);
    assert_eq!(visit(&club, "POST", &confirm, "").await.0, 200);
    assert_eq!(count(&club, address).await, 2);
    receive(app, &letter("ann", 3, "", "other nonsense", "")).await.unwrap();
    assert_eq!(count(&club, address).await, 3);
    end(club).await;
}

/// Whoever has removed an address has stopped the mails, too; they go there again once that is taken back.
pub(crate) async fn an_address_that_comes_back_is_written_to(database: &str) {
    let club = Club::open_with(settings(database, 0).resolve().unwrap(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    post(app).claim(app, None, ann, "").await.unwrap();
    assert!(!post(app).writes_to(ann));
    let back = link(&sent(app, 1).await[0]);
    assert_eq!(visit(&club, "POST", &back, "new=battery+staple").await.0, 200);
    assert!(post(app).writes_to(ann));
    end(club).await;
}

/// A message counts once for each of its readers, and goes to all of them or to none.
pub(crate) async fn a_message_counts_for_each_reader(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    for name in ["bob", "cid"] {
        member(&club, name).await;
    }
    for _ in 0..19 {
        app.limits().take(Whose::Message(ann.0)).unwrap();
    }
    receive(app, &letter("ann", 1, "", "message bob cid", "Hello, both!")).await.unwrap();
    assert_eq!(count(&club, "ann@player.example").await, 1);
    assert_eq!(count(&club, "bob@player.example").await, 0);
    assert_eq!(count(&club, "cid@player.example").await, 0);
    end(club).await;
}

/// When a backup replaces the database, nobody knows whose the links sent before it were.
pub(crate) async fn links_from_before_a_backup_open_nothing(database: &str) {
    let config = settings(database, 0).resolve().unwrap();
    let club = Club::open_with(config.clone(), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    post(app).claim(app, None, ann, "ann@new.example").await.unwrap();
    post(app).send_recovery(app, ann, Whose::MailTo(ann.0)).await.unwrap();
    let links: Vec<String> = sent(app, 2).await.iter().map(|it| link(it)).collect();
    for link in &links {
        assert_eq!(visit(&club, "GET", link, "").await.0, 200, "{link}");
    }
    app.store().set(crate::store::RESTORED, Some("word")).await.unwrap();
    club.close().await;
    let club = Club::open_with(config, NOON).await;
    for link in &links {
        assert_eq!(visit(&club, "GET", link, "").await.0, 400, "{link}");
        assert_eq!(visit(&club, "POST", link, "new=battery+staple").await.0, 400, "{link}");
    }
    end(club).await;
}

/// Whoever gives up more matches in one go than is done in one go hears that some are left.
pub(crate) async fn matches_that_are_still_followed_are_counted(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (first, players) = begin(&club).await;
    let second = super::again(&club, players).await;
    let cid = member(&club, "cid").await;
    for id in [first, second] {
        let follow = Some(crosscut_club::Follow::Turns);
        queue.act(Who::Member(cid), None, Command::Follow { id, follow }).await.unwrap();
    }
    while app.limits().take(Whose::Member(cid.0)).is_ok() {}
    app.limits().give_back(Whose::Member(cid.0));
    receive(app, &letter("cid", 1, "", "unsubscribe all", "")).await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let said = text(to(&all, "cid").last().unwrap());
    assert!(said.contains("1 is left: write the same again in a minute"), "{said}");
    assert_eq!(app.queries().followed_by(cid).await.unwrap().len(), 1);
    end(club).await;
}

/// A mail that was sent to somebody who has left since answers nothing in their name, nor does a session of theirs.
pub(crate) async fn who_has_left_says_nothing_more(database: &str) {
    let club = Club::open_with(settings(database, 0).resolve().unwrap(), NOON).await;
    let app = &club.app;
    let told = told_of_a_turn(&club).await;
    let id = MatchId(1);
    let bob = app.accounts().member_named("bob").await.unwrap().unwrap();
    app.queue().act(Who::Member(bob), None, Command::Resign { id }).await.unwrap();
    leave(app, bob).await.unwrap();
    let chat = "chat you are a cheat";
    let old = super::answers::reply("eve", 9, &told, true, false, chat);
    let before = count(&club, "ann@player.example").await;
    receive(app, &old).await.unwrap();
    let words = "you are a cheat".to_string();
    let say = Command::Say { id, room: Room::Players, words, more: Vec::new() };
    let refused = app.queue().act(Who::Member(bob), None, say).await.unwrap_err().to_string();
    assert!(refused.contains("has left the club"), "{refused}");
    let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
    assert_eq!(state.match_with(id).unwrap().remarks.len(), 0);
    assert_eq!(count(&club, "ann@player.example").await, before);
    let all = mails(&out(app));
    let answer = to(&all, "eve").remove(0);
    assert!(text(answer).contains("The mail you answered is no longer valid"), "{answer}");
    end(club).await;
}

/// Of several readers of a message, one may have had the same words too often; the others get it, and its writer hears of both.
pub(crate) async fn a_message_goes_to_those_who_have_not_had_it(database: &str) {
    let club = Club::open_with(config(database, Accept::Vouched), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob", "cid"] {
        member(&club, name).await;
    }
    for n in 1..=3 {
        receive(app, &letter("ann", n, "", "message cid", "Hello!")).await.unwrap();
    }
    receive(app, &letter("ann", 4, "", "message bob cid", "Hello!")).await.unwrap();
    assert_eq!(count(&club, "bob@player.example").await, 1);
    assert_eq!(count(&club, "cid@player.example").await, 3);
    let all = mails(&out(app));
    let told = |it: &&String| {
        let words = text(it).split_whitespace().collect::<Vec<_>>().join(" ");
        words.contains("Bob is written to")
            && words.contains("Cid has had this message from you before")
    };
    assert!(to(&all, "ann").iter().any(told), "{all:?}");
    end(club).await;
}
