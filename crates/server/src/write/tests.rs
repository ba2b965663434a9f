//! The command queue's promises; run on both databases by the store's tests.

pub(crate) mod mended;
pub(crate) mod snapshots;

use crosscut_club::{
    Aim, Audience, Choice, Command, Event, Fact, Key, MatchId, MemberId, Moment, Pace, Pauses,
    Player, Refusal, Room, Span, State, Terms, Who,
};
use futures_util::future::join_all;

use super::{CommandOutcome, CommandQueue};
use crate::clock::Clock;
use crate::error::Error;
use crate::moderation::Moderation;
use crate::notify::addressees::Addressees;
use crate::notify::notifier::Notifier;
use crate::notify::subscriptions::Subscriptions;
use crate::read::cache::row;
use crate::read::queries::{MatchPhase, Queries};
use crate::store::tests::meddle;
use crate::store::{Batch, Store};

pub(crate) async fn open(database: &str) -> (Store, CommandQueue) {
    let store = Store::open(database).await.unwrap();
    let clock = Clock::by_hand(1_000_000).0;
    let moderation = Moderation::open(&store, &clock).await.unwrap();
    let (subscriptions, notifier, addressees) =
        (Subscriptions::default(), Notifier::new().0, Addressees::default());
    let (queue, _) = CommandQueue::open(
        store.clone(),
        clock,
        subscriptions,
        notifier,
        addressees,
        moderation,
        64,
    )
    .await
    .unwrap();
    (store, queue)
}

pub(crate) fn terms() -> Terms {
    Terms {
        game: "hex:size=5,opening=none".to_string(),
        setup: None,
        pace: Pace::Fischer { bank: Span::minutes(5), increment: Span::seconds(5), cap: None },
        nag: None,
        pauses: Pauses::default(),
        flag: crosscut_club::Flag::Automatic,
        rated: false,
        private: false,
    }
}

pub(crate) async fn guest(queue: &CommandQueue) -> MemberId {
    let done = queue.act(Who::Visitor, None, Command::Visit { zone: "UTC".into() }).await.unwrap();
    done.member().unwrap()
}

/// A match between two guests: the first moves first.
pub(crate) async fn begin(queue: &CommandQueue, terms: Terms) -> (MatchId, [MemberId; 2]) {
    let players = [guest(queue).await, guest(queue).await];
    (begin_between(queue, players, terms).await, players)
}

pub(crate) async fn begin_between(
    queue: &CommandQueue,
    players: [MemberId; 2],
    terms: Terms,
) -> MatchId {
    let challenge = challenge(players[1], terms);
    let done = queue.act(Who::Member(players[0]), None, challenge).await.unwrap();
    let accept = Command::AcceptChallenge { id: done.challenge().unwrap(), code: None };
    let done = queue.act(Who::Member(players[1]), None, accept).await.unwrap();
    done.began().unwrap()
}

pub(crate) fn challenge(to: MemberId, terms: Terms) -> Command {
    Command::Challenge {
        to: Aim::Member(to),
        terms,
        choice: Choice::First,
        audience: Audience::default(),
        until: None,
        greeting: None,
    }
}

pub(crate) async fn turn(
    queue: &CommandQueue,
    id: MatchId,
    who: MemberId,
    text: &str,
    ply: u32,
    once: Option<&str>,
) -> Result<CommandOutcome, Error> {
    let command = Command::Turn { id, text: text.into(), ply: Some(ply), then: Vec::new() };
    queue.act(Who::Member(who), once.map(str::to_string), command).await
}

