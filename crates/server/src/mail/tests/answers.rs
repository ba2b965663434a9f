//! Answers to the club's mails, as people write them.

use std::sync::atomic::Ordering;

use crosscut_club::{Command, Key, MatchId, Who};

use super::*;

/// An answer to a mail of ours, with or without the tag in its address; vouched for or not.
pub(super) fn reply(
    from: &str,
    n: u32,
    mail: &str,
    tagged: bool,
    vouched: bool,
    body: &str,
) -> IncomingMail {
    let id = header(mail, "message-id");
    let head = format!("In-Reply-To: {id}\r\nReferences: {id}\r\n");
    let subject = format!("Re: {}", header(mail, "subject"));
    let mut came = letter(from, n, &head, &subject, body);
    if !vouched {
        let text = String::from_utf8(came.bytes).unwrap();
        came.bytes = text.split_once("\r\n").unwrap().1.as_bytes().to_vec();
    }
    let to = header(mail, "reply-to").to_string();
    if tagged {
        assert!(to.contains('+'), "nobody can answer to this:\n{mail}");
        let from = Some(format!("{from}@player.example"));
        came.envelope = Some(crosscut_mail::Envelope { from, to: vec![to] });
    }
    came
}

/// The same answer with another subject: some programs leave out the Re: that others put before it.
pub(super) fn titled(mut came: IncomingMail, mail: &str, subject: &str) -> IncomingMail {
    let bytes = String::from_utf8(came.bytes).unwrap();
    let old = format!("Subject: Re: {}", header(mail, "subject"));
    assert!(bytes.contains(&old), "{bytes}");
    came.bytes = bytes.replace(&old, &format!("Subject: {subject}")).into_bytes();
    came
}

/// The last mail to a person, once everything due is sent.
pub(super) async fn last(club: &Club, name: &str) -> String {
    quiet(&club.app).await;
    // Files of the same moment have no order: the clock advances between commands.
    club.hand.fetch_add(1000, Ordering::Relaxed);
    let all = mails(&out(&club.app));
    to(&all, name).last().unwrap().to_string()
}

/// The state of a match: its plies, who has offered what, and how it ended, if it did.
pub(super) async fn stands(
    club: &Club,
    id: MatchId,
) -> (u32, Vec<String>, Option<crosscut_club::Reason>) {
    let state = club.app.queue().look(&[Key::Match(id)]).await.unwrap();
    let it = state.match_with(id).unwrap();
    let offers = it.offers.standing().map(|(offer, by)| format!("{by:?} {offer}")).collect();
    (it.n_plies(), offers, it.ending.map(|it| it.reason))
}

/// Why a match was won is told where the board does not show it.
pub(crate) async fn a_mail_says_why_it_was_won(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (ann, bob) = (member(&club, "ann").await, member(&club, "bob").await);
    let pace = crosscut_club::Pace::Days { days: 6 };
    let terms = crosscut_club::Terms { game: "trichet".into(), pace, ..terms() };
    let id = crate::write::tests::begin_between(app.queue(), [ann, bob], terms).await;
    for (ply, text) in (0..).zip(["N49dbo", "M48dro", "O48dlo"]) {
        let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
        let seat = state.match_with(id).unwrap().turn().unwrap();
        turn(app.queue(), id, [ann, bob][seat.index()], text, ply, None).await.unwrap();
    }
    quiet(app).await;
    let all = mails(&out(app));
    let told = |it: &String| text(it).contains("A white region of 10 tiles is closed.");
    assert!(all.iter().any(told), "{}", all.join("\n=====\n"));
    // So it is to whoever asks for the board.
    club.hand.fetch_add(1000, Ordering::Relaxed);
    receive(app, &letter("ann", 1, "", &format!("show {id}"), "")).await.unwrap();
    assert!(told(&last(&club, "ann").await));
    end(club).await;
}

/// Each once, however often the mail comes.
pub(crate) async fn several_are_written_to_by_one_mail(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob", "cy"] {
        member(&club, name).await;
    }
    for _ in 0..2 {
        receive(app, &letter("ann", 1, "", "message bob cy", "Well played, both.")).await.unwrap();
        quiet(app).await;
    }
    let all = mails(&out(app));
    for name in ["bob", "cy"] {
        let told = to(&all, name).iter().filter(|it| text(it).contains("Well played")).count();
        assert_eq!(told, 1, "{name}");
    }
    end(club).await;
}

