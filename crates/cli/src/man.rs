use std::io::Write;

use anyhow::{Context, Result};
use clap::{Args, Command};

use crate::teach;

/// Print the man page of crosscut, or of one of its commands
#[derive(Args, Debug)]
#[command(after_long_help = teach::man())]
pub(crate) struct ManArgs {
    /// The command (two words for a command within a command)
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
}

impl ManArgs {
    /// Prints the page; `command` is the whole program.
    pub(crate) fn run(self, mut command: Command, out: &mut dyn Write) -> Result<()> {
        // Gives every subcommand its full name.
        command.build();
        for name in &self.path {
            command = command
                .find_subcommand(name)
                .with_context(|| format!("{} has no command '{name}'", command.get_name()))?
                .clone();
        }
        Ok(clap_mangen::Man::new(command).render(out)?)
    }
}
