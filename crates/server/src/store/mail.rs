use crosscut_club::{MemberId, Moment};

use super::outbox::{OutboxRow, post};
use super::stored::{Stored, row};
use super::{Result, Store, reading, writing};

row! {
    /// An address of a member.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct AddressRow {
        pub(crate) address: String,
        pub(crate) member: MemberId,
        pub(crate) verified: Option<Moment>,
        pub(crate) bounces: i64,
        pub(crate) suspended: Option<Moment>,
    }
}

row! {
    /// A mail whose sender was asked to confirm that they wrote it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct UnconfirmedRow {
        pub(crate) code: String,
        pub(crate) at: Moment,
        pub(crate) member: Option<MemberId>,
        pub(crate) address: String,
        pub(crate) body: String,
    }
}

/// How a mail was handled.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandledMail {
    /// The mail.
    pub(crate) id: String,
    pub(crate) at: Moment,
    /// The answers to it.
    pub(crate) answers: Vec<OutboxRow>,
    /// The confirmation that was asked for, if any.
    pub(crate) unconfirmed: Option<UnconfirmedRow>,
}

impl Store {
    /// Notes how mails were handled, with the answers to them, in one transaction. Mails that are already known are
    /// skipped.
    pub(crate) async fn handled(&self, mails: &[HandledMail]) -> Result<()> {
        writing!(self, tx => {
            for mail in mails {
                let new = sqlx::query("INSERT INTO letter_in (id, at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING")
                    .bind(&mail.id)
                    .bind(mail.at.stored())
                    .execute(&mut *tx)
                    .await?
                    .rows_affected();
                if new == 0 {
                    continue;
                }
                post!(tx, &mail.answers);
                if let Some(it) = &mail.unconfirmed {
                    sqlx::query(
                        "INSERT INTO unconfirmed (code, at, member, address, body) VALUES ($1, $2, $3, $4, $5)",
                    )
                    .bind(&it.code)
                    .bind(it.at.stored())
                    .bind(it.member.stored())
                    .bind(&it.address)
                    .bind(&it.body)
                    .execute(&mut *tx)
                    .await?;
                }
            }
        });
        Ok(())
    }

    /// Whether a mail has been handled already.
    pub(crate) async fn is_handled(&self, id: &str) -> Result<bool> {
        let found: Option<i64> = reading!(self, pool =>
            // Plan: letter_in.
            sqlx::query_scalar("SELECT at FROM letter_in WHERE id = $1").bind(id).fetch_optional(pool).await?);
        Ok(found.is_some())
    }

    /// Forgets mails sent and received, and confirmations asked for, before `before`.
    pub(crate) async fn forget_mail(&self, before: Moment) -> Result<()> {
        writing!(self, tx => {
            for text in [
                // Plan: outbox_sent.
                "DELETE FROM outbox WHERE sent IS NOT NULL AND sent < $1",
                // Plan: letter_in_at.
                "DELETE FROM letter_in WHERE at < $1",
                // Plan: all of unconfirmed.
                "DELETE FROM unconfirmed WHERE at < $1",
            ] {
                sqlx::query(text).bind(before.stored()).execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    /// The mail that waits for its sender's confirmation under a code.
    pub(crate) async fn unconfirmed(&self, code: &str) -> Result<Option<UnconfirmedRow>> {
        Ok(reading!(self, pool =>
            // Plan: unconfirmed.
            sqlx::query_as("SELECT code, at, member, address, body FROM unconfirmed WHERE code = $1")
                .bind(code)
                .fetch_optional(pool)
                .await?))
    }

    /// The member with this verified address.
    pub(crate) async fn owner(&self, address: &str) -> Result<Option<MemberId>> {
        Stored::read(reading!(self, pool =>
            // Plan: address_verified.
            sqlx::query_scalar("SELECT member FROM address WHERE address = $1 AND verified IS NOT NULL")
                .bind(address)
                .fetch_optional(pool)
                .await?))
    }

    /// A member's addresses, verified or not.
    pub(crate) async fn addresses_of(&self, member: MemberId) -> Result<Vec<AddressRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: address_member.
                "SELECT address, member, verified, bounces, suspended FROM address WHERE member = $1 \
                 ORDER BY verified DESC, address",
            )
            .bind(member.stored())
            .fetch_all(pool)
            .await?))
    }

    /// The members who have a verified address, with their wishes about mail.
    pub(crate) async fn addressees(&self) -> Result<Vec<(MemberId, Option<String>)>> {
        Stored::read(reading!(self, pool =>
            sqlx::query_as(
                // Plan: all of address_verified, mailing: at the start, and who may be written to is held in memory.
                "SELECT a.member, m.wish FROM address a LEFT JOIN mailing m ON m.member = a.member \
                 WHERE a.verified IS NOT NULL AND a.suspended IS NULL",
            )
            .fetch_all(pool)
            .await?))
    }

