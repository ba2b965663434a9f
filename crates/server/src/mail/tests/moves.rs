//! Moves in answers to mails, as people and their programs write them.

use std::sync::atomic::Ordering;

use crosscut_club::Key;

use super::answers::{last, reply, stands, titled};
use super::*;

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