/// A mail program may lose what a mail answers; its subject still names the match.
pub(crate) async fn a_reply_is_known_by_its_subject_alone(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, players) = begin(&club).await;
    quiet(app).await;
    let all = mails(&out(app));
    let told = to(&all, "ann").into_iter().find(|it| text(it).contains("It is your turn"));
    let subject = format!("Re: {}", header(told.unwrap(), "subject"));
    // It is ann's turn in another match, too.
    let other = again(&club, players).await;
    receive(app, &letter("ann", 1, "", &subject, "c3")).await.unwrap();
    let state = app.queue().look(&[Key::Match(id), Key::Match(other)]).await.unwrap();
    let plies = [id, other].map(|id| state.match_with(id).unwrap().plies.len());
    assert_eq!(plies, [1, 0], "{subject}");
    end(club).await;
}

pub(crate) async fn a_word_answers_the_mail_of_a_match(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (first, players) = begin(&club).await;
    let [ann, bob] = players;
    let mut n = 0;
    // With a token and not vouched for, with both, and vouched for only.
    for (tagged, vouched) in [(true, false), (true, true), (false, true)] {
        let id = if n == 0 { first } else { again(&club, players).await };
        // Earlier mails do not matter here.
        quiet(app).await;
        club.hand.fetch_add(1000, Ordering::Relaxed);
        turn(queue, id, ann, "c3", 0, None).await.unwrap();
        let told = last(&club, "bob").await;
        let mut say = async |from: &str, mail: &str, body: &str| {
            n += 1;
            club.hand.fetch_add(1000, Ordering::Relaxed);
            receive(app, &reply(from, n, mail, tagged, vouched, body)).await.unwrap();
        };
        say("bob", &told, "propose").await;
        assert_eq!(stands(&club, id).await.1, ["Second a draw"]);
        let asked = last(&club, "ann").await;
        say("ann", &asked, "Hi Bob,\r\n\r\nDecline.\r\n\r\nNot yet!").await;
        assert_eq!(stands(&club, id).await.1, [""; 0]);
        let declined = text(&last(&club, "ann").await);
        assert!(declined.contains("You have declined what was proposed: a draw."), "{declined}");
        say("bob", &told, "Thanks for the game!\r\nb2.").await;
        assert_eq!(stands(&club, id).await.0, 2);
        say("bob", &told, "undo").await;
        assert_eq!(stands(&club, id).await.1, ["Second a takeback"]);
        let asked = last(&club, "ann").await;
        say("ann", &asked, "ACCEPT").await;
        assert_eq!(stands(&club, id).await.0, 1);
        say("bob", &told, "cancel").await;
        say("ann", &asked, "reject").await;
        say("bob", &told, "pass").await;
        let refused = last(&club, "bob").await;
        assert!(header(&refused, "subject").contains("Error"), "{refused}");
        assert!(text(&refused).contains("`move "), "{}", text(&refused));
        say("bob", &told, "show").await;
        assert!(text(&last(&club, "bob").await).contains("Summary of Hex Board"));
        say("bob", &told, "help").await;
        let help = last(&club, "bob").await;
        assert_eq!(header(&help, "subject"), "Help");
        assert!(text(&help).contains("/docs/commands\n"), "{}", text(&help));
        assert_eq!(stands(&club, id).await, (1, Vec::new(), None));
        // Before both have moved nobody loses.
        say("bob", &told, "b2").await;
        say("bob", &told, "resign").await;
        let over = stands(&club, id).await;
        assert_eq!(over.2, Some(crosscut_club::Reason::Resignation), "{tagged} {vouched}");
        let end = last(&club, "ann").await;
        say("ann", &end, "rematch").await;
        assert_eq!(stands(&club, id).await.1, ["First a rematch"]);
        let asked = last(&club, "bob").await;
        assert!(!text(&asked).contains("To play again"), "{}", text(&asked));
        say("bob", &asked, "accept").await;
        let state = queue.look(&[Key::Match(id)]).await.unwrap();
        let next = state.match_with(id).unwrap().rematch.expect("they play again");
        say("bob", &asked, "chat see you there").await;
        let told = last(&club, "ann").await;
        assert!(text(&told).contains("see you there"), "{told}");
        let again = format!("You play again: https://club.example/match/{next}\n");
        assert!(text(&told).contains(&again), "{}", text(&told));
        queue.act(Who::Member(bob), None, Command::Abort { id: next }).await.unwrap();
        last(&club, "bob").await;
    }
    end(club).await;
}

