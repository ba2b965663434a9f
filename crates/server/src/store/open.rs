use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row};

use super::{Db, Store};
use crate::private;

/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait for a connection to PostgreSQL. A server that is down is tried again at pauses of up to a fifth of this, so
/// that its return is noticed soon.
const PG_PATIENCE: Duration = Duration::from_secs(3);

/// The idle time after which a connection may have been lost unnoticed: PostgreSQL is seldom restarted within it.
const RESTED: Duration = Duration::from_secs(1);

/// The purpose a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenMode {
    Write,
    Read,
}

/// Whether a file begins like a SQLite database. Source: sqlite.org/fileformat.html, 1.3.
fn is_sqlite(path: &Path) -> std::io::Result<bool> {
    let mut begins = [0; 16];
    let mut file = std::fs::File::open(path)?;
    Ok(std::io::Read::read_exact(&mut file, &mut begins).is_ok() && &begins == b"SQLite format 3\0")
}

/// Whether an existing database has tables, but none of ours.
async fn is_foreign(options: &SqliteConnectOptions) -> sqlx::Result<bool> {
    let mut look = options.clone().read_only(true).connect().await?;
    let rows = sqlx::query("PRAGMA table_list").fetch_all(&mut look).await?;
    look.close().await?;
    let names = rows.iter().map(|row| row.try_get("name"));
    let names = names.collect::<sqlx::Result<Vec<String>>>()?;
    let (mut all, ours) = (names.iter().filter(|it| !it.starts_with("sqlite_")), ["event", "step"]);
    Ok(all.clone().next().is_some() && !all.any(|it| ours.contains(&it.as_str())))
}

/// Makes the database file accessible to us alone, and creates it if it does not exist.
///
/// An empty file is not a new club: otherwise a club whose data is lost would start over unnoticed.
fn prepare(path: &Path) -> anyhow::Result<()> {
    let beside = |tail: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(tail);
        PathBuf::from(name)
    };
    match std::fs::metadata(path) {
        Ok(known) if known.len() == 0 => bail!(
            "it is there and empty: put a backup in its place, or remove it if a new club is to begin"
        ),
        Ok(known) if !known.is_file() => bail!("it is not a file"),
        // Whatever else it is, it is not ours, and is left as it is.
        Ok(_) if !is_sqlite(path)? => bail!("it is not a database of SQLite"),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            if beside("-wal").exists() {
                bail!(
                    "it is not there, but {} is, with what was written last: put both back, or remove this too if a new \
                     club is to begin",
                    beside("-wal").display()
                );
            }
            if let Some(folder) = path.parent() {
                private::make_folder(folder)?;
            }
            tracing::info!("{} is not there: a new club begins", path.display());
            private::open(path)?;
        }
        Err(error) => return Err(error.into()),
    }
    for tail in ["", "-wal", "-shm", ".lock"] {
        private::close(&beside(tail));
    }
    Ok(())
}

/// Whether SQLite would take a path for an address of its own: it opens another file than the one of this name.
fn is_address(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().starts_with(b"file:")
}

/// The file of a database that is not PostgreSQL's, as every command takes it: `club.db` or `sqlite:club.db`.
///
/// # Errors
/// It is not the path of a file.
pub(crate) fn file_of(address: &str) -> anyhow::Result<PathBuf> {
    let path = Path::new(address.strip_prefix("sqlite:").unwrap_or(address));
    // SQLite would read `file:` as an address of its own, whose lock is not the file's.
    if is_address(path) {
        bail!("'{address}' is an address, not a file: write ./{address} if it is called so");
    }
    if address.contains("://") && !address.starts_with("sqlite:") {
        bail!("'{address}' is not a database: give the path of a file, or postgres://..");
    }
    // SQLite's own names for a database that vanishes when it is closed.
    if path.as_os_str().is_empty() || address.contains(":memory:") {
        bail!(
            "'{address}' is not a file: a club that is kept in memory would be lost. Give the path of a file"
        );
    }
    Ok(path.to_owned())
}

/// A path as SQLite opens it, whatever it is called.
pub(crate) fn unmistakable(path: &Path) -> PathBuf {
    if is_address(path) { Path::new(".").join(path) } else { path.to_owned() }
}

/// How much of a SQLite database each reader caches, in kibibytes, and negative as SQLite wants it. The default of 2 MiB is less
/// than the often requested list pages of a club of a million matches.
const CACHE: &str = "-8192";

