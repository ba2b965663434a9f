//! The outbox: mails that wait to be sent, and for some weeks those that were.

mod kind;

use crosscut_club::{ChallengeId, MatchId, MemberId, Moment};
use sqlx::QueryBuilder;

use super::event::pieces;
use super::stored::{Stored, row};
use super::{Result, Store, reading, writing};

pub(crate) use kind::{NewsKind, OutboxKind, OutboxReply, ReminderKind, TakenPlies};

/// A mail that waits to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutboxRow {
    /// Its number, from which its Message-ID is known in advance.
    pub(crate) id: i64,
    /// The recipient; [`OutboxRow::NOBODY`] if it goes to an address that it has itself.
    pub(crate) member: MemberId,
    /// What it is about.
    pub(crate) kind: OutboxKind,
    /// The match it is about.
    pub(crate) game: Option<MatchId>,
    /// The number of plies it was written after.
    pub(crate) ply: Option<i64>,
    /// The version of the match, or the number of the challenge.
    pub(crate) version: Option<i64>,
    pub(crate) at: Moment,
    /// When it is to be sent.
    pub(crate) due: Moment,
    /// How often sending it was tried.
    pub(crate) tries: i64,
    /// The first row of the mail it is a part of.
    pub(crate) lead: Option<i64>,
}

row! {
    /// The columns of a row.
    #[derive(Debug)]
    pub(super) struct OutboxColumns {
        pub(super) id: i64,
        pub(super) member: MemberId,
        pub(super) kind: String,
        pub(super) game: Option<MatchId>,
        pub(super) ply: Option<i64>,
        pub(super) version: Option<i64>,
        pub(super) body: String,
        pub(super) at: Moment,
        pub(super) due: Moment,
        pub(super) tries: i64,
        pub(super) lead: Option<i64>,
    }
}

row! {
    /// A part of a mail of ours, sent or not, as far as it matters for an answer to that mail.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct MailPart {
        /// The recipient.
        pub(crate) member: MemberId,
        /// The match it is about.
        pub(crate) game: Option<MatchId>,
        /// The number of plies it was written after.
        pub(crate) ply: Option<i64>,
        /// The challenge it is about, if it is about no match.
        pub(crate) challenge: Option<ChallengeId>,
        /// If it is a message from a member, its body.
        pub(crate) message: Option<String>,
    }
}

impl OutboxRow {
    /// The `member` of mails that go to an address.
    pub(crate) const NOBODY: MemberId = MemberId(0);

    pub(super) fn columns(&self) -> OutboxColumns {
        OutboxColumns {
            id: self.id,
            member: self.member,
            kind: self.kind.stored_kind().to_string(),
            game: self.game,
            ply: self.ply,
            version: self.version,
            body: self.kind.stored_body(),
            at: self.at,
            due: self.due,
            tries: self.tries,
            lead: self.lead,
        }
    }

    fn of(it: OutboxColumns) -> Self {
        OutboxRow {
            id: it.id,
            member: it.member,
            kind: OutboxKind::read(it.kind, it.body),
            game: it.game,
            ply: it.ply,
            version: it.version,
            at: it.at,
            due: it.due,
            tries: it.tries,
            lead: it.lead,
        }
    }
}

impl MailPart {
    /// The name of the member who wrote the message that it is.
    pub(crate) fn writer(&self) -> Option<String> {
        let message: OutboxReply = serde_json::from_str(self.message.as_deref()?).ok()?;
        message.by
    }
}

/// The beginning of a statement that inserts outbox rows.
pub(super) const OUTBOX_INSERT: &str =
    "INSERT INTO outbox (id, member, kind, game, ply, version, body, at, due, tries, lead) ";

/// Inserts outbox rows in a transaction.
macro_rules! post {
    ($tx:ident, $rows:expr) => {
        for piece in $crate::store::event::pieces($rows) {
            let mut query = sqlx::QueryBuilder::new($crate::store::outbox::OUTBOX_INSERT);
            query.push_values(piece, |mut values, row: &$crate::store::OutboxRow| {
                values
                    .push_bind(row.id)
                    .push_bind(row.member.stored())
                    .push_bind(row.kind.stored_kind());
                values.push_bind(row.game.stored()).push_bind(row.ply).push_bind(row.version);
                values
                    .push_bind(row.kind.stored_body())
                    .push_bind(row.at.stored())
                    .push_bind(row.due.stored());
                values.push_bind(row.tries).push_bind(row.lead);
            });
            // A message's number follows from its content, so it may exist already.
            query.push(" ON CONFLICT (id) DO NOTHING");
            query.build().execute(&mut *$tx).await?;
        }
    };
}

pub(super) use post;

impl Store {
    /// Puts mails into the outbox.
    pub(crate) async fn post(&self, rows: &[OutboxRow]) -> Result<()> {
        writing!(self, tx => post!(tx, rows));
        Ok(())
    }

    /// The mails that are due, the earliest first.
    pub(crate) async fn due(&self, now: Moment, limit: i64) -> Result<Vec<OutboxRow>> {
        let rows: Vec<OutboxColumns> = reading!(self, pool =>
            sqlx::query_as(
                // Plan: outbox_due.
                "SELECT id, member, kind, game, ply, version, body, at, due, tries, lead FROM outbox \
                 WHERE sent IS NULL AND due <= $1 ORDER BY due, at, id LIMIT $2",
            )
            .bind(now.stored())
            .bind(limit)
            .fetch_all(pool)
            .await?);
        Ok(rows.into_iter().map(OutboxRow::of).collect())
    }

    /// The mails due to a member by `until`.
    pub(crate) async fn due_to(&self, member: MemberId, until: Moment) -> Result<Vec<OutboxRow>> {
        let rows: Vec<OutboxColumns> = reading!(self, pool =>
            sqlx::query_as(
                // Plan: outbox_member.
                "SELECT id, member, kind, game, ply, version, body, at, due, tries, lead FROM outbox \
                 WHERE sent IS NULL AND member = $1 AND due <= $2 ORDER BY at, id",
            )
            .bind(member.stored())
            .bind(until.stored())
            .fetch_all(pool)
            .await?);
        Ok(rows.into_iter().map(OutboxRow::of).collect())
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
    pub(crate) async fn parts(&self, lead: i64) -> Result<Vec<MailPart>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: outbox, outbox_lead.
                "SELECT member, game, ply, CASE WHEN game IS NULL AND kind IN ('news', 'answer') THEN version END AS challenge, \
                 CASE kind WHEN 'message' THEN body END AS message FROM outbox WHERE id IN \
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
}