    /// Notes an address that a member claims, in place of their other unverified ones.
    pub(crate) async fn claim_address(&self, member: MemberId, address: &str) -> Result<()> {
        writing!(self, tx => {
            // Plan: address_member.
            sqlx::query("DELETE FROM address WHERE member = $1 AND verified IS NULL")
                .bind(member.stored())
                .execute(&mut *tx)
                .await?;
            sqlx::query(
                "INSERT INTO address (address, member, bounces) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
            )
            .bind(address)
            .bind(member.stored())
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }

    /// Makes an address a member's only one. Returns false if it belongs to another member.
    pub(crate) async fn verify_address(
        &self,
        member: MemberId,
        address: &str,
        at: Moment,
    ) -> Result<bool> {
        Ok(writing!(self, tx => {
            let owner: Option<i64> = sqlx::query_scalar(
                // Plan: address_verified.
                "SELECT member FROM address WHERE address = $1 AND verified IS NOT NULL",
            )
            .bind(address)
            .fetch_optional(&mut *tx)
            .await?;
            let free = owner.is_none_or(|it| it == member.stored());
            if free {
                // Plan: address_member.
                sqlx::query("DELETE FROM address WHERE member = $1").bind(member.stored()).execute(&mut *tx).await?;
                sqlx::query("INSERT INTO address (address, member, verified, bounces) VALUES ($1, $2, $3, 0)")
                    .bind(address)
                    .bind(member.stored())
                    .bind(at.stored())
                    .execute(&mut *tx)
                    .await?;
            }
            free
        }))
    }

    /// Forgets the addresses that a member claims and has not verified.
    pub(crate) async fn forget_claims(&self, member: MemberId) -> Result<()> {
        writing!(self, tx => {
            // Plan: address_member.
            sqlx::query("DELETE FROM address WHERE member = $1 AND verified IS NULL")
                .bind(member.stored())
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Forgets a member's addresses.
    pub(crate) async fn forget_addresses(&self, member: MemberId) -> Result<()> {
        writing!(self, tx => {
            // Plan: address_member.
            sqlx::query("DELETE FROM address WHERE member = $1").bind(member.stored()).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Forgets a member's addresses, their wishes about mail, and all mails sent or to be sent to them; only the farewells
    /// will be sent.
    pub(crate) async fn forget_mails_of(
        &self,
        member: MemberId,
        farewells: &[OutboxRow],
    ) -> Result<()> {
        let known = self.addresses_of(member).await?;
        writing!(self, tx => {
            for it in &known {
                // Plan: all of unconfirmed.
                sqlx::query("DELETE FROM unconfirmed WHERE address = $1")
                    .bind(&it.address)
                    .execute(&mut *tx)
                    .await?;
                // A mail to the address itself has it in its body.
                let to = it.address.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
                // Plan: all of outbox: somebody leaves, and these are the mails of a few days.
                sqlx::query("DELETE FROM outbox WHERE member = 0 AND body LIKE $1 ESCAPE '\\'")
                    .bind(format!("%\"to\":\"{to}\"%"))
                    .execute(&mut *tx)
                    .await?;
            }
            for text in [
                // Plan: address_member.
                "DELETE FROM address WHERE member = $1",
                // Plan: all of unconfirmed.
                "DELETE FROM unconfirmed WHERE member = $1",
                // Plan: all of outbox: somebody leaves, and these are the mails of a few days.
                "DELETE FROM outbox WHERE member = $1",
                // Plan: mailing.
                "DELETE FROM mailing WHERE member = $1",
            ] {
                sqlx::query(text).bind(member.stored()).execute(&mut *tx).await?;
            }
            post!(tx, farewells);
        });
        Ok(())
    }

    /// Counts a bounced mail, once. After `most` bounces nothing more is sent; returns whether that is so.
    pub(crate) async fn bounced(
        &self,
        member: MemberId,
        mail: &str,
        most: i64,
        at: Moment,
    ) -> Result<bool> {
        let suspended: Option<Option<i64>> = writing!(self, tx => {
            // All reports about one mail count as one.
            let new = sqlx::query("INSERT INTO letter_in (id, at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING")
                .bind(format!("bounce {member} {mail}"))
                .bind(at.stored())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            sqlx::query_scalar(
                // Plan: address_member.
                "UPDATE address SET bounces = bounces + $2, \
                 suspended = CASE WHEN suspended IS NULL AND bounces + $2 >= $3 THEN $4 ELSE suspended END \
                 WHERE member = $1 AND verified IS NOT NULL RETURNING suspended",
            )
            .bind(member.stored())
            .bind(i64::try_from(new).unwrap_or(0))
            .bind(most)
            .bind(at.stored())
            .fetch_optional(&mut *tx)
            .await?
        });
        Ok(suspended.flatten().is_some())
    }

    /// A member's wishes about mail.
    pub(crate) async fn wish(&self, member: MemberId) -> Result<Option<String>> {
        Ok(reading!(self, pool =>
            // Plan: mailing.
            sqlx::query_scalar("SELECT wish FROM mailing WHERE member = $1")
                .bind(member.stored())
                .fetch_optional(pool)
                .await?))
    }

    /// Stores a member's wishes about mail; the mails that wait for them are checked again.
    pub(crate) async fn set_wish(&self, member: MemberId, wish: &str, now: Moment) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(
                "INSERT INTO mailing (member, wish) VALUES ($1, $2) \
                 ON CONFLICT (member) DO UPDATE SET wish = excluded.wish",
            )
            .bind(member.stored())
            .bind(wish)
            .execute(&mut *tx)
            .await?;
            // Plan: outbox_member.
            sqlx::query("UPDATE outbox SET due = $2 WHERE member = $1 AND sent IS NULL AND kind = 'news' AND due > $2")
                .bind(member.stored())
                .bind(now.stored())
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }
}
