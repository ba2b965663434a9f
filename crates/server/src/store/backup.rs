use std::path::Path;

use anyhow::{Context, bail};

use super::{Db, Store};

impl Store {
    /// Writes a whole and consistent copy of the database into a file that is not there yet, while others go on.
    ///
    /// # Errors
    /// The file is there, cannot be written, or the database is not SQLite: PostgreSQL has its own tools.
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
        sqlx::query("VACUUM INTO $1").bind(&name).execute(read).await?;
        std::fs::File::open(&name)?.sync_all()?;
        std::fs::rename(&name, to)?;
        Ok(())
    }

    /// Asks the database itself whether it is sound.
    pub(crate) async fn check(&self) -> anyhow::Result<Vec<String>> {
        match &self.db {
            Db::Lite { read, .. } => {
                let lines: Vec<String> =
                    sqlx::query_scalar("PRAGMA integrity_check").fetch_all(read).await?;
                Ok(lines.into_iter().filter(|line| line != "ok").collect())
            }
            // PostgreSQL checks pages as it reads them.
            Db::Pg(_) => Ok(Vec::new()),
        }
    }
}
