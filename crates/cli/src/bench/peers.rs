use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;

use crate::best::seconds;
use crate::teach;

/// The same random games on other programs, as far as they are installed
#[derive(Args, Debug)]
#[command(after_long_help = teach::peers())]
pub(crate) struct Peers {
    /// How long to measure each
    #[arg(long, value_name = "T", value_parser = seconds, default_value = "2")]
    seconds: Duration,
    /// Print one JSON list instead
    #[arg(long)]
    json: bool,
}

impl Peers {
    pub(crate) fn run(self, _out: &mut dyn Write) -> Result<()> {
        let _ = (self.seconds, self.json);
        bail!("not yet")
    }
}
