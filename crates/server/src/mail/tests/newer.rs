//! What a newer version has left in the outbox, when an older one is started again.

use super::*;
use crate::mail::inbox::note;
use crate::store::{NewsKind, OutboxKind, OutboxReply, OutboxRow};

pub(crate) async fn what_only_a_newer_version_understands_is_left_in_the_outbox(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, [ann, bob]) = begin(&club).await;
    let before = mails(&out(app)).len();
    let unknown = |kind: &str, body: &str, lead| OutboxRow {
        lead,
        ..note(
            Moment(NOON),
            Some(ann),
            OutboxKind::Unknown { kind: kind.to_string(), body: body.to_string() },
        )
        .unwrap()
    };
    let news = OutboxRow {
        game: Some(id),
        lead: Some(7),
        ..note(Moment(NOON), Some(ann), OutboxKind::News(NewsKind::Said)).unwrap()
    };
    let left = [
        unknown("digest", "week 7", None),
        unknown("news", "tournament", None),
        unknown("answer", "{}", None),
        // A part of a mail stays with the rest.
        news,
        unknown("news", "tournament", Some(7)),
    ];
    let (subject, text) = ("Answer".to_string(), "as ever".to_string());
    let answer = OutboxKind::Answer(OutboxReply { subject, text, ..OutboxReply::default() });
    app.store().post(&left).await.unwrap();
    app.store().post(&[note(Moment(NOON), Some(bob), answer).unwrap()]).await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    assert!(text_of(&all[before..]).contains("as ever"), "{}", all.join("\n=====\n"));
    assert!(!all.iter().any(|it| header(it, "subject").is_empty()));
    let later = Moment(NOON + HOUR);
    let mut waits = app.store().due_to(ann, later).await.unwrap();
    waits.retain(|it| left.iter().any(|row| row.id == it.id));
    let mut all: Vec<OutboxRow> =
        left.into_iter().map(|it| OutboxRow { due: later, ..it }).collect();
    waits.sort_by_key(|it| it.id);
    all.sort_by_key(|it| it.id);
    assert_eq!(waits, all);
    end(club).await;
}

fn text_of(mails: &[String]) -> String {
    mails.iter().map(|it| text(it)).collect()
}
