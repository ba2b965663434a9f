//! What can be asked for by mail besides turns.

use super::*;
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};

/// The words of a mail, wherever its lines end.
fn words(mail: &str) -> String {
    text(mail).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) async fn a_challenge_carries_a_greeting(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob"] {
        member(&club, name).await;
    }
    let came = letter("ann", 1, "", "hex challenge ann bob -size=5", "Shall we?\r\n\r\n-- \r\nAnn");
    receive(app, &came).await.unwrap();
    let all = sent(app, 2).await;
    let told = words(to(&all, "bob")[0]);
    assert!(told.contains("ann writes: > Shall we? To play"), "{told}");
    let said = words(to(&all, "ann")[0]);
    assert!(said.contains("Bob reads what you have written"), "{said}");
    let long = "word ".repeat(101);
    receive(app, &letter("ann", 2, "", "hex challenge bob", &long)).await.unwrap();
    let all = sent(app, 3).await;
    let refused = to(&all, "ann").iter().any(|it| words(it).contains("at most 500 characters"));
    assert!(refused && to(&all, "bob").len() == 1);
    end(club).await;
}

pub(crate) async fn challenges_in_one_mail_are_answered_by_their_numbers(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob"] {
        member(&club, name).await;
    }
    for (n, size) in [(1, 5), (2, 6)] {
        let asks = format!("hex challenge bob -size={size}");
        receive(app, &letter("ann", n, "", &asks, "")).await.unwrap();
    }
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    let all = sent(app, 3).await;
    let told = to(&all, "bob")[0];
    assert_eq!(header(told, "subject"), "2 pieces of news");
    let told = words(told);
    assert!(
        told.contains("with the subject accept c1 or `reject c1` if you do not want to; or"),
        "{told}"
    );
    assert!(told.contains("accept c2") && !told.contains("nswer this mail"), "{told}");
    end(club).await;
}

pub(crate) async fn a_friend_is_invited_once(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let [_, bob] = [member(&club, "ann").await, member(&club, "bob").await];
    let invite = "hex challenge Friend@Elsewhere.example -size=5 -opening=none";
    for _ in 0..2 {
        receive(app, &letter("ann", 1, "", invite, "Come and play!")).await.unwrap();
    }
    let all = sent(app, 2).await;
    let of = |all: &[String]| {
        let to_friend = |it: &&String| header(it, "to") == "friend@elsewhere.example";
        all.iter().filter(to_friend).cloned().collect::<Vec<_>>()
    };
    let [mail] = &of(&all)[..] else { panic!("{all:?}") };
    let told = words(mail);
    assert_eq!(header(mail, "subject"), "ann invites you to a match");
    assert!(told.contains("ann writes: > Come and play!"), "{told}");
    assert!(told.contains("good until 2026-12-05"), "{told}");
    assert!(!mail.contains("ann@player.example"), "addresses are nobody's business: {mail}");
    let link = link(mail);
    let (status, page) = visit(&club, "GET", &link, "").await;
    assert!(status == 200 && page.contains("Come and play!"), "{page}");

    // Never twice, whoever asks and for whatever.
    receive(app, &letter("ann", 2, "", invite, "Please!")).await.unwrap();
    receive(app, &letter("bob", 3, "", "trellis challenge friend@elsewhere.example", ""))
        .await
        .unwrap();
    receive(app, &letter("bob", 4, "", "hex challenge bob@player.example", "")).await.unwrap();
    receive(app, &letter("bob", 5, "", "hex challenge club@crosscut.example", "")).await.unwrap();
    let all = sent(app, 6).await;
    assert_eq!(of(&all).len(), 1);
    let said: String = to(&all, "bob").iter().map(|it| words(it)).collect();
    assert!(said.contains("nobody is invited twice"), "{said}");
    assert!(said.contains("is your own address"), "{said}");
    assert!(said.contains("is not an address such as friend@example.org"), "{said}");

    // An addition to an address leads to the same mailbox.
    let again = "hex challenge friend+games@elsewhere.example";
    receive(app, &letter("bob", 6, "", again, "")).await.unwrap();
    let all = sent(app, 7).await;
    let friends = |it: &&String| header(it, "to").ends_with("@elsewhere.example");
    assert_eq!(all.iter().filter(friends).count(), 1);

    // An invitation lapses.
    club.hand.fetch_add(15 * 24 * HOUR, Ordering::Relaxed);
    let code = link.split_once("code=").unwrap().1.to_string();
    let id = crosscut_club::ChallengeId(1);
    let accept = Command::AcceptChallenge { id, code: Some(code) };
    assert!(app.queue().act(Who::Member(bob), None, accept).await.is_err());
    end(club).await;
}

