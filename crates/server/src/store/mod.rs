//! The database: the one module that speaks SQL.
//!
//! Every statement is one text for SQLite and PostgreSQL, and every function one body compiled for both. Times are milliseconds
//! since 1970, structures are JSON in text columns. What happened is in the table `event`; every other table is either derived from
//! it (and could be folded again) or concerns access rather than the club: sessions, passwords, answers already given, mails.
//!
//! **Events are the truth, lists are derived.** Of the club's data, only `event` and the few downtimes cannot be computed
//! again. Lists (`match_line`, `sitting`, `rating_line` ..) are written in the same transaction and read with an index each; a turn
//! changes one row. `crosscut doctor` folds everything and compares. The one exception to one text for both is a transaction of the
//! command queue: for PostgreSQL, a separate process, it is a single statement with each column as an array, so that a commit is
//! one round trip however many commands share it.
//!
//! **Nothing that grows is read whole.** Above every statement of the store is its plan: the indices it uses to find its rows. A
//! test (`crates/cli/tests/club/plans.rs`) extracts the plans from the store's own source, asks a club of 30,000 matches in both
//! databases how it would answer, and fails where the plan differs, or where a table that grows with the club is scanned from end
//! to end without a stated reason. A new query and its index in `store/steps` go into the same commit. Neither database replans a
//! statement for the values bound to it: SQLite is compiled that way (`.cargo/config.toml`), PostgreSQL is told so on connecting.
//!
//! **A disk may fail.** A connection to SQLite whose transaction failed is closed, and a new one is opened: after a full disk the
//! driver believes that it is still in a transaction that the database has ended.

mod answer;
mod backup;
mod batch;
mod bulk;
mod derived;
mod downtime;
mod event;
pub(crate) mod fact;
mod known;
mod lines;
mod lock;
mod mail;
mod migrate;
mod names;
mod open;
mod outbox;
mod passkey;
mod people;
mod puzzle;
mod readers;
mod session;
mod setting;
mod snapshot;
mod stored;
#[cfg(test)]
pub(crate) mod tests;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use crosscut_club::{Downtimes, Moment};

use names::Names;
use readers::Readers;

pub(crate) use backup::RESTORED;
pub(crate) use batch::{AnswerRow, Batch, NewAddressRow, PasswordRow};
pub(crate) use derived::OWNED;
pub(crate) use downtime::SHORT;
pub(crate) use event::EventRow;
pub(crate) use known::UndoRow;
pub(crate) use lines::{
    ChallengeRow, FollowerRow, GameFollowerRow, MatchRow, MemberRow, RatingRow, ScoreRow, SeatRow,
    TallyRow, TopRatingRow,
};
pub(crate) use lock::{Lock, lock_file};
pub(crate) use mail::{AddressRow, HandledMail, UnconfirmedRow};
pub use names::Name;
pub(crate) use open::{file_of, unmistakable};
pub(crate) use outbox::{
    MailPart, NewsKind, OutboxKind, OutboxReply, OutboxRow, ReminderKind, TakenPlies,
};
pub(crate) use passkey::PasskeyRow;
pub(crate) use people::{AuditRow, HoldRow, ReportRow, ShutRow};
pub(crate) use puzzle::PuzzleTryRow;
pub use session::Session;
pub(crate) use setting::CLOSED;
pub(crate) use snapshot::SnapshotRow;

/// What can go wrong in the database.
pub(crate) type Result<T> = std::result::Result<T, sqlx::Error>;

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    db: Db,
    /// Shares out the connections that read.
    readers: Arc<Readers>,
    /// The database file, if it is one.
    file: Option<PathBuf>,
    /// Whether this process has lost its lock: then nothing is written.
    lockless: Arc<AtomicBool>,
    /// Whether the tables are an earlier version's, so that only what has always been there can be read.
    older: bool,
    /// The members' names.
    names: Arc<Names>,
    /// How often matches have begun or ended, or ratings or names have changed.
    results: Arc<AtomicU64>,
    /// How often matches, challenges or members have changed.
    changes: Arc<AtomicU64>,
    /// The periods in which nobody could play.
    downtimes: Arc<RwLock<Arc<Downtimes>>>,
    /// Since when nothing can be written, if writing fails.
    fails: Arc<Mutex<Option<Moment>>>,
    /// Whether the next batch is written but reported as failed, as when the connection breaks during a commit.
    #[cfg(test)]
    pub(crate) unheard: Arc<AtomicBool>,
    /// Whether nothing can be written, as on a full disk.
    #[cfg(test)]
    pub(crate) full: Arc<AtomicBool>,
}

