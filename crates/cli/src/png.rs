use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::{Spec, png};

use crate::start::StartArgs;
use crate::svg::{named, save, scene};
use crate::teach;

/// Draw the position after the given moves as PNG
///
/// The picture is that of `svg`, and identical on every machine.
#[derive(Args, Debug)]
#[command(after_long_help = teach::png())]
pub(crate) struct PngArgs {
    /// The game and its options
    spec: Spec,
    /// The moves in order (- reads them from standard input)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    /// The file to write (- is standard output)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write the names of the empty places on them, in games whose boards have none at the rim
    #[arg(long)]
    names: bool,
    /// Mark what looks connected but is not, and say why below the board
    #[arg(long)]
    explain: bool,
    /// The width of the picture [default: 40 pixels for each point or cell, 80 where cells hold much]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: Option<u32>,
}

impl PngArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        named(&self.output, "png")?;
        let line = self.start.line(self.spec, &self.moves)?;
        save(&self.output, &png(&scene(&line, self.names, self.explain), self.width)?, out)
    }
}
