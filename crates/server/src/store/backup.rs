use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::{Db, Store, unmistakable};
use crate::token;

/// The setting with a token that is new whenever the database was made from a backup.
pub(crate) const RESTORED: &str = "restored";

/// How often copied data is synced to the disk: the more accumulates, the longer a turn waits for it.
const SYNC: Duration = Duration::from_millis(20);

/// Syncs copied data to the disk as it arrives. A single sync at the end would keep every turn waiting for gigabytes.
async fn trickle(name: &str) -> anyhow::Result<()> {
    loop {
        sleep(SYNC).await;
        let name = name.to_string();
        spawn_blocking(move || std::fs::File::open(name)?.sync_data()).await??;
    }
}

/// Copies a database into a file and checks that the copy is sound.
async fn copy_into(read: &sqlx::SqlitePool, name: &str) -> anyhow::Result<()> {
    // An empty file counts as missing, and keeps its permissions: none for others.
    crate::private::open(Path::new(name))?;
    tokio::select! {
        copied = sqlx::query("VACUUM INTO $1").bind(name).execute(read) => { copied?; }
        synced = trickle(name) => synced?,
    }
    std::fs::File::open(name)?.sync_all()?;
    let copy = Store::open_to_read(name).await?;
    let wrong = copy.check(false).await?;
    copy.close().await;
    if let Some(first) = wrong.first() {
        bail!("the copy is damaged, and was not kept: {first}");
    }
    Ok(())
}

impl Store {
    /// Writes a complete and consistent copy of the database into a new file while others continue to use it, and checks that the
    /// copy is sound.
    ///
    /// # Errors
    /// The file exists, cannot be written, is damaged, or the database is not SQLite: PostgreSQL has its own tools.
    pub async fn backup(&self, to: &Path) -> anyhow::Result<()> {
        let Db::Lite { read, .. } = &self.db else {
            bail!("a PostgreSQL database is backed up by its own tools: pg_dump --format=custom");
        };
        let to = &unmistakable(to);
        if to.exists() {
            bail!("{} is there already", to.display());
        }
        // Beside a database of the same name, SQLite would take it for its own.
        let name = to.to_string_lossy();
        if let Some(tail) =
            ["-journal", "-wal", "-shm", ".lock"].iter().find(|it| name.ends_with(**it))
        {
            bail!(
                "{name} would be taken for a part of a database: choose a name that does not end in {tail}"
            );
        }
        // Written next to it and renamed when it is complete: a file of this name is a whole backup or does not exist.
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let name = part.to_str().context("the file's name is not UTF-8")?.to_string();
        if Path::new(&name).exists() {
            std::fs::remove_file(&name)?;
        }
        let made = async {
            copy_into(read, &name).await?;
            std::fs::rename(&name, to)?;
            anyhow::Ok(())
        };
        let made = made.await;
        if made.is_err() {
            // Half a copy is useless, and the disk may be full.
            for tail in ["", "-journal"] {
                let _ = std::fs::remove_file(format!("{name}{tail}"));
            }
        }
        made
    }

    /// Marks a copy that is to become a club's database as restored: numbers given out after the backup will be given out again,
    /// so what was mailed with them must not work for anybody else.
    pub(crate) async fn mark_as_restored(copy: &Path) -> anyhow::Result<()> {
        let options = SqliteConnectOptions::new().filename(unmistakable(copy));
        let mut connection = options.connect().await?;
        sqlx::query(
            "INSERT INTO setting (name, body) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET body = excluded.body",
        )
        .bind(RESTORED)
        .bind(token::token()?)
        .execute(&mut connection)
        .await?;
        // The links that these rows accept were sent before the backup, and no longer work, like all other links.
        // Plan: none, in a copy all of them go.
        // Plan: none, in a copy all of them go.
        for text in ["DELETE FROM undo", "DELETE FROM unconfirmed"] {
            sqlx::query(text).execute(&mut connection).await?;
        }
        connection.close().await?;
        Ok(())
    }

    /// Asks the database itself whether it is sound; `quickly` leaves out comparing indices with their tables.
    pub(crate) async fn check(&self, quickly: bool) -> anyhow::Result<Vec<String>> {
        match &self.db {
            Db::Lite { read, .. } => {
                let text = if quickly { "PRAGMA quick_check" } else { "PRAGMA integrity_check" };
                let lines: Vec<String> = sqlx::query_scalar(text).fetch_all(read).await?;
                Ok(lines.into_iter().filter(|line| line != "ok").collect())
            }
            // PostgreSQL checks pages as it reads them.
            Db::Pg(_) => Ok(Vec::new()),
        }
    }
}