pub(crate) async fn a_match_is_played_and_found_again(database: &str) {
    let (store, queue) = open(database).await;
    let (id, [ann, bob]) = begin(&queue, terms()).await;
    turn(&queue, id, ann, "c3", 0, None).await.unwrap();
    let refused = turn(&queue, id, bob, "c3", 1, None).await.unwrap_err();
    assert!(refused.to_string().starts_with("C3 is taken"), "{refused}");
    assert!(turn(&queue, id, ann, "a1", 1, None).await.is_err());
    let done = turn(&queue, id, bob, "b2", 1, None).await.unwrap();
    let version = queue.look(&[Key::Match(id)]).await.unwrap().version(&Key::Match(id));
    assert_eq!(done.version(&Key::Match(id)), Some(version));
    assert_eq!(store.events(&format!("match/{id}"), 0).await.unwrap().len() as u64, version);
    drop(queue);
    store.close().await;

    let (store, queue) = open(database).await;
    let state = queue.look_at(id, Who::Visitor).await.unwrap();
    let it = state.match_with(id).unwrap();
    assert_eq!(it.line.plies(), ["C3", "B2"]);
    assert_eq!(it.version, version);
    turn(&queue, id, ann, "d4", 2, None).await.unwrap();
    // Numbers continue where they stopped.
    let (next, [cy, _]) = begin(&queue, terms()).await;
    assert!(next.0 > id.0 && cy.0 > bob.0);
    store.close().await;
}

pub(crate) async fn a_command_sent_twice_is_carried_out_once(database: &str) {
    let (store, queue) = open(database).await;
    let (ann, bob) = (guest(&queue).await, guest(&queue).await);
    let ask = |once: &str| {
        let command = challenge(bob, terms());
        queue.act(Who::Member(ann), Some(once.to_string()), command)
    };
    // Together, so that they share a transaction, and again later.
    let numbers: Vec<_> = join_all([ask("x"), ask("x"), ask("y")]).await;
    let numbers: Vec<_> = numbers.into_iter().map(|it| it.unwrap().challenge().unwrap()).collect();
    assert_eq!(numbers[0], numbers[1]);
    assert_ne!(numbers[0], numbers[2]);
    assert_eq!(ask("x").await.unwrap().challenge(), Some(numbers[0]));
    // The same key with another command is a mistake.
    let zone = Command::SetZone { zone: "Asia/Tokyo".to_string() };
    let other = queue.act(Who::Member(ann), Some("x".to_string()), zone).await;
    assert!(matches!(other, Err(crate::error::Error::UsedKey)), "{other:?}");

    let (id, [ann, bob]) = begin(&queue, terms()).await;
    turn(&queue, id, ann, "c3", 0, Some("t")).await.unwrap();
    turn(&queue, id, bob, "b2", 1, Some("t")).await.unwrap();
    assert!(turn(&queue, id, ann, "c3", 0, Some("t")).await.unwrap().events.is_empty());
    assert!(turn(&queue, id, ann, "c3", 0, Some("u")).await.is_err());
    // Nor can a key stand for another turn, of whatever ply.
    for (text, ply) in [("d4", 2), ("d4", 0)] {
        let other = turn(&queue, id, ann, text, ply, Some("t")).await;
        assert!(matches!(other, Err(Error::Refused(Refusal::UsedWord))), "{other:?}");
    }
    // However much is said in between: a mail is sent again whenever its sender decides to.
    let say = |who, id, once: &str| {
        let command =
            Command::Say { id, room: Room::Players, words: once.to_string(), more: Vec::new() };
        queue.act(Who::Member(who), Some(once.to_string()), command)
    };
    let said = say(ann, id, "hello").await.unwrap();
    for n in 0..40 {
        say(bob, id, &format!("word {n}")).await.unwrap();
    }
    let version = queue.look(&[Key::Match(id)]).await.unwrap().version(&Key::Match(id));
    assert_eq!(say(ann, id, "hello").await.unwrap().version(&Key::Match(id)), Some(version - 40));
    assert_eq!(said.version(&Key::Match(id)), Some(version - 40));
    let other = begin_between(&queue, [ann, bob], terms()).await;
    assert_eq!(say(ann, other, "hello").await.unwrap().events.len(), 1, "a word is a match's own");

    let state = queue.look(&[Key::Match(id)]).await.unwrap();
    assert_eq!(state.match_with(id).unwrap().line.plies(), ["C3", "B2"]);
    store.close().await;
}

