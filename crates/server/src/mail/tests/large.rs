//! Mails that are too much: for their readers, or for the server.

use super::*;
use crate::mail::inbox::note;
use crate::mail::outbox::{OutboxReply, mark};

pub(crate) async fn a_mail_of_ours_that_is_never_finished_is_put_aside(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let row = |text: &str| {
        let (subject, text) = ("Answer".to_string(), text.to_string());
        note(Moment(NOON), Some(ann), &OutboxReply { subject, text, ..OutboxReply::default() })
            .unwrap()
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
