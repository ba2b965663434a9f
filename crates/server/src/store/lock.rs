use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::bail;
use sqlx::PgPool;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::{Db, Store};
use crate::token;

/// The right to write to the club's streams. One process has it, until the process ends, however that happens.
#[derive(Debug)]
pub(crate) enum Lock {
    File(#[expect(dead_code, reason = "the lock lives as long as the file is open")] File),
    /// A separate connection, watched over by a task, which reports when another server has taken the lock.
    Session(watch::Receiver<bool>),
}

impl Lock {
    /// Waits until the lock is lost for good; that may never happen.
    pub(crate) async fn lost(&mut self) {
        match self {
            Lock::File(_) => std::future::pending().await,
            Lock::Session(lost) => drop(lost.wait_for(|it| *it).await),
        }
    }
}

/// How long to wait before each try: PostgreSQL notices with some delay that a server, and its lock, has gone.
const PAUSES_MS: [u64; 4] = [0, 50, 450, 1500];
/// How long the connection with the lock may be silent before it is probed.
const QUIET: Duration = Duration::from_secs(5);
/// How long to try to reconnect: PostgreSQL is probed at pauses of up to a fifth of this. Every few tries get more time, for a
/// distant server.
const BRISK: Duration = Duration::from_secs(1);
const BRISK_TRIES: u32 = 8;
/// How often another server may be found with the lock that was ours, each time after all the pauses.
const TRIES: u32 = 5;

/// The number of the lock among PostgreSQL's advisory locks: "crosscut" in ASCII.
const NUMBER: i64 = 0x6372_6f73_7363_7574;
/// The setting that says who had the lock last.
const HOLDER: &str = "lock";

impl Store {
    /// Takes the lock, unless another process has it.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub(crate) async fn lock(&self) -> anyhow::Result<Option<Lock>> {
        match &self.db {
            Db::Lite { .. } => {
                let Some(path) = &self.file else { bail!("a database without a file") };
                // Whichever link leads to it, it is one file.
                let path = path.canonicalize().unwrap_or_else(|_| path.clone());
                warn_of_other_names(&path);
                lock_file(&path)
            }
            Db::Pg(pool) => {
                let Some(mut session) = take(pool, QUIET).await? else { return Ok(None) };
                let word = token::token()?;
                sqlx::query(
                    "INSERT INTO setting (name, body) VALUES ($1, $2) \
                     ON CONFLICT (name) DO UPDATE SET body = excluded.body",
                )
                .bind(HOLDER)
                .bind(&word)
                .execute(&mut session)
                .await?;
                let (tell, lost) = watch::channel(false);
                tokio::spawn(keep(self.clone(), pool.clone(), session, word, tell));
                Ok(Some(Lock::Session(lost)))
            }
        }
    }
}

/// Takes the lock of a database file, whether or not the file exists, unless another process has it.
pub(crate) fn lock_file(database: &Path) -> anyhow::Result<Option<Lock>> {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    let file = crate::private::open(Path::new(&name))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock::File(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// A file with several names (hard links) could be served under each of them without anybody noticing.
fn warn_of_other_names(path: &Path) {
    #[cfg(unix)]
    if let Ok(it) = std::fs::metadata(path)
        && std::os::unix::fs::MetadataExt::nlink(&it) > 1
    {
        tracing::warn!(
            "{} has other names in the file system: never begin a server on one of those",
            path.display()
        );
    }
}

/// A connection with the lock, unless another server has it. `patience` is how long connecting may take.
async fn take(pool: &PgPool, patience: Duration) -> sqlx::Result<Option<PgListener>> {
    // Not from the pool, which would wait for it on closing.
    let own = PgPoolOptions::new().max_connections(1).acquire_timeout(patience);
    let own = own.connect_with(pool.connect_options().as_ref().clone()).await?;
    let mut session = PgListener::connect_with(&own).await?;
    session.eager_reconnect(false);
    for pause in PAUSES_MS {
        sleep(Duration::from_millis(pause)).await;
        // Plan: none, it asks for no rows.
        let taken: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
            .bind(NUMBER)
            .fetch_one(&mut session)
            .await?;
        if taken {
            return Ok(Some(session));
        }
    }
    Ok(None)
}

/// Keeps the lock. When its connection breaks, another server may already have the lock: from then on nothing is written until
/// this process has it again and no other server has had it in between.
async fn keep(
    store: Store,
    pool: PgPool,
    mut session: PgListener,
    word: String,
    tell: watch::Sender<bool>,
) {
    loop {
        tokio::select! {
            () = broken(&mut session) => store.lockless.store(true, Ordering::Relaxed),
            // The lock is no longer wanted.
            () = tell.closed() => return,
        }
        if pool.is_closed() {
            return;
        }
        tracing::error!(
            "the connection that holds the database's lock is gone: nothing is written"
        );
        let again = tokio::select! {
            again = take_again(&pool, &word) => again,
            () = tell.closed() => return,
        };
        match again {
            Some(again) => session = again,
            None => {
                tell.send_replace(true);
                return;
            }
        }
        tracing::warn!("the database's lock is held again, and nobody has had it meanwhile");
        store.lockless.store(false, Ordering::Relaxed);
    }
}

/// Waits until a connection is broken. One that was closed reports it immediately; one behind a pulled cable has to be probed.
async fn broken(session: &mut PgListener) {
    loop {
        match timeout(QUIET, session.try_recv()).await {
            Ok(Ok(Some(_))) => {}
            Ok(_) => return,
            Err(_) => {
                // Plan: none, it asks for no rows.
                let asked = sqlx::query("SELECT 1").execute(&mut *session);
                if !matches!(timeout(QUIET, asked).await, Ok(Ok(_))) {
                    return;
                }
            }
        }
    }
}

/// Takes the lock again as soon as the database can be reached, unless another server has or has had it.
async fn take_again(pool: &PgPool, word: &str) -> Option<PgListener> {
    let (mut held, mut failed) = (0, 0_u32);
    while held < TRIES {
        let brisk = (failed + 1) % BRISK_TRIES != 0;
        match take(pool, if brisk { BRISK } else { QUIET }).await {
            Ok(Some(mut session)) => {
                let last =
                    // Plan: setting.
                    sqlx::query_scalar::<_, String>("SELECT body FROM setting WHERE name = $1");
                match last.bind(HOLDER).fetch_optional(&mut session).await {
                    Ok(last) if last.as_deref() == Some(word) => return Some(session),
                    Ok(_) => return None,
                    Err(_) => {}
                }
            }
            Ok(None) => held += 1,
            Err(_) => {
                failed = failed.wrapping_add(1);
                sleep(Duration::from_millis(PAUSES_MS[1])).await;
            }
        }
    }
    None
}
