use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::{Db, Store};

/// How often what was copied is brought to the disk.
const SYNC: Duration = Duration::from_millis(100);

/// Brings what was copied to the disk as it comes. All of it at the end would keep every turn waiting behind gigabytes.
async fn trickle(name: &str) -> anyhow::Result<()> {
    loop {
        sleep(SYNC).await;
        let name = name.to_string();
        spawn_blocking(move || std::fs::File::open(name)?.sync_data()).await??;
    }
}

impl Store {
    /// Writes a whole and consistent copy of the database into a file that is not there yet, while others go on, and looks
    /// whether it is sound.
    ///
    /// # Errors
    /// The file is there, cannot be written, is damaged, or the database is not SQLite: PostgreSQL has its own tools.
    pub async fn backup(&self, to: &Path) -> anyhow::Result<()> {
        let Db::Lite { read, .. } = &self.db else {
            bail!("a PostgreSQL database is backed up by its own tools: pg_dump --format=custom");
        };
        if to.exists() {
            bail!("{} is there already", to.display());
        }
        // Written beside it and renamed when it is whole: a file of this name is a backup or is not there.
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let name = part.to_str().context("the file's name is not UTF-8")?.to_string();
        if Path::new(&name).exists() {
            std::fs::remove_file(&name)?;
        }
        // An empty file is taken for none, and keeps what it lets others do: nothing.
        crate::private::open(Path::new(&name))?;
        tokio::select! {
            copied = sqlx::query("VACUUM INTO $1").bind(&name).execute(read) => { copied?; }
            synced = trickle(&name) => synced?,
        }
        std::fs::File::open(&name)?.sync_all()?;
        let copy = Store::open_to_read(&name).await?;
        let wrong = copy.check(false).await?;
        copy.close().await;
        if let Some(first) = wrong.first() {
            bail!("the copy is damaged, and was not kept: {first}");
        }
        std::fs::rename(&name, to)?;
        Ok(())
    }

    /// Asks the database itself whether it is sound; quickly, without comparing indices with their tables.
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