pub(crate) async fn who_signs_up_is_told_which_address_counts(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    receive(app, &letter("cid", 1, "", "signup cid other@player.example", "")).await.unwrap();
    let told = words(&sent(app, 1).await[0]);
    assert!(
        told.contains(
            "Mails go to cid@player.example, from where you write, and not to other@player.example"
        ),
        "{told}"
    );
    receive(app, &letter("dan", 2, "", "signup dan DAN@player.example", "")).await.unwrap();
    let all = sent(app, 2).await;
    assert!(!words(to(&all, "dan")[0]).contains("and not to"), "{all:?}");
    // A non-member is told how to become one.
    for (n, subject) in [(3, "mails daily 7"), (4, "hello")] {
        receive(app, &letter("fay", n, "", subject, "")).await.unwrap();
    }
    let all = sent(app, 4).await;
    let told = to(&all, "fay");
    assert!(told.len() == 2 && told.iter().all(|it| words(it).contains("signup NAME")), "{all:?}");
    end(club).await;
}

pub(crate) async fn links_change_address_and_password(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    receive(app, &letter("ann", 1, "", "change address ann@new.example", "")).await.unwrap();
    let all = sent(app, 2).await;
    let said = words(to(&all, "ann")[0]);
    assert!(said.contains("Until then your mails go to ann@player.example."), "{said}");
    let asked = all.iter().find(|it| header(it, "to") == "ann@new.example").unwrap();
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("ann@player.example"));
    assert_eq!(visit(&club, "POST", &link(asked), "").await.0, 200);
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("ann@new.example"));
    // The old address is notified.
    let all = sent(app, 3).await;
    let told = all.iter().find(|it| header(it, "subject") == "Your account was changed").unwrap();
    assert_eq!(header(told, "to"), "ann@player.example");

    let mut came = letter("ann", 2, "", "change password", "");
    let bytes = String::from_utf8(came.bytes).unwrap().replace("player.example", "new.example");
    came.bytes = bytes.into_bytes();
    receive(app, &came).await.unwrap();
    let all = sent(app, 5).await;
    let recover = all.iter().find(|it| header(it, "subject") == "Another password").unwrap();
    assert_eq!(header(recover, "to"), "ann@new.example");
    let (status, page) = visit(&club, "POST", &link(recover), "new=battery+staple").await;
    assert!(status == 200 && page.contains("Sign in as ann"), "{page}");
    let all = sent(app, 6).await;
    let changed = all.iter().filter(|it| header(it, "subject") == "Your account was changed");
    assert_eq!(changed.count(), 2, "a password that was set by a link is told");
    // A copy of the database gives no access: the links are not in it any more.
    let kept = app.store().parts_said().await;
    assert!(!kept.contains("/undo/") && !kept.contains("/recover/"), "{kept}");
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=battery+staple").await.0, 303);

    // The old form explains how a password is set now.
    came = letter("ann", 3, "", "change password secret other", "");
    let bytes = String::from_utf8(came.bytes).unwrap().replace("player.example", "new.example");
    came.bytes = bytes.into_bytes();
    receive(app, &came).await.unwrap();
    let all = sent(app, 7).await;
    let told = all.iter().any(|it| words(it).contains("by a link that `change password` sends"));
    assert!(told && !all.iter().any(|it| words(it).contains("secret")), "{all:?}");
    end(club).await;
}

