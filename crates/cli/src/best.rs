use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use crosscut_arena::memory;
use crosscut_catalog::{Analysis, Budget, Level, Outcome, Spec};
use serde::Serialize;

use crate::interrupt::{self, Stopped};
use crate::play::level;
use crate::replay::standing;
use crate::start::StartArgs;
use crate::teach;
use crosscut_catalog::page::wrap;

/// How many candidates are shown.
const SHOWN: usize = 20;

/// Have the computer choose a move
///
/// The move stands alone on the first line. With --simulations the answer depends on nothing but the position and the
/// seed; with --seconds it depends on the machine too.
#[derive(Args, Debug)]
#[command(after_long_help = teach::best())]
pub(crate) struct BestArgs {
    /// The game and its options
    spec: Spec,
    /// The moves so far (- reads them from standard input)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    /// How long to think [default: 1]
    #[arg(long, value_name = "T", value_parser = seconds, conflicts_with = "simulations")]
    seconds: Option<Duration>,
    /// Play at this level, from 1 to 8
    #[arg(long, value_name = "L", value_parser = level, conflicts_with_all = ["seconds", "simulations"])]
    level: Option<Level>,
    /// How many random games to play from the tree
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// Random seed of the search
    #[arg(long, value_name = "K", default_value_t = 0)]
    seed: u64,
    /// How many threads search; with more than one the answer depends on the machine [default: 1, or the level's]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// How much memory the program may take, such as 64M or 2G
    #[arg(long, value_name = "M", default_value = "128M", value_parser = enough)]
    memory: usize,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BestReport<'a> {
    spec: String,
    r#move: &'a str,
    share: f64,
    simulations: u64,
    nodes: usize,
    seconds: f64,
    proved: Option<&'static str>,
    line: &'a [String],
    candidates: Vec<BestCandidate<'a>>,
}

#[derive(Serialize)]
struct BestCandidate<'a> {
    r#move: &'a str,
    visits: u64,
    share: f64,
    proved: Option<&'static str>,
}

impl BestArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let line = self.start.line(self.spec, &self.moves)?;
        let position = line.position();
        if position.outcome().is_some() {
            bail!("the game is over, there is no move to choose: {}", standing(position));
        }
        let budget = match (self.level, self.simulations) {
            (Some(level), _) => line.spec().budget(level),
            (None, Some(n)) => Budget::simulations(n),
            (None, None) => Budget::time(self.seconds.unwrap_or(Duration::from_secs(1))),
        };
        let threads = self.threads.map_or(budget.threads, usize::from);
        let budget =
            budget.with_threads(threads).with_seed(self.seed).with_memory(self.memory - OTHERWISE);
        interrupt::heed();
        let analysis = position
            .analyse(&budget, &mut |_| interrupt::flow())
            .context("the computer has found no move")?;
        if self.json {
            let report = report(line.spec().to_string(), &analysis);
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write!(out, "{}", words(&analysis))?;
        }
        Stopped::or_done(|| {
            format!(
                "Stopped after {} simulations. A search is not kept: the same command starts over, and with \
                 --simulations {0} it ends here by itself.",
                analysis.simulations
            )
        })?;
        Ok(())
    }
}

fn report(spec: String, analysis: &Analysis<String>) -> BestReport<'_> {
    let choices = analysis.candidates.iter().take(SHOWN).map(|it| BestCandidate {
        r#move: &it.ply,
        visits: it.visits,
        share: it.share,
        proved: it.proved.map(Outcome::name),
    });
    BestReport {
        spec,
        r#move: chosen(analysis),
        share: analysis.share,
        simulations: analysis.simulations,
        nodes: analysis.nodes,
        seconds: analysis.time.as_secs_f64(),
        proved: analysis.proved.map(Outcome::name),
        line: &analysis.line,
        candidates: choices.collect(),
    }
}

fn chosen(analysis: &Analysis<String>) -> &str {
    analysis.candidates.first().map_or("", |it| &it.ply)
}

fn words(analysis: &Analysis<String>) -> String {
    let mut text = format!("{}\n\n", chosen(analysis));
    text += &match analysis.proved {
        Some(Outcome::Won(seat)) => format!("Proved: the {} seat wins", seat.name()),
        Some(Outcome::Drawn) => "Proved: a draw".to_string(),
        None => format!("Expected result: {:.3}", analysis.share),
    };
    text += &format!(
        " ({} simulations, {} nodes, {:.2} s)\n",
        analysis.simulations,
        analysis.nodes,
        analysis.time.as_secs_f64()
    );
    text += &wrap(&format!("Expected line: {}", analysis.line.join(" ")), "  ");
    let shown = || analysis.candidates.iter().take(SHOWN);
    let width = shown().map(|it| it.ply.len()).max().unwrap_or(0).max(4);
    text += &format!("\n{:<width$}  {:>9}  {:>6}\n", "move", "visits", "result");
    for it in shown() {
        let proved = it.proved.map_or(String::new(), |it| format!("  proved: {}", it.name()));
        // A candidate that was not searched has no share.
        let share = match it.visits > 0 || it.proved.is_some() {
            true => format!("{:.3}", it.share),
            false => "-".to_string(),
        };
        text += &format!("{:<width$}  {:>9}  {share:>6}{proved}\n", it.ply, it.visits);
    }
    let left = analysis.candidates.len().saturating_sub(SHOWN);
    if left > 0 {
        text += &format!("and {left} more\n");
    }
    text
}

/// The program's memory besides the tree, in bytes.
const OTHERWISE: usize = 24 << 20;

/// Parses an amount of memory that is enough for the program and a small tree.
fn enough(text: &str) -> Result<usize, String> {
    let bytes = memory(text)?;
    if bytes < 32 << 20 {
        return Err("the program needs at least 32M".to_string());
    }
    Ok(bytes)
}

/// Parses a time in seconds: up to a day.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| (0.001..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "give a number of seconds from 0.001 to 86400".to_string())
}
