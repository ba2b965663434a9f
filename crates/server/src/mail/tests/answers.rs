//! Answers to the club's mails, as people write them.

use std::sync::atomic::Ordering;

use crosscut_club::{Command, Key, MatchId, Who};

use super::*;

/// An answer to a mail of ours, with or without the tag in its address; vouched for or not.
fn reply(from: &str, n: u32, mail: &str, tagged: bool, vouched: bool, body: &str) -> IncomingMail {
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
fn titled(mut came: IncomingMail, mail: &str, subject: &str) -> IncomingMail {
    let bytes = String::from_utf8(came.bytes).unwrap();
    let old = format!("Subject: Re: {}", header(mail, "subject"));
    assert!(bytes.contains(&old), "{bytes}");
    came.bytes = bytes.replace(&old, &format!("Subject: {subject}")).into_bytes();
    came
}

/// The last mail to a person, once everything due is sent.
async fn last(club: &Club, name: &str) -> String {
    quiet(&club.app).await;
    // Files of the same moment have no order: the clock advances between commands.
    club.hand.fetch_add(1000, Ordering::Relaxed);
    let all = mails(&out(&club.app));
    to(&all, name).last().unwrap().to_string()
}

/// The state of a match: its plies, who has offered what, and how it ended, if it did.
async fn stands(club: &Club, id: MatchId) -> (u32, Vec<String>, Option<crosscut_club::Reason>) {
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

/// A command in the subject of an answer is about the board that was answered: if that has changed, it is not played.
pub(crate) async fn a_move_in_the_subject_is_for_the_board_that_was_sent(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, [ann, bob]) = begin(&club).await;
    quiet(app).await;
    let all = mails(&out(app));
    let told = to(&all, "ann").into_iter().find(|it| text(it).contains("It is your turn"));
    let number = header(told.unwrap(), "message-id");
    let head = format!("In-Reply-To: {number}\r\nReferences: {number}\r\n");
    let played = async || {
        let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
        state.match_with(id).unwrap().plies.len()
    };
    turn(app.queue(), id, ann, "c3", 0, None).await.unwrap();
    turn(app.queue(), id, bob, "b2", 1, None).await.unwrap();
    receive(app, &letter("ann", 1, &head, &format!("move {id} d4"), "")).await.unwrap();
    assert_eq!(played().await, 2);
    // A mail that answers none is about the board as it is.
    receive(app, &letter("ann", 2, "", &format!("move {id} d4"), "")).await.unwrap();
    assert_eq!(played().await, 3);
    end(club).await;
}

/// Whoever has found somebody's mail, and writes from an address of their own, commands nothing in that name.
pub(crate) async fn a_found_mail_commands_nothing(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (_, [ann, _]) = begin(&club).await;
    quiet(app).await;
    let all = mails(&out(app));
    let told = to(&all, "ann").into_iter().find(|it| text(it).contains("It is your turn"));
    let tag = header(told.unwrap(), "reply-to");
    let zone = async || {
        let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
        state.member(ann).unwrap().zone.clone()
    };
    for (n, from) in [(1, "bob"), (2, "mallory"), (3, "ann")] {
        let came = letter(from, n, "", "change zone Europe/Paris", "").bytes;
        let came = String::from_utf8(came).unwrap();
        let came = came.replace("To: club@crosscut.example", &format!("To: {tag}"));
        receive(app, &IncomingMail { bytes: came.into_bytes(), ..IncomingMail::default() })
            .await
            .unwrap();
        assert_eq!(zone().await == "Europe/Paris", from == "ann", "{from}");
    }
    // What is answered goes to the member whose mail it was.
    quiet(app).await;
    let all = mails(&out(app));
    let theirs = ["<1@player.example>", "<2@player.example>"];
    let answers = all.iter().filter(|it| theirs.contains(&header(it, "in-reply-to")));
    let answers: Vec<_> = answers.map(|it| header(it, "to")).collect();
    assert_eq!(answers, ["ann@player.example"; 2]);
    end(club).await;
}

/// A word for a match is not for the challenge of another mail that is answered beside it.
pub(crate) async fn an_answer_is_about_its_own_mail(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    let [ann, bob] = players;
    post(app).set_wish(app, bob, MailFrequency::Daily(19)).await.unwrap();
    let (id, other) = (again(&club, players).await, again(&club, players).await);
    let offer = Command::Offer { id, offer: crosscut_club::Offer::Draw };
    queue.act(Who::Member(ann), None, offer).await.unwrap();
    let tag = |id| post(app).0.key.tag(crate::post::key::MatchTag { id, ply: 0, member: bob });
    let answered = async |n: u32, id: MatchId, mail: &str| {
        let mut came = reply("bob", n, mail, false, false, "accept");
        let to = vec![format!("club+{}@crosscut.example", tag(id))];
        let from = Some("bob@player.example".to_string());
        came.envelope = Some(crosscut_mail::Envelope { from, to });
        receive(app, &came).await.unwrap();
    };
    // In the evening Bob hears of the other match, and of a challenge.
    quiet(app).await;
    club.hand.fetch_add(6 * HOUR, Ordering::Relaxed);
    last(&club, "bob").await;
    turn(queue, other, ann, "c3", 0, None).await.unwrap();
    receive(app, &letter("ann", 1, "", "hex challenge bob -size=5", "")).await.unwrap();
    quiet(app).await;
    club.hand.fetch_add(24 * HOUR, Ordering::Relaxed);
    let told = last(&club, "bob").await;
    assert!(text(&told).contains("ann wants to play you"), "{}", text(&told));
    answered(1, other, &told).await;
    assert_eq!(header(&last(&club, "bob").await, "subject"), "Which one?");
    answered(2, id, &told).await;
    assert_eq!(stands(&club, id).await.2, Some(crosscut_club::Reason::Agreement));
    end(club).await;
}

/// The number of a mail is its sender's: nobody uses up those of others.
pub(crate) async fn a_mail_is_known_by_its_number_and_its_sender(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    receive(app, &letter("mallory", 1, "", "help", "")).await.unwrap();
    receive(app, &letter("ann", 1, "", "change zone Europe/Paris", "")).await.unwrap();
    let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().zone, "Europe/Paris");
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

pub(crate) async fn a_subject_is_read_with_the_writers_own_name(database: &str) {
    let club = Club::open_with(config(database, 60_000), NOON).await;
    let app = &club.app;
    let (id, [ann, _]) = begin(&club).await;
    turn(app.queue(), id, ann, "c3", 0, None).await.unwrap();
    // The body could be a command, but is bob's remark.
    let subject = format!("hex move {id} bob b2");
    receive(app, &letter("bob", 1, "", &subject, "show me what you can do")).await.unwrap();
    let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
    let it = state.match_with(id).unwrap();
    assert_eq!(it.n_plies(), 2);
    let said: Vec<&str> = it.remarks.iter().map(|it| it.words.as_str()).collect();
    assert_eq!(said, ["show me what you can do"]);
    // A subject that is meant as a command is refused, whatever the body says.
    let subject = format!("hex move {id} ann d4 e5");
    receive(app, &letter("ann", 2, "", &subject, &format!("resign {id}"))).await.unwrap();
    assert_eq!(stands(&club, id).await, (2, Vec::new(), None));
    let refused = last(&club, "ann").await;
    assert!(text(&refused).contains("Summary of Hex Board"), "{}", text(&refused));
    // If the subject is not a command, the body is read.
    receive(app, &letter("ann", 3, "", "my move", &format!("move {id} *d4!*"))).await.unwrap();
    assert_eq!(stands(&club, id).await.0, 3);
    // So it is with the subject of a mail of ours that has lost its token and number.
    let subject = format!("Re: Hex Board {id} bob **");
    receive(app, &letter("bob", 4, "", &subject, "a1")).await.unwrap();
    assert_eq!(stands(&club, id).await.0, 4);
    end(club).await;
}

pub(crate) async fn a_move_is_found_as_people_write_it(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (id, _) = begin(&club).await;
    let bodies = ["a1.", "2. A2!", "*a3*", "\"a4\"", "move a5", "Hi Bob,\r\n\r\nb1\r\n\r\nAnn"];
    for (n, body) in bodies.iter().enumerate() {
        let name = ["ann", "bob"][n % 2];
        let told = last(&club, name).await;
        receive(app, &reply(name, n as u32, &told, true, false, body)).await.unwrap();
        assert_eq!(stands(&club, id).await.0, n as u32 + 1, "{body}");
    }
    let state = queue.look(&[Key::Match(id)]).await.unwrap();
    let words: Vec<_> = state.match_with(id).unwrap().remarks.iter().map(|it| &it.words).collect();
    assert_eq!(words, ["Hi Bob,\n\nAnn"]);
    // What cannot be played comes back with the board and what was understood; and that mail can be answered.
    let mut told = last(&club, "ann").await;
    for (n, body, why) in [
        (10, "a1", "was read as `move"),
        (11, "I wonder where to go", "'I wonder where to go'"),
        (12, "move 999 b2", "something else"),
        (13, "9. b2", "number of move 9"),
    ] {
        receive(app, &reply("ann", n, &told, true, false, body)).await.unwrap();
        told = last(&club, "ann").await;
        let said = text(&told);
        assert!(header(&told, "subject").contains("Error"), "{told}");
        for words in [why, "answer this mail with your move alone", "Summary of Hex Board"] {
            assert!(said.contains(words), "{words} is not in\n{said}");
        }
        assert_eq!(stands(&club, id).await.0, 6, "{body}");
    }
    receive(app, &reply("ann", 14, &told, true, false, "7. b2")).await.unwrap();
    assert_eq!(stands(&club, id).await.0, 7);
    // A move for an old board is refused, but the mail that refuses it can be answered with one.
    receive(app, &reply("ann", 15, &told, true, false, "b3")).await.unwrap();
    assert_eq!(stands(&club, id).await.0, 7);
    end(club).await;
}

pub(crate) async fn a_move_is_found_in_bold_and_with_how_it_ended(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, _) = begin(&club).await;
    // What is refused is quoted without its surroundings.
    let told = last(&club, "ann").await;
    receive(app, &reply("ann", 90, &told, true, false, "1. *C9!*")).await.unwrap();
    let refused = text(&last(&club, "ann").await);
    assert!(refused.contains("C9 is not on this board"), "{refused}");
    for (n, body) in [
        "*1. c1!*",
        "2. *a5*",
        "\"3. c2\"",
        "Hello Ann,\r\n\r\n*4. b5!*",
        "Hello Bob,\r\n\r\n**5.** _c3!_\r\n\r\nwell met",
        "*D5!*",
        "7. c4",
        "8. e5",
    ]
    .iter()
    .enumerate()
    {
        let name = ["ann", "bob"][n % 2];
        let told = last(&club, name).await;
        receive(app, &reply(name, n as u32, &told, true, false, body)).await.unwrap();
        assert_eq!(stands(&club, id).await.0, n as u32 + 1, "{body}");
    }
    // A player who says that they win has to.
    for (n, body, plies) in [(91, "9. a1 wins!", 8), (92, "Hi Bob,\r\n\r\n*9. c5* wins!", 9)] {
        let told = last(&club, "ann").await;
        receive(app, &reply("ann", n, &told, true, false, body)).await.unwrap();
        assert_eq!(stands(&club, id).await.0, plies, "{body}");
    }
    assert_eq!(stands(&club, id).await.2, Some(crosscut_club::Reason::Rules));
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

pub(crate) async fn the_title_of_a_board_is_no_command(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (first, players) = begin(&club).await;
    // A subject that is more than a title may be a command.
    for (n, (subject, body, plies)) in [
        ("Hex Board N bob", "b2", 2),
        ("** Hex Board N **", "b2", 2),
        ("Hex Board N ann", "b2", 2),
        ("Hex Board N again bob", "b2", 1),
        ("Hex Board bob", "b2", 1),
        ("Hex Board N b2", "well met", 2),
        ("move N ann", "b2", 1),
    ]
    .into_iter()
    .enumerate()
    {
        let id = if n == 0 { first } else { again(&club, players).await };
        // Earlier mails do not matter here.
        quiet(app).await;
        club.hand.fetch_add(1000, Ordering::Relaxed);
        turn(queue, id, players[0], "c3", 0, None).await.unwrap();
        let told = last(&club, "bob").await;
        let subject = subject.replace('N', &id.to_string());
        let came = titled(reply("bob", n as u32, &told, true, true, body), &told, &subject);
        club.hand.fetch_add(1000, Ordering::Relaxed);
        receive(app, &came).await.unwrap();
        assert_eq!(stands(&club, id).await.0, plies, "{subject}: {}", last(&club, "bob").await);
    }
    end(club).await;
}

/// Whoever finds a token answers for its own subject and for nothing else, whatever stands beside it.
pub(crate) async fn a_token_alone_does_only_what_its_mail_was_about(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (id, players) = begin(&club).await;
    let other = again(&club, players).await;
    member(&club, "cid").await;
    let wait = async || {
        club.hand.fetch_add(60_000, Ordering::Relaxed);
        last(&club, "bob").await
    };
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    quiet(app).await;
    // One mail to bob is about a match and a challenge: these words could be for either.
    turn(queue, id, players[0], "c3", 0, None).await.unwrap();
    receive(app, &letter("ann", 1, "", "hex challenge bob -size=5", "")).await.unwrap();
    let told = wait().await;
    let resign = format!("resign {other}\r\n\r\naccept");
    for (n, body) in [(2, resign.as_str()), (3, "hex challenge cid\r\n\r\naccept")] {
        receive(app, &reply("bob", n, &told, true, false, body)).await.unwrap();
        let asked = last(&club, "bob").await;
        assert_eq!(header(&asked, "subject"), "Which one?", "{body}");
        assert!(text(&asked).contains(&format!("\nHex Board {id} against ann\n")), "{asked}");
    }
    assert_eq!(stands(&club, other).await.2, None);
    let challenges = || app.queries().challenges_of(players[1]);
    assert_eq!(challenges().await.unwrap().len(), 1);
    // It may look ahead in its match, and not in another one.
    receive(app, &reply("bob", 4, &told, true, false, "preview b2")).await.unwrap();
    let seen = text(&last(&club, "bob").await);
    assert!(seen.contains(&format!("Preview of Hex Board {id}")), "{seen}");
    let shows = format!("show {id}");
    receive(app, &reply("bob", 5, &told, true, false, &shows)).await.unwrap();
    let seen = text(&last(&club, "bob").await);
    assert!(seen.contains(&format!("Summary of Hex Board {id}")), "{seen}");
    for (n, word) in [(30, "preview"), (31, "show"), (32, "unsubscribe")] {
        let elsewhere = format!("{word} {other}{}", if word == "preview" { " b2" } else { "" });
        receive(app, &reply("bob", n, &told, true, false, &elsewhere)).await.unwrap();
        let refused = text(&last(&club, "bob").await);
        let why = "something else than the mail you answered";
        assert!(refused.contains(why), "{elsewhere}: {refused}");
    }
    // What is written below a command for somebody else, or about oneself, is not said to the opponent.
    for (n, subject) in [
        (33, "multiple"),
        (34, "message cid"),
        (35, "signoff"),
        (36, "mails none"),
        (37, "change address bob@new.example"),
        (38, "block ann"),
    ] {
        let came = reply("bob", n, &told, true, false, "chat with me later\r\nann is a bore");
        receive(app, &titled(came, &told, subject)).await.unwrap();
        let refused = text(&last(&club, "bob").await);
        let words: Vec<&str> = refused.split_whitespace().collect();
        let why = "something else than the mail you answered";
        assert!(words.join(" ").contains(why), "{subject}: {refused}");
    }
    let state = queue.look_at(id, Who::Member(players[1])).await.unwrap();
    let said = state.match_with(id).unwrap().remarks.len();
    assert_eq!(said, 0);
    // An answer that lost its token and that nobody vouches for is asked about at once if it is unclear; what it says
    // clearly waits for a link.
    let asks = async |n: u32, subject: &str, body: &str| {
        let mut came = reply("bob", n, &told, false, false, body);
        if !subject.is_empty() {
            came = titled(came, &told, subject);
        }
        receive(app, &came).await.unwrap();
        header(&last(&club, "bob").await, "subject").to_string()
    };
    let command = format!("resign {other}");
    for (n, subject, body, asked) in [
        (6, "my answer", "accept", "Which one?"),
        (7, "", "accept", "Which one?"),
        (8, "", &command, "Did you write this?"),
        (9, "", "hex challenge cid\r\n\r\naccept", "Did you write this?"),
        (10, &command, "accept", "Did you write this?"),
        (11, "", "b2", "Did you write this?"),
    ] {
        assert_eq!(asks(n, subject, body).await, asked, "{subject}: {body}");
    }
    assert_eq!((stands(&club, id).await.0, stands(&club, other).await.2), (1, None));
    assert_eq!(challenges().await.unwrap().len(), 1);
    // Bob himself may say anything.
    receive(app, &reply("bob", 20, &told, true, true, &resign)).await.unwrap();
    last(&club, "bob").await;
    assert!(stands(&club, other).await.2.is_some());
    // A subject that only names the board asks for nothing.
    let titled =
        titled(reply("bob", 24, &told, true, false, "b2"), &told, &format!("Hex Board {id}"));
    receive(app, &titled).await.unwrap();
    last(&club, "bob").await;
    assert_eq!(stands(&club, id).await.0, 2);
    // The mail of a challenge tells what there is, too.
    receive(app, &letter("ann", 21, "", "hex challenge bob -size=6", "")).await.unwrap();
    let told = wait().await;
    for (n, body, subject) in [(22, "help", "Help"), (23, "list", "List of games")] {
        receive(app, &reply("bob", n, &told, true, false, body)).await.unwrap();
        assert_eq!(header(&last(&club, "bob").await, "subject"), subject);
    }
    assert_eq!(challenges().await.unwrap().len(), 2);
    end(club).await;
}

/// A mail counts as read where it was believed, however many copies of it came before.
pub(crate) async fn a_copy_that_nobody_believes_uses_up_no_mail(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, _) = begin(&club).await;
    quiet(app).await;
    let plies = async || {
        let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
        state.match_with(id).unwrap().plies.len()
    };
    let mail = letter("ann", 1, "", &format!("move {id} c3"), "");
    let text = String::from_utf8(mail.bytes.clone()).unwrap();
    let (_, copy) = text.split_once("\r\n").unwrap();
    let copies = [copy.to_string(), format!("Precedence: list\r\n{copy}")];
    for copy in copies {
        let copy = IncomingMail { bytes: copy.into_bytes(), ..IncomingMail::default() };
        receive(app, &copy).await.unwrap();
    }
    assert_eq!(plies().await, 0);
    let asked = last(&club, "ann").await;
    let confirm = link(&asked);
    for _ in 0..2 {
        receive(app, &mail).await.unwrap();
        assert_eq!(plies().await, 1);
    }
    // The answer of the first time is given once more, and nothing is done.
    assert_eq!(visit(&club, "POST", &confirm, "").await.0, 200);
    assert_eq!(plies().await, 1);
    end(club).await;
}