pub(crate) async fn operators_write_to_everybody(database: &str) {
    let settings = Settings { operator: vec!["Ann".into()], ..settings(database, 0) };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob", "cid"] {
        member(&club, name).await;
    }
    let dan = member(&club, "dan").await;
    post(app).set_wish(app, dan, MailFrequency::Nothing).await.unwrap();
    receive(app, &letter("bob", 1, "", "broadcast", "Hello, all!")).await.unwrap();
    for _ in 0..2 {
        receive(app, &letter("ann", 2, "", "broadcast", "We move on Sunday.")).await.unwrap();
    }
    let all = sent(app, 4).await;
    assert!(words(to(&all, "ann")[0]).contains("2 members are written to."), "{all:?}");
    for name in ["bob", "cid"] {
        let told = to(&all, name).into_iter().filter(|it| words(it).contains("We move on Sunday."));
        assert_eq!(told.count(), 1, "{name}");
    }
    assert_eq!(to(&all, "dan").len(), 0);
    let said: String = all.iter().map(|it| words(it)).collect();
    assert!(said.contains("Only the club's operators write to everybody"), "{said}");
    assert!(!said.contains("Hello, all!"));
    // The server dies before it has noted that a letter is done: when it comes again, it is the same mail to all.
    let ann = app.accounts().member_named("ann").await.unwrap().unwrap();
    let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
    let send = async |once: Option<&str>| {
        let by = state.member(ann).unwrap();
        post(app).broadcast(app, by, "Come at noon.", once, true).await
    };
    for _ in 0..2 {
        assert_eq!(send(Some("a letter")).await.unwrap(), 2);
    }
    for once in [Some("another letter"), None, None] {
        let refused = send(once).await.unwrap_err().to_string();
        assert!(refused.contains("the same words went to all members"), "{refused}");
    }
    let all = sent(app, 6).await;
    let row = |it: &&String| post(app).row_of(header(it, "message-id").trim_matches(['<', '>']));
    for name in ["bob", "cid"] {
        let told = to(&all, name).into_iter().filter(|it| words(it).contains("Come at noon."));
        assert_eq!(told.filter(|it| row(it).is_some()).count(), 1, "{name}");
    }
    let rows = app.store().audit(i64::MAX, 10).await.unwrap();
    assert_eq!(rows.iter().filter(|it| it.what == "broadcast").count(), 2);
    end(club).await;
}

/// Members who have signed off or are banned are not part of everybody; and a mail to all is logged, and sent once.
pub(crate) async fn who_has_gone_is_no_part_of_everybody(database: &str) {
    let settings = Settings { operator: vec!["Ann".into()], ..settings(database, 0) };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob", "cid", "dan"] {
        member(&club, name).await;
    }
    receive(app, &letter("cid", 1, "", "signoff cid", "")).await.unwrap();
    let act = OperatorAction::Ban { name: "dan".into(), days: Some(1) };
    let deed = ActionRequest { act, by: "ann".into(), why: String::new() };
    carry_out(app, &deed).await.unwrap();
    // Whoever is banned gets no list either.
    receive(app, &letter("dan", 9, "", "list", "")).await.unwrap();
    let told = words(to(&sent(app, 2).await, "dan")[0]);
    assert!(told.contains("banned") && !told.contains("challenge"), "{told}");
    for n in [2, 3] {
        let again = letter("ann", n, "", "broadcast", "We move on Sunday.");
        receive(app, &again).await.unwrap();
    }
    // The member who has signed off is told so, and nothing else.
    let all = sent(app, 5).await;
    let counts = ["bob", "cid", "dan"].map(|name| to(&all, name).len());
    assert_eq!(counts, [1, 1, 1], "{all:?}");
    assert!(words(to(&all, "cid")[0]).contains("`mails each` has them sent again"), "{all:?}");
    let said: String = to(&all, "ann").into_iter().map(|it| words(it)).collect();
    assert!(said.contains("ne member is written to"), "{said}");
    assert!(said.contains("he same words went to all members"), "{said}");
    let rows = app.store().audit(i64::MAX, 10).await.unwrap();
    let told: Vec<_> = rows.iter().filter(|it| it.what == "broadcast").collect();
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].who.as_str(), told[0].why.as_str()), ("ann", "We move on Sunday."));
    // Nor is a corrected letter sent again, unless that is confirmed.
    club.hand.fetch_add(HOUR / 30, Ordering::Relaxed);
    receive(app, &letter("ann", 4, "", "broadcast", "We move on Sundays.")).await.unwrap();
    let all = sent(app, 6).await;
    assert_eq!(to(&all, "bob").len(), 1);
    let said: String = to(&all, "ann").into_iter().map(|it| words(it)).collect();
    assert!(said.contains("ou have written to all members within the last hour"), "{said}");
    receive(app, &letter("ann", 5, "", "broadcast again", "We move on Monday.")).await.unwrap();
    let all = sent(app, 8).await;
    assert_eq!(to(&all, "bob").len(), 2);
    // An hour later it may be intended.
    club.hand.fetch_add(HOUR, Ordering::Relaxed);
    receive(app, &letter("ann", 6, "", "broadcast", "We move on Sunday.")).await.unwrap();
    let all = sent(app, 10).await;
    assert_eq!(to(&all, "bob").len(), 3);
    // Not a moment sooner.
    for (n, later, answers, written_to) in [(7, HOUR - 1, 11, 3), (8, 1, 13, 4)] {
        club.hand.fetch_add(later, Ordering::Relaxed);
        receive(app, &letter("ann", n, "", "broadcast", "We move on Sunday.")).await.unwrap();
        assert_eq!(to(&sent(app, answers).await, "bob").len(), written_to, "{later}");
    }
    end(club).await;
}

