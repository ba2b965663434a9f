//! What operators manage: holds, shut networks, roles, the audit log, and reports.

use crosscut_club::{MatchId, MemberId, Moment};

use super::event::EventRow;
use super::stored::{Stored, row};
use super::{Result, Store, reading, writing};

row! {
    /// A member who is banned or muted.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct HoldRow {
        pub(crate) member: MemberId,
        /// `ban` or `mute`.
        pub(crate) kind: String,
        pub(crate) since: Moment,
        /// The end of the hold; without one it is permanent.
        pub(crate) until: Option<Moment>,
        pub(crate) reason: String,
    }
}

row! {
    /// A network from which nobody is admitted.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct ShutRow {
        pub(crate) network: String,
        pub(crate) since: Moment,
        pub(crate) reason: String,
    }
}

row! {
    /// An operator's action.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct AuditRow {
        /// Its number, from 1.
        pub(crate) number: i64,
        /// When.
        pub(crate) at: Moment,
        /// The operator.
        pub(crate) who: String,
        /// The action.
        pub(crate) what: String,
        /// The member or thing it was done to.
        pub(crate) whom: String,
        /// The reason they gave.
        pub(crate) why: String,
    }
}

row! {
    /// A member's report to the operators.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct ReportRow {
        pub(crate) number: i64,
        pub(crate) at: Moment,
        pub(crate) reporter: MemberId,
        /// The member it is about.
        pub(crate) whom: Option<MemberId>,
        /// The match it is about.
        pub(crate) game: Option<MatchId>,
        /// The number of the reported remark, from 1.
        pub(crate) remark: Option<i64>,
        /// What was said there, at the time of the report.
        pub(crate) quote: String,
        /// The reason, one of a fixed list.
        pub(crate) cause: String,
        /// The reporter's own words about it.
        pub(crate) words: String,
    }
}

impl Store {
    /// All holds that were not lifted.
    pub(crate) async fn holds(&self) -> Result<Vec<HoldRow>> {
        Ok(reading!(self, pool =>
            // Plan: all of hold.
            sqlx::query_as("SELECT member, kind, since, until, reason FROM hold ORDER BY since, member")
                .fetch_all(pool)
                .await?))
    }

