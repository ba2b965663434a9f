//! Clubs left by earlier versions continue with this one. `former/VERSION-sqlite.db` and
//! `former/VERSION-postgresql.sql` are a club's database, and the `.ccr` file next to each contains the records that
//! the version itself wrote of it. A release adds its own files, and none is ever changed.

use std::path::Path;

use crosscut_club::{MatchId, Who};
use crosscut_load::client::Client;
use crosscut_record::{Form, Reader, Record};
use serde_json::json;

use super::{Club, ask, config};

/// The files of a version.
struct Former {
    /// A moment after the last event in its clubs, in milliseconds since 1970.
    after: i64,
    sqlite: &'static [u8],
    postgresql: &'static str,
    /// Its records of the matches in each.
    records: [&'static str; 2],
}

macro_rules! former {
    ($version:literal, $after:literal) => {
        Former {
            after: $after,
            sqlite: include_bytes!(concat!("former/", $version, "-sqlite.db")),
            postgresql: include_str!(concat!("former/", $version, "-postgresql.sql")),
            records: [
                include_str!(concat!("former/", $version, "-sqlite.ccr")),
                include_str!(concat!("former/", $version, "-postgresql.ccr")),
            ],
        }
    };
}

impl Former {
    /// Puts its club where the database is to be, opens it, and checks that its `matches` are as they were.
    async fn open(&self, database: &str, matches: usize) -> Club {
        let postgresql = database.starts_with("postgres");
        if postgresql {
            let pool = sqlx::PgPool::connect(database).await.unwrap();
            sqlx::raw_sql(self.postgresql).execute(&pool).await.unwrap();
            pool.close().await;
        } else {
            std::fs::write(Path::new(database), self.sqlite).unwrap();
        }
        let same = |one: &Record, other: &Record| {
            assert_eq!(one.game, other.game);
            assert_eq!(one.moves().collect::<Vec<_>>(), other.moves().collect::<Vec<_>>());
            assert_eq!(one.result, other.result);
        };
        // Whoever only reads it changes nothing, and does not need it to be brought up to date.
        let view = crate::OperatorView::open(&config(database)).await.unwrap();
        for record in Reader::new(Form::Text, self.records[usize::from(postgresql)].as_bytes()) {
            let record = record.unwrap();
            let id = record.tags.get("Match").unwrap().parse().unwrap();
            same(&view.record(id).await.unwrap(), &record);
        }
        view.store().close().await;
        let club = Club::open(database, self.after).await;
        let mut count = 0;
        for record in Reader::new(Form::Text, self.records[usize::from(postgresql)].as_bytes()) {
            let record = record.unwrap();
            let id = MatchId(record.tags.get("Match").unwrap().parse().unwrap());
            let state = club.app.queue().look_at(id, Who::Club).await.unwrap();
            let it = state.match_with(id).unwrap();
            assert_eq!(it.line.spec().to_string(), record.game, "{id}");
            assert_eq!(it.line.plies(), record.moves().collect::<Vec<_>>(), "{id}");
            let result = it.ending.map(|it| it.result).unwrap_or_default();
            assert_eq!(result, record.result, "{id}");
            count += 1;
        }
        assert_eq!(count, matches);
        club
    }
}

/// Members sign in with the same password as before.
async fn enter(client: &mut Client, name: &str) -> String {
    let it = json!({"name": name, "password": "correct horse"});
    ask(client, "sessions", "", Some(it), 201).await["token"].as_str().unwrap().to_string()
}

/// Checks that everything in it is as it should be, and its lists too.
async fn all_is_well(club: Club, database: &str) {
    club.close().await;
    let findings = crate::doctor(&config(database), &Default::default(), |_| ()).await.unwrap();
    assert_eq!((findings.wrong, findings.stale), (Vec::new(), 0));
}

pub(crate) async fn a_club_of_0_1_0_goes_on(database: &str) {
    // 27 November 2026, 03:20.
    let club = former!("0.1.0", 1_795_749_600_000).open(database, 19).await;
    let mut client = club.client();
    let ann = enter(&mut client, "ann").await;
    let turn = json!({"text": "B4", "ply": 6});
    ask(&mut client, "matches/12/turns", &ann, Some(turn), 200).await;
    let page = client.ask("/match/18", &ann, "", None).await.unwrap();
    assert!(String::from_utf8_lossy(&page.body).contains("Good luck!"));
    let cleo = enter(&mut client, "cleo").await;
    let open = ask(&mut client, "challenges", &cleo, None, 200).await;
    assert!(open.to_string().contains("hex:size=7"), "{open}");
    all_is_well(club, database).await;
}

pub(crate) async fn a_club_of_0_2_0_goes_on(database: &str) {
    // 28 November 2026, 09:30.
    let club = former!("0.2.0", 1_795_858_200_000).open(database, 26).await;
    let mut client = club.client();
    let [ann, cleo, dora, eli] = [
        enter(&mut client, "ann").await,
        enter(&mut client, "cleo").await,
        enter(&mut client, "dora").await,
        enter(&mut client, "eli").await,
    ];
    let page = async |path: &str, token: &str| {
        let answer = club.client().ask(path, token, "", None).await.unwrap();
        (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
    };
    // The plan is played, with its remark.
    let turn = json!({"text": "C4", "ply": 0});
    ask(&mut client, "matches/24/turns", &eli, Some(turn), 200).await;
    let (_, text) = page("/match/24", &eli).await;
    assert!(text.contains("As planned") && text.contains("D2"), "{text}");
    // A private match stays private, including whose turn it is and the remarks.
    assert_eq!(page("/match/23", &cleo).await.0, 404);
    assert!(page("/match/23", &ann).await.1.contains("and so does this"));
    // Muted, blocked, a future vacation, and a followed game.
    let said = json!({"command": "say", "id": 24, "room": "players", "words": "hello"});
    ask(&mut client, "commands", &eli, Some(said), 403).await;
    let terms = json!({"game": "hex:size=5", "pace": {"kind": "none"}});
    let challenge = json!({"command": "challenge", "to": {"member": 5}, "terms": terms});
    ask(&mut client, "commands", &cleo, Some(challenge), 403).await;
    assert!(page("/settings", &dora).await.1.contains("2027"));
    assert!(page("/settings", &cleo).await.1.contains("hex"));
    // A rated match counted, and a member without a rating in the range cannot accept the challenge.
    assert!(page("/member/Dora", &ann).await.1.contains("1662"));
    let open = ask(&mut client, "challenges", &cleo, None, 200).await;
    assert!(open.to_string().contains("[1300,1800]"), "{open}");
    let tried = ask(&mut client, "me/puzzles", &dora, None, 200).await;
    assert_eq!(tried["puzzles"].as_array().unwrap().len(), 1, "{tried}");
    all_is_well(club, database).await;
}
