//! The doctor finds and repairs any damage done by hand to what is derived.

use crosscut_catalog::GAMES;
use crosscut_club::{Command, Follow, Key, MemberId, Pace, Pauses, Player, Span, Terms, Who};

use super::{begin, begin_between, open, terms, turn};
use crate::operate::doctor::examine;
use crate::store::Store;
use crate::store::tests::meddle;

/// Damage to a list, and the lists that the doctor then reports.
const DAMAGE: [(&str, &[&str]); 31] = [
    ("DELETE FROM match_line", &["match_line"]),
    ("UPDATE match_line SET id = id + 7000", &["match_line"]),
    ("UPDATE match_line SET live = 1 - live", &["match_line"]),
    ("UPDATE match_line SET turn = 'member/1'", &["match_line"]),
    ("UPDATE match_line SET people = 1", &["match_line"]),
    ("DELETE FROM sitting", &["sitting"]),
    ("UPDATE sitting SET score = 7", &["sitting"]),
    ("UPDATE sitting SET id = id + 7000", &["sitting"]),
    ("UPDATE sitting SET live = 1 - live", &["sitting"]),
    (
        "INSERT INTO sitting (player, id, live, public) SELECT 'member/99', id, live, public FROM match_line",
        &["sitting"],
    ),
    ("DELETE FROM follower", &["follower"]),
    ("UPDATE follower SET id = id + 7000", &["follower"]),
    ("UPDATE follower SET follow = 'end'", &["follower"]),
    ("DELETE FROM challenge_line", &["challenge_line"]),
    ("UPDATE challenge_line SET id = id + 7000", &["challenge_line"]),
    ("UPDATE challenge_line SET open = 1 - open", &["challenge_line"]),
    ("DELETE FROM member_line", &["member_line"]),
    ("UPDATE member_line SET id = id + 7000", &["member_line"]),
    ("UPDATE member_line SET name = 'Mallory'", &["member_line"]),
    ("DELETE FROM rating_line", &["rating_line"]),
    ("UPDATE rating_line SET member = member + 7000", &["rating_line"]),
    ("UPDATE rating_line SET points = points + 1", &["rating_line"]),
    ("DELETE FROM patron", &["patron"]),
    ("UPDATE patron SET member = member + 7000", &["patron"]),
    ("UPDATE patron SET follow = 'end'", &["patron"]),
    ("DELETE FROM tally", &["tally"]),
    ("UPDATE tally SET second = second + 1", &["tally"]),
    ("UPDATE tally SET game = 'chess'", &["tally"]),
    ("INSERT INTO tally VALUES ('go', 1, 0, 0)", &["tally"]),
    ("INSERT INTO password VALUES (7000, 'x', 1)", &["password"]),
    (
        "INSERT INTO session (hash, number, member, began, seen, device) VALUES ('x', 1, 7000, 1, 1, '')",
        &["session"],
    ),
];

pub(crate) async fn what_is_derived_is_mended(database: &str) {
    let (store, queue) = open(database).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cy"] {
        let join = Command::Join { name: name.into(), zone: "UTC".into() };
        players.push(queue.act(Who::Visitor, None, join).await.unwrap().member().unwrap());
    }
    let [ann, bob, cy]: [MemberId; 3] = players.try_into().unwrap();
    let rated = Terms { rated: true, ..terms() };
    let id = begin_between(&queue, [ann, bob], rated).await;
    turn(&queue, id, ann, "c3", 0, None).await.unwrap();
    turn(&queue, id, bob, "b2", 1, None).await.unwrap();
    let by = async |who: MemberId, command: Command| {
        queue.act(Who::Member(who), None, command).await.unwrap();
    };
    by(cy, Command::Follow { id, follow: Some(Follow::Turns) }).await;
    by(ann, Command::FollowGame { game: GAMES[0].card().name.into(), follow: Some(Follow::Turns) })
        .await;
    by(ann, Command::Resign { id }).await;
    drop(queue);
    assert_eq!(told(&store, false).await, Vec::<String>::new());
    for (damage, lists) in DAMAGE {
        meddle(&store, damage).await;
        assert_eq!(told(&store, false).await, lists, "{damage}");
        assert_eq!(told(&store, true).await, lists, "{damage}");
        assert_eq!(told(&store, false).await, Vec::<String>::new(), "{damage}: not mended");
    }
    // What happened is not derived from anything: a hole in it is told.
    meddle(&store, "DELETE FROM event WHERE stream = 'match/1' AND version = 2").await;
    let found = examine(&store, false).await.unwrap();
    assert!(found.wrong.iter().any(|it| it == "match/1: event 2 is missing"), "{:?}", found.wrong);
    store.close().await;
}

