use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use crosscut_catalog::{Spec, Stopwatch};
use crosscut_puzzles::{Maker, PROOF, Puzzle, shipped};

use crate::best::seconds;
use crate::interrupt::{self, Stopped};
use crate::teach;

/// Find puzzles in games that the computer plays against itself
///
/// Each is proved and graded. The same seed finds the same puzzles, as long as no proof runs into its time limit.
#[derive(Args, Debug)]
#[command(after_long_help = teach::puzzles_make())]
pub(crate) struct MakeArgs {
    /// The game and its options; proofs need small boards, or games that are nearly over
    spec: Spec,
    /// How many to find
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: usize,
    /// Random seed of the games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How long it may take [default: as long as it takes]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Print lines of JSON instead
    #[arg(long)]
    json: bool,
    /// Add them to a file, as lines of JSON; puzzles already in it are not found again
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl MakeArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let mut maker = Maker::new(self.spec.clone(), self.seed, PROOF);
        shipped().iter().for_each(|it| maker.note(it));
        let mut file = match &self.out {
            None => None,
            Some(path) => {
                let (file, there) = add_to(path)?;
                there.iter().for_each(|it| maker.note(it));
                Some(file)
            }
        };
        let (watch, watched) = (Stopwatch::start(), std::io::stderr().is_terminal());
        interrupt::heed();
        let mut found = 0;
        while found < self.count {
            let mut shown = Duration::ZERO;
            let next = maker.next(&mut |progress| {
                let time = watch.elapsed();
                if watched && time > shown + Duration::from_millis(300) {
                    shown = time;
                    // Nothing is lost if this cannot be shown.
                    let _ = write!(
                        std::io::stderr(),
                        "\r{found} of {} puzzles, {} games, {} positions, {:.0} s\x1b[K",
                        self.count,
                        progress.games,
                        progress.positions,
                        time.as_secs_f64()
                    );
                }
                match self.seconds {
                    Some(most) if most <= time => ControlFlow::Break(()),
                    _ => interrupt::flow(),
                }
            });
            let Some(puzzle) = next else { break };
            found += 1;
            if watched {
                let _ = write!(std::io::stderr(), "\r\x1b[K");
            }
            match &mut file {
                // Written immediately, so that nothing is lost if this is stopped.
                Some(file) => writeln!(file, "{puzzle}")?,
                None if self.json => writeln!(out, "{puzzle}")?,
                None => writeln!(out, "{}", words(&puzzle)?)?,
            }
            out.flush()?;
        }
        if watched {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        if !self.json || file.is_some() {
            let progress = maker.progress();
            writeln!(
                out,
                "{found} of {} puzzles, out of {} games and {} positions",
                self.count, progress.games, progress.positions
            )?;
        }
        let left = self.count - found;
        if left > 0 {
            Stopped::or_done(|| {
                let next = format!("--count {left} --seed {}", self.seed.wrapping_add(1));
                match &self.out {
                    Some(file) => format!(
                        "Stopped. What was found is in {}: the same command with {next} adds to it.",
                        file.display()
                    ),
                    None => format!("Stopped. The same command with {next} looks elsewhere."),
                }
            })?;
        }
        Ok(())
    }
}

/// Opens a file of puzzles for appending, and reads those in it.
pub(super) fn add_to(path: &Path) -> Result<(File, Vec<Puzzle>)> {
    let there = if path.exists() { super::check::read(path)? } else { Vec::new() };
    let file = OpenOptions::new().create(true).append(true).open(path);
    Ok((file.with_context(|| format!("{} cannot be written", path.display()))?, there))
}

/// A puzzle as text for people.
pub(super) fn words(puzzle: &Puzzle) -> Result<String> {
    let line = puzzle.line()?;
    let lasts = match puzzle.plies {
        Some(1) => ", at once".to_string(),
        Some(plies) => format!(", in {plies} plies"),
        None => String::new(),
    };
    Ok(format!(
        "{}, {}, grade {}\n{}{} wins{lasts}, with {} alone of {} legal moves.\n",
        puzzle.id,
        puzzle.spec,
        puzzle.grade,
        line.position(),
        puzzle.side,
        puzzle.solution,
        puzzle.legal
    ))
}
