//! What a search finds out about a position, while it deepens.

mod answer;
mod engine;
mod live;
mod request;
mod sheet;
mod worker;

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use crosscut_arena::memory;
use crosscut_catalog::{Budget, Level, Spec};

use crate::best::seconds;
use crate::replay::standing;
use crate::start::StartArgs;
use crate::tame::TameWriter;
use crate::teach;

/// The default number of random games for a map: its figures are then known to about 0.03.
const GAMES: u32 = 1000;

/// Watch the computer think about a position
///
/// Deepens until Ctrl-C, until a limit is reached or until the result is proved: the best line, every move's visits and
/// expected result, what is proved, and with --map which points matter. On a terminal all of it is refreshed in place;
/// elsewhere there is a line now and then, and the whole at the end.
///
/// With --json and no position the program answers requests from standard input, several in parallel: docs/analysis.md.
#[derive(Args, Debug)]
#[command(after_long_help = teach::analyse())]
pub(crate) struct AnalyseArgs {
    /// The game and its options
    #[arg(required_unless_present = "json")]
    spec: Option<Spec>,
    /// The moves so far (- reads them from standard input)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    means: BudgetArgs,
    /// How many moves to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    candidates: u16,
    /// Show which points matter, and who has them in the end
    #[arg(long)]
    map: bool,
    /// Answer requests, one JSON object on each line of standard input
    #[arg(long, conflicts_with_all = ["spec", "setup", "diagram", "candidates", "map"])]
    json: bool,
    /// How many positions to analyse in parallel with --json [default: as many as there are processors]
    #[arg(long, value_name = "K", conflicts_with = "spec", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
}

/// What an analysis may cost, and how it goes about it.
#[derive(Args, Clone, Debug)]
struct BudgetArgs {
    /// How long to think [default: until Ctrl-C; with --json, 1 where a request sets no limit]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// How many random games to play from the tree
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// Evaluate as the computer does at this level; its limits apply where none are given
    #[arg(long, value_name = "1-8", value_parser = level)]
    level: Option<Level>,
    /// Random seed of the search
    #[arg(long, value_name = "K", default_value_t = 0)]
    seed: u64,
    /// How many threads think about one position [default: all there are; with --json, 1]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// How much memory the trees may take together: 64M, 2G
    #[arg(long, value_name = "M", default_value = "256M", value_parser = memory)]
    memory: usize,
}

impl AnalyseArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let Some(spec) = self.spec else {
            let workers = self.workers.map_or_else(cores, usize::from);
            return engine::run(&self.means, workers, &mut TameWriter::new(out));
        };
        let line = self.start.line(spec, &self.moves)?;
        if line.position().outcome().is_some() {
            bail!("the game is over, there is nothing to analyse: {}", standing(line.position()));
        }
        let threads = self.means.threads.map_or_else(cores, usize::from);
        let budget = self.means.budget(1, line.spec()).with_threads(threads);
        live::run(&line, &budget, usize::from(self.candidates), self.map, out)
    }
}

impl BudgetArgs {
    /// The budget of one of several parallel analyses.
    fn budget(&self, share: usize, spec: &Spec) -> Budget {
        let budget = self.level.map_or_else(Budget::default, |it| spec.budget(it));
        let budget = match (self.seconds, self.simulations) {
            (None, None) => budget,
            (time, simulations) => Budget { time, simulations, ..budget },
        };
        let threads = self.threads.map_or(1, usize::from);
        budget.with_memory(self.memory / share.max(1)).with_seed(self.seed).with_threads(threads)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "levels go from 1 to 8".to_string())
}
