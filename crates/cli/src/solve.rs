use std::fmt;
use std::io::{IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use crosscut_arena::memory;
use crosscut_catalog::{
    AnyPosition, Certified, Checkpoint, Limits, Line, Progress, Question, Solution, Spec, Task,
    Uncertified, Value,
};
use serde::Serialize;

use crate::best::seconds;
use crate::checkpoint::CheckpointFile;
use crate::interrupt;
use crate::outlook::Outlook;
use crate::pairs;
use crate::replay::standing;
use crate::start::StartArgs;
use crate::teach;
use crate::verify::hash;
use crate::whole;
use crosscut_catalog::page::wrap;

/// Solve a position: find its exact value
///
/// The value is for the side to move. If a limit is reached first, it is unknown, and the exit status is 3; so it is
/// after Ctrl-C, which saves what is known if there is a checkpoint.
#[derive(Args, Debug)]
#[command(after_long_help = teach::solve())]
pub(crate) struct SolveArgs {
    /// The game and its options
    spec: Spec,
    /// The moves so far (- reads them from standard input)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    /// Find every winning move, not just one
    #[arg(long)]
    all: bool,
    /// How long it may take [default: as long as it takes]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// How much memory the program may take, such as 64M or 2G; less than 32M works, but is exceeded
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory)]
    memory: usize,
    /// How many threads search [default: all]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write a proof to this file, which `crosscut verify` checks with nothing but the rules
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// How much memory writing the certificate may take, such as 64M or 2G
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory)]
    certificate_limit: usize,
    /// Resume from this file if it exists, and save progress there from time to time; removed when everything is proved
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The time between checkpoints
    #[arg(long, value_name = "T", default_value = "30", value_parser = seconds)]
    checkpoint_every: Duration,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

/// An error saying that the limits were reached or the solve was stopped, in sentences.
#[derive(Debug)]
pub(crate) struct Unsolved(String);

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsolved {}

#[derive(Serialize)]
struct SolveReport<'a> {
    value: &'static str,
    score: Option<i32>,
    winning: &'a [String],
    plies: Option<u32>,
    nodes: u64,
    seconds: f64,
    /// The SHA-256 checksum of the certificate written.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a str>,
}

impl SolveArgs {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let line = self.start.line(self.spec.clone(), &self.moves)?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let limits = Limits {
            time: self.seconds,
            nodes: None,
            memory: table(self.memory),
            threads: self.threads.map_or_else(cores, usize::from),
        };
        for path in self.certificate.iter().chain(&self.checkpoint) {
            if path.as_os_str() == "-" {
                bail!("- is not a file: name the file to write");
            }
            whole::usable(path)?;
        }
        let question = Question { all: self.all, plies: true };
        interrupt::heed();
        let (solution, proof) = self.solve(&line, question, limits)?;
        let hash = match (&self.certificate, &proof) {
            (Some(file), Some(Ok(text))) => {
                whole::write(file, &|out| out.write_all(text.as_bytes()))?;
                Some(hash(text))
            }
            _ => None,
        };
        if self.json {
            let report = SolveReport { certificate: hash.as_deref(), ..report(&solution) };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write!(out, "{}", words(&solution, &line, self.all, self.seconds))?;
            if let (Some(hash), Some(file)) = (&hash, &self.certificate) {
                writeln!(out, "Certificate: {}, SHA-256 {hash}", file.display())?;
            }
        }
        match proof {
            _ if !solution.complete => Err(self.unknown("everything was proved")),
            Some(Err(Uncertified::Unknown)) => Err(self.unknown("the certificate was complete")),
            Some(Err(error)) => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// The error for an incomplete result, which says before what the solve ended, and how to resume.
    fn unknown(&self, before: &str) -> anyhow::Error {
        let why = match interrupt::asked() {
            true => "Stopped",
            false => "The limits were reached",
        };
        let next = match &self.checkpoint {
            Some(file) => format!(
                "Progress is saved in {}: the same command resumes from there.",
                file.display()
            ),
            None => "Nothing is saved: use --checkpoint FILE to be able to resume.".to_string(),
        };
        Unsolved(format!("{why} before {before}. {next}")).into()
    }

    /// Solves, with a checkpoint if one is wanted.
    fn solve(&self, line: &Line, question: Question, limits: Limits) -> Result<Certified<String>> {
        let certificate = self.certificate.as_ref().map(|_| self.certificate_limit);
        let mut task = Task { question, limits, checkpoint: None, certificate };
        let mut bar = SolveProgress::new(line, self.all);
        let mut watch = |it: &Progress| bar.show(it);
        let Some(path) = &self.checkpoint else {
            let solved = line.certify(task, &mut watch)?;
            bar.clear();
            return Ok(solved);
        };
        let keeper = CheckpointFile::new(path.clone(), line, self.all);
        let mut before = keeper.open()?;
        let mut failed = None;
        let mut save = |solver: &dyn Fn(&mut dyn Write) -> std::io::Result<()>| {
            // A later save may succeed.
            failed = keeper.save(solver).err();
        };
        let from = before.as_mut().map(|it| it as &mut (dyn Read + Send));
        task.checkpoint = Some(Checkpoint::new(self.checkpoint_every, from, &mut save));
        let solved = line.certify(task, &mut watch).with_context(|| keeper.name());
        bar.clear();
        let solved = solved?;
        if let Some(error) = failed {
            return Err(error.context("what was proved is not saved"));
        }
        if solved.0.complete && !matches!(solved.1, Some(Err(Uncertified::Unknown))) {
            keeper.remove()?;
        }
        Ok(solved)
    }
}

fn name(solution: &Solution<String>) -> &'static str {
    solution.value.map_or("unknown", Value::name)
}

