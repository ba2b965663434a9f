use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Args;
use crosscut_arena::memory;
use crosscut_catalog::Limits;
use crosscut_puzzles::{Puzzle, likeness, prove, shipped};

use crate::best::seconds;
use crate::check::BadRecords;
use crate::{start, teach};

/// Prove puzzles again: exactly one move wins in each, and none occurs twice
///
/// The exit status is 1 if one is bad, or cannot be proved within the limits.
#[derive(Args, Debug)]
#[command(after_long_help = teach::puzzles_check())]
pub(crate) struct PuzzleCheckArgs {
    /// A file of puzzles (- is standard input) [default: those that come with the program]
    file: Option<PathBuf>,
    /// How long one proof may take
    #[arg(long, value_name = "T", value_parser = seconds, default_value = "60")]
    seconds: Duration,
    /// How much memory its table may take, such as 64M or 2G
    #[arg(long, value_name = "M", default_value = "256M", value_parser = memory)]
    memory: usize,
    /// Only every Nth puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// The puzzles of a file.
pub(super) fn read(file: &Path) -> Result<Vec<Puzzle>> {
    let text = start::read(file)?;
    crosscut_puzzles::read(&text)
        .map_err(|(line, fault)| anyhow!("{}, line {line}: {fault}", file.display()))
}

impl PuzzleCheckArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let puzzles = match &self.file {
            Some(file) => read(file)?,
            None => shipped().to_vec(),
        };
        let limits = Limits {
            time: Some(self.seconds),
            memory: self.memory,
            threads: 1,
            ..Limits::default()
        };
        let watched = std::io::stderr().is_terminal();
        let (mut bad, mut all, mut nodes) = (0, 0, 0);
        let mut alike: BTreeMap<(String, u64), String> = BTreeMap::new();
        for (at, puzzle) in
            puzzles.iter().enumerate().filter(|(at, _)| at % self.every as usize == 0)
        {
            if watched {
                let _ = write!(std::io::stderr(), "\r{at} of {}\x1b[K", puzzles.len());
            }
            all += 1;
            let mut problem = match prove(puzzle, &limits) {
                Ok(proof) => {
                    nodes += proof.nodes;
                    None
                }
                Err(fault) => Some(fault.to_string()),
            };
            if let Ok(line) = puzzle.line() {
                let like = likeness(&line.spec().card(), line.position());
                let before = alike.insert((puzzle.spec.clone(), like), puzzle.id.clone());
                problem = problem
                    .or_else(|| before.map(|it| format!("it is {it} again, turned or mirrored")));
            }
            if let Some(problem) = problem {
                bad += 1;
                writeln!(out, "{}: {problem}", puzzle.id)?;
            }
        }
        if watched {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        if bad > 0 {
            out.flush()?;
            return Err(BadRecords { bad, all }.into());
        }
        let are = if all == 1 { "puzzle is" } else { "puzzles are" };
        Ok(writeln!(out, "{all} {are} proved ({nodes} nodes)")?)
    }
}
