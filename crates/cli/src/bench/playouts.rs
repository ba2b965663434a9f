use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::{AnyPosition, GAMES, Outcome, Rng, Seat, Spec};
use serde::Serialize;

use crate::best::seconds;
use crate::cpu::cpu_time;
use crate::teach;

/// Random games on one thread: how many a second, how long, how often the first seat wins
///
/// Two kinds, never mixed: `ply` obeys the rules ply by ply and stops at the win; `fill` fills random boards and judges
/// each once, in games where the winner cannot depend on when one stops. Seconds are CPU time of the thread where the
/// system tells it.
#[derive(Args, Debug)]
#[command(after_long_help = teach::playouts())]
pub(crate) struct Playouts {
    /// The game and its options [default: every game of the list]
    spec: Option<Spec>,
    /// How long to measure each kind
    #[arg(long, value_name = "T", value_parser = seconds, default_value = "2")]
    seconds: Duration,
    /// Which random games
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Print one JSON list instead
    #[arg(long)]
    json: bool,
}

/// One line of the result. The fields' names and order are a contract.
#[derive(Serialize)]
struct Entry {
    spec: String,
    kind: &'static str,
    playouts_per_second: f64,
    plies_per_second: f64,
    mean_plies: f64,
    first_wins: f64,
    ratio: Option<f64>,
}

/// What was counted so far.
#[derive(Clone, Copy, Default)]
struct Count {
    games: u64,
    plies: u64,
    first_wins: u64,
    time: Duration,
}

/// In how many slices a measurement is done, each kind in turn, so that a disturbance meets all of them.
const SLICES: u32 = 8;

impl Playouts {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let specs = match self.spec {
            Some(spec) => vec![spec],
            None => GAMES.iter().map(|game| game.card().name.parse()).collect::<Result<_, _>>()?,
        };
        let mut entries = Vec::new();
        for spec in &specs {
            entries.extend(measure(spec, self.seconds, self.seed));
        }
        if self.json {
            Ok(writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?)
        } else {
            Ok(write!(out, "{}", table(&entries))?)
        }
    }
}

fn measure(spec: &Spec, time: Duration, seed: u64) -> Vec<Entry> {
    let start = spec.start();
    let mut rng = Rng::new(seed);
    let fills = spec.fill(1, &mut rng).is_some();
    let (mut plies, mut filled) = (Count::default(), Count::default());
    for _ in 0..SLICES {
        plies.slice(time / SLICES, |n| by_plies(&start, n, &mut rng));
        if fills {
            filled.slice(time / SLICES, |n| by_filling(spec, n, &mut rng));
        }
    }
    let mut entries = vec![plies.entry(spec, "ply")];
    if fills {
        entries.push(filled.entry(spec, "fill"));
    }
    entries
}

fn by_plies(start: &AnyPosition, games: u64, rng: &mut Rng) -> Count {
    let mut count = Count { games, ..Count::default() };
    for _ in 0..games {
        let playout = start.playout(rng);
        count.plies += u64::from(playout.plies);
        count.first_wins += u64::from(playout.outcome == Outcome::Won(Seat::First));
    }
    count
}

fn by_filling(spec: &Spec, games: u64, rng: &mut Rng) -> Count {
    let Some(filled) = spec.fill(games, rng) else { return Count::default() };
    Count {
        games: filled.games,
        plies: filled.games * u64::from(filled.plies),
        first_wins: filled.first_wins,
        time: Duration::ZERO,
    }
}

impl Count {
    /// Goes on until `time` has passed. The batches grow until reading the clock costs nothing.
    fn slice(&mut self, time: Duration, mut batch: impl FnMut(u64) -> Count) {
        let begin = cpu_time();
        let mut used = Duration::ZERO;
        let mut games = 1;
        while used < time {
            let before = used;
            let count = batch(games);
            used = cpu_time() - begin;
            self.games += count.games;
            self.plies += count.plies;
            self.first_wins += count.first_wins;
            if used - before < Duration::from_millis(2) {
                games *= 2;
            }
        }
        self.time += used;
    }

    fn entry(&self, spec: &Spec, kind: &'static str) -> Entry {
        let (games, time) = (self.games as f64, self.time.as_secs_f64());
        Entry {
            spec: spec.to_string(),
            kind,
            playouts_per_second: games / time,
            plies_per_second: self.plies as f64 / time,
            mean_plies: self.plies as f64 / games,
            first_wins: self.first_wins as f64 / games,
            ratio: None,
        }
    }
}

fn table(entries: &[Entry]) -> String {
    let width = entries.iter().map(|it| it.spec.len()).max().unwrap_or(0).max(4);
    let mut text = format!(
        "{:<width$}  kind  {:>12}  {:>12}  {:>10}  {:>10}  {:>6}\n",
        "spec", "playouts/s", "plies/s", "mean plies", "first wins", "ratio"
    );
    for it in entries {
        let ratio = it.ratio.map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
        text += &format!(
            "{:<width$}  {:<4}  {:>12.0}  {:>12.0}  {:>10.2}  {:>10.4}  {:>6}\n",
            it.spec,
            it.kind,
            it.playouts_per_second,
            it.plies_per_second,
            it.mean_plies,
            it.first_wins,
            ratio
        );
    }
    text
}
