use std::fs::{File, TryLockError};
use std::time::Duration;

use anyhow::bail;
use sqlx::{Connection, PgConnection};

use super::{Db, Store};

/// The right to write to the club's streams. One process has it; it ends with the process, however that ends.
#[derive(Debug)]
pub(crate) enum Lock {
    File(#[expect(dead_code, reason = "the lock lives as long as the file is open")] File),
    Session(#[expect(dead_code, reason = "the lock lives as long as the connection")] PgConnection),
}

/// How long to wait before each try: PostgreSQL notices a little late that a server has gone, and its lock with it.
const PAUSES_MS: [u64; 4] = [0, 50, 450, 1500];

/// The number of the lock among PostgreSQL's advisory locks: "crosscut" in ASCII.
const NUMBER: i64 = 0x6372_6f73_7363_7574;

impl Store {
    /// Takes the lock, if nobody has it.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub(crate) async fn lock(&self) -> anyhow::Result<Option<Lock>> {
        match &self.db {
            Db::Lite { .. } => {
                let Some(path) = &self.file else { bail!("a database without a file") };
                let mut name = path.clone().into_os_string();
                name.push(".lock");
                let file = crate::private::open(std::path::Path::new(&name))?;
                match file.try_lock() {
                    Ok(()) => Ok(Some(Lock::File(file))),
                    Err(TryLockError::WouldBlock) => Ok(None),
                    Err(TryLockError::Error(error)) => Err(error.into()),
                }
            }
            Db::Pg(pool) => {
                // None of the pool's: that would wait for it when it is closed.
                let mut connection = PgConnection::connect_with(&pool.connect_options()).await?;
                for pause in PAUSES_MS {
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                    let taken: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
                        .bind(NUMBER)
                        .fetch_one(&mut connection)
                        .await?;
                    if taken {
                        return Ok(Some(Lock::Session(connection)));
                    }
                }
                Ok(None)
            }
        }
    }
}