pub(crate) async fn a_word_answers_the_mail_of_a_challenge(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob"] {
        member(&club, name).await;
    }
    let mut n = 0;
    for (round, (tagged, vouched)) in (1..).zip([(true, false), (true, true), (false, true)]) {
        let began = async || app.queries().counts().await.unwrap().0;
        let before = began().await;
        let mut challenge = async || {
            n += 1;
            receive(app, &letter("ann", n, "", "hex challenge bob -size=5", "")).await.unwrap();
            last(&club, "bob").await
        };
        let (one, other) = (challenge().await, challenge().await);
        n += 1;
        receive(app, &reply("bob", n, &one, tagged, vouched, "Yes, please")).await.unwrap();
        let refused = last(&club, "bob").await;
        assert!(text(&refused).contains("write accept or reject"), "{}", text(&refused));
        assert_eq!(began().await, before);
        // A mail that says something was not understood can be answered as well.
        n += 1;
        let body = "Hi Ann,\r\n\r\naccept\r\n\r\nwell met";
        receive(app, &reply("bob", n, &refused, tagged, vouched, body)).await.unwrap();
        assert_eq!(began().await, before + 1, "{tagged} {vouched}");
        last(&club, "ann").await;
        let all = mails(&out(app));
        let told = to(&all, "ann").into_iter().filter(|it| text(it).contains("well met"));
        // Whether it is one mail or two depends on how fast they are sent.
        assert!(round <= told.count());
        n += 1;
        receive(app, &reply("bob", n, &other, tagged, vouched, "decline")).await.unwrap();
        assert!(text(&last(&club, "ann").await).contains("does not want to play"));
        assert_eq!(began().await, before + 1);
    }
    // The token of one challenge is worth nothing for another, nor for anything else.
    n += 1;
    receive(app, &letter("ann", n, "", "hex challenge bob -size=5", "")).await.unwrap();
    let told = last(&club, "bob").await;
    n += 1;
    receive(app, &letter("ann", n, "", "hex challenge bob -size=5", "")).await.unwrap();
    last(&club, "bob").await;
    let before = app.queries().counts().await.unwrap();
    for (subject, body) in [
        ("", "hex seek 1"),
        ("", "accept c8"),
        ("", "reject c8"),
        ("", "withdraw c8"),
        ("accept c8", ""),
    ] {
        n += 1;
        let mut came = reply("bob", n, &told, true, false, body);
        if !subject.is_empty() {
            came = titled(came, &told, subject);
        }
        receive(app, &came).await.unwrap();
        let refused = text(&last(&club, "bob").await);
        assert!(refused.contains("something else"), "{subject}{body}: {refused}");
    }
    assert_eq!(app.queries().counts().await.unwrap(), before);
    n += 1;
    receive(app, &reply("bob", n, &told, true, false, "accept c7")).await.unwrap();
    assert_eq!(app.queries().counts().await.unwrap().0, before.0 + 1);
    end(club).await;
}

