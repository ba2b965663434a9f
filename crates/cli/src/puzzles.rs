mod check;
mod compose;
mod make;
mod play;

use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::teach;

/// Play, make, compose and check puzzles: positions with exactly one winning move
#[derive(Args, Debug)]
#[command(after_long_help = teach::puzzles())]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Play(play::Play),
    Make(make::Make),
    Compose(compose::Compose),
    Check(check::Check),
}

impl Puzzles {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        match self.what {
            What::Play(it) => it.run(out),
            What::Make(it) => it.run(out),
            What::Compose(it) => it.run(out),
            What::Check(it) => it.run(out),
        }
    }
}
