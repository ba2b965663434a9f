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
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    what: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    Play(play::PuzzlePlayArgs),
    Make(make::MakeArgs),
    Compose(compose::ComposeArgs),
    Check(check::PuzzleCheckArgs),
}

impl PuzzlesArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        match self.what {
            PuzzlesCommand::Play(it) => it.run(out),
            PuzzlesCommand::Make(it) => it.run(out),
            PuzzlesCommand::Compose(it) => it.run(out),
            PuzzlesCommand::Check(it) => it.run(out),
        }
    }
}
