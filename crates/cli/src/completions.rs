use std::io::Write;

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::teach;

/// Print the completions for a shell
#[derive(Args, Debug)]
#[command(after_long_help = teach::completions())]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        // Into memory first: the generator knows no errors, and would panic on a closed pipe.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "crosscut", &mut script);
        Ok(out.write_all(&script)?)
    }
}
