use std::sync::atomic::Ordering;

use crosscut_club::{MemberId, Moment};
use sqlx::{Postgres, QueryBuilder};

use super::event::{EventRow, pieces};
use super::lines::{
    ChallengeRow, FollowerRow, GameFollowerRow, MatchRow, MemberRow, RatingRow, SeatRow, TallyRow,
};
use super::outbox::OutboxRow;
use super::snapshot::SnapshotRow;
use super::stored::{Stored, row};
use super::{Db, Result, Store, writing_lite};

/// Everything that takes effect in one transaction: events, the answers they give, the lists that show them, and the mails
/// about them.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) events: Vec<EventRow>,
    pub(crate) snapshots: Vec<SnapshotRow>,
    pub(crate) answers: Vec<AnswerRow>,
    pub(crate) matches: Vec<MatchRow>,
    pub(crate) sittings: Vec<SeatRow>,
    pub(crate) challenges: Vec<ChallengeRow>,
    pub(crate) members: Vec<MemberRow>,
    pub(crate) ratings: Vec<RatingRow>,
    pub(crate) tallies: Vec<TallyRow>,
    pub(crate) followers: Vec<FollowerRow>,
    pub(crate) game_followers: Vec<GameFollowerRow>,
    pub(crate) passwords: Vec<PasswordRow>,
    pub(crate) addresses: Vec<NewAddressRow>,
    pub(crate) mails: Vec<OutboxRow>,
}

/// A member's password, as its hash.
#[derive(Clone, Debug)]
pub(crate) struct PasswordRow {
    pub(crate) member: MemberId,
    pub(crate) phc: String,
    pub(crate) at: Moment,
}

/// The address of somebody who joined by a mail from it.
#[derive(Clone, Debug)]
pub(crate) struct NewAddressRow {
    pub(crate) address: String,
    pub(crate) member: MemberId,
    pub(crate) verified: Moment,
    pub(crate) bounces: i64,
}

row! {
    /// The answer to a command, under its key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct AnswerRow {
        /// Who asked, a blank, and the key they gave.
        pub(crate) asked: String,
        pub(crate) at: Moment,
        pub(crate) body: String,
    }
}

/// Every table of a batch: its rows, its name, its columns with PostgreSQL's types, and what happens to a row that already
/// exists.
macro_rules! tables {
    ($insert:ident, $to:ident, $batch:ident) => {
        $insert!($to, $batch.events, "event", "",
            stream: "text", version: "bigint", at: "bigint", who: "text", once: "text", fact: "text");
        $insert!($to, $batch.snapshots, "snapshot",
            " ON CONFLICT (stream) DO UPDATE SET form = excluded.form, version = excluded.version, body = excluded.body",
            stream: "text", form: "bigint", version: "bigint", body: "text");
        $insert!($to, $batch.answers, "answer", "", asked: "text", at: "bigint", body: "text");
        $insert!($to, $batch.matches, "match_line",
            " ON CONFLICT (id) DO UPDATE SET live = excluded.live, people = excluded.people, deadline = excluded.deadline, \
             claimable = excluded.claimable, computer = excluded.computer, turn = excluded.turn, ended = excluded.ended, \
             body = excluded.body",
            id: "bigint", game: "text", public: "bigint", live: "bigint", people: "bigint", deadline: "bigint",
            claimable: "bigint", computer: "bigint", turn: "text", ended: "bigint", body: "text");
        $insert!($to, $batch.sittings, "sitting",
            " ON CONFLICT (player, id) DO UPDATE SET live = excluded.live, game = excluded.game, class = excluded.class, \
             kind = excluded.kind, score = excluded.score",
            player: "text", id: "bigint", live: "bigint", public: "bigint", game: "text", class: "text", kind: "text",
            score: "bigint");
        $insert!($to, $batch.challenges, "challenge_line",
            " ON CONFLICT (id) DO UPDATE SET open = excluded.open",
            id: "bigint", open: "bigint", listed: "bigint", maker: "bigint", aim: "bigint", until: "bigint", body: "text");
        $insert!($to, $batch.members, "member_line",
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, guest = excluded.guest",
            id: "bigint", name: "text", folded: "text", guest: "bigint", joined: "bigint");
        $insert!($to, $batch.ratings, "rating_line",
            " ON CONFLICT (member, game, class) DO UPDATE SET points = excluded.points, \
             deviation = excluded.deviation, body = excluded.body",
            member: "bigint", game: "text", class: "text", points: "float8", deviation: "float8", body: "text");
        $insert!($to, $batch.tallies, "tally",
            " ON CONFLICT (game) DO UPDATE SET first = excluded.first, second = excluded.second, \
             drawn = excluded.drawn",
            game: "text", first: "bigint", second: "bigint", drawn: "bigint");
        $insert!($to, $batch.passwords, "password",
            " ON CONFLICT (member) DO UPDATE SET phc = excluded.phc, at = excluded.at",
            member: "bigint", phc: "text", at: "bigint");
        $insert!($to, $batch.followers, "follower",
            " ON CONFLICT (member, id) DO UPDATE SET live = excluded.live, follow = excluded.follow",
            member: "bigint", id: "bigint", live: "bigint", follow: "text");
        $insert!($to, $batch.game_followers, "patron",
            " ON CONFLICT (member, game) DO UPDATE SET follow = excluded.follow",
            member: "bigint", game: "text", follow: "text");
        $insert!($to, $batch.addresses, "address", " ON CONFLICT DO NOTHING",
            address: "text", member: "bigint", verified: "bigint", bounces: "bigint");
        let mails: Vec<_> = $batch.mails.iter().map(|it| it.columns()).collect();
        $insert!($to, mails, "outbox", "",
            id: "bigint", member: "bigint", kind: "text", game: "bigint", ply: "bigint", version: "bigint",
            body: "text", at: "bigint", due: "bigint", tries: "bigint", lead: "bigint");
    };
}

