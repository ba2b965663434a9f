use crosscut_club::{MemberId, Moment};

use super::stored::{Stored, row};
use super::{Result, Store, reading, writing};

/// How many sessions a member may have.
pub(crate) const EACH: i64 = 50;

row! {
    /// A member's session on a device.
    #[derive(Clone, Debug)]
    pub struct Session {
        /// Tells a member's sessions apart in lists; it grants no access.
        pub number: i64,
        /// The member.
        pub member: MemberId,
        /// When it began.
        pub began: Moment,
        /// When it was last used, to the hour.
        pub seen: Moment,
        /// The device, as the browser describes it.
        pub device: String,
        /// Whether it was opened with a passkey.
        pub(crate) by_key: bool,
    }
}

impl Session {
    /// Whether it was opened with a passkey, and not by a password.
    pub fn by_passkey(&self) -> bool {
        self.by_key
    }
}

impl Store {
    /// The session whose token has this hash.
    pub(crate) async fn session(&self, hash: &str) -> Result<Option<Session>> {
        Ok(reading!(self, pool =>
            // Plan: session.
            sqlx::query_as("SELECT number, member, began, seen, device, by_key FROM session WHERE hash = $1")
                .bind(hash)
                .fetch_optional(pool)
                .await?))
    }

    /// A member's sessions, the most recently used first.
    pub(crate) async fn sessions_of(&self, member: MemberId) -> Result<Vec<Session>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: session_member.
                "SELECT number, member, began, seen, device, by_key FROM session WHERE member = $1 \
                 ORDER BY seen DESC, number",
            )
            .bind(member.stored())
            .fetch_all(pool)
            .await?))
    }

    /// Begins a session, in place of `old` if given. Beyond [`EACH`] sessions, the least recently used of the member end;
    /// returns their hashes.
    pub(crate) async fn begin_session(
        &self,
        hash: &str,
        session: &Session,
        old: Option<&str>,
    ) -> Result<Vec<String>> {
        Ok(writing!(self, tx => {
            if let Some(old) = old {
                // Plan: session.
                sqlx::query("DELETE FROM session WHERE hash = $1").bind(old).execute(&mut *tx).await?;
            }
            sqlx::query(
                "INSERT INTO session (hash, number, member, began, seen, device, by_key) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(hash)
            .bind(session.number)
            .bind(session.member.stored())
            .bind(session.began.stored())
            .bind(session.seen.stored())
            .bind(&session.device)
            .bind(session.by_key.stored())
            .execute(&mut *tx)
            .await?;
            sqlx::query_scalar(
                // Plan: session_member.
                "DELETE FROM session WHERE member = $1 AND hash IN \
                 (SELECT hash FROM session WHERE member = $1 AND hash <> $2 \
                 ORDER BY seen DESC, began DESC, number DESC LIMIT 1000 OFFSET $3) RETURNING hash",
            )
            .bind(session.member.stored())
            .bind(hash)
            .bind(EACH - 1)
            .fetch_all(&mut *tx)
            .await?
        }))
    }

    /// Notes that a session is in use.
    pub(crate) async fn session_seen(&self, hash: &str, at: Moment) -> Result<()> {
        writing!(self, tx => {
            // Plan: session.
            sqlx::query("UPDATE session SET seen = $2 WHERE hash = $1")
                .bind(hash)
                .bind(at.stored())
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Ends sessions of a member: the one with this number, or all but the one with the hash `spared`. Returns the hashes
    /// of those ended.
    pub(crate) async fn end_sessions(
        &self,
        member: MemberId,
        number: Option<i64>,
        spared: &str,
    ) -> Result<Vec<String>> {
        // No session has a negative number; the query uses one for all of them.
        if number.is_some_and(|it| it < 0) {
            return Ok(Vec::new());
        }
        Ok(writing!(self, tx =>
            sqlx::query_scalar(
                // Plan: session_member.
                "DELETE FROM session WHERE member = $1 AND hash <> $3 AND ($2 = -1 OR number = $2) \
                 RETURNING hash",
            )
            .bind(member.stored())
            .bind(number.unwrap_or(-1))
            .bind(spared)
            .fetch_all(&mut *tx)
            .await?))
    }

    /// Forgets sessions unused since `seen`, and those that began before `began`.
    pub(crate) async fn forget_sessions(&self, seen: Moment, began: Moment) -> Result<u64> {
        Ok(writing!(self, tx => {
            // Plan: session_seen.
            let unused = sqlx::query("DELETE FROM session WHERE seen < $1")
                .bind(seen.stored())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            // Plan: session_began.
            let old = sqlx::query("DELETE FROM session WHERE began < $1")
                .bind(began.stored())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            unused + old
        }))
    }

    /// A member's password, as its hash.
    pub(crate) async fn password(&self, member: MemberId) -> Result<Option<String>> {
        Ok(reading!(self, pool =>
            // Plan: password.
            sqlx::query_scalar("SELECT phc FROM password WHERE member = $1")
                .bind(member.stored())
                .fetch_optional(pool)
                .await?))
    }

    /// Forgets a member's password, which no longer signs them in.
    pub(crate) async fn forget_password(&self, member: MemberId) -> Result<()> {
        writing!(self, tx => {
            // Plan: password.
            sqlx::query("DELETE FROM password WHERE member = $1")
                .bind(member.stored())
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Sets a member's password.
    pub(crate) async fn set_password(&self, member: MemberId, phc: &str, at: Moment) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(
                "INSERT INTO password (member, phc, at) VALUES ($1, $2, $3) \
                 ON CONFLICT (member) DO UPDATE SET phc = excluded.phc, at = excluded.at",
            )
            .bind(member.stored())
            .bind(phc)
            .bind(at.stored())
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }
}
