use crosscut_club::{MemberId, Moment};

use super::stored::{Stored, row};
use super::{Result, Store, reading, writing};

row! {
    /// A change that a link can undo.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct UndoRow {
        /// The hash of the code in the link.
        pub(crate) code: String,
        pub(crate) member: MemberId,
        pub(crate) at: Moment,
        /// What was changed.
        pub(crate) what: String,
        /// What it was before.
        pub(crate) former: String,
    }
}

impl Store {
    /// Notes where a member has signed in from.
    pub(crate) async fn note_known(&self, member: MemberId, mark: &str, at: Moment) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(
                "INSERT INTO known (member, mark, since, seen) VALUES ($1, $2, $3, $3) \
                 ON CONFLICT (member, mark) DO UPDATE SET seen = excluded.seen",
            )
            .bind(member.stored())
            .bind(mark)
            .bind(at.stored())
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }

    /// Whether a member has signed in from there before.
    pub(crate) async fn is_known(&self, member: MemberId, mark: &str) -> Result<bool> {
        let found: Option<i64> = reading!(self, pool =>
            // Plan: known.
            sqlx::query_scalar("SELECT seen FROM known WHERE member = $1 AND mark = $2")
                .bind(member.stored())
                .bind(mark)
                .fetch_optional(pool)
                .await?);
        Ok(found.is_some())
    }

    /// Forgets places without a sign-in since `known`, and the undo links made before `undo`.
    pub(crate) async fn forget_old(&self, known: Moment, undo: Moment) -> Result<()> {
        writing!(self, tx => {
            // Plan: known_seen.
            sqlx::query("DELETE FROM known WHERE seen < $1").bind(known.stored()).execute(&mut *tx).await?;
            // Plan: all of undo.
            sqlx::query("DELETE FROM undo WHERE at < $1").bind(undo.stored()).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Forgets a member's ways in besides the password, the changes that could be undone, and the mails they were asked to
    /// confirm, as far as these date from `since` or later.
    pub(crate) async fn forget_ways_in(&self, member: MemberId, since: Moment) -> Result<()> {
        writing!(self, tx => {
            for text in [
                // Plan: known.
                "DELETE FROM known WHERE member = $1 AND since >= $2",
                // Plan: undo_member.
                "DELETE FROM undo WHERE member = $1 AND at >= $2",
                // Plan: passkey_member.
                "DELETE FROM passkey WHERE member = $1 AND added >= $2",
                // Plan: all of unconfirmed.
                "DELETE FROM unconfirmed WHERE member = $1 AND at >= $2",
            ] {
                sqlx::query(text).bind(member.stored()).bind(since.stored()).execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    /// A member's changes made at `at` or later that can be undone, the earliest first.
    pub(crate) async fn undos_since(&self, member: MemberId, at: Moment) -> Result<Vec<UndoRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: undo_member.
                "SELECT code, member, at, what, former FROM undo WHERE member = $1 AND at >= $2 ORDER BY at",
            )
            .bind(member.stored())
            .bind(at.stored())
            .fetch_all(pool)
            .await?))
    }

    /// Forgets a member's changes made after `at` that could be undone.
    pub(crate) async fn forget_undos_after(&self, member: MemberId, at: Moment) -> Result<()> {
        writing!(self, tx => {
            // Plan: undo_member.
            sqlx::query("DELETE FROM undo WHERE member = $1 AND at > $2")
                .bind(member.stored())
                .bind(at.stored())
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Notes a change that can be undone.
    pub(crate) async fn note_undo(&self, row: &UndoRow) -> Result<()> {
        writing!(self, tx => {
            sqlx::query("INSERT INTO undo (code, member, at, what, former) VALUES ($1, $2, $3, $4, $5)")
                .bind(&row.code)
                .bind(row.member.stored())
                .bind(row.at.stored())
                .bind(&row.what)
                .bind(&row.former)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// The change that a link undoes.
    pub(crate) async fn undo(&self, code: &str) -> Result<Option<UndoRow>> {
        Ok(reading!(self, pool =>
            // Plan: undo.
            sqlx::query_as("SELECT code, member, at, what, former FROM undo WHERE code = $1")
                .bind(code)
                .fetch_optional(pool)
                .await?))
    }
}