pub(crate) async fn of_many_who_play_one_ply_one_does(database: &str) {
    let (store, queue) = open(database).await;
    let (id, [ann, _]) = begin(&queue, terms()).await;
    let points = ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"];
    let asked = points.map(|text| turn(&queue, id, ann, text, 0, None));
    let played: Vec<_> = join_all(asked).await.into_iter().filter_map(Result::ok).collect();
    assert_eq!(played.len(), 1);
    let state = queue.look(&[Key::Match(id)]).await.unwrap();
    assert_eq!(state.match_with(id).unwrap().n_plies(), 1);
    store.close().await;
}

pub(crate) async fn a_name_and_its_password_come_together(database: &str) {
    let (store, queue) = open(database).await;
    let join = |name: &str| Command::Join { name: name.to_string(), zone: "UTC".into() };
    // Where the password cannot be written, the name is not taken.
    store.rename("password", "hidden").await.unwrap();
    let failed = queue.act_with_password(Who::Visitor, join("ann"), "hash".into()).await;
    assert!(matches!(failed, Err(Error::NotDone)), "{failed:?}");
    store.rename("hidden", "password").await.unwrap();
    assert_eq!(queue.named(&Key::name("ann")).await.unwrap(), None);
    let done = queue.act_with_password(Who::Visitor, join("ann"), "hash".into()).await.unwrap();
    let ann = done.member().unwrap();
    assert_eq!(store.password(ann).await.unwrap().as_deref(), Some("hash"));
    // The same for a guest who registers.
    let guest = guest(&queue).await;
    let register = Command::Register { name: "eve".into() };
    queue.act_with_password(Who::Member(guest), register, "other".into()).await.unwrap();
    assert_eq!(store.password(guest).await.unwrap().as_deref(), Some("other"));
    store.close().await;
}

pub(crate) async fn a_transaction_that_fails_has_not_happened(database: &str) {
    let (store, queue) = open(database).await;
    let (id, [ann, bob]) = begin(&queue, terms()).await;
    let key = Key::Match(id);
    let version = queue.look(std::slice::from_ref(&key)).await.unwrap().version(&key);
    let mut listener = queue.subscriptions().listen(key.clone());
    // The database rejects everything for a while.
    store.rename("event", "hidden").await.unwrap();
    let failed = join_all([
        turn(&queue, id, ann, "c3", 0, None),
        turn(&queue, id, ann, "d3", 0, None),
        turn(&queue, id, bob, "d3", 1, None),
    ]);
    for failed in failed.await {
        assert!(matches!(failed, Err(Error::NotDone)), "{failed:?}");
    }
    store.rename("hidden", "event").await.unwrap();
    // Nobody was notified, and nobody sees it.
    assert!(listener.tail(version).is_none());
    let state = queue.look(std::slice::from_ref(&key)).await.unwrap();
    assert_eq!(state.match_with(id).unwrap().n_plies(), 0);
    let done = turn(&queue, id, ann, "e3", 0, None).await.unwrap();
    assert_eq!(done.version(&key), Some(version + 1));
    listener.grown(version).await;
    store.close().await;
}