impl Store {
    fn over(db: Db, file: Option<PathBuf>) -> Self {
        let readers = match &db {
            Db::Lite { read, .. } => read.options().get_max_connections(),
            Db::Pg(pool) => pool.options().get_max_connections(),
        };
        Store {
            db,
            readers: Arc::new(Readers::new(readers)),
            file,
            lockless: Arc::default(),
            older: false,
            names: Arc::default(),
            results: Arc::default(),
            changes: Arc::default(),
            downtimes: Arc::default(),
            fails: Arc::default(),
            #[cfg(test)]
            unheard: Arc::default(),
            #[cfg(test)]
            full: Arc::default(),
        }
    }

    /// From now on, no network takes more than its share of the reading connections.
    pub(crate) fn share_out(&self) {
        self.readers.share();
    }

    /// Reads without ever finishing before its deadline.
    #[cfg(test)]
    pub(crate) async fn read_for_ever(&self) -> Result<()> {
        self.readers.in_queue(std::future::pending()).await
    }

    /// A number that changes whenever matches have begun or ended, or ratings or names have changed: what was shown of them at the
    /// same number is still true.
    pub(crate) fn results(&self) -> u64 {
        self.results.load(Ordering::Acquire)
    }

    /// A number that changes whenever a match, a challenge or a member has changed: what was read of all of them at the same number
    /// is still true.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Refuses to write while another server may be writing.
    fn may_write(&self) -> Result<()> {
        #[cfg(test)]
        if self.full.load(Ordering::Relaxed) {
            return Err(sqlx::Error::PoolTimedOut);
        }
        if self.lockless.load(Ordering::Relaxed) {
            return Err(sqlx::Error::PoolClosed);
        }
        Ok(())
    }
}

/// The connections: SQLite has one that writes and some that read.
#[derive(Clone, Debug)]
enum Db {
    Lite { write: sqlx::SqlitePool, read: sqlx::SqlitePool },
    Pg(sqlx::PgPool),
}

/// Compiles one body for both databases, and runs it when the caller's turn has come: `$pool` is a pool to read from.
macro_rules! reading {
    ($store:expr, $pool:ident => $body:expr) => {
        $store
            .readers
            .in_queue(async {
                crate::store::Result::Ok(match &$store.db {
                    crate::store::Db::Lite { read: $pool, .. } => $body,
                    crate::store::Db::Pg($pool) => $body,
                })
            })
            .await?
    };
}

/// A transaction of SQLite's, committed if the body succeeds.
macro_rules! writing_lite {
    ($write:ident, $tx:ident => $body:expr) => {{
        let mut connection = $write.acquire().await?;
        let written: sqlx::Result<_> = async {
            let mut $tx = sqlx::Connection::begin_with(&mut *connection, "BEGIN IMMEDIATE").await?;
            let done = $body;
            $tx.commit().await?;
            Ok(done)
        }
        .await;
        // The state a failed disk has left in the connection is unknown: the next transaction gets a new one.
        if written.is_err() {
            connection.close_on_drop();
        }
        written?
    }};
}

/// A transaction on either database, committed if the body succeeds.
macro_rules! writing {
    ($store:expr, $tx:ident => $body:expr) => {
        match &$store.db {
            crate::store::Db::Lite { write, .. } => {
                $store.may_write()?;
                crate::store::writing_lite!(write, $tx => $body)
            }
            crate::store::Db::Pg(pool) => {
                $store.may_write()?;
                let mut $tx = pool.begin().await?;
                let done = $body;
                $tx.commit().await?;
                done
            }
        }
    };
}

pub(crate) use {reading, writing, writing_lite};

/// Whether the database says that the disk is full.
pub(crate) fn is_full(error: &sqlx::Error) -> bool {
    use sqlx::postgres::PgDatabaseError;
    use sqlx::sqlite::SqliteError;
    let sqlx::Error::Database(error) = error else { return false };
    if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
        return error.code() == "53100";
    }
    let Some(error) = error.try_downcast_ref::<SqliteError>() else { return false };
    let code = sqlx::error::DatabaseError::code(error).and_then(|it| it.parse::<i32>().ok());
    code.is_some_and(|it| it & 0xff == 13)
}

/// Whether the database failed because its disk is full, broken or read-only, or because PostgreSQL lacks resources or is being
/// stopped: the failure has nothing to do with the query, which may succeed later.
pub(crate) fn is_of_the_disk(error: &sqlx::Error) -> bool {
    use sqlx::postgres::PgDatabaseError;
    use sqlx::sqlite::SqliteError;
    let sqlx::Error::Database(error) = error else { return false };
    if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
        // Insufficient resources, an operator's intervention, a system error.
        return ["53", "57", "58"].contains(&&error.code()[..2]);
    }
    let Some(error) = error.try_downcast_ref::<SqliteError>() else { return false };
    let code = sqlx::error::DatabaseError::code(error).and_then(|it| it.parse::<i32>().ok());
    // NOMEM, READONLY, IOERR, CORRUPT (which also covers some pages that could not be read), FULL and CANTOPEN, each with details
    // in the higher bits.
    code.is_some_and(|it| [7, 8, 10, 11, 13, 14].contains(&(it & 0xff)))
}
