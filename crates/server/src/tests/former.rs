//! Clubs as earlier versions have left them go on with this one. `former/VERSION-sqlite.db` and `former/VERSION-postgresql.sql`
//! are a club's database, `.ccr` beside it the records that the version itself wrote of it. A release adds its own, and none
//! is ever changed.

use std::path::Path;

use crosscut_club::{MatchId, Who};
use crosscut_record::{Form, Reader};
use serde_json::json;

use super::{Club, ask, config};

/// A moment after the last that happened in them, in milliseconds since 1970: 27 November 2026, 03:20.
const AFTER: i64 = 1_795_749_600_000;

/// Puts the club of 0.1.0 where a database is to be; gives its records.
async fn put_0_1_0(database: &str) -> &'static str {
    if !database.starts_with("postgres") {
        std::fs::write(Path::new(database), include_bytes!("former/0.1.0-sqlite.db")).unwrap();
        return include_str!("former/0.1.0-sqlite.ccr");
    }
    let pool = sqlx::PgPool::connect(database).await.unwrap();
    sqlx::raw_sql(include_str!("former/0.1.0-postgresql.sql")).execute(&pool).await.unwrap();
    pool.close().await;
    include_str!("former/0.1.0-postgresql.ccr")
}

pub(crate) async fn a_club_of_0_1_0_goes_on(database: &str) {
    let records = put_0_1_0(database).await;
    let club = Club::open(database, AFTER).await;
    let mut count = 0;
    for record in Reader::new(Form::Text, records.as_bytes()) {
        let record = record.unwrap();
        let id = MatchId(record.tags.get("Match").unwrap().parse().unwrap());
        let state = club.app.desk().look_at(id, Who::House).await.unwrap();
        let it = state.match_with(id).unwrap();
        assert_eq!(it.line.spec().to_string(), record.game, "{id}");
        assert_eq!(it.line.plies(), record.moves().collect::<Vec<_>>(), "{id}");
        let result = it.ending.map(|it| it.result).unwrap_or_default();
        assert_eq!(result, record.result, "{id}");
        count += 1;
    }
    assert_eq!(count, 19);
    // Who played there is known by the same password, and plays on.
    let mut client = club.client();
    let ann = json!({"name": "ann", "password": "correct horse"});
    let told = ask(&mut client, "sessions", "", Some(ann), 201).await;
    let token = told["token"].as_str().unwrap();
    let turn = json!({"text": "B4", "ply": 6});
    ask(&mut client, "matches/12/turns", token, Some(turn), 200).await;
    let page = client.ask("/match/18", token, "", None).await.unwrap();
    assert!(String::from_utf8_lossy(&page.body).contains("Good luck!"));
    let cleo = json!({"name": "cleo", "password": "correct horse"});
    let told = ask(&mut client, "sessions", "", Some(cleo), 201).await;
    let open = ask(&mut client, "challenges", told["token"].as_str().unwrap(), None, 200).await;
    assert!(open.to_string().contains("hex:size=7"), "{open}");
    club.close().await;
    let findings = crate::doctor(&config(database), &Default::default(), |_| ()).await.unwrap();
    assert_eq!((findings.wrong, findings.stale), (Vec::new(), 0));
}
