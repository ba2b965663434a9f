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
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Playouts(playouts::Playouts),
    Peers(peers::Peers),
    Search(search::Search),
    Solves(solves::Solves),
}

impl Bench {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        match self.what {
            What::Playouts(it) => it.run(out),
            What::Peers(it) => it.run(out),
            What::Search(it) => it.run(out),
            What::Solves(it) => it.run(out),
        }
    }
}

/// An error if the measurement was interrupted.
fn stopped() -> Result<()> {
    Ok(Stopped::or_done(|| {
        "Stopped. The figures are those measured so far; the same command starts over.".to_string()
    })?)
}