pub(crate) async fn the_tutorial_is_a_match_against_the_computer(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    member(&club, "ann").await;
    receive(app, &letter("ann", 1, "", "help tutorial", "")).await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let begun = all.iter().find(|it| header(it, "subject") == "Help tutorial").unwrap();
    let told = words(begun);
    assert!(told.contains("Answer this mail with your move in the first line"), "{told}");
    let example = told.split("for example ").nth(1).unwrap().split(' ').next().unwrap();
    let mut came = letter("ann", 2, "", "Re: Help tutorial", example);
    came.envelope = Some(crosscut_mail::Envelope {
        from: Some("ann@player.example".into()),
        to: vec![header(begun, "reply-to").to_string()],
    });
    club.hand.fetch_add(1000, Ordering::Relaxed);
    receive(app, &came).await.unwrap();
    let id = MatchId(1);
    let answered = async || {
        let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
        (state.match_with(id).unwrap().n_plies() >= 2).then_some(())
    };
    until(answered).await;
    let mailed = async || {
        post(app).0.addressees.wake();
        let all = mails(&out(app));
        let answered = |it: &String| {
            let said = words(it);
            ["played", "swapped"]
                .iter()
                .any(|deed| said.contains(&format!("the computer at level 1 {deed}")))
        };
        all.iter().any(answered).then_some(())
    };
    until(mailed).await;
    // It can be continued, and a stranger is told how to become a member.
    receive(app, &letter("ann", 3, "", "help tutorial", "")).await.unwrap();
    receive(app, &letter("eve", 4, "", "help tutorial", "")).await.unwrap();
    quiet(app).await;
    assert_eq!(app.queries().counts().await.unwrap().1, 1);
    let all = mails(&out(app));
    assert!(words(to(&all, "eve")[0]).contains("Once you are a member"), "{all:?}");
    end(club).await;
}

/// An operator who sends twice in one moment has sent once; and what was noted about it is kept as long as it counts.
pub(crate) async fn of_two_mails_to_all_in_one_moment_one_goes(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    member(&club, "bob").await;
    let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
    let send = async |words: &str| {
        post(app).broadcast(app, state.member(ann).unwrap(), words, None, false).await
    };
    let (one, other) = tokio::join!(send("Come at noon."), send("Come at noon."));
    assert!(one.is_ok() != other.is_ok(), "{one:?}, {other:?}");
    sent(app, 1).await;
    club.hand.fetch_add(HOUR, Ordering::Relaxed);
    send("Come at one.").await.unwrap();
    assert_eq!(app.store().settings("broadcast/").await.unwrap().len(), 1);
    sent(app, 2).await;
    end(club).await;
}