/// The clock of a player who is away stands still: a doctor who did not know that would mend it, and the match would be lost.
pub(crate) async fn a_vacation_is_no_damage(database: &str) {
    let (store, queue) = open(database).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob"] {
        let join = Command::Join { name: name.into(), zone: "UTC".into() };
        players.push(queue.act(Who::Visitor, None, join).await.unwrap().member().unwrap());
    }
    let players: [MemberId; 2] = players.try_into().unwrap();
    let pauses = Pauses { vacation: true, ..Pauses::default() };
    let terms = Terms { pace: Pace::Days { days: 3 }, pauses, ..terms() };
    let id = begin_between(&queue, players, terms).await;
    let deadline = async || store.match_lines(&[id]).await.unwrap()[0].deadline.unwrap();
    let before = deadline().await;
    let away = Command::GoAway { from: None, until: before + Span::days(3) };
    queue.act(Who::Member(players[0]), None, away).await.unwrap();
    // As the clocks do when they hear of it.
    queue.refresh(Key::Match(id)).await.unwrap();
    let until = deadline().await;
    assert!(before + Span::days(3) < until);
    assert_eq!(told(&store, false).await, Vec::<String>::new());
    assert_eq!(told(&store, true).await, Vec::<String>::new());
    assert_eq!(deadline().await, until);
    drop(queue);
    store.close().await;
}

pub(crate) async fn an_earlier_club_is_told_whose_turn_it_is_and_who_has_won(database: &str) {
    let (store, queue) = open(database).await;
    let id = begin(&queue, terms()).await;
    let (over, [winner, loser]) = begin(&queue, terms()).await;
    turn(&queue, over, winner, "c3", 0, None).await.unwrap();
    turn(&queue, over, loser, "b2", 1, None).await.unwrap();
    queue.act(Who::Member(loser), None, Command::Resign { id: over }).await.unwrap();
    let rows = [
        "DROP INDEX event_said",
        "DROP INDEX sitting_score",
        "ALTER TABLE sitting DROP COLUMN game",
        "ALTER TABLE sitting DROP COLUMN class",
        "ALTER TABLE sitting DROP COLUMN kind",
        "ALTER TABLE sitting DROP COLUMN score",
        "DROP INDEX match_line_game",
        "DROP INDEX match_line_people",
        "ALTER TABLE match_line DROP COLUMN people",
        "DROP INDEX match_line_turn",
        "ALTER TABLE match_line DROP COLUMN turn",
        "DROP TABLE downtime",
        "DROP TABLE snapshot",
        "DROP INDEX session_seen",
        "DROP INDEX session_began",
        "DROP INDEX known_seen",
        "DELETE FROM step WHERE number >= 8",
    ];
    for row in rows {
        meddle(&store, row).await;
    }
    drop(queue);
    store.close().await;
    let store = Store::open(database).await.unwrap();
    let [first, second] = id.1;
    assert_eq!(store.count_waiting(first).await.unwrap(), (1, 0));
    assert_eq!(store.count_waiting(second).await.unwrap(), (0, 0));
    let won = store.scores_of(Player::Member(winner), true).await.unwrap();
    assert_eq!(won.iter().map(|it| (it.score, it.n)).collect::<Vec<_>>(), [(2, 1)]);
    assert_eq!(store.live_between_people(9).await.unwrap().len(), 1);
    assert_eq!(told(&store, false).await, Vec::<String>::new());
    store.close().await;
}

/// The lists that the doctor reports.
async fn told(store: &Store, repair: bool) -> Vec<String> {
    let found = examine(store, repair).await.unwrap();
    assert_eq!(found.wrong, Vec::<String>::new());
    found.lists.into_keys().collect()
}
