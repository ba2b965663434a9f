//! Mails of ours that are too much: for whoever reads them, or for us.

use super::*;
use crate::doors::mail::inbox::note;
use crate::doors::mail::outbox::{Answer, mark};

pub(crate) async fn a_mail_of_ours_that_is_never_finished_is_put_aside(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let row = |text: &str| {
        let (subject, text) = ("Answer".to_string(), text.to_string());
        note(NOON, Some(ann), &Answer { subject, text, ..Answer::default() }).unwrap()
    };
    let (bad, good) = (row("the one that ends us"), row("another one"));
    // The server ends three times while it is written.
    for _ in 0..3 {
        post(app).0.writing.begin(mark(bad.id).as_bytes()).await.unwrap().fail();
    }
    app.store().post(&[bad, good]).await.unwrap();
    let all = sent(app, 1).await;
    assert!(text(&all[0]).contains("another one"), "{}", all[0]);
    // Nobody begins it again.
    assert_eq!(app.store().next_due().await.unwrap(), None);
    end(club).await;
}
