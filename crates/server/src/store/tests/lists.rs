//! What lists find, and in which order.

use crosscut_club::{ChallengeId, MatchId, MemberId, Moment, Player};

use super::row;
use crate::store::batch::Batch;
use crate::store::event::EventRow;
use crate::store::{MatchRow, MemberRow, Name, RatingRow, SeatRow, Store, TallyRow};

const SEVEN: Player = Player::Member(MemberId(7));

fn match_line(id: u64, live: bool) -> MatchRow {
    MatchRow {
        id: MatchId(id),
        game: "hex".to_string(),
        public: true,
        live,
        people: false,
        deadline: live.then_some(Moment(5000 - id.cast_signed())),
        claimable: false,
        computer: live.then_some(3),
        turn: live.then_some(SEVEN),
        ended: (!live).then_some(Moment(7000 + id.cast_signed())),
        body: format!("\"{id} {live}\""),
    }
}

fn member_line(id: u64, name: &str, guest: bool) -> MemberRow {
    let (name, folded) = (name.to_string(), name.to_lowercase());
    MemberRow { id: MemberId(id), name, folded, guest, joined: Moment(5) }
}

pub(in crate::store) async fn the_computer_s_matches_come_in_their_order(database: &str) {
    let store = Store::open(database).await.unwrap();
    let at =
        |id: i64, version, at| EventRow { at: Moment(at), ..row(&format!("match/{id}"), version) };
    let batch = Batch {
        matches: (1..=3).map(|id| match_line(id, true)).collect(),
        events: vec![at(1, 1, 10), at(2, 1, 20), at(3, 1, 30), at(1, 2, 40), at(2, 2, 35)],
        ..Batch::default()
    };
    store.write(&batch).await.unwrap();
    assert_eq!(store.computers_turns().await.unwrap(), [3, 2, 1].map(MatchId));
    store.close().await;
}

pub(in crate::store) async fn lists_show_the_last_that_was_written(database: &str) {
    let store = Store::open(database).await.unwrap();
    let lines = |live| (1..=100).map(|id| match_line(id, live)).collect::<Vec<_>>();
    let batch = Batch {
        matches: lines(true),
        members: vec![member_line(7, "Ann", true), member_line(8, "bob", false)],
        tallies: vec![TallyRow { game: "hex".into(), first: 3, second: 2, drawn: 0 }],
        ..Batch::default()
    };
    store.write(&batch).await.unwrap();
    assert_eq!(store.live_matches(2).await.unwrap(), ["\"100 true\"", "\"99 true\""]);
    assert_eq!(store.live_matches_of("hex", 2).await.unwrap(), ["\"100 true\"", "\"99 true\""]);
    assert_eq!(store.live_matches_of("plexus", 2).await.unwrap(), [""; 0]);
    let first = store.deadlines((Moment(i64::MIN), MatchId(0)), 2).await.unwrap();
    assert_eq!(first, [(Moment(4900), MatchId(100)), (Moment(4901), MatchId(99))]);
    assert_eq!(store.deadlines(first[1], 1).await.unwrap(), [(Moment(4902), MatchId(98))]);
    assert_eq!(store.computers_turns().await.unwrap().len(), 100);
    assert_eq!(store.count_waiting(MemberId(7)).await.unwrap(), (100, 0));
    assert_eq!(store.clocked_matches(MatchId(97), 2).await.unwrap(), [98, 99].map(MatchId));
    assert_eq!(store.last_numbers().await.unwrap(), (MemberId(8), ChallengeId(0), MatchId(100)));
    let called = async || store.names(&[7, 8, 9].map(MemberId)).await.unwrap();
    let name = |name: &str, guest| Name { name: name.to_string(), guest };
    let first =
        [(MemberId(7), name("Ann", true)), (MemberId(8), name("bob", false))].into_iter().collect();
    // Read, and then cached.
    assert_eq!([called().await, called().await], [&first, &first].map(Clone::clone));
    let mut ended = lines(false);
    ended.truncate(98);
    let members = vec![member_line(7, "Anna", false)];
    store.write(&Batch { matches: ended, members, ..Batch::default() }).await.unwrap();
    assert_eq!(called().await[&MemberId(7)], name("Anna", false));
    assert_eq!(store.live_matches(5).await.unwrap(), ["\"100 true\"", "\"99 true\""]);
    assert_eq!(store.count_waiting(MemberId(7)).await.unwrap(), (2, 0));
    assert_eq!(store.ended_matches("hex", 2).await.unwrap(), ["\"98 false\"", "\"97 false\""]);
    assert_eq!(store.ended_matches("trellis", 2).await.unwrap(), [""; 0]);
    assert_eq!(store.count_matches().await.unwrap(), (2, 100));
    let names: Vec<String> = store
        .members(&[8, 7, 9].map(MemberId))
        .await
        .unwrap()
        .into_iter()
        .map(|it| it.name)
        .collect();
    assert!(names.contains(&"Anna".to_string()) && names.contains(&"bob".to_string()));
    assert_eq!(store.members_named("an", MemberId(0), 10).await.unwrap().len(), 1);
    assert_eq!(store.tallies().await.unwrap()[0].first, 3);
    assert_eq!(store.match_lines(&[MatchId(99)]).await.unwrap(), [match_line(99, true)]);
    store.close().await;
}

