use crosscut_club::{MemberId, Moment};

use super::stored::{Stored, row};
use super::{Result, Store, reading, writing};

row! {
    /// How a member did with a puzzle.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct PuzzleTryRow {
        pub(crate) puzzle: String,
        /// How many turns were tried up to and including the right one.
        pub(crate) tries: i64,
        /// Whether the solution was shown before the member found it.
        pub(crate) shown: bool,
        /// When the member found it.
        pub(crate) solved: Option<Moment>,
    }
}

impl Store {
    /// A member's results with puzzles.
    pub(crate) async fn puzzle_tries(&self, member: MemberId) -> Result<Vec<PuzzleTryRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: puzzle_try.
                "SELECT puzzle, tries, shown, solved FROM puzzle_try WHERE member = $1 ORDER BY puzzle",
            )
            .bind(member.stored())
            .fetch_all(pool)
            .await?))
    }

    /// A member's result with one puzzle.
    pub(crate) async fn puzzle_try(
        &self,
        member: MemberId,
        puzzle: &str,
    ) -> Result<Option<PuzzleTryRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: puzzle_try.
                "SELECT puzzle, tries, shown, solved FROM puzzle_try WHERE member = $1 AND puzzle = $2",
            )
            .bind(member.stored())
            .bind(puzzle)
            .fetch_optional(pool)
            .await?))
    }

    /// Adds to a member's result with a puzzle: `tries` is 1 for a tried turn, `shown` says that the solution was shown.
    /// Nothing changes after the solution was found.
    pub(crate) async fn note_puzzle_try(&self, member: MemberId, it: &PuzzleTryRow) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(
                "INSERT INTO puzzle_try (member, puzzle, tries, shown, solved) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (member, puzzle) DO UPDATE SET tries = puzzle_try.tries + excluded.tries, \
                 shown = CASE WHEN puzzle_try.shown < excluded.shown THEN excluded.shown ELSE puzzle_try.shown END, \
                 solved = excluded.solved WHERE puzzle_try.solved IS NULL",
            )
            .bind(member.stored())
            .bind(&it.puzzle)
            .bind(it.tries)
            .bind(it.shown.stored())
            .bind(it.solved.stored())
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }

    /// The days on which a member solved the day's puzzle, the latest first; 400 at most.
    pub(crate) async fn puzzle_days(&self, member: MemberId) -> Result<Vec<i64>> {
        Ok(reading!(self, pool =>
            // Plan: puzzle_day.
            sqlx::query_scalar("SELECT day FROM puzzle_day WHERE member = $1 ORDER BY day DESC LIMIT 400")
                .bind(member.stored())
                .fetch_all(pool)
                .await?))
    }

    /// Notes that a member has solved the puzzle of a day.
    pub(crate) async fn note_puzzle_day(&self, member: MemberId, day: i64) -> Result<()> {
        writing!(self, tx => {
            sqlx::query("INSERT INTO puzzle_day (member, day) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(member.stored())
                .bind(day)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Forgets a member's puzzle results.
    pub(crate) async fn forget_puzzles(&self, member: MemberId) -> Result<()> {
        writing!(self, tx => {
            for table in [
                // Plan: puzzle_try.
                "DELETE FROM puzzle_try WHERE member = $1",
                // Plan: puzzle_day.
                "DELETE FROM puzzle_day WHERE member = $1",
            ] {
                sqlx::query(table).bind(member.stored()).execute(&mut *tx).await?;
            }
        });
        Ok(())
    }
}
