//! What mails look like when they arrive; run on both databases by the store's tests.

use std::sync::atomic::Ordering;

use crosscut_catalog::{GAMES, Spec, Values};
use crosscut_club::{Command, Key, Match, MatchId, Moment, Offer, Who};
use crosscut_mail::{COLUMNS, wrapped};

use super::{
    HOUR, IncomingMail, NOON, again, begin, config, end, header, letter, mails, member, out,
    parsed, post, quiet, receive, text, to,
};
use crate::mail::MOST;
use crate::store::OutboxKind;
use crate::tests::Club;
use crate::write::tests::{begin_between, terms, turn};

/// Lets time pass until everything is sent.
async fn wait(club: &Club) {
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    quiet(&club.app).await;
}

/// The last mail to a person; those of one moment have no order.
fn last(club: &Club, name: &str) -> String {
    let all = mails(&out(&club.app));
    to(&all, name).last().unwrap().to_string()
}

/// The current state of a match.
async fn standing(club: &Club, id: MatchId) -> Match {
    club.app.queue().look(&[Key::Match(id)]).await.unwrap().match_with(id).unwrap().clone()
}

pub(crate) async fn an_offer_says_what_it_is_and_what_answers_it(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let queue = club.app.queue();
    let (id, [ann, bob]) = begin(&club).await;
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    turn(queue, id, bob, "b2", 1, None).await.unwrap();
    wait(&club).await;
    let act = async |who, command| queue.act(Who::Member(who), None, command).await.unwrap();
    act(ann, Command::Offer { id, offer: Offer::Draw }).await;
    wait(&club).await;
    let told = text(&last(&club, "bob"));
    assert!(told.contains("ann proposes a draw: answer `accept` or `reject`."), "{told}");
    act(bob, Command::Decline { id, offer: Offer::Draw }).await;
    wait(&club).await;
    let told = text(&last(&club, "ann"));
    assert!(told.contains("has declined what you proposed: a draw."), "{told}");
    turn(queue, id, ann, "d4", 2, None).await.unwrap();
    act(bob, Command::Offer { id, offer: Offer::Takeback }).await;
    wait(&club).await;
    let told = text(&last(&club, "ann"));
    let asked = "bob proposes to take back B2 (move 2) and D4 (move 3): answer";
    assert!(told.contains(asked), "{told}");
    act(ann, Command::Accept { id, offer: Offer::Takeback }).await;
    wait(&club).await;
    let told = text(&last(&club, "bob"));
    assert!(told.contains("B2 (move 2) and D4 (move 3) were taken back."), "{told}");
    // By mail, too, the member is told what they are asking for.
    receive(&club.app, &letter("ann", 1, "", &format!("undo {id}"), "")).await.unwrap();
    wait(&club).await;
    let told = text(&last(&club, "ann"));
    assert!(told.contains("ann proposes to take back C3 (move 1):"), "{told}");
    // Moving takes an offer back before the opponent hears of it.
    act(bob, Command::Offer { id, offer: Offer::Draw }).await;
    turn(queue, id, bob, "b2", 1, None).await.unwrap();
    wait(&club).await;
    let told = text(&last(&club, "ann"));
    assert!(told.contains("bob played B2.") && !told.contains("proposes"), "{told}");
    let refused =
        queue.act(Who::Member(ann), None, Command::Accept { id, offer: Offer::Draw }).await;
    assert!(refused.is_err());
    end(club).await;
}

pub(crate) async fn a_vacation_ends_with_one_reminder_of_its_day(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    member(&club, "bob").await;
    let challenge = "hex challenge ann bob -size=5 --forfeittime=12 --nagtime=3";
    receive(app, &letter("ann", 1, "", challenge, "")).await.unwrap();
    receive(app, &letter("bob", 2, "", "accept ann", "")).await.unwrap();
    club.hand.store(NOON + 24 * HOUR, Ordering::Relaxed);
    let until = Moment(NOON + 11 * 24 * HOUR);
    let away = Command::GoAway { from: None, until };
    app.queue().act(Who::Member(ann), None, away).await.unwrap();
    let reminders = || {
        let all = mails(&out(app));
        all.into_iter()
            .filter(|it| header(it, "subject").starts_with("Reminder: "))
            .collect::<Vec<_>>()
    };
    for day in [3, 4, 6, 9, 10] {
        club.hand.store(NOON + day * 24 * HOUR + HOUR, Ordering::Relaxed);
        quiet(app).await;
        assert_eq!(reminders().len(), 0, "after {day} days");
    }
    let now = until.0 + HOUR;
    club.hand.store(now, Ordering::Relaxed);
    quiet(app).await;
    let all = reminders();
    assert_eq!(all.len(), 1, "{}", all.join("\n=====\n"));
    assert_eq!(parsed(&all[0]).date().unwrap().to_timestamp() * 1000, now);
    end(club).await;
}

