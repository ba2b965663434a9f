use crosscut_club::{MatchId, MemberId, Moment};
use sqlx::QueryBuilder;

use super::event::pieces;
use super::stored::{Stored, row};
use super::{Result, Store, reading, writing};

row! {
    /// A mail in the outbox, sent or not.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct OutboxRow {
        /// Its number, from which its Message-ID is known in advance.
        pub(crate) id: i64,
        /// The recipient; [`OutboxRow::NOBODY`] if it goes to an address that is in the body.
        pub(crate) member: MemberId,
        /// The kind of mail.
        pub(crate) kind: String,
        /// The match it is about.
        pub(crate) game: Option<MatchId>,
        /// The number of plies it was written after.
        pub(crate) ply: Option<i64>,
        /// The version of the match, or the number of the challenge.
        pub(crate) version: Option<i64>,
        /// More about it.
        pub(crate) body: String,
        pub(crate) at: Moment,
        /// When it is to be sent.
        pub(crate) due: Moment,
        /// How often sending it was tried.
        pub(crate) tries: i64,
        /// The first row of the mail it is a part of.
        pub(crate) lead: Option<i64>,
    }
}

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
    /// A letter whose sender was asked to confirm that they wrote it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct UnconfirmedRow {
        pub(crate) code: String,
        pub(crate) at: Moment,
        pub(crate) member: Option<MemberId>,
        pub(crate) address: String,
        pub(crate) body: String,
    }
}

/// How a letter was handled.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandledLetter {
    /// The letter.
    pub(crate) id: String,
    pub(crate) at: Moment,
    /// The answers to it.
    pub(crate) answers: Vec<OutboxRow>,
    /// The confirmation that was asked for, if any.
    pub(crate) unconfirmed: Option<UnconfirmedRow>,
}

impl OutboxRow {
    /// The `member` of mails that go to an address.
    pub(crate) const NOBODY: MemberId = MemberId(0);
}

/// The beginning of a statement that inserts outbox rows.
pub(crate) const OUTBOX_INSERT: &str =
    "INSERT INTO outbox (id, member, kind, game, ply, version, body, at, due, tries, lead) ";

/// Inserts outbox rows in a transaction.
macro_rules! post {
    ($tx:ident, $rows:expr) => {
        for piece in $crate::store::event::pieces($rows) {
            let mut query = sqlx::QueryBuilder::new($crate::store::mail::OUTBOX_INSERT);
            query.push_values(piece, |mut values, row: &$crate::store::OutboxRow| {
                values.push_bind(row.id).push_bind(row.member.stored()).push_bind(&row.kind);
                values.push_bind(row.game.stored()).push_bind(row.ply).push_bind(row.version);
                values.push_bind(&row.body).push_bind(row.at.stored()).push_bind(row.due.stored());
                values.push_bind(row.tries).push_bind(row.lead);
            });
            // A message's number follows from its content, so it may exist already.
            query.push(" ON CONFLICT (id) DO NOTHING");
            query.build().execute(&mut *$tx).await?;
        }
    };
}

impl Store {
    /// Puts mails into the outbox.
    pub(crate) async fn post(&self, rows: &[OutboxRow]) -> Result<()> {
        writing!(self, tx => post!(tx, rows));
        Ok(())
    }

    /// Notes how letters were handled, with the answers to them, in one transaction. Letters that are already known are
    /// skipped.
    pub(crate) async fn handled(&self, letters: &[HandledLetter]) -> Result<()> {
        writing!(self, tx => {
            for letter in letters {
                let new = sqlx::query("INSERT INTO letter_in (id, at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING")
                    .bind(&letter.id)
                    .bind(letter.at.stored())
                    .execute(&mut *tx)
                    .await?
                    .rows_affected();
                if new == 0 {
                    continue;
                }
                post!(tx, &letter.answers);
                if let Some(it) = &letter.unconfirmed {
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

    /// Whether a letter has been handled already.
    pub(crate) async fn is_handled(&self, id: &str) -> Result<bool> {
        let found: Option<i64> = reading!(self, pool =>
            // Plan: letter_in.
            sqlx::query_scalar("SELECT at FROM letter_in WHERE id = $1").bind(id).fetch_optional(pool).await?);
        Ok(found.is_some())
    }

    /// The mails that are due, the earliest first.
    pub(crate) async fn due(&self, now: Moment, limit: i64) -> Result<Vec<OutboxRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: outbox_due.
                "SELECT id, member, kind, game, ply, version, body, at, due, tries, lead FROM outbox \
                 WHERE sent IS NULL AND due <= $1 ORDER BY due, at, id LIMIT $2",
            )
            .bind(now.stored())
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// The mails due to a member by `until`.
    pub(crate) async fn due_to(&self, member: MemberId, until: Moment) -> Result<Vec<OutboxRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: outbox_member.
                "SELECT id, member, kind, game, ply, version, body, at, due, tries, lead FROM outbox \
                 WHERE sent IS NULL AND member = $1 AND due <= $2 ORDER BY at, id",
            )
            .bind(member.stored())
            .bind(until.stored())
            .fetch_all(pool)
            .await?))
    }

