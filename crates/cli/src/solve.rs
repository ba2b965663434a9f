use std::fmt;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::{Limits, Progress, Question, Solution, Spec, Value};
use serde::Serialize;

use crate::best::seconds;
use crate::page::wrap;
use crate::start::Start;
use crate::teach;

/// Find out for certain what a position is worth
///
/// The value is that for the side to move. What the limits do not allow to find out is unknown, and the program then
/// ends with status 3.
#[derive(Args, Debug)]
#[command(after_long_help = teach::solve())]
pub(crate) struct Solve {
    /// The game and its options
    spec: Spec,
    /// The moves so far (- reads them from the standard input)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: Start,
    /// Find every winning move, not just one
    #[arg(long)]
    all: bool,
    /// How long it may take [default: as long as it takes]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// How many MiB the table may take
    #[arg(long, value_name = "M", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
    /// How many threads search [default: as many as there are]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

/// The limits were reached first.
#[derive(Debug)]
pub(crate) struct Unknown;

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the limits were reached before everything that was asked was proved")
    }
}

impl std::error::Error for Unknown {}

#[derive(Serialize)]
struct Report<'a> {
    value: &'static str,
    score: Option<i32>,
    winning: &'a [String],
    plies: Option<u32>,
    nodes: u64,
    seconds: f64,
}

impl Solve {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let line = self.start.line(self.spec, &self.moves)?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let limits = Limits {
            time: self.seconds,
            nodes: None,
            memory: self.memory as usize * (1 << 20),
            threads: self.threads.map_or_else(cores, usize::from),
        };
        let mut bar = Bar::new();
        let question = Question { all: self.all, plies: true };
        let solution = line.position().solve(question, &limits, &mut |it| bar.show(it));
        bar.clear();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report(&solution))?)?;
        } else {
            write!(out, "{}", words(&solution, line.position().side(), self.all))?;
        }
        if solution.complete { Ok(()) } else { Err(Unknown.into()) }
    }
}

fn name(solution: &Solution<String>) -> &'static str {
    solution.value.map_or("unknown", Value::name)
}

fn report(solution: &Solution<String>) -> Report<'_> {
    Report {
        value: name(solution),
        score: solution.score,
        winning: &solution.winning,
        plies: solution.plies,
        nodes: solution.nodes,
        seconds: solution.time.as_secs_f64(),
    }
}

fn words(solution: &Solution<String>, side: Option<&str>, all: bool) -> String {
    let side = side.unwrap_or("the side to move");
    let mut text = match name(solution) {
        "unknown" => "unknown".to_string(),
        value => format!("{value} for {side}"),
    };
    if let Some(plies) = solution.plies.filter(|&it| it > 0) {
        text += &format!(", in {plies} {}", if plies == 1 { "ply" } else { "plies" });
    }
    if let Some(score) = solution.score {
        text += &format!(", by {score} points");
    }
    text += &format!(" ({} nodes, {:.2} s)\n", solution.nodes, solution.time.as_secs_f64());
    if !solution.winning.is_empty() {
        let what = if all && solution.complete { "Winning moves" } else { "A winning move" };
        text += &wrap(&format!("{what}: {}", solution.winning.join(" ")), "  ");
    }
    text
}

/// One line on the terminal that tells how it goes. There is none where nobody watches.
struct Bar {
    shown: Option<Duration>,
    watched: bool,
}

impl Bar {
    fn new() -> Self {
        Bar { shown: None, watched: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, it: &Progress) -> ControlFlow<()> {
        let due =
            self.shown.map_or(Duration::from_millis(500), |last| last + Duration::from_millis(200));
        if self.watched && it.time >= due {
            self.shown = Some(it.time);
            // Nothing is lost if it cannot be shown.
            let _ = write!(
                std::io::stderr(),
                "\r{:.0} s, {} nodes, still to prove at least {} or {}, table {:.0} % \x1b[K",
                it.time.as_secs_f64(),
                it.nodes,
                it.proof,
                it.disproof,
                it.filled * 100.0
            );
        }
        ControlFlow::Continue(())
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
