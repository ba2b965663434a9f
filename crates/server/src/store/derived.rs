//! Derived rows seen from the events' side: those that belong to a stream, and those that belong to none.

use crosscut_club::{ChallengeId, MatchId, MemberId};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, QueryBuilder};

use super::event::filled;
use super::lines::{
    ChallengeRow, FollowerRow, GameFollowerRow, MatchRow, MemberRow, RatingRow, SeatRow,
};
use super::stored::Stored;
use super::{Result, Store, reading, writing};

/// Tables whose every row belongs to a stream, by the kind of stream, with the column that has its number.
pub(crate) const OWNED: [(&str, &str, &str); 9] = [
    ("match", "match_line", "id"),
    ("match", "sitting", "id"),
    ("match", "follower", "id"),
    ("challenge", "challenge_line", "id"),
    ("member", "member_line", "id"),
    ("member", "rating_line", "member"),
    ("member", "patron", "member"),
    // These concern access, but belong to a member who must exist.
    ("member", "password", "member"),
    ("member", "session", "member"),
];

impl Store {
    /// Matches by number.
    pub(crate) async fn match_lines(&self, ids: &[MatchId]) -> Result<Vec<MatchRow>> {
        self.by_numbers(
            // Plan: match_line.
            "SELECT id, game, public, live, people, deadline, claimable, computer, turn, ended, body FROM match_line WHERE id IN (",
            ids,
        )
        .await
    }

    /// Challenges by number.
    pub(crate) async fn challenge_lines(&self, ids: &[ChallengeId]) -> Result<Vec<ChallengeRow>> {
        self.by_numbers(
            // Plan: challenge_line.
            "SELECT id, open, listed, maker, aim, until, body FROM challenge_line WHERE id IN (",
            ids,
        )
        .await
    }

    /// The sittings in matches.
    pub(crate) async fn sittings_in(&self, ids: &[MatchId]) -> Result<Vec<SeatRow>> {
        self.by_numbers(
            // Plan: sitting_match.
            "SELECT player, id, live, public, game, class, kind, score FROM sitting WHERE id IN (",
            ids,
        )
        .await
    }

    /// The followers of matches.
    pub(crate) async fn followers_of(&self, ids: &[MatchId]) -> Result<Vec<FollowerRow>> {
        self.by_numbers(
            // Plan: follower_match.
            "SELECT member, id, live, follow FROM follower WHERE follow <> 'no' AND id IN (",
            ids,
        )
        .await
    }

    /// Members by number.
    pub(crate) async fn members(&self, ids: &[MemberId]) -> Result<Vec<MemberRow>> {
        self.by_numbers(
            // Plan: member_line.
            "SELECT id, name, folded, guest, joined FROM member_line WHERE id IN (",
            ids,
        )
        .await
    }

    /// The ratings of members, by number.
    pub(crate) async fn ratings_of(&self, ids: &[MemberId]) -> Result<Vec<RatingRow>> {
        self.by_numbers(
            // Plan: rating_line.
            "SELECT member, game, class, points, deviation, body FROM rating_line WHERE member IN (",
            ids,
        )
        .await
    }

    /// The games that members follow.
    pub(crate) async fn game_followers_of(&self, ids: &[MemberId]) -> Result<Vec<GameFollowerRow>> {
        self.by_numbers(
            // Plan: patron.
            "SELECT member, game, follow FROM patron WHERE follow <> 'no' AND member IN (",
            ids,
        )
        .await
    }

    /// The rows found by a query whose text ends before a list of numbers.
    pub(super) async fn by_numbers<T>(
        &self,
        text: &'static str,
        ids: &[impl Stored<As = i64>],
    ) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut rows = Vec::new();
        for some in filled(ids) {
            let more: Vec<T> = reading!(self, pool => {
                let mut query = QueryBuilder::new(text);
                let mut list = query.separated(", ");
                for id in some {
                    list.push_bind(id.stored());
                }
                query.push(")");
                query.build_query_as().fetch_all(pool).await?
            });
            rows.extend(more);
        }
        Ok(rows)
    }

    /// The numbers in a table of [`OWNED`] that belong to no stream.
    pub(crate) async fn strays(&self, kind: &str, table: &str, column: &str) -> Result<Vec<i64>> {
        let sql = format!(
            // Plan: none, the doctor looks at everything.
            "SELECT DISTINCT {column} FROM {table} t WHERE NOT EXISTS \
             (SELECT 1 FROM event e WHERE e.stream = '{kind}/' || t.{column} AND e.version = 1) ORDER BY {column}"
        );
        Ok(reading!(self, pool =>
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql.clone())).fetch_all(pool).await?))
    }

    /// Deletes the rows with a number from a table of [`OWNED`].
    pub(crate) async fn forget_line(&self, table: &str, column: &str, id: i64) -> Result<()> {
        // Plan: none, the table is one of several, and is read by its key or by an index of it.
        let sql = format!("DELETE FROM {table} WHERE {column} = $1");
        writing!(self, tx => {
            sqlx::query(sqlx::AssertSqlSafe(sql.clone())).bind(id).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Deletes the tally of a game.
    pub(crate) async fn forget_tally(&self, game: &str) -> Result<()> {
        writing!(self, tx => {
            // Plan: tally.
            sqlx::query("DELETE FROM tally WHERE game = $1").bind(game).execute(&mut *tx).await?;
        });
        Ok(())
    }
}
