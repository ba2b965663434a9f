use anyhow::bail;
use sqlx::AssertSqlSafe;

use super::{Db, Store, reading, writing};

/// What was done to the tables, in order. Steps are added and never changed.
///
/// `{clustered}` stands for SQLite's way of keeping a table's rows in its primary key, `{bytewise}` for the collation that
/// compares bytes.
const STEPS: &[&str] = &[
    include_str!("steps/001.sql"),
    include_str!("steps/mail.sql"),
    include_str!("steps/follow.sql"),
    include_str!("steps/puzzles.sql"),
    include_str!("steps/accounts.sql"),
    include_str!("steps/people.sql"),
    include_str!("steps/growth.sql"),
];

impl Store {
    /// Brings the tables up to date, one transaction for each step.
    pub(crate) async fn migrate(&self) -> anyhow::Result<()> {
        self.create_table_of_steps().await?;
        let done = self.steps_done().await?;
        if done > STEPS.len() {
            bail!(
                "the database was written by a later version of crosscut (its tables are at step {done}, this version \
                 knows {})",
                STEPS.len()
            );
        }
        for (at, step) in STEPS.iter().enumerate().skip(done) {
            let (clustered, bytewise) = match self.db {
                Db::Lite { .. } => ("WITHOUT ROWID", "BINARY"),
                Db::Pg(_) => ("", "\"C\""),
            };
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

    /// Refuses to read a database whose tables an earlier version has made.
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

    /// How many steps the tables have behind them.
    pub(crate) async fn steps_done(&self) -> anyhow::Result<usize> {
        let count: i64 = reading!(self, pool =>
            sqlx::query_scalar("SELECT COUNT(*) FROM step").fetch_one(pool).await?);
        Ok(usize::try_from(count)?)
    }
}
