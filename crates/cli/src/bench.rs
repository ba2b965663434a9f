mod peers;
mod playouts;
mod search;
mod solves;

use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::interrupt::Stopped;
use crate::teach;

/// Measure how fast the games are played, searched and solved
#[derive(Args, Debug)]
#[command(after_long_help = teach::bench())]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    what: BenchCommand,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    Playouts(playouts::PlayoutsArgs),
    Peers(peers::PeersArgs),
    Search(search::SearchArgs),
    Solves(solves::SolvesArgs),
}

impl BenchArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        match self.what {
            BenchCommand::Playouts(it) => it.run(out),
            BenchCommand::Peers(it) => it.run(out),
            BenchCommand::Search(it) => it.run(out),
            BenchCommand::Solves(it) => it.run(out),
        }
    }
}

/// An error if the measurement was interrupted.
fn stopped() -> Result<()> {
    Ok(Stopped::or_done(|| {
        "Stopped. The figures are those measured so far; the same command starts over.".to_string()
    })?)
}