pub(crate) async fn an_answer_to_a_mail_of_several_matches_has_to_say_which(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    post(app).set_wish(app, players[1], MailFrequency::Daily(19)).await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let id = again(&club, players).await;
        turn(queue, id, players[0], "c3", 0, None).await.unwrap();
        ids.push(id);
    }
    // Both mails are held until the evening.
    quiet(app).await;
    club.hand.fetch_add(6 * HOUR, Ordering::Relaxed);
    let told = last(&club, "bob").await;
    assert_eq!(header(&told, "subject"), "Your turn in 2 of 2 matches");
    for (n, vouched) in [(1, true), (2, false)] {
        receive(app, &reply("bob", n, &told, false, vouched, "b2")).await.unwrap();
        for id in &ids {
            assert_eq!(stands(&club, *id).await.0, 1, "played in {id}");
        }
        let asked = last(&club, "bob").await;
        assert_eq!(header(&asked, "subject"), "Which one?");
        for id in &ids {
            assert!(text(&asked).contains(&format!("move {id} b2")), "{}", text(&asked));
        }
        assert!(text(&asked).contains("against ann"), "{}", text(&asked));
    }
    receive(app, &reply("bob", 3, &told, false, true, "resign")).await.unwrap();
    let asked = last(&club, "bob").await;
    assert!(text(&asked).contains(&format!("resign {}", ids[1])), "{}", text(&asked));
    // The choice is made by a command, or at the address given in the mail.
    receive(app, &reply("bob", 4, &asked, false, true, &format!("move {} b2", ids[1])))
        .await
        .unwrap();
    assert_eq!((stands(&club, ids[0]).await.0, stands(&club, ids[1]).await.0), (1, 2));
    let address = text(&asked);
    let address = address.split_whitespace().find(|it| it.starts_with("club+")).unwrap();
    let mut came = reply("bob", 5, &told, false, false, "b2");
    came.envelope = Some(crosscut_mail::Envelope {
        from: Some("bob@player.example".into()),
        to: vec![address.to_string()],
    });
    receive(app, &came).await.unwrap();
    assert_eq!((stands(&club, ids[0]).await.0, stands(&club, ids[1]).await.0), (2, 2));
    end(club).await;
}

pub(crate) async fn a_set_position_is_seen_before_it_is_accepted(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let [ann, bob] = [member(&club, "ann").await, member(&club, "bob").await];
    let terms = crosscut_club::Terms { setup: Some("V:C3,D2 H:B4 turn:H".into()), ..terms() };
    let diagram = terms.start().unwrap().position().text().to_string();
    let challenge = |to| Command::Challenge {
        to,
        terms: terms.clone(),
        choice: crosscut_club::Choice::First,
        audience: crosscut_club::Audience::default(),
        until: None,
        greeting: None,
    };
    let to_bob = challenge(crosscut_club::Aim::Member(bob));
    let id = queue.act(Who::Member(ann), None, to_bob).await.unwrap().challenge().unwrap();
    let told = last(&club, "bob").await;
    let said = text(&told);
    let begins = "It begins from a set position, with H to move";
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat(&said).contains(&format!("{begins}, drawn below.")), "{said}");
    assert!(said.contains(&diagram), "{said}");
    let html = parsed(&told).body_html(0).unwrap().into_owned();
    assert!(html.contains(&format!("cid:challenge-{id}")), "{html}");
    receive(app, &reply("bob", 1, &told, true, false, "show")).await.unwrap();
    let shown = text(&last(&club, "bob").await);
    // The second player moves first in it.
    assert!(shown.contains(&diagram), "{shown}");
    for words in [begins, "You move first"] {
        assert!(flat(&shown).contains(words), "{words} is not in\n{shown}");
    }
    // A player looking for a match is listed with it.
    let open = challenge(crosscut_club::Aim::Open);
    queue.act(Who::Member(ann), None, open).await.unwrap();
    receive(app, &letter("bob", 2, "", "hex standings", "")).await.unwrap();
    let listed = text(&last(&club, "bob").await);
    assert!(listed.contains("hex:size=5,opening=none from a set position"), "{listed}");
    end(club).await;
}

pub(crate) async fn of_two_proposals_each_has_its_own_word(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (id, [ann, _]) = begin(&club).await;
    // Earlier mails do not matter here.
    quiet(app).await;
    club.hand.fetch_add(1000, Ordering::Relaxed);
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    let mut n = 0;
    let mut say = async |from: &str, mail: &str, body: &str| {
        n += 1;
        club.hand.fetch_add(1000, Ordering::Relaxed);
        receive(app, &reply(from, n, mail, true, true, body)).await.unwrap();
    };
    let told = last(&club, "bob").await;
    say("bob", &told, "b2").await;
    let told = last(&club, "bob").await;
    for word in ["propose", "undo", "cancel"] {
        say("bob", &told, word).await;
    }
    let asked = last(&club, "ann").await;
    let said = text(&asked).split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        "bob proposes a draw: answer `propose` or `reject`.",
        "bob proposes to take back B2 (move 2): answer `undo` or `reject`.",
        "bob proposes to end the match without a result: answer `cancel` or `reject`.",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    // The words that the mail gives work.
    say("ann", &asked, "undo").await;
    assert_eq!(stands(&club, id).await.0, 1);
    end(club).await;
}
