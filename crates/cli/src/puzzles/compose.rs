use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use crosscut_catalog::{Limits, Spec};
use crosscut_puzzles::{Fault, PROOF, compose};

use super::make::{add_to, words};
use crate::best::seconds;
use crate::start::StartArgs;
use crate::teach;

/// Make a puzzle from a position, if exactly one move wins in it
///
/// This is proved, and the puzzle is graded.
#[derive(Args, Debug)]
#[command(after_long_help = teach::puzzles_compose())]
pub(crate) struct ComposeArgs {
    /// The game and its options
    spec: Spec,
    /// The moves so far (- reads them from standard input)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    /// How long the proof may take [default: 4 s and 60,000 nodes, so that nobody waits for an answer later on]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Print a line of JSON instead
    #[arg(long)]
    json: bool,
    /// Add it to a file, as a line of JSON
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl ComposeArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let line = self.start.line(self.spec, &self.moves)?;
        let limits = match self.seconds {
            None => PROOF,
            time => Limits { time, nodes: None, ..PROOF },
        };
        let puzzle = compose(&line, &limits).map_err(|fault| match fault {
            Fault::Winning(turns) => {
                anyhow!("this is not a puzzle: {} moves win, {}", turns.len(), turns.join(" "))
            }
            fault => anyhow!("this is not a puzzle: {fault}"),
        })?;
        match &self.out {
            Some(path) => {
                let (mut file, there) = add_to(path)?;
                if there.iter().any(|it| it.id == puzzle.id) {
                    bail!("{} is in {} already", puzzle.id, path.display());
                }
                writeln!(file, "{puzzle}")
                    .with_context(|| format!("{} cannot be written", path.display()))?;
                writeln!(out, "{} was added to {}", puzzle.id, path.display())?;
            }
            None if self.json => writeln!(out, "{puzzle}")?,
            None => writeln!(out, "{}", words(&puzzle)?)?,
        }
        Ok(())
    }
}