/// A player in a match of minutes is present, and the day before its end is over before it begins.
pub(crate) async fn nobody_is_reminded_of_a_match_of_minutes(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    let queue = club.app.queue();
    let id = begin_between(queue, players, terms()).await;
    for (ply, text) in (0..).zip(["c3", "b2", "d4"]) {
        turn(queue, id, players[ply as usize % 2], text, ply, None).await.unwrap();
        quiet(&club.app).await;
    }
    let all = mails(&out(&club.app));
    let subjects: Vec<&str> = all.iter().map(|it| header(it, "subject")).collect();
    assert!(!subjects.is_empty());
    assert!(subjects.iter().all(|it| !it.starts_with("Reminder: ")), "{subjects:?}");
    for who in players {
        let later = club.app.store().due_to(who, Moment(i64::MAX)).await.unwrap();
        assert!(later.iter().all(|it| !matches!(it.kind, OutboxKind::Reminder(_))), "{later:?}");
    }
    end(club).await;
}

pub(crate) async fn who_accepts_and_moves_first_has_one_mail(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob"] {
        member(&club, name).await;
    }
    receive(app, &letter("ann", 1, "", "hex challenge bob ann -size=5", "")).await.unwrap();
    receive(app, &letter("bob", 2, "", "accept ann", "")).await.unwrap();
    wait(&club).await;
    let all = mails(&out(app));
    assert_eq!(to(&all, "bob").len(), 1, "{}", all.join("\n=====\n"));
    let told = text(to(&all, "bob")[0]);
    assert!(told.contains("Please start the game bob."), "{told}");
    // A board that is asked for twice is sent once.
    receive(app, &letter("bob", 3, "", "show 1 1", "")).await.unwrap();
    receive(app, &letter("bob", 4, "", "all show ann bob", "")).await.unwrap();
    receive(app, &letter("bob", 5, "", "multiple", "show 1\r\nshow 1")).await.unwrap();
    wait(&club).await;
    assert_eq!(to(&mails(&out(app)), "bob").len(), 4);
    end(club).await;
}

pub(crate) async fn what_is_queued_is_told_with_its_move(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let (id, [ann, bob]) = begin(&club).await;
    let queue = letter("bob", 1, "", &format!("queue {id} B2"), "Well met.");
    receive(&club.app, &queue).await.unwrap();
    wait(&club).await;
    assert!(standing(&club, id).await.remarks.is_empty());
    let told = text(&last(&club, "bob"));
    assert!(told.contains("told when it is played"), "{told}");
    turn(club.app.queue(), id, ann, "c3", 0, None).await.unwrap();
    let it = standing(&club, id).await;
    let said: Vec<_> = it.remarks.iter().map(|it| (it.by, it.words.as_str())).collect();
    assert_eq!((it.n_plies(), &said[..]), (2, &[(Who::Member(bob), "Well met.")][..]));
    wait(&club).await;
    let told = text(&last(&club, "ann"));
    assert!(told.contains("bob writes:\n> Well met."), "{told}");
    end(club).await;
}

pub(crate) async fn a_mail_tells_which_tiles_were_laid_by_themselves(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob"] {
        member(&club, name).await;
    }
    receive(app, &letter("ann", 1, "", "trichet challenge ann bob", "")).await.unwrap();
    receive(app, &letter("bob", 2, "", "accept ann", "")).await.unwrap();
    wait(&club).await;
    receive(app, &letter("ann", 3, "", "move 1 N50ul.", "")).await.unwrap();
    wait(&club).await;
    let forced = "a', a'': M50db. N50dr.; a''': M51ut.\n";
    let told = text(&last(&club, "bob"));
    let first = "ann played N50ul.\nLaid by itself after that: ";
    assert!(told.starts_with(&format!("{first}{forced}")), "{told}");
    // The player who has moved sees it in what they ask for.
    receive(app, &letter("ann", 4, "", "show 1", "")).await.unwrap();
    wait(&club).await;
    let shown = text(&last(&club, "ann"));
    let asked = format!("Laid by itself after the last move:\n  {forced}");
    assert!(shown.contains(&asked), "{shown}");
    end(club).await;
}

/// Checks the length of each line of words; lines with addresses are exempt.
fn fits(mail: &str) {
    let text = text(mail);
    for line in text.lines().filter(|it| !it.contains("https://")) {
        assert!(line.chars().count() <= COLUMNS, "{line}\nis too long in\n{text}");
    }
    // Addresses are at the end of their lines, where they can be followed.
    for link in text.lines().filter(|it| it.contains("https://")) {
        assert!(!link.ends_with('.') && !link.ends_with(')'), "{link}");
    }
}

