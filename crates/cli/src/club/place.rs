use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use crosscut_server::{Config, Settings};

/// Which club: the flags of `crosscut serve` that say where its database is.
#[derive(Args, Clone, Debug)]
pub(crate) struct DatabaseArgs {
    /// The folder of the database [default: crosscut in the user's data folder]
    #[arg(long, env = "CROSSCUT_DATA", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The database: the path of an SQLite file, or postgres://user:password@host/name
    #[arg(
        long,
        env = "CROSSCUT_DATABASE",
        value_name = "ADDRESS",
        hide_env_values = true,
        global = true
    )]
    database: Option<String>,
    /// The file with settings
    #[arg(long, env = "CROSSCUT_CONFIG", value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

impl DatabaseArgs {
    pub(crate) fn config(self) -> Result<Config> {
        let DatabaseArgs { data, database, config } = self;
        Settings { data, database, config, ..Settings::default() }.resolve()
    }
}