pub(crate) async fn what_was_written_unheard_is_told_and_counted(database: &str) {
    let (store, queue) = open(database).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob"] {
        let join = Command::Join { name: name.into(), zone: "UTC".into() };
        players.push(queue.act(Who::Visitor, None, join).await.unwrap().member().unwrap());
    }
    let [ann, bob]: [MemberId; 2] = players.try_into().unwrap();
    let unheard = || store.unheard.store(true, std::sync::atomic::Ordering::Relaxed);
    for n in 0..2 {
        let id = begin_between(&queue, [ann, bob], Terms { rated: true, ..terms() }).await;
        let key = Key::Match(id);
        turn(&queue, id, ann, "c3", 0, None).await.unwrap();
        let mut listener = queue.subscriptions().listen(key.clone());
        let version = queue.look(std::slice::from_ref(&key)).await.unwrap().version(&key);
        // The connection breaks after the commit, before its success is reported.
        unheard();
        let said = turn(&queue, id, bob, "b2", 1, Some("b2")).await;
        assert!(matches!(said, Err(Error::NotDone)), "{said:?}");
        // Repeated, it turns out to be done, and only once.
        assert!(turn(&queue, id, bob, "b2", 1, Some("b2")).await.unwrap().events.is_empty());
        assert_eq!(listener.grown(version).await, version + 1);
        turn(&queue, id, ann, "a1", 2, None).await.unwrap();
        let told = listener.tail(version).unwrap();
        assert_eq!(told.iter().map(|it| it.0).collect::<Vec<_>>(), [version + 1, version + 2]);
        if n == 0 {
            unheard();
        }
        let resigned = queue.act(Who::Member(ann), None, Command::Resign { id }).await;
        assert_eq!(resigned.is_err(), n == 0);
    }
    // A name is read between the end of the connection and that of the transaction, which PostgreSQL still finishes.
    let called = async || store.names(&[ann]).await.unwrap()[&ann].name.clone();
    unheard();
    let renamed = queue.act(Who::Member(ann), None, Command::Rename { name: "Anna".into() }).await;
    assert!(renamed.is_err());
    meddle(&store, "UPDATE member_line SET name = 'Ann' WHERE name = 'Anna'").await;
    assert_eq!(called().await, "Ann");
    meddle(&store, "UPDATE member_line SET name = 'Anna' WHERE name = 'Ann'").await;
    let results = store.results();
    let zone = Command::SetZone { zone: "Europe/Berlin".into() };
    queue.act(Who::Member(bob), None, zone).await.unwrap();
    assert_eq!(called().await, "Anna");
    assert!(results < store.results());
    let found = crate::operate::doctor::examine(&store, false).await.unwrap();
    assert_eq!((found.wrong, found.stale), (Vec::new(), 0), "{:?}", found.lists.keys());
    let hex = &store.tallies().await.unwrap()[0];
    assert_eq!((hex.first, hex.second), (0, 2));
    store.close().await;
}

/// How often the first player wins is where an expected result comes from: only rated matches with a result count.
pub(crate) async fn rated_results_are_counted_by_seat(database: &str) {
    let (store, queue) = open(database).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob"] {
        let join = Command::Join { name: name.into(), zone: String::new() };
        players.push(queue.act(Who::Visitor, None, join).await.unwrap().member().unwrap());
    }
    let [ann, bob] = [players[0], players[1]];
    let draw = crosscut_club::Offer::Draw;
    for (n, rated, end, told) in [
        (0, true, "second resigns", (1, 0, 0)),
        (1, true, "second resigns", (2, 0, 0)),
        (2, true, "first resigns", (2, 1, 0)),
        (3, true, "draw", (2, 1, 1)),
        (4, true, "draw", (2, 1, 2)),
        (5, false, "draw", (2, 1, 2)),
        (6, false, "first resigns", (2, 1, 2)),
        (7, true, "stopped", (2, 1, 2)),
    ] {
        let id = begin_between(&queue, [ann, bob], Terms { rated, ..terms() }).await;
        turn(&queue, id, ann, "c3", 0, None).await.unwrap();
        turn(&queue, id, bob, "b2", 1, None).await.unwrap();
        let acts = match end {
            "first resigns" => vec![(Who::Member(ann), Command::Resign { id })],
            "second resigns" => vec![(Who::Member(bob), Command::Resign { id })],
            "stopped" => vec![(Who::Club, Command::Stop { id })],
            _ => vec![
                (Who::Member(ann), Command::Offer { id, offer: draw }),
                (Who::Member(bob), Command::Accept { id, offer: draw }),
            ],
        };
        for (who, command) in acts {
            queue.act(who, None, command).await.unwrap();
        }
        let hex = store.tallies().await.unwrap().remove(0);
        assert_eq!((hex.game.as_str(), (hex.first, hex.second, hex.drawn)), ("hex", told), "{n}");
    }
    store.close().await;
}

