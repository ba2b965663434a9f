//! Whatever is derived can be damaged by hand, and the doctor finds and mends it.

use crosscut_catalog::GAMES;
use crosscut_club::{Command, Follow, MemberId, Terms, Who};

use super::tests::{begin_between, open, terms, turn};
use crate::doctor::examine;
use crate::store::Store;
use crate::store::tests::meddle;

/// What somebody does to a list, and of which list the doctor then tells.
const DAMAGE: [(&str, &[&str]); 26] = [
    ("DELETE FROM match_line", &["match_line"]),
    ("UPDATE match_line SET id = id + 7000", &["match_line"]),
    ("UPDATE match_line SET live = 1 - live", &["match_line"]),
    ("DELETE FROM sitting", &["sitting"]),
    ("UPDATE sitting SET id = id + 7000", &["sitting"]),
    ("UPDATE sitting SET live = 1 - live", &["sitting"]),
    ("INSERT INTO sitting SELECT 'member/99', id, live, public FROM match_line", &["sitting"]),
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
    ("INSERT INTO password VALUES (7000, 'x', 1)", &["password"]),
];

pub(crate) async fn what_is_derived_is_mended(database: &str) {
    let (store, desk) = open(database).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cy"] {
        let join = Command::Join { name: name.into(), zone: "UTC".into() };
        players.push(desk.act(Who::Visitor, None, join).await.unwrap().member().unwrap());
    }
    let [ann, bob, cy]: [MemberId; 3] = players.try_into().unwrap();
    let rated = Terms { rated: true, ..terms() };
    let id = begin_between(&desk, [ann, bob], rated).await;
    turn(&desk, id, ann, "c3", 0, None).await.unwrap();
    turn(&desk, id, bob, "b2", 1, None).await.unwrap();
    let by = async |who: MemberId, command: Command| {
        desk.act(Who::Member(who), None, command).await.unwrap();
    };
    by(cy, Command::Follow { id, follow: Some(Follow::Turns) }).await;
    by(ann, Command::FollowGame { game: GAMES[0].card().name.into(), follow: Some(Follow::Turns) })
        .await;
    by(ann, Command::Resign { id }).await;
    drop(desk);
    assert_eq!(told(&store, false).await, Vec::<&str>::new());
    for (damage, lists) in DAMAGE {
        meddle(&store, damage).await;
        assert_eq!(told(&store, false).await, lists, "{damage}");
        assert_eq!(told(&store, true).await, lists, "{damage}");
        assert_eq!(told(&store, false).await, Vec::<&str>::new(), "{damage}: not mended");
    }
    store.close().await;
}

/// The lists of which the doctor tells.
async fn told(store: &Store, repair: bool) -> Vec<&'static str> {
    let found = examine(store, repair).await.unwrap();
    assert_eq!(found.wrong, Vec::<String>::new());
    found.lists.into_keys().collect()
}