/// The mails of a match and a challenge that went to Bob say nothing about what Ann's word means.
pub(crate) async fn a_word_is_about_no_mail_to_somebody_else(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (id, [ann, bob]) = begin(&club).await;
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    receive(app, &letter("ann", 1, "", "hex challenge bob -size=5", "")).await.unwrap();
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    quiet(app).await;
    let all = mails(&out(app));
    let both = |it: &String| {
        text(it).contains("ann wants to play you") && text(it).contains("ann played C3.")
    };
    let told = to(&all, "bob").into_iter().find(|it| both(it)).unwrap();
    let offer = Command::Offer { id, offer: crosscut_club::Offer::Draw };
    queue.act(Who::Member(bob), None, offer).await.unwrap();
    let tag = crate::post::key::MatchTag { id, ply: 1, member: ann };
    let tag = post(app).0.key.tag(tag);
    let head = format!("In-Reply-To: {}\r\n", header(told, "message-id"));
    let mut came = letter("ann", 2, &head, "Re: Hex Board", "accept");
    let (from, to) =
        (Some("ann@player.example".to_string()), vec![post(app).club_address().tagged(&tag)]);
    came.envelope = Some(crosscut_mail::Envelope { from, to });
    receive(app, &came).await.unwrap();
    let state = queue.look(&[Key::Match(id)]).await.unwrap();
    assert_eq!(
        state.match_with(id).unwrap().ending.map(|it| it.reason),
        Some(crosscut_club::Reason::Agreement)
    );
    end(club).await;
}

/// Some programs put a subject of their own over an answer. What its address is for is played; the subject is a command
/// only if it cannot be anything else.
pub(crate) async fn a_subject_that_is_a_word_keeps_no_answer_back(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let (id, [ann, bob]) = begin(&club).await;
    let answer = async |n: u32, ply: u32, subject: &str, body: &str| {
        let tag = crate::post::key::MatchTag { id, ply, member: ann };
        let tag = post(app).0.key.tag(tag);
        let came = String::from_utf8(letter("ann", n, "", subject, body).bytes).unwrap();
        let came = came.replace("dkim=pass", "dkim=fail").into_bytes();
        let from = Some("ann@player.example".to_string());
        let envelope =
            Some(crosscut_mail::Envelope { from, to: vec![post(app).club_address().tagged(&tag)] });
        club.hand.fetch_add(1000, Ordering::Relaxed);
        receive(app, &IncomingMail { bytes: came, envelope, ..IncomingMail::default() })
            .await
            .unwrap();
        quiet(app).await;
        let all = mails(&out(app));
        let said = to(&all, "ann").last().map(|it| words(it)).unwrap_or_default();
        let state = queue.look(&[Key::Match(id)]).await.unwrap();
        (state.match_with(id).unwrap().n_plies(), said)
    };
    assert_eq!(answer(1, 0, "list", "c3").await.0, 1);
    turn(queue, id, bob, "b2", 1, None).await.unwrap();
    // What is submitted is for the board that was answered, too; and what was read is said without what is around it.
    let (plies, said) = answer(2, 0, "Re: your turn", "submit d4").await;
    assert!(plies == 2 && said.contains("he board has changed"), "{said}");
    let (plies, said) = answer(3, 2, &format!("hex move {id} ann 3. z9"), "").await;
    assert!(plies == 2 && said.contains(&format!("was read as `move {id} ")), "{said}");
    end(club).await;
}

/// Whoever is vouched for may take an old mail of the club to give several commands.
pub(crate) async fn several_commands_may_stand_below_an_old_mail(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (_, [ann, _]) = begin(&club).await;
    let told = super::answers::last(&club, "ann").await;
    let came = super::answers::reply("ann", 1, &told, true, true, "change zone Asia/Tokyo\nlist");
    let came = super::answers::titled(came, &told, "multiple");
    receive(app, &came).await.unwrap();
    let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().zone, "Asia/Tokyo");
    quiet(app).await;
    let all = mails(&out(app));
    let mut said = to(&all, "ann").into_iter().map(|it| words(it));
    assert!(said.any(|it| it.contains("1 match goes on, of 1 in all")), "{all:?}");
    end(club).await;
}