pub(super) use tables;

/// Inserts rows into SQLite in pieces of few sizes, so that the statements stay prepared.
macro_rules! insert_pieces {
    ($tx:ident, $rows:expr, $table:literal, $end:literal, $first:ident: $_t:literal $(, $column:ident: $_u:literal)+) => {
        for piece in pieces(&$rows) {
            let mut query = QueryBuilder::new(concat!(
                "INSERT INTO ", $table, " (", stringify!($first) $(, ", ", stringify!($column))+, ") "
            ));
            query.push_values(piece, |mut values, row| {
                values.push_bind(row.$first.stored());
                $(values.push_bind(row.$column.stored());)+
            });
            query.push($end);
            query.build().execute(&mut *$tx).await?;
        }
    };
}

/// Adds to PostgreSQL's single statement the insertion of a table's rows, each column as an array.
macro_rules! insert_arrays {
    ($query:ident, $rows:expr, $table:literal, $end:literal, $first:ident: $type:literal $(, $column:ident: $more:literal)+) => {
        if !$rows.is_empty() {
            $query.push(concat!(
                "into_", $table, " AS (INSERT INTO ", $table,
                " (", stringify!($first) $(, ", ", stringify!($column))+, ") SELECT * FROM UNNEST("
            ));
            $query.push_bind($rows.iter().map(|row| row.$first.stored()).collect::<Vec<_>>());
            $query.push(concat!("::", $type, "[]"));
            $(
                $query.push(", ");
                $query.push_bind($rows.iter().map(|row| row.$column.stored()).collect::<Vec<_>>());
                $query.push(concat!("::", $more, "[]"));
            )+
            $query.push(concat!(")", $end, "), "));
        }
    };
}

impl Store {
    /// Writes a batch in one transaction; when this returns, it is on the disk.
    ///
    /// # Errors
    /// Nothing was written; if the connection broke during the commit, the outcome is unknown.
    pub(crate) async fn write(&self, batch: &Batch) -> Result<()> {
        let written = self.write_once(batch).await;
        if !(batch.sittings.is_empty() && batch.ratings.is_empty() && batch.members.is_empty()) {
            self.changed(batch.members.iter().map(|it| it.id));
        }
        if !(batch.matches.is_empty() && batch.challenges.is_empty()) {
            self.changes.fetch_add(1, Ordering::Release);
        }
        written?;
        #[cfg(test)]
        if self.unheard.swap(false, std::sync::atomic::Ordering::Relaxed) {
            return Err(sqlx::Error::PoolClosed);
        }
        Ok(())
    }

    /// Drops what is cached of members' names, of results, and of lists.
    pub(crate) fn changed(&self, members: impl Iterator<Item = MemberId>) {
        self.names.change(members);
        self.results.fetch_add(1, Ordering::Release);
        self.changes.fetch_add(1, Ordering::Release);
    }

    async fn write_once(&self, batch: &Batch) -> Result<()> {
        match &self.db {
            Db::Lite { write, .. } => {
                self.may_write()?;
                writing_lite!(write, tx => { tables!(insert_pieces, tx, batch); });
                Ok(())
            }
            // One statement is one transaction and one round trip, however many rows there are: PostgreSQL is a separate
            // process, and each round trip waits for a processor twice.
            Db::Pg(pool) => {
                self.may_write()?;
                let mut query = QueryBuilder::<Postgres>::new("WITH ");
                tables!(insert_arrays, query, batch);
                query.push("done AS (SELECT 1) SELECT * FROM done");
                query.build().execute(pool).await.map(drop)
            }
        }
    }
}