fn report(solution: &Solution<String>) -> SolveReport<'_> {
    SolveReport {
        value: name(solution),
        score: solution.score,
        winning: &solution.winning,
        plies: solution.plies,
        nodes: solution.nodes,
        seconds: solution.time.as_secs_f64(),
        certificate: None,
    }
}

fn words(solution: &Solution<String>, line: &Line, all: bool, limit: Option<Duration>) -> String {
    let position = line.position();
    if position.outcome().is_some() {
        return format!("The game is over: {}\n", standing(position));
    }
    let mut text = match name(solution) {
        "unknown" => "unknown".to_string(),
        value => format!("{value} for {}", whom(line)),
    };
    if let Some(plies) = solution.plies.filter(|&it| it > 0) {
        text += &format!(", in {plies} {}", if plies == 1 { "ply" } else { "plies" });
    }
    if let Some(score) = solution.score {
        text += &format!(", by {score} points");
    }
    text += &format!(" ({} nodes, {:.2} s)\n", solution.nodes, solution.time.as_secs_f64());
    if !solution.winning.is_empty() {
        let what = match all {
            true if solution.complete => "Winning moves",
            true => "Winning moves so far",
            false => "A winning move",
        };
        text += &wrap(&format!("{what}: {}", solution.winning.join(" ")), "  ");
    }
    for ply in &solution.winning {
        text += &exchange(position, ply).unwrap_or_default();
    }
    if let Some(pairs) = pairs::words(position, solution, limit) {
        text += &wrap(&pairs, "  ");
    }
    text
}

/// Whom a value is for: the side, and the seat too where seats and sides do not stay together.
fn whom(line: &Line) -> String {
    let position = line.position();
    let (Some(seat), Some(side)) = (position.turn(), position.side()) else {
        return "the side to move".to_string();
    };
    match () {
        // The seat is to place a stone of the opponent's side, or of a side not chosen yet.
        () if position.held_by(seat) != side => format!("the {} seat", seat.name()),
        () if is_exchanged(line.spec()) => format!("{side}, the {} seat", seat.name()),
        () => side.to_string(),
    }
}

/// Whether seats may change sides in a game.
fn is_exchanged(spec: &Spec) -> bool {
    let options = spec.card().options;
    options.iter().any(|it| it.name == "opening") && !spec.options().is("opening", "none")
}

/// A sentence saying that a ply changes the side of its player, if it does.
fn exchange(position: &AnyPosition, ply: &str) -> Option<String> {
    let seat = position.turn()?;
    let mut after = position.clone();
    after.play(ply).ok()?;
    let side = after.held_by(seat);
    let changed = side != position.held_by(seat);
    changed.then(|| format!("With {ply} the {} seat has {side}.\n", seat.name()))
}

/// The program's memory besides the table, in bytes, and the share, as a divisor, by which it may exceed the limit.
const OTHERWISE: usize = 24 << 20;
const MARGIN: usize = 20;

/// The size of the table for a program with this much memory: a power of 2.
fn table(memory: usize) -> usize {
    let left = (memory + memory / MARGIN).saturating_sub(OTHERWISE);
    // With less memory than the rest of the program takes, the limit cannot be kept, but some result is still possible.
    memory.min(1 << left.max(memory / 4).ilog2())
}

/// A line on the terminal that shows progress, if somebody is watching.
struct SolveProgress {
    shown: Option<Duration>,
    watched: bool,
    outlook: Outlook,
}

impl SolveProgress {
    fn new(line: &Line, all: bool) -> Self {
        let watched = std::io::stderr().is_terminal();
        SolveProgress { shown: None, watched, outlook: Outlook::new(line, all) }
    }

    fn show(&mut self, it: &Progress) -> ControlFlow<()> {
        let due =
            self.shown.map_or(Duration::from_millis(500), |last| last + Duration::from_millis(200));
        if self.watched && it.time >= due {
            self.shown = Some(it.time);
            let moves = match it.plies {
                [_, 0] => String::new(),
                [known, all] => format!("{known} of {all} moves known, "),
            };
            let outlook = self.outlook.words(it);
            // Nothing is lost if this cannot be shown.
            let _ = write!(
                std::io::stderr(),
                "\r{:.0} s, {} nodes, {moves}table {:.0} %{}\x1b[K",
                it.time.as_secs_f64(),
                it.nodes,
                it.filled * 100.0,
                outlook.map_or_else(String::new, |it| format!(", {it}"))
            );
        }
        interrupt::flow()
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_leaves_room_for_the_rest_of_the_program() {
        for mebibytes in 32..4096 {
            let memory = mebibytes << 20;
            let whole = table(memory) + OTHERWISE;
            assert!(whole <= memory + memory / 20, "{mebibytes}");
        }
        assert_eq!(table(1 << 30), 1 << 30);
        assert_eq!(table(64 << 20), 32 << 20);
        assert_eq!(table(1 << 20), 256 << 10);
    }
}
