use crosscut_club::Moment;

use super::stored::Stored;
use super::{Db, Result, Store, reading, writing};

/// The prefix of the names of settings that close a game.
pub(crate) const CLOSED: &str = "closed/";

impl Store {
    /// The operator's setting of this name.
    pub(crate) async fn setting(&self, name: &str) -> Result<Option<String>> {
        Ok(reading!(self, pool =>
            // Plan: setting.
            sqlx::query_scalar("SELECT body FROM setting WHERE name = $1")
                .bind(name)
                .fetch_optional(pool)
                .await?))
    }

    /// Every setting whose name begins with `prefix`, with the rest of its name.
    pub(crate) async fn settings(&self, prefix: &str) -> Result<Vec<(String, String)>> {
        let rows: Vec<(String, String)> = reading!(self, pool =>
            // Plan: all of setting.
            sqlx::query_as("SELECT name, body FROM setting WHERE name LIKE $1 ORDER BY name")
                .bind(format!("{prefix}%"))
                .fetch_all(pool)
                .await?);
        Ok(rows.into_iter().map(|(name, body)| (name[prefix.len()..].to_string(), body)).collect())
    }

    /// Stores a setting; `None` deletes it.
    pub(crate) async fn set(&self, name: &str, body: Option<&str>) -> Result<()> {
        writing!(self, tx => {
            match body {
                None => {
                    // Plan: setting.
                    sqlx::query("DELETE FROM setting WHERE name = $1").bind(name).execute(&mut *tx).await?;
                }
                Some(body) => {
                    sqlx::query(
                        "INSERT INTO setting (name, body) VALUES ($1, $2) \
                         ON CONFLICT (name) DO UPDATE SET body = excluded.body",
                    )
                    .bind(name)
                    .bind(body)
                    .execute(&mut *tx)
                    .await?;
                }
            }
        });
        Ok(())
    }

    /// Deletes a setting so that its bytes are gone from the file too, and from its log.
    pub(crate) async fn forget_secret(&self, name: &str) -> Result<()> {
        if let Db::Lite { write, .. } = &self.db {
            let mut connection = write.acquire().await?;
            // Plan: setting.
            sqlx::query("DELETE FROM setting WHERE name = $1")
                .bind(name)
                .execute(&mut *connection)
                .await?;
            // Deleting overwrites (`open.rs`), but the log still contains the page as it was.
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut *connection).await?;
            return Ok(());
        }
        self.set(name, None).await
    }

    /// Forgets errands left before `before`, which nobody waits for any more.
    pub(crate) async fn forget_errands(&self, before: Moment) -> Result<()> {
        writing!(self, tx => {
            // Plan: all of errand.
            sqlx::query("DELETE FROM errand WHERE at < $1").bind(before.stored()).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Writes something, to see whether writing works.
    pub(crate) async fn try_to_write(&self, now: Moment) -> Result<()> {
        self.set("tried", Some(&now.0.to_string())).await
    }

    /// Leaves an errand for the running server, under a number chosen by the caller.
    pub(crate) async fn leave_errand(&self, id: i64, at: Moment, body: &str) -> Result<()> {
        writing!(self, tx => {
            sqlx::query("INSERT INTO errand (id, at, body) VALUES ($1, $2, $3)")
                .bind(id)
                .bind(at.stored())
                .bind(body)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// The errands not done yet.
    pub(crate) async fn errands(&self) -> Result<Vec<(i64, String)>> {
        Ok(reading!(self, pool =>
            // Plan: all of errand.
            sqlx::query_as("SELECT id, body FROM errand WHERE answer IS NULL ORDER BY at, id")
                .fetch_all(pool)
                .await?))
    }

    /// Answers an errand.
    pub(crate) async fn answer_errand(&self, id: i64, answer: &str) -> Result<()> {
        writing!(self, tx => {
            // Plan: errand.
            sqlx::query("UPDATE errand SET answer = $2 WHERE id = $1")
                .bind(id)
                .bind(answer)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Removes an errand and returns its answer; one without an answer is only removed if `even_undone`.
    pub(crate) async fn take_errand(&self, id: i64, even_undone: bool) -> Result<Option<String>> {
        let rows: Vec<Option<String>> = writing!(self, tx =>
            sqlx::query_scalar(
                // Plan: errand.
                "DELETE FROM errand WHERE id = $1 AND (answer IS NOT NULL OR $2 = 1) RETURNING answer",
            )
            .bind(id)
            .bind(even_undone.stored())
            .fetch_all(&mut *tx)
            .await?);
        Ok(rows.into_iter().flatten().next())
    }
}