/// A message goes to others alone, and from nobody who is muted.
pub(crate) async fn who_is_muted_writes_to_nobody(database: &str) {
    let settings = Settings { operator: vec!["Ann".into()], ..settings(database, 0) };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let app = &club.app;
    for name in ["ann", "bob"] {
        member(&club, name).await;
    }
    receive(app, &letter("bob", 1, "", "message bob bob", "To myself.")).await.unwrap();
    let act = OperatorAction::Mute { name: "ann".into(), days: None };
    let deed = ActionRequest { act, by: "a test".into(), why: String::new() };
    carry_out(app, &deed).await.unwrap();
    receive(app, &letter("ann", 2, "", "message bob", "You again!")).await.unwrap();
    let all = sent(app, 2).await;
    let answers = all.iter().map(|it| header(it, "subject"));
    assert!(answers.clone().all(|it| !it.starts_with("Message from")), "{all:?}");
    assert_eq!((to(&all, "ann").len(), to(&all, "bob").len()), (1, 1));
    // Nor do operators who are muted write to everybody.
    receive(app, &letter("ann", 3, "", "broadcast", "You all again!")).await.unwrap();
    let all = sent(app, 3).await;
    assert!(
        words(to(&all, "ann")[1]).contains("you can play, but not write to others")
            || words(to(&all, "ann")[1]).contains("You can play, but not write to others"),
        "{all:?}"
    );
    end(club).await;
}

/// Who follows no more matches of a game still follows those of another.
pub(crate) async fn a_game_is_given_up_without_the_others(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    let cid = member(&club, "cid").await;
    let hex = again(&club, players).await;
    let other = crosscut_club::Terms { game: "plexus".into(), ..terms() };
    let plexus = crate::write::tests::begin_between(app.queue(), players, other).await;
    let all = ["hex subscribe all", "plexus subscribe all", "hex unsubscribe all"];
    for (n, asks) in (1..).zip(all) {
        receive(app, &letter("cid", n, "", asks, "")).await.unwrap();
    }
    // Nor is a match of one game followed as if it were of the other.
    receive(app, &letter("cid", 9, "", &format!("plexus subscribe {hex}"), "")).await.unwrap();
    let followed = app.queries().followed_by(cid).await.unwrap();
    assert_eq!(followed.iter().map(|it| it.id).collect::<Vec<_>>(), [plexus]);
    let state = app.queue().look(&[Key::Member(cid)]).await.unwrap();
    assert!(state.member(cid).unwrap().follows.keys().eq(["plexus"]));
    end(club).await;
}

/// The club carries mails for members it can write to: from all others, a message is read where they play, and guests have no
/// name to sign it with.
pub(crate) async fn who_has_no_address_writes_at_the_table(database: &str) {
    use crate::commands::{Message, MessageSender, Transport, obey};
    let club = Club::open_with(config(database, 0), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let ann = member(&club, "ann").await;
    let join = Command::Join { name: "dan".into(), zone: String::new() };
    let dan = queue.act(Who::Visitor, None, join).await.unwrap().member().unwrap();
    let guest = crate::write::tests::guest(queue).await;
    let id = again(&club, [dan, ann]).await;
    crate::write::tests::begin_between(queue, [guest, ann], terms()).await;
    quiet(app).await;
    let caller = crate::person::Caller {
        address: [192, 0, 2, 1].into(),
        is_doubtful: false,
        device: String::new(),
    };
    let (mut said, subject) = (Vec::new(), "message ann".to_string());
    for who in [dan, guest] {
        let (member, way) = (Some(who), Transport::Wire(caller.clone()));
        let sender = MessageSender { member, way, token: None, once: None };
        let message = Message { subject: subject.clone(), body: "Hello!".into(), answers: None };
        said.push(obey(app, &sender, &message).await.remove(0));
    }
    let table = format!("Ann reads it at the table of match {id}");
    assert!(said[0].text.contains(&table), "{}", said[0].text);
    assert!(!said[1].status.is_success(), "{}", said[1].text);
    quiet(app).await;
    let all = mails(&out(app));
    assert!(all.iter().all(|it| !header(it, "subject").starts_with("Message")), "{all:?}");
    end(club).await;
}
