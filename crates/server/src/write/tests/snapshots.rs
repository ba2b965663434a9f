//! Long streams are not read from the beginning; run on both databases by the store's tests.

use crosscut_club::{
    Class, Command, Event, Fact, Key, MatchId, MemberId, Moment, Player, Rating, Room, State, Who,
};
use futures_util::future::join_all;

use super::{begin, open, terms, turn};
use crate::read::cache::{StreamCache, row};
use crate::store::tests::meddle;
use crate::store::{Batch, Store};
use crate::tests::{Club, until};
use crate::write::SNAPSHOT_EVERY;

/// The stream as read with nothing in memory.
async fn found(store: &Store, key: &Key) -> State {
    let mut state = State::default();
    let cache = StreamCache::new(store.clone(), 64);
    cache.load(std::slice::from_ref(key), &mut state).await.unwrap();
    state
}

pub(crate) async fn a_long_story_is_read_from_its_snapshot_on(database: &str) {
    let (store, queue) = open(database).await;
    let (id, [ann, bob]) = begin(&queue, terms()).await;
    let key = Key::Match(id);
    turn(&queue, id, ann, "c3", 0, None).await.unwrap();
    let say = |n: u32| {
        let command =
            Command::Say { id, room: Room::Players, words: format!("word {n}"), more: Vec::new() };
        queue.act(Who::Member(ann), None, command)
    };
    for said in join_all((0..300).map(say)).await {
        said.unwrap();
    }
    let name = [key.to_string()];
    let kept = store.snapshots_of(&name).await.unwrap();
    let [kept] = kept.as_slice() else { panic!("there is no snapshot") };
    let rest = store.events(&name[0], kept.version).await.unwrap().len();
    assert!((rest as u64) < SNAPSHOT_EVERY, "{rest} events are read");
    let whole =
        format!("{:?}", queue.look(std::slice::from_ref(&key)).await.unwrap().match_with(id));
    let again = async || format!("{:?}", found(&store, &key).await.match_with(id));
    assert_eq!(again().await, whole);
    // A snapshot of another format, or a damaged one, is skipped.
    meddle(&store, "UPDATE snapshot SET form = form - 1, body = 'x'").await;
    assert_eq!(again().await, whole);
    meddle(&store, "UPDATE snapshot SET form = form + 1").await;
    assert_eq!(again().await, whole);
    queue.refresh(key.clone()).await.unwrap();
    // What comes before the snapshot is not read: it need not even exist.
    meddle(&store, "DELETE FROM event WHERE stream LIKE 'match/%' AND version < 290").await;
    assert_eq!(again().await, whole);
    drop(queue);
    store.close().await;
    let (store, queue) = open(database).await;
    turn(&queue, id, bob, "b2", 1, None).await.unwrap();
    // Redacted words are in no snapshot either.
    queue
        .redact(&key, |event| {
            let said = matches!(event.fact, Fact::Said { .. });
            if let Fact::Said { words, .. } = &mut event.fact {
                words.clear();
            }
            said
        })
        .await
        .unwrap();
    assert_eq!(store.snapshots_of(&name).await.unwrap(), []);
    store.close().await;
}

/// A member with 16,000 rated matches costs no more than another, and their page is small.
pub(crate) async fn a_star_s_story_weighs_on_nobody(database: &str) {
    const MATCHES: u32 = 16_000;
    let club = Club::open(database, 1_000_000).await;
    let join = Command::Join { name: "star".into(), zone: "UTC".into() };
    let done = club.app.queue().act(Who::Visitor, None, join).await.unwrap();
    let key = Key::Member(done.member().unwrap());
    let rated = |n: u32| {
        let (at, points) = (Moment(1_000_000), 1500.0 + f64::from(n % 700));
        let class = if n.is_multiple_of(3) { Class::Blitz } else { Class::Correspondence };
        let fact = Fact::Rated {
            game: crosscut_catalog::GAMES[n as usize % 2].card().name.into(),
            class,
            id: MatchId(n.into()),
            against: Player::Member(MemberId(7)),
            half_points: 2,
            rating: Rating::of(points, 60.0, 0.06, n, at),
        };
        let event = Event { key: key.clone(), at, by: Who::Club, once: None, fact };
        row(&event, u64::from(n) + 2).unwrap()
    };
    // Written by an earlier version, without snapshots.
    let events = (0..MATCHES).map(rated).collect();
    let store = club.app.store();
    store.write(&Batch { events, ..Batch::default() }).await.unwrap();
    store.set("renewed members", None).await.unwrap();
    club.close().await;

    let club = Club::open(database, 1_000_000).await;
    let store = club.app.store();
    let name = [key.to_string()];
    let kept = until(async || store.snapshots_of(&name).await.unwrap().pop()).await;
    assert_eq!(kept.version, i64::from(MATCHES) + 1);
    assert!(kept.body.len() < 40_000, "{} bytes", kept.body.len());
    let mut client = club.client();
    let page = client.ask("/member/star", "", "", None).await.unwrap();
    assert_eq!(page.status, 200);
    let text = String::from_utf8_lossy(&page.body);
    assert!(text.contains("in 2667 rated matches") && text.contains("in 5333 rated matches"));
    assert!(text.len() < 100_000, "{} bytes", text.len());
    // Nothing else of it is read, neither by the page nor by the writer.
    meddle(store, "DELETE FROM event WHERE stream LIKE 'member/%' AND version BETWEEN 2 AND 16000")
        .await;
    let found = found(store, &key).await;
    assert_eq!(found.version(&key), u64::from(MATCHES) + 1);
    club.close().await;
}
