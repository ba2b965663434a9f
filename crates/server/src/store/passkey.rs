use crosscut_club::{MemberId, Moment};

use super::stored::{Stored, row};
use super::{Result, Store, reading, writing};

row! {
    /// A passkey that a member signs in with.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct PasskeyRow {
        /// The credential id, in hexadecimal digits.
        pub(crate) id: String,
        pub(crate) member: MemberId,
        /// What the member calls it.
        pub(crate) name: String,
        pub(crate) added: Moment,
        pub(crate) used: Option<Moment>,
        /// What its signatures are verified with, as JSON.
        pub(crate) body: String,
    }
}

impl Store {
    /// A member's passkeys, the oldest first.
    pub(crate) async fn passkeys_of(&self, member: MemberId) -> Result<Vec<PasskeyRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: passkey_member.
                "SELECT id, member, name, added, used, body FROM passkey WHERE member = $1 ORDER BY added, id",
            )
            .bind(member.stored())
            .fetch_all(pool)
            .await?))
    }

    /// A passkey by its id.
    pub(crate) async fn passkey(&self, id: &str) -> Result<Option<PasskeyRow>> {
        Ok(reading!(self, pool =>
            // Plan: passkey.
            sqlx::query_as("SELECT id, member, name, added, used, body FROM passkey WHERE id = $1")
                .bind(id)
                .fetch_optional(pool)
                .await?))
    }

    /// Adds a passkey; returns false if its id is taken.
    pub(crate) async fn add_passkey(&self, row: &PasskeyRow) -> Result<bool> {
        Ok(writing!(self, tx =>
            sqlx::query(
                "INSERT INTO passkey (id, member, name, added, body) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (id) DO NOTHING",
            )
            .bind(&row.id)
            .bind(row.member.stored())
            .bind(&row.name)
            .bind(row.added.stored())
            .bind(&row.body)
            .execute(&mut *tx)
            .await?
            .rows_affected()
                == 1))
    }

    /// Notes that a passkey was used.
    pub(crate) async fn passkey_used(&self, id: &str, body: &str, at: Moment) -> Result<()> {
        writing!(self, tx => {
            // Plan: passkey.
            sqlx::query("UPDATE passkey SET body = $2, used = $3 WHERE id = $1")
                .bind(id)
                .bind(body)
                .bind(at.stored())
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Renames a member's passkey.
    pub(crate) async fn rename_passkey(
        &self,
        member: MemberId,
        id: &str,
        name: &str,
    ) -> Result<()> {
        writing!(self, tx => {
            // Plan: passkey.
            sqlx::query("UPDATE passkey SET name = $3 WHERE member = $1 AND id = $2")
                .bind(member.stored())
                .bind(id)
                .bind(name)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Deletes a member's passkey.
    pub(crate) async fn remove_passkey(&self, member: MemberId, id: &str) -> Result<()> {
        writing!(self, tx => {
            // Plan: passkey.
            sqlx::query("DELETE FROM passkey WHERE member = $1 AND id = $2")
                .bind(member.stored())
                .bind(id)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }
}
