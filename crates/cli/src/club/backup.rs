use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use crosscut_server::{OperatorView, Store, run, run_gently};

use super::place::DatabaseArgs;
use super::teach;

/// Copy the club's database into a file, while it is in use
///
/// The copy is complete, from a single moment, and checked when made. PostgreSQL databases are copied with their own tools.
#[derive(Args, Debug)]
#[command(after_long_help = teach::backup())]
pub(crate) struct BackupArgs {
    /// The file, which must not exist yet
    file: PathBuf,
    #[command(flatten)]
    place: DatabaseArgs,
}

/// Restore a backup, where there is no database
#[derive(Args, Debug)]
#[command(after_long_help = teach::restore())]
pub(crate) struct RestoreArgs {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    place: DatabaseArgs,
}

impl BackupArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        run_gently(async { OperatorView::open(&config).await?.store().backup(&self.file).await })?;
        Ok(writeln!(out, "copied to {}", self.file.display())?)
    }
}

impl RestoreArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        run(Store::restore(&self.file, &config.database))?;
        Ok(writeln!(out, "the database is {}", config.database)?)
    }
}