    /// When the next mail is due.
    pub(crate) async fn next_due(&self) -> Result<Option<Moment>> {
        Stored::read(reading!(self, pool =>
            // Plan: all of outbox_due.
            sqlx::query_scalar("SELECT due FROM outbox WHERE sent IS NULL ORDER BY due LIMIT 1")
                .fetch_optional(pool)
                .await?))
    }

    /// All parts of a mail of ours, by the number of its first row, sent or not.
    pub(crate) async fn parts(&self, lead: i64) -> Result<Vec<OutboxRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: outbox, outbox_lead.
                "SELECT id, member, kind, game, ply, version, body, at, due, tries, lead FROM outbox WHERE id IN \
                 (SELECT id FROM outbox WHERE id = $1 UNION SELECT id FROM outbox WHERE lead = $1) ORDER BY id",
            )
            .bind(lead)
            .fetch_all(pool)
            .await?))
    }

    /// Whether an answer to a member, at `since` or later, shows a match after `ply` plies.
    pub(crate) async fn has_shown(
        &self,
        member: MemberId,
        game: MatchId,
        ply: i64,
        since: Moment,
    ) -> Result<bool> {
        let found: Option<i64> = reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: outbox_answer.
                "SELECT id FROM outbox WHERE kind = 'answer' AND member = $1 AND game = $2 AND ply = $3 AND at >= $4 LIMIT 1",
            )
            .bind(member.stored())
            .bind(game.stored())
            .bind(ply)
            .bind(since.stored())
            .fetch_optional(pool)
            .await?);
        Ok(found.is_some())
    }

    /// Makes rows parts of one mail, whose number is that of `lead`.
    pub(crate) async fn join(&self, ids: &[i64], lead: i64) -> Result<()> {
        // Plan: outbox.
        self.on_rows(ids, "UPDATE outbox SET lead = ", lead).await
    }

    /// Notes that rows were sent. Their contents are deleted, since anybody reading a backup could use a link in them. A
    /// message keeps its body, so that it can be answered.
    pub(crate) async fn sent(&self, ids: &[i64], at: Moment) -> Result<()> {
        let what =
            // Plan: outbox.
            "UPDATE outbox SET body = CASE kind WHEN 'message' THEN body ELSE '' END, sent = ";
        self.on_rows(ids, what, at.stored()).await
    }

    /// Postpones rows until another time, without counting a try.
    pub(crate) async fn postpone(&self, ids: &[i64], due: Moment) -> Result<()> {
        // Plan: outbox.
        self.on_rows(ids, "UPDATE outbox SET due = ", due.stored()).await
    }

    /// Counts a failed try of rows, which are due again at another time.
    pub(crate) async fn retry(&self, ids: &[i64], due: Moment) -> Result<()> {
        // Plan: outbox.
        self.on_rows(ids, "UPDATE outbox SET tries = tries + 1, due = ", due.stored()).await
    }

    async fn on_rows(&self, ids: &[i64], what: &'static str, value: i64) -> Result<()> {
        writing!(self, tx => {
            for some in pieces(ids) {
                let mut query = QueryBuilder::new(what);
                query.push_bind(value).push(" WHERE id IN (");
                let mut list = query.separated(", ");
                for id in some {
                    list.push_bind(*id);
                }
                query.push(")");
                query.build().execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    /// Deletes rows that need not be sent.
    pub(crate) async fn unpost(&self, ids: &[i64]) -> Result<()> {
        writing!(self, tx => {
            for id in ids {
                // Plan: outbox.
                sqlx::query("DELETE FROM outbox WHERE id = $1").bind(id).execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    /// Forgets mails sent, letters received and confirmations asked for before `before`.
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

    /// The letter that waits for its sender's confirmation under a code.
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
            // All reports about one mail count as one letter.
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
