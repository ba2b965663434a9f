use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use crosscut_catalog::Spec;

use crate::teach;

/// Play against the computer
///
/// Takes the whole terminal; where there is none, or with --plain, it asks and answers line by line.
#[derive(Args, Debug)]
#[command(after_long_help = teach::play())]
pub(crate) struct Play {
    /// The game and its options [default: the first game of the list]
    spec: Option<Spec>,
    /// The side you play, by its name [default: the one that moves first]
    #[arg(long, value_name = "NAME")]
    side: Option<String>,
    /// How hard the computer plays, from 1 to 8
    #[arg(long, value_name = "L", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,
    /// Go on with the game of a record
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Line by line, as for screen readers
    #[arg(long)]
    plain: bool,
}

impl Play {
    pub(crate) fn run(self, _out: &mut dyn Write) -> Result<()> {
        bail!("this version cannot play yet")
    }
}
