//! What a newer version has left in the outbox, when an older one is started again.

use super::*;
use crate::mail::inbox::note;
use crate::store::{NewsKind, OutboxKind, OutboxReply, OutboxRow};

pub(crate) async fn what_only_a_newer_version_understands_is_left_in_the_outbox(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, [ann, bob]) = begin(&club).await;
    quiet(app).await;
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
    let (subject, words) = ("Answer".to_string(), "as ever".to_string());
    let answer = OutboxKind::Answer(OutboxReply { subject, text: words, ..OutboxReply::default() });
    app.store().post(&left).await.unwrap();
    app.store().post(&[note(Moment(NOON), Some(bob), answer).unwrap()]).await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    // Mails of one moment have no order among themselves.
    assert!(all.iter().any(|it| text(it).contains("as ever")), "{}", all.join("\n=====\n"));
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

/// Whatever stopped a mail after its parts were joined, it goes out whole: a second mail with the number of the first would be
/// thrown away as its double.
pub(crate) async fn a_mail_goes_out_with_all_its_parts(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, [ann, _]) = begin(&club).await;
    quiet(app).await;
    let before = mails(&out(app)).len();
    let part = |due| OutboxRow {
        due: Moment(due),
        game: Some(id),
        lead: Some(7),
        ..note(Moment(NOON), Some(ann), OutboxKind::News(NewsKind::Began)).unwrap()
    };
    app.store().post(&[part(NOON), part(NOON + HOUR)]).await.unwrap();
    quiet(app).await;
    assert_eq!(mails(&out(app)).len(), before + 1);
    let waits = app.store().due_to(ann, Moment(NOON + HOUR)).await.unwrap();
    assert_eq!(waits, []);
    end(club).await;
}