pub(crate) async fn what_cannot_be_written_does_not_hold_up_the_rest(database: &str) {
    let (store, queue) = open(database).await;
    let (id, [ann, bob]) = begin(&queue, terms()).await;
    let (other, [cy, _]) = begin(&queue, terms()).await;
    let key = Key::Match(id);
    let version = queue.look(std::slice::from_ref(&key)).await.unwrap().version(&key);
    // Another process has written to the match: what the command queue is about to write does not fit.
    let said = Event {
        key: key.clone(),
        at: Moment(1),
        by: Who::Member(bob),
        once: None,
        fact: Fact::Said { room: Room::Players, words: "a surprise".into() },
    };
    let events = vec![row(&said, version + 1).unwrap()];
    store.write(&Batch { events, ..Batch::default() }).await.unwrap();
    let (first, second) =
        tokio::join!(turn(&queue, id, ann, "c3", 0, None), turn(&queue, other, cy, "c3", 0, None));
    second.unwrap();
    // It was tried again on the new state.
    assert_eq!(first.unwrap().version(&key), Some(version + 2));
    let state = queue.look(std::slice::from_ref(&key)).await.unwrap();
    assert_eq!(state.match_with(id).unwrap().remarks.len(), 1);
    store.close().await;
}

pub(crate) async fn what_is_asked_for_twice_is_read_once(database: &str) {
    let (store, queue) = open(database).await;
    let (_, [ann, bob]) = begin(&queue, terms()).await;
    let mut keys: Vec<Key> = [ann, bob, ann, bob, ann, bob].map(Key::Member).into();
    // None of them is in memory yet, and they are read in more than one piece.
    let cache = crate::read::cache::StreamCache::new(store.clone(), 64);
    let mut state = State::default();
    cache.load(&keys, &mut state).await.unwrap();
    keys.truncate(2);
    for key in keys {
        assert_eq!(state.version(&key), 1);
    }
    store.close().await;
}

pub(crate) async fn what_is_listed_is_what_is_played(database: &str) {
    let (store, queue) = open(database).await;
    let queries = Queries::new(store.clone(), Clock::by_hand(1_000_000).0);
    let (id, [ann, bob]) = begin(&queue, terms()).await;
    let (secret, [cy, _]) = begin(&queue, Terms { private: true, ..terms() }).await;
    turn(&queue, id, ann, "c3", 0, None).await.unwrap();
    let live = queries.live(10).await.unwrap();
    assert_eq!(live.iter().map(|it| it.id).collect::<Vec<_>>(), [id]);
    assert_eq!((live[0].plies, live[0].turn), (1, Some(Player::Member(bob))));
    assert_eq!(live[0].deadline, Some(Moment(1_000_000 + 300_000)));
    assert_eq!(queries.at_play(bob).await.unwrap()[0].turn, Some(Player::Member(bob)));
    let of_cy = |own| queries.matches_of(Player::Member(cy), MatchPhase::Live, None, own, 10);
    assert_eq!(of_cy(false).await.unwrap(), []);
    assert_eq!(of_cy(true).await.unwrap()[0].id, secret);
    let names = queries.names_in(&live).await.unwrap();
    assert!(names[&ann].guest);

    let done = queue.act(Who::Member(ann), None, challenge(bob, terms())).await.unwrap();
    let number = done.challenge().unwrap();
    assert_eq!(queries.challenges_of(bob).await.unwrap()[0].id, number);
    assert_eq!(queries.challenges(10).await.unwrap(), []);
    let decline = Command::DeclineChallenge { id: number };
    queue.act(Who::Member(bob), None, decline).await.unwrap();
    assert_eq!(queries.challenges_of(bob).await.unwrap(), []);

    turn(&queue, id, bob, "b2", 1, None).await.unwrap();
    queue.act(Who::Member(ann), None, Command::Resign { id }).await.unwrap();
    assert_eq!(queries.live(10).await.unwrap(), []);
    let ended = queries.ended("hex", 10).await.unwrap();
    assert_eq!(ended[0].ending.unwrap().result, crosscut_record::GameResult::Second);
    let history = queries.matches_of(Player::Member(bob), MatchPhase::Ended, None, false, 10);
    assert_eq!(history.await.unwrap(), ended);
    assert_eq!(queries.counts().await.unwrap(), (1, 2));
    let found = crate::operate::doctor::examine(&store, false).await.unwrap();
    assert_eq!((found.wrong, found.stale, found.matches), (Vec::new(), 0, 2));
    store.close().await;
}