pub(in crate::store) async fn members_are_found_by_the_beginnings_of_their_names(database: &str) {
    let store = Store::open(database).await.unwrap();
    let names = ["Ann", "anna_b", "Anna-B", "Bob", "Zoe"];
    let members = (1..).zip(names).map(|(id, name)| member_line(id, name, name == "Bob")).collect();
    store.write(&Batch { members, ..Batch::default() }).await.unwrap();
    let of = |lines: Vec<MemberRow>| lines.into_iter().map(|it| it.name).collect::<Vec<_>>();
    let begin = async |prefix, after| of(store.members_beginning(prefix, after, 10).await.unwrap());
    assert_eq!(begin("", "").await, ["Ann", "Anna-B", "anna_b", "Zoe"]);
    assert_eq!(begin("ANN", "ann").await, ["Anna-B", "anna_b"]);
    assert_eq!(begin("anna%", "").await, [""; 0]);
    // No name contains this character, and not every database allows it in a text.
    assert_eq!(begin("ann\0", "").await, [""; 0]);
    assert_eq!(begin("", "ann\0").await, [""; 0]);
    let named =
        async |prefix, after| of(store.members_named(prefix, MemberId(after), 10).await.unwrap());
    assert_eq!(named("", 3).await, ["Bob", "Zoe"]);
    assert_eq!(named("an", 0).await, ["Ann", "anna_b", "Anna-B"]);
    assert_eq!(named("b", 0).await, ["Bob"]);
    store.close().await;
}

pub(in crate::store) async fn somebody_s_highest_rating_and_record_are_found(database: &str) {
    let store = Store::open(database).await.unwrap();
    let rating = |member, game: &str, class: &str, points, deviation| RatingRow {
        member: MemberId(member),
        game: game.to_string(),
        class: class.to_string(),
        points,
        deviation,
        body: format!("\"{points}\""),
    };
    let ratings = vec![
        rating(1, "hex", "rapid", 1700.0, 60.0),
        rating(1, "trellis", "rapid", 1800.0, 109.0),
        rating(1, "trellis", "blitz", 1900.0, 110.0),
        rating(2, "trellis", "rapid", 1850.0, 80.0),
        rating(3, "trellis", "rapid", 2000.0, 350.0),
    ];
    let sitting = |n: i64, id: u64, score: Option<i64>, kind: &str, class: &str, public| SeatRow {
        player: Player::Member(MemberId(n.cast_unsigned())),
        id: MatchId(id),
        live: score.is_none(),
        public,
        game: "trellis".to_string(),
        class: class.to_string(),
        kind: kind.to_string(),
        score,
    };
    let scores = [Some(2), Some(2), Some(2), Some(0), Some(1), None];
    let mut sittings: Vec<_> =
        (1..).zip(scores).map(|(id, it)| sitting(1, id, it, "rated", "rapid", true)).collect();
    sittings.push(sitting(1, 7, Some(2), "casual", "rapid", true));
    sittings.push(sitting(1, 8, Some(2), "rated", "rapid", false));
    sittings.push(sitting(1, 9, Some(0), "rated", "blitz", true));
    sittings.push(sitting(2, 1, Some(0), "rated", "rapid", true));
    store.write(&Batch { ratings, sittings, ..Batch::default() }).await.unwrap();
    let mut tops: Vec<_> = store.tops_of(&[1, 2, 3, 4].map(MemberId)).await.unwrap();
    tops.sort_by_key(|it| it.member);
    let tops: Vec<_> = tops.into_iter().map(|it| (it.member.0, it.game, it.body)).collect();
    let top = |id: u64, body: &str| (id, "trellis".to_string(), body.to_string());
    assert_eq!(tops, [top(1, "\"1800\""), top(2, "\"1850\"")]);
    let best = async |certain| store.best("trellis", "rapid", certain, 9).await.unwrap();
    let place = |id: u64, body: &str| (MemberId(id), body.to_string());
    assert_eq!(best(true).await, [place(2, "\"1850\""), place(1, "\"1800\"")]);
    assert_eq!(best(false).await, [place(3, "\"2000\"")]);
    let players = [1, 2, 3].map(|it| Player::Member(MemberId(it)));
    let mut records = store.rated_records("trellis", &players).await.unwrap();
    records.sort_by_key(|it| (it.player.to_string(), it.class.clone()));
    let records: Vec<_> =
        records.into_iter().map(|it| (it.player, it.class, [it.won, it.lost, it.drawn])).collect();
    let record = |n: usize, class: &str, of| (players[n], class.to_string(), of);
    let told = [
        record(0, "blitz", [0, 1, 0]),
        record(0, "rapid", [3, 1, 1]),
        record(1, "rapid", [0, 1, 0]),
    ];
    assert_eq!(records, told);
    store.close().await;
}
