use std::io::Write;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::Spec;

use crate::start::StartArgs;
use crate::teach;

/// Count the sequences of exactly DEPTH legal moves
///
/// A finished game has no more moves, so sequences that end earlier do not count. The number is alone on the last
/// line. Use it to compare the rules with another program's.
#[derive(Args, Debug)]
#[command(after_long_help = teach::perft())]
pub(crate) struct PerftArgs {
    /// The game and its options
    spec: Spec,
    /// How many moves long the sequences are
    #[arg(value_parser = depth)]
    depth: u32,
    /// Moves to play first (- reads them from standard input)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
}

impl PerftArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let line = self.start.line(self.spec, &self.moves)?;
        Ok(writeln!(out, "{}", line.position().perft(self.depth))?)
    }
}

fn depth(text: &str) -> Result<u32, String> {
    text.trim().parse().map_err(|_| "give a number of moves, 0 or more".to_string())
}