pub(crate) async fn a_mail_names_no_side_that_nobody_has_chosen(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let [ann, bob] = [member(&club, "ann").await, member(&club, "bob").await];
    let flat = |mail: &str| text(mail).replace('\n', " ");
    receive(app, &letter("ann", 1, "", "trellis challenge ann bob -size=7", "")).await.unwrap();
    wait(&club).await;
    let asked = flat(&last(&club, "bob"));
    let sort = "That is how Trellis was played by mail, and not the official game.";
    assert!(asked.contains(sort) && asked.contains("7 by 7, with a swap"), "{asked}");
    // An answer without an answer asks about it.
    let tag = header(&last(&club, "bob"), "reply-to").to_string();
    let mut asks = letter("bob", 9, "", "Re: a challenge", "show");
    let from = Some("bob@player.example".to_string());
    asks.envelope = Some(crosscut_mail::Envelope { from, to: vec![tag] });
    receive(app, &asks).await.unwrap();
    wait(&club).await;
    let shown = flat(&last(&club, "bob"));
    assert!(shown.contains("Answer this mail with accept") && shown.contains(sort), "{shown}");
    let official = "trellis challenge ann bob -size=7 -opening=official -mirror=any";
    receive(app, &letter("ann", 2, "", official, "")).await.unwrap();
    receive(app, &letter("bob", 3, "", "accept c2", "")).await.unwrap();
    wait(&club).await;
    let id = MatchId(1);
    for (n, text) in [(0, "c3"), (1, "pass"), (2, "pass")] {
        turn(queue, id, ann, text, n, None).await.unwrap();
    }
    wait(&club).await;
    let told = flat(&last(&club, "bob"));
    let open = "The sides are not chosen yet: V joins top and bottom, and H joins left and right.";
    assert!(told.contains(open) && !told.contains("V (ann)"), "{told}");
    turn(queue, id, bob, "black", 3, None).await.unwrap();
    wait(&club).await;
    let told = flat(&last(&club, "ann"));
    let sides = "H (ann) joins left and right; V (bob) joins top and bottom.";
    assert!(told.contains(sides) && !told.contains("not chosen yet"), "{told}");
    end(club).await;
}

pub(crate) async fn a_mail_tells_what_its_reader_needs(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let [ann, bob] = [member(&club, "ann").await, member(&club, "bob").await];
    receive(app, &letter("ann", 1, "", "hex challenge ann bob -size=5", "")).await.unwrap();
    wait(&club).await;
    let asked = last(&club, "bob");
    assert!(text(&asked).contains("The rules: https://club.example/games/hex\n"), "{asked}");
    receive(app, &letter("bob", 2, "", "accept ann", "")).await.unwrap();
    wait(&club).await;
    let id = MatchId(1);
    turn(queue, id, ann, "a5", 0, None).await.unwrap();
    let long = "Words that go on and on ".repeat(15);
    let say =
        Command::Say { id, room: crosscut_club::Room::Players, words: long, more: Vec::new() };
    queue.act(Who::Member(ann), None, say).await.unwrap();
    wait(&club).await;
    let told = last(&club, "bob");
    for words in [
        "Answer with your move in the first line;",
        "You may also answer `swap`.",
        "V (ann) joins top and bottom; H (bob) joins left and right.",
        "Hex: rules at https://club.example/games/hex\n",
        "The match with all its moves: https://club.example/match/1\n",
        "\n-- \nFewer mails, one a day or none: https://club.example/settings\n",
        "https://club.example/mail/unsubscribe?member=",
    ] {
        let text = text(&told);
        assert!(text.replace('\n', " ").contains(&words.replace('\n', " ")), "{words}\n{text}");
    }
    let html = parsed(&told).body_html(0).unwrap().to_string();
    assert!(html.contains("<a href=\"https://club.example/games/hex\">"), "{html}");

    // The last four rounds are there, and where to find the others.
    let moves = ["b1", "c1", "b2", "c2", "b3", "c3", "b4", "c4", "d5", "e1"];
    for (n, text) in (1..).zip(moves) {
        let who = if n % 2 == 0 { ann } else { bob };
        turn(queue, id, who, text, n, None).await.unwrap();
    }
    wait(&club).await;
    let told = text(&last(&club, "bob"));
    assert!(told.contains("  11 E1") && told.contains("   5 C2"), "{told}");
    assert!(!told.contains("   3 C1") && !told.contains("`swap`"), "{told}");
    let rest = "The match with all its moves: https://club.example/match/1\n";
    assert!(told.contains(rest), "{told}");

    // How it ended, why, and what that changes.
    receive(app, &letter("bob", 3, "", "resign 1", "")).await.unwrap();
    wait(&club).await;
    let ended = last(&club, "ann");
    for words in [
        "ann has won by resignation: bob has given up.",
        "ann's rating went up from 1500 to 1662 (provisional).",
        "bob's rating went down from 1500 to 1338 (provisional).",
        "To play again with the seats exchanged, answer `rematch`.",
        rest,
    ] {
        assert!(text(&ended).contains(words), "{words}\n{}", text(&ended));
    }
    // It can be answered, since it has an address of its own.
    let tag = post(app).club_address().tag_of(header(&ended, "reply-to")).unwrap();
    let seal = post(app).0.key.read_tag(tag).unwrap();
    assert_eq!((seal.id, seal.member), (id, ann));
    let answer = text(&last(&club, "bob"));
    for words in ["bob's rating went down from 1500 to 1338", "answer `rematch`", "\n-- \nFewer"] {
        assert!(answer.contains(words), "{words}\n{answer}");
    }
    assert!(!answer.contains("   3 C1"), "{answer}");

    // By the rules, for the reason the rules give.
    let id = again(&club, [ann, bob]).await;
    let board = standing(&club, id).await;
    let mut position = board.line.position().clone();
    for n in 0.. {
        let Some(seat) = position.turn() else { break };
        let moves = position.moves();
        let at = if seat.index() == 0 { 0 } else { moves.len() - 1 };
        let text = moves[at].clone();
        position.play(&text).unwrap();
        turn(queue, id, [ann, bob][seat.index()], &text, n, None).await.unwrap();
    }
    wait(&club).await;
    let all = mails(&out(app));
    let ground = |it: &String| text(it).contains("has won: ") && text(it).contains(" joins ");
    assert!(all.iter().any(ground), "{}", all.join("\n=====\n"));

    for (n, subject) in (4..).zip([
        "help",
        "help commands",
        "help tutorial",
        "help hex",
        "help trellis",
        "help trail-mix",
        "help plexus",
        "help trichet",
        "help original-trellis",
        "list",
        "hex standings",
        "hex limit",
        "hex challenge nobody",
        "show 1",
        "move 1 zz",
    ]) {
        receive(app, &letter("ann", n, "", subject, "")).await.unwrap();
    }
    wait(&club).await;
    let all = mails(&out(app));
    assert!(to(&all, "ann").len() > 16);
    all.iter().for_each(|it| fits(it));
    let rules = all.iter().find(|it| header(it, "subject") == "Help Hex").unwrap();
    assert!(text(rules).contains("https://club.example/games/hex\n"), "{rules}");
    end(club).await;
}

