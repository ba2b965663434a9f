use sqlx::FromRow;

use super::{Result, Store, reading, writing};

/// A key that a member signs in with.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct PasskeyRow {
    /// The key's own number, in hexadecimal digits.
    pub(crate) id: String,
    pub(crate) member: i64,
    /// What the member calls it.
    pub(crate) name: String,
    pub(crate) added: i64,
    pub(crate) used: Option<i64>,
    /// What its signatures are checked with, as JSON.
    pub(crate) body: String,
}

impl Store {
    /// A member's keys, the oldest first.
    pub(crate) async fn passkeys_of(&self, member: i64) -> Result<Vec<PasskeyRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                "SELECT id, member, name, added, used, body FROM passkey WHERE member = $1 ORDER BY added, id",
            )
            .bind(member)
            .fetch_all(pool)
            .await?))
    }

    /// A key by its number.
    pub(crate) async fn passkey(&self, id: &str) -> Result<Option<PasskeyRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as("SELECT id, member, name, added, used, body FROM passkey WHERE id = $1")
                .bind(id)
                .fetch_optional(pool)
                .await?))
    }

    /// Notes a new key; whether nobody had it.
    pub(crate) async fn add_passkey(&self, row: &PasskeyRow) -> Result<bool> {
        Ok(writing!(self, tx =>
            sqlx::query(
                "INSERT INTO passkey (id, member, name, added, body) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (id) DO NOTHING",
            )
            .bind(&row.id)
            .bind(row.member)
            .bind(&row.name)
            .bind(row.added)
            .bind(&row.body)
            .execute(&mut *tx)
            .await?
            .rows_affected()
                == 1))
    }

    /// Notes that a key was used.
    pub(crate) async fn passkey_used(&self, id: &str, body: &str, at: i64) -> Result<()> {
        writing!(self, tx => {
            sqlx::query("UPDATE passkey SET body = $2, used = $3 WHERE id = $1")
                .bind(id)
                .bind(body)
                .bind(at)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Gives a member's key another name.
    pub(crate) async fn rename_passkey(&self, member: i64, id: &str, name: &str) -> Result<()> {
        writing!(self, tx => {
            sqlx::query("UPDATE passkey SET name = $3 WHERE member = $1 AND id = $2")
                .bind(member)
                .bind(id)
                .bind(name)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Forgets a member's key.
    pub(crate) async fn remove_passkey(&self, member: i64, id: &str) -> Result<()> {
        writing!(self, tx => {
            sqlx::query("DELETE FROM passkey WHERE member = $1 AND id = $2")
                .bind(member)
                .bind(id)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }
}
