//! What is derived, looked at from the events' side: what stands there of one of them, and what of none.

use super::lines::{FollowerLine, Sitting};
use super::{Result, Store, reading, writing};

/// Tables of which every row belongs to a stream, by the kind of stream, and the column that has its number.
pub(crate) const OWNED: [(&str, &str, &str); 8] = [
    ("match", "match_line", "id"),
    ("match", "sitting", "id"),
    ("match", "follower", "id"),
    ("challenge", "challenge_line", "id"),
    ("member", "member_line", "id"),
    ("member", "rating_line", "member"),
    ("member", "patron", "member"),
    // The door's own, but of somebody who must be there.
    ("member", "password", "member"),
];

impl Store {
    /// Who sits in a match, as lists know it.
    pub(crate) async fn sittings_in(&self, id: i64) -> Result<Vec<Sitting>> {
        Ok(reading!(self, pool =>
            sqlx::query_as("SELECT player, id, live, public FROM sitting WHERE id = $1 ORDER BY player")
                .bind(id)
                .fetch_all(pool)
                .await?))
    }

    /// Who follows a match, as lists know it.
    pub(crate) async fn followers_of(&self, id: i64) -> Result<Vec<FollowerLine>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                "SELECT member, id, live, follow FROM follower WHERE id = $1 AND follow <> 'no' ORDER BY member",
            )
            .bind(id)
            .fetch_all(pool)
            .await?))
    }

    /// The numbers in a table of [`OWNED`] that are no stream's.
    pub(crate) async fn strays(&self, kind: &str, table: &str, column: &str) -> Result<Vec<i64>> {
        let sql = format!(
            "SELECT DISTINCT {column} FROM {table} t WHERE NOT EXISTS \
             (SELECT 1 FROM event e WHERE e.stream = '{kind}/' || t.{column} AND e.version = 1) ORDER BY {column}"
        );
        Ok(reading!(self, pool =>
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql.clone())).fetch_all(pool).await?))
    }

    /// Forgets what stands in a table of [`OWNED`] under a number.
    pub(crate) async fn forget_line(&self, table: &str, column: &str, id: i64) -> Result<()> {
        let sql = format!("DELETE FROM {table} WHERE {column} = $1");
        writing!(self, tx => {
            sqlx::query(sqlx::AssertSqlSafe(sql.clone())).bind(id).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Forgets how matches of a game went.
    pub(crate) async fn forget_tally(&self, game: &str) -> Result<()> {
        writing!(self, tx => {
            sqlx::query("DELETE FROM tally WHERE game = $1").bind(game).execute(&mut *tx).await?;
        });
        Ok(())
    }
}