impl Store {
    /// Opens the database at an address, `postgres://..` or the path of a file, and migrates its tables. A missing file is created.
    ///
    /// # Errors
    /// The database cannot be reached, or was written by a later version.
    pub async fn open(address: &str) -> anyhow::Result<Store> {
        let store = Self::connect(address, OpenMode::Write).await?;
        store.migrate().await?;
        store.read_downtimes().await?;
        Ok(store)
    }

    /// Opens an existing database to read from it.
    pub(crate) async fn open_to_read(address: &str) -> anyhow::Result<Store> {
        let mut store = Self::connect(address, OpenMode::Read).await?;
        // Whether it is a club at all shows when it is read.
        store.older = !store.is_current().await.unwrap_or(false);
        if !store.older {
            store.read_downtimes().await?;
        }
        Ok(store)
    }

    async fn connect(address: &str, r#use: OpenMode) -> anyhow::Result<Store> {
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Self::postgres(address).await;
        }
        let path = &file_of(address)?;
        Self::sqlite(path, r#use)
            .await
            .with_context(|| format!("the database {} cannot be opened", path.display()))
    }

    async fn postgres(address: &str) -> anyhow::Result<Store> {
        let options = PgConnectOptions::from_str(address)
            .context("the address of the database is not understood")?
            .application_name("crosscut");
        let pool = PgPoolOptions::new()
            .max_connections(8)
            .acquire_timeout(PG_PATIENCE)
            // Whether a connection is still alive is tested only after it was idle, not before every statement.
            .test_before_acquire(false)
            .before_acquire(|connection, rested| {
                Box::pin(async move {
                    if RESTED < rested.idle_for {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            // Every statement has one good plan, whatever its values (noted above it): along an index, in its order, as far as
            // needed. With custom plans, which PostgreSQL makes where it expects a gain, planning a page would take longer than
            // reading it; and a bitmap scan would read and sort all matches of a member to find the last few.
            .after_connect(|connection, _| {
                Box::pin(async move {
                    let plans =
                        "SET plan_cache_mode = force_generic_plan; SET enable_bitmapscan = off";
                    sqlx::raw_sql(plans).execute(connection).await.map(drop)
                })
            })
            .connect_with(options)
            .await
            .context("PostgreSQL cannot be reached")?;
        Ok(Store::over(Db::Pg(pool), None))
    }

    async fn sqlite(path: &Path, r#use: OpenMode) -> anyhow::Result<Store> {
        let options = SqliteConnectOptions::new().filename(path).busy_timeout(PATIENCE);
        // One stays open: if the writer's connection were the last to close, SQLite would delete the log next to the database.
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(1)
            .acquire_timeout(PATIENCE);
        let file = Some(path.to_path_buf());
        if r#use == OpenMode::Read {
            // A path that may not be examined may well contain a club.
            let there = path.try_exists();
            if !there.with_context(|| format!("{} cannot be looked at", path.display()))? {
                bail!(
                    "there is no club here: say where it is, with --data FOLDER or --database FILE"
                );
            }
            let read = readers.connect_with(options.read_only(true)).await?;
            return Ok(Store::over(Db::Lite { write: read.clone(), read }, file));
        }
        if path.is_file() && is_sqlite(path)? && is_foreign(&options).await? {
            bail!(
                "it belongs to another program: name a club's database, or a file that is not there"
            );
        }
        prepare(path)?;
        // FULL: a transaction is on the disk before its commit returns, and survives a power failure.
        let options = options
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // Deleted data is overwritten: a member who leaves must be gone from the file, too.
            .pragma("secure_delete", "on")
            .pragma("journal_size_limit", "67108864");
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(PATIENCE)
            // If the database has ended a transaction on its own, for lack of space, say, the driver considers it still open, and
            // no other can begin.
            .after_release(|connection, _| {
                Box::pin(async move {
                    connection.ping().await?;
                    Ok(!connection.is_in_transaction())
                })
            })
            .connect_with(options.clone())
            .await?;
        let reader = options.read_only(true).pragma("cache_size", CACHE);
        let read = readers.connect_lazy_with(reader);
        Ok(Store::over(Db::Lite { write, read }, file))
    }

    /// Closes every connection after its current work.
    pub async fn close(&self) {
        match &self.db {
            Db::Lite { write, read } => {
                read.close().await;
                write.close().await;
            }
            Db::Pg(pool) => pool.close().await,
        }
    }
}
