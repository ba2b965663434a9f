use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use crosscut_server::{OperatorView, Store, run, run_gently};

use super::place::Place;
use super::teach;

/// Copy the club's database into a file, while it is in use
///
/// The copy is whole and of one moment, and is checked when it is made. PostgreSQL databases are copied by their own tools.
#[derive(Args, Debug)]
#[command(after_long_help = teach::backup())]
pub(crate) struct Backup {
    /// The file, which must not be there yet
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Put a backup in the place of a database that is not there
#[derive(Args, Debug)]
#[command(after_long_help = teach::restore())]
pub(crate) struct Restore {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

impl Backup {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        run_gently(async { OperatorView::open(&config).await?.store().backup(&self.file).await })?;
        Ok(writeln!(out, "copied to {}", self.file.display())?)
    }
}

impl Restore {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        run(Store::restore(&self.file, &config.database))?;
        Ok(writeln!(out, "the database is {}", config.database)?)
    }
}