#[test]
fn no_board_is_taken_for_words() {
    for game in GAMES {
        let card = game.card();
        let most = card.options.iter().filter_map(|it| match it.values {
            Values::Number { most, .. } => Some(format!("{}={most}", it.name)),
            _ => None,
        });
        let most = most.collect::<Vec<_>>().join(",");
        for options in ["", &most] {
            let Ok(spec) = format!("{}:{options}", card.name).trim_end_matches(':').parse::<Spec>()
            else {
                continue;
            };
            let mut position = spec.start();
            for _ in 0..8 {
                let drawn = position.text().to_string();
                assert_eq!(wrapped(&drawn), drawn);
                let moves = position.moves();
                let Some(text) = moves.get(moves.len() / 2) else { break };
                position.play(&text.clone()).unwrap();
            }
        }
    }
}

#[test]
fn a_mail_that_is_as_long_as_may_be_is_whole() {
    for (n, cut) in [(MOST - 1, false), (MOST, false), (MOST + 1, true)] {
        let came = IncomingMail::of(vec![b'x'; n]);
        assert_eq!((came.bytes.len(), came.cut), (n.min(MOST), cut));
    }
}

/// A chain that only looks whole is explained wherever the board is drawn: by mail, and to those who ask.
pub(crate) async fn a_mail_says_where_a_chain_is_broken(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let app = &club.app;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    let pace = crosscut_club::Pace::Days { days: 6 };
    let terms = crosscut_club::Terms {
        game: "original-trellis:size=9,opening=none".into(),
        setup: Some("V:A9,A8,B7,B6,B5".into()),
        pace,
        ..terms()
    };
    let id = begin_between(app.queue(), players, terms).await;
    let seat = standing(&club, id).await.turn().unwrap().index();
    turn(app.queue(), id, players[seat], "i1", 0, None).await.unwrap();
    wait(&club).await;
    let other = ["bob", "ann"][seat];
    let why = "A8 and B7 are not connected: the diagonal crosses one of H's squares.";
    let told = text(&last(&club, other)).replace('\n', " ");
    assert!(told.contains(why), "{told}");
    receive(app, &letter(other, 1, "", &format!("show {id}"), "")).await.unwrap();
    wait(&club).await;
    let shown = text(&last(&club, other)).replace('\n', " ");
    assert!(shown.contains("Summary of") && shown.contains(why), "{shown}");
    end(club).await;
}
