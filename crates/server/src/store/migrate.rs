use anyhow::{Context, bail};
use crosscut_club::{MatchId, Player, Terms};
use crosscut_record::GameResult;
use serde::Deserialize;
use sqlx::AssertSqlSafe;

use super::lines::SeatRow;
use super::{Batch, Db, Store, reading, writing};

/// The migrations, in order. Steps are added and never changed.
///
/// `{clustered}` stands for SQLite's way of keeping a table's rows in its primary key, `{bytewise}` for the collation that
/// compares bytes; [`SITTINGS`] is done in Rust.
const STEPS: &[&str] = &[
    include_str!("steps/001.sql"),
    include_str!("steps/mail.sql"),
    include_str!("steps/follow.sql"),
    include_str!("steps/puzzles.sql"),
    include_str!("steps/accounts.sql"),
    include_str!("steps/people.sql"),
    include_str!("steps/growth.sql"),
    include_str!("steps/turns.sql"),
    include_str!("steps/downtimes.sql"),
    include_str!("steps/snapshots.sql"),
    include_str!("steps/sittings.sql"),
    SITTINGS,
    include_str!("steps/remarks.sql"),
    include_str!("steps/short.sql"),
    include_str!("steps/games.sql"),
    include_str!("steps/apart.sql"),
];

/// The step that fills in, match by match, the sittings that an earlier version did not write. It works in pieces, so that
/// it takes little memory; after an interruption it starts over.
const SITTINGS: &str = "sittings";
/// How many matches are read together.
const PIECE: i64 = 1000;

/// What the lists of all versions contain about a match.
#[derive(Deserialize)]
struct FormerMatch {
    terms: Terms,
    seats: [Player; 2],
    ending: Option<FormerFinish>,
}

#[derive(Deserialize)]
struct FormerFinish {
    result: GameResult,
}

impl Store {
    /// Migrates the tables, each step in one transaction.
    pub(crate) async fn migrate(&self) -> anyhow::Result<()> {
        self.create_table_of_steps().await?;
        let done = self.must_not_be_later().await?;
        for (at, step) in STEPS.iter().enumerate().skip(done) {
            let (clustered, bytewise) = match self.db {
                Db::Lite { .. } => ("WITHOUT ROWID", "BINARY"),
                Db::Pg(_) => ("", "\"C\""),
            };
            if *step == SITTINGS {
                self.fill_sittings().await?;
            }
            let step = if *step == SITTINGS { "" } else { step };
            let step = step.replace("{clustered}", clustered).replace("{bytewise}", bytewise);
            let number = i64::try_from(at + 1)?;
            writing!(self, tx => {
                sqlx::raw_sql(AssertSqlSafe(step.clone()))
                    .execute(&mut *tx)
                    .await?;
                sqlx::query("INSERT INTO step (number) VALUES ($1)").bind(number).execute(&mut *tx).await?;
            });
        }
        Ok(())
    }

    async fn fill_sittings(&self) -> anyhow::Result<()> {
        let (_, _, last) = self.last_numbers().await?;
        let mut after = 0;
        loop {
            let rows: Vec<(i64, String)> = reading!(self, pool =>
                // Plan: match_line.
                sqlx::query_as("SELECT id, body FROM match_line WHERE id > $1 ORDER BY id LIMIT $2")
                    .bind(after)
                    .bind(PIECE)
                    .fetch_all(pool)
                    .await?);
            let Some((to, _)) = rows.last() else { return Ok(()) };
            let mut batch = Batch::default();
            for (id, body) in &rows {
                let it: FormerMatch = serde_json::from_str(body)
                    .with_context(|| format!("the list of matches, number {id}"))?;
                let result = it.ending.map(|it| it.result);
                let id = MatchId(id.cast_unsigned());
                batch.sittings.extend(SeatRow::all(id, &it.terms, it.seats, result));
            }
            self.write(&batch).await?;
            if after / 100_000 < *to / 100_000 {
                tracing::info!("what matches say of their players is filled in: {to} of {last}");
            }
            after = *to;
        }
    }

    /// Whether the tables are this version's.
    pub(super) async fn is_current(&self) -> anyhow::Result<bool> {
        Ok(self.steps_done().await? == STEPS.len())
    }

    /// Refuses a database whose tables are a later version's; returns how many steps have been done on them.
    pub(crate) async fn must_not_be_later(&self) -> anyhow::Result<usize> {
        let done = self.steps_done().await?;
        if done > STEPS.len() {
            bail!(
                "the database was written by a later version of crosscut (its tables are at step {done}, this version \
                 knows {})",
                STEPS.len()
            );
        }
        Ok(done)
    }

    /// Refuses to read a database whose tables are an earlier version's.
    pub(crate) async fn must_be_current(&self) -> anyhow::Result<()> {
        if self.steps_done().await? < STEPS.len() {
            bail!(
                "the database was written by an earlier version of crosscut: start `crosscut serve` once, which brings its \
                 tables up to date"
            );
        }
        Ok(())
    }

    async fn create_table_of_steps(&self) -> anyhow::Result<()> {
        writing!(self, tx => {
            sqlx::raw_sql("CREATE TABLE IF NOT EXISTS step (number BIGINT PRIMARY KEY)")
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// How many steps have been done on the tables.
    pub(crate) async fn steps_done(&self) -> anyhow::Result<usize> {
        let count: i64 = reading!(self, pool =>
            // Plan: all of step.
            sqlx::query_scalar("SELECT COUNT(*) FROM step").fetch_one(pool).await?);
        Ok(usize::try_from(count)?)
    }
}
