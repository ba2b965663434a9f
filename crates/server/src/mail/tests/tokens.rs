//! What a mail may do: by its token, by its number, by who vouches for it.

use std::sync::atomic::Ordering;

use crosscut_club::{Command, Key, MatchId, Who};

use super::answers::{last, reply, stands, titled};
use super::*;

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
    // When mails are wanted may be said in an answer to any of them, by whoever is believed without its token.
    receive(app, &reply("bob", 39, &told, true, true, "mails none")).await.unwrap();
    let said = text(&last(&club, "bob").await).replace('\n', " ");
    assert!(said.contains("mails each"), "{said}");
    receive(app, &reply("bob", 40, &told, true, true, "mails each")).await.unwrap();
    let said = text(&last(&club, "bob").await).replace('\n', " ");
    assert!(said.contains("You have a mail whenever"), "{said}");
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
    let (id, [_, bob]) = begin(&club).await;
    quiet(app).await;
    let plies = async || {
        let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
        state.match_with(id).unwrap().plies.len()
    };
    let mail = letter("ann", 1, "", &format!("move {id} c3"), "");
    let whole = String::from_utf8(mail.bytes.clone()).unwrap();
    let (_, copy) = whole.split_once("\r\n").unwrap();
    // That of a list may be vouched for as well.
    let copies = [
        copy.to_string(),
        format!("Precedence: list\r\n{copy}"),
        whole.replacen("From:", "Precedence: list\r\nFrom:", 1),
    ];
    for copy in copies {
        let copy = IncomingMail { bytes: copy.into_bytes(), ..IncomingMail::default() };
        receive(app, &copy).await.unwrap();
    }
    // Bob sends it to an address of his own, in her name.
    let tag = post(app).0.key.tag(crate::post::key::MatchTag { id, ply: 0, member: bob });
    let envelope = Some(crosscut_mail::Envelope {
        from: None,
        to: vec![post(app).club_address().tagged(&tag)],
    });
    let his = IncomingMail { bytes: copy.as_bytes().to_vec(), envelope, ..IncomingMail::default() };
    receive(app, &his).await.unwrap();
    assert_eq!(plies().await, 0);
    quiet(app).await;
    let all = mails(&out(app));
    let asked = to(&all, "ann").into_iter().find(|it| text(it).contains("/mail/confirm/"));
    let confirm = link(asked.unwrap());
    for _ in 0..2 {
        receive(app, &mail).await.unwrap();
        assert_eq!(plies().await, 1);
    }
    // The answer of the first time is given once more, and nothing is done.
    assert_eq!(visit(&club, "POST", &confirm, "").await.0, 200);
    assert_eq!(plies().await, 1);
    end(club).await;
}