    /// Bans or mutes a member, replacing their earlier hold of that kind.
    pub(crate) async fn hold(&self, it: &HoldRow) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(
                "INSERT INTO hold (member, kind, since, until, reason) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (member, kind) DO UPDATE SET since = excluded.since, until = excluded.until, \
                 reason = excluded.reason",
            )
            .bind(it.member.stored())
            .bind(&it.kind)
            .bind(it.since.stored())
            .bind(it.until.stored())
            .bind(&it.reason)
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }

    /// Lifts a hold; returns whether there was one.
    pub(crate) async fn let_go(&self, member: MemberId, kind: &str) -> Result<bool> {
        Ok(writing!(self, tx =>
            // Plan: hold.
            sqlx::query("DELETE FROM hold WHERE member = $1 AND kind = $2")
                .bind(member.stored())
                .bind(kind)
                .execute(&mut *tx)
                .await?
                .rows_affected())
            > 0)
    }

    /// The networks that are shut out.
    pub(crate) async fn shut_networks(&self) -> Result<Vec<ShutRow>> {
        Ok(reading!(self, pool =>
            // Plan: all of shut.
            sqlx::query_as("SELECT network, since, reason FROM shut ORDER BY since, network")
                .fetch_all(pool)
                .await?))
    }

    /// Shuts a network out.
    pub(crate) async fn shut(&self, it: &ShutRow) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(
                "INSERT INTO shut (network, since, reason) VALUES ($1, $2, $3) \
                 ON CONFLICT (network) DO UPDATE SET reason = excluded.reason",
            )
            .bind(&it.network)
            .bind(it.since.stored())
            .bind(&it.reason)
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }

    /// Admits a network again; returns whether it was shut out.
    pub(crate) async fn open_network(&self, network: &str) -> Result<bool> {
        Ok(writing!(self, tx =>
            // Plan: shut.
            sqlx::query("DELETE FROM shut WHERE network = $1")
                .bind(network)
                .execute(&mut *tx)
                .await?
                .rows_affected())
            > 0)
    }

    /// Every member with a role, and the role.
    pub(crate) async fn roles(&self) -> Result<Vec<(MemberId, String)>> {
        Stored::read(reading!(self, pool =>
            // Plan: all of role.
            sqlx::query_as("SELECT member, role FROM role ORDER BY member").fetch_all(pool).await?))
    }

    /// Gives a member a role, or removes it.
    pub(crate) async fn set_role(&self, member: MemberId, role: Option<&str>) -> Result<()> {
        writing!(self, tx => {
            match role {
                None => {
                    // Plan: role.
                    sqlx::query("DELETE FROM role WHERE member = $1").bind(member.stored()).execute(&mut *tx).await?;
                }
                Some(role) => {
                    sqlx::query(
                        "INSERT INTO role (member, role) VALUES ($1, $2) \
                         ON CONFLICT (member) DO UPDATE SET role = excluded.role",
                    )
                    .bind(member.stored())
                    .bind(role)
                    .execute(&mut *tx)
                    .await?;
                }
            }
        });
        Ok(())
    }

    /// Records an operator's action; returns the number it is given here.
    pub(crate) async fn note_deed(&self, it: &AuditRow) -> Result<i64> {
        Ok(writing!(self, tx =>
            sqlx::query_scalar(
                "INSERT INTO audit (number, at, who, what, whom, why) \
                 SELECT COALESCE(MAX(number), 0) + 1, $1, $2, $3, $4, $5 FROM audit RETURNING number",
            )
            .bind(it.at.stored())
            .bind(&it.who)
            .bind(&it.what)
            .bind(&it.whom)
            .bind(&it.why)
            .fetch_one(&mut *tx)
            .await?))
    }

    /// Notes that an action begun is done, with what it was and to whom; or deletes it, because it was refused.
    pub(crate) async fn note_done(&self, number: i64, done: Option<(&str, &str)>) -> Result<()> {
        writing!(self, tx => {
            match done {
                Some((what, whom)) => {
                    // Plan: audit.
                    sqlx::query("UPDATE audit SET what = $2, whom = $3 WHERE number = $1")
                        .bind(number)
                        .bind(what)
                        .bind(whom)
                        .execute(&mut *tx)
                        .await?;
                }
                None => {
                    // Plan: audit.
                    sqlx::query("DELETE FROM audit WHERE number = $1").bind(number).execute(&mut *tx).await?;
                }
            }
        });
        Ok(())
    }

    /// The actions before a number, the latest first.
    pub(crate) async fn audit(&self, before: i64, limit: i64) -> Result<Vec<AuditRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: audit.
                "SELECT number, at, who, what, whom, why FROM audit WHERE number < $1 ORDER BY number DESC LIMIT $2",
            )
            .bind(before)
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// Stores a report, unless an earlier one by the same member about the same thing is still open; returns whether it
    /// is new.
    pub(crate) async fn report(&self, it: &ReportRow) -> Result<bool> {
        Ok(writing!(self, tx => {
            let same: i64 = sqlx::query_scalar(
                // Plan: all of report_open.
                "SELECT COUNT(*) FROM report WHERE done IS NULL AND reporter = $1 AND COALESCE(whom, 0) = $2 \
                 AND COALESCE(game, 0) = $3 AND COALESCE(remark, 0) = $4 AND quote = $5",
            )
            .bind(it.reporter.stored())
            .bind(it.whom.stored().unwrap_or(0))
            .bind(it.game.stored().unwrap_or(0))
            .bind(it.remark.unwrap_or(0))
            .bind(&it.quote)
            .fetch_one(&mut *tx)
            .await?;
            if same == 0 {
                sqlx::query(
                    "INSERT INTO report (number, at, reporter, whom, game, remark, quote, cause, words) \
                     SELECT COALESCE(MAX(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8 FROM report",
                )
                .bind(it.at.stored())
                .bind(it.reporter.stored())
                .bind(it.whom.stored())
                .bind(it.game.stored())
                .bind(it.remark)
                .bind(&it.quote)
                .bind(&it.cause)
                .bind(&it.words)
                .execute(&mut *tx)
                .await?;
            }
            same == 0
        }))
    }

    /// The open reports: members' before guests', and within both the oldest first.
    pub(crate) async fn open_reports(&self, limit: i64) -> Result<Vec<ReportRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: all of report_open, member_line, address_member.
                "SELECT number, at, reporter, whom, game, remark, quote, cause, words FROM report \
                 WHERE done IS NULL \
                 ORDER BY COALESCE((SELECT guest FROM member_line WHERE id = reporter), 1), \
                 CASE WHEN EXISTS (SELECT 1 FROM address WHERE member = reporter AND verified IS NOT NULL) THEN 0 ELSE 1 END, \
                 number LIMIT $1",
            )
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// How many reports are open.
    pub(crate) async fn count_open_reports(&self) -> Result<i64> {
        Ok(reading!(self, pool =>
            // Plan: all of report_open.
            sqlx::query_scalar("SELECT COUNT(*) FROM report WHERE done IS NULL")
                .fetch_one(pool)
                .await?))
    }

    /// A member's reports, the oldest first.
    pub(crate) async fn reports_by(&self, member: MemberId) -> Result<Vec<ReportRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: all of report: a copy of what the club knows of somebody.
                "SELECT number, at, reporter, whom, game, remark, quote, cause, words FROM report \
                 WHERE reporter = $1 ORDER BY number",
            )
            .bind(member.stored())
            .fetch_all(pool)
            .await?))
    }

    /// Notes the outcome of reports that are still open.
    pub(crate) async fn close_reports(
        &self,
        numbers: &[i64],
        done: &str,
        at: Moment,
    ) -> Result<()> {
        writing!(self, tx => {
            for number in numbers {
                // Plan: report.
                sqlx::query("UPDATE report SET done = $2, done_at = $3 WHERE number = $1 AND done IS NULL")
                    .bind(number)
                    .bind(done)
                    .bind(at.stored())
                    .execute(&mut *tx)
                    .await?;
            }
        });
        Ok(())
    }

    /// Notes the outcome of all reports by a member up to a number; returns how many of them were still open.
    pub(crate) async fn close_reports_by(
        &self,
        reporter: MemberId,
        last: i64,
        done: &str,
        at: Moment,
    ) -> Result<u64> {
        Ok(writing!(self, tx =>
            sqlx::query(
                // Plan: report_open.
                "UPDATE report SET done = $3, done_at = $4 WHERE done IS NULL AND reporter = $1 AND number <= $2",
            )
            .bind(reporter.stored())
            .bind(last)
            .bind(done)
            .bind(at.stored())
            .execute(&mut *tx)
            .await?
            .rows_affected()))
    }

    /// Forgets reports that were closed before a moment.
    pub(crate) async fn forget_reports(&self, before: Moment) -> Result<()> {
        writing!(self, tx => {
            // Plan: all of report: once an hour, what members ever reported in a year.
            sqlx::query("DELETE FROM report WHERE done_at < $1").bind(before.stored()).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Overwrites stored events: their contents are redacted, their places stay.
    pub(crate) async fn rewrite(&self, rows: &[EventRow]) -> Result<()> {
        writing!(self, tx => {
            for row in rows {
                // Plan: event.
                sqlx::query("UPDATE event SET who = $3, fact = $4 WHERE stream = $1 AND version = $2")
                    .bind(&row.stream)
                    .bind(row.version)
                    .bind(&row.who)
                    .bind(&row.fact)
                    .execute(&mut *tx)
                    .await?;
                // The snapshot would still contain the redacted text.
                // Plan: snapshot.
                sqlx::query("DELETE FROM snapshot WHERE stream = $1")
                    .bind(&row.stream)
                    .execute(&mut *tx)
                    .await?;
            }
        });
        Ok(())
    }

    /// Forgets guests who joined and were last seen before a moment and have no match in progress: their sessions and
    /// puzzle results go; and so do the guests themselves, if others can see no trace of them. Returns how many of
    /// both, and who is gone entirely.
    pub(crate) async fn purge_guests(&self, before: Moment) -> Result<(u64, Vec<MemberId>)> {
        /// Traces of a guest that others can see.
        // Plan: none, it is a part of the next.
        const TRACES: &str = "SELECT 1 FROM sitting WHERE player = 'member/' || guest.id \
             UNION ALL SELECT 1 FROM challenge_line WHERE maker = guest.id OR aim = guest.id \
             UNION ALL SELECT 1 FROM report WHERE reporter = guest.id OR whom = guest.id \
             UNION ALL SELECT 1 FROM hold WHERE member = guest.id \
             UNION ALL SELECT 1 FROM follower WHERE member = guest.id \
             UNION ALL SELECT 1 FROM event WHERE who = 'member/' || guest.id AND fact LIKE '{\"fact\":\"said\"%'";
        let gone = format!(
            // Plan: none, once a day all guests are looked at.
            "SELECT guest.id FROM member_line AS guest WHERE guest.guest = 1 AND guest.joined < $1 \
             AND guest.id < (SELECT MAX(id) FROM member_line) \
             AND NOT EXISTS (SELECT 1 FROM session WHERE member = guest.id AND seen >= $1) \
             AND NOT EXISTS ({TRACES})"
        );
        // Plan: member_line_folded, session_member, sitting_live, puzzle_try: once a day all guests are looked at.
        let idle = "SELECT guest.id FROM member_line AS guest WHERE guest.guest = 1 AND guest.joined < $1 \
             AND NOT EXISTS (SELECT 1 FROM session WHERE member = guest.id AND seen >= $1) \
             AND NOT EXISTS (SELECT 1 FROM sitting WHERE player = 'member/' || guest.id AND live = 1) \
             AND (EXISTS (SELECT 1 FROM session WHERE member = guest.id) \
                  OR EXISTS (SELECT 1 FROM puzzle_try WHERE member = guest.id))";
        Ok(writing!(self, tx => {
            let gone: Vec<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(gone))
                .bind(before.stored())
                .fetch_all(&mut *tx)
                .await?;
            let idle: Vec<i64> = sqlx::query_scalar(idle).bind(before.stored()).fetch_all(&mut *tx).await?;
            for id in gone.iter().chain(&idle) {
                for table in ["session", "puzzle_try", "puzzle_day"] {
                    // Plan: none, the table is one of several, and is read by its key or by an index of it.
                    let words = format!("DELETE FROM {table} WHERE member = $1");
                    sqlx::query(sqlx::AssertSqlSafe(words)).bind(id).execute(&mut *tx).await?;
                }
            }
            for id in &gone {
                for table in ["event", "snapshot"] {
                    // Plan: none, the table is one of several, and is read by its key or by an index of it.
                    let words = format!("DELETE FROM {table} WHERE stream = $1");
                    sqlx::query(sqlx::AssertSqlSafe(words))
                        .bind(format!("member/{id}"))
                        .execute(&mut *tx)
                        .await?;
                }
                // Plan: member_line.
                sqlx::query("DELETE FROM member_line WHERE id = $1").bind(id).execute(&mut *tx).await?;
            }
            let idle = idle.iter().filter(|it| !gone.contains(it)).count() as u64;
            (gone.len() as u64 + idle, Vec::<MemberId>::read(gone)?)
        }))
    }
}
