use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use crosscut_bench::{Count, Kind, measure, rival};
use crosscut_catalog::{AnyPosition, GAMES, Outcome, Rng, Seat, Spec};
use serde::Serialize;

use super::stopped;
use crate::best::seconds;
use crate::{interrupt, teach};

/// Measure playouts on one thread: how many a second, how long, how often the first seat wins
///
/// Two kinds, never mixed: `ply` obeys the rules ply by ply and stops at the win; `fill` fills random boards and judges
/// each once, in games where the winner cannot depend on when one stops. Where a player may pass, games played ply by ply
/// have passes in them, and draws by two in a row; filled boards have neither. Seconds are CPU time of the thread where the
/// system tells it.
#[derive(Args, Debug)]
#[command(after_long_help = teach::playouts())]
pub(crate) struct PlayoutsArgs {
    /// The game and its options [default: every game of the list]
    spec: Option<Spec>,
    /// How long to measure each kind
    #[arg(long, value_name = "T", value_parser = seconds, default_value = "2")]
    seconds: Duration,
    /// Random seed
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Print one JSON list instead
    #[arg(long)]
    json: bool,
}

/// One line of the result. The names and order of its fields are a contract.
#[derive(Serialize)]
struct PlayoutsEntry {
    spec: String,
    kind: &'static str,
    playouts_per_second: f64,
    plies_per_second: f64,
    mean_plies: f64,
    first_wins: f64,
    ratio: Option<f64>,
}

impl PlayoutsArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let specs = match self.spec {
            Some(spec) => vec![spec],
            None => GAMES.iter().map(|game| game.card().name.parse()).collect::<Result<_, _>>()?,
        };
        interrupt::heed();
        let entries = specs
            .iter()
            .take_while(|_| !interrupt::asked())
            .map(|spec| entries(spec, self.seconds, self.seed));
        if self.json {
            let entries: Vec<PlayoutsEntry> = entries.flatten().collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?;
            return stopped();
        }
        let width = specs.iter().map(|spec| spec.to_string().len()).max().unwrap_or(0).max(4);
        writeln!(
            out,
            "{:<width$}  kind  {:>12}  {:>12}  {:>10}  {:>10}  {:>6}",
            "spec", "playouts/s", "plies/s", "mean plies", "first wins", "ratio"
        )?;
        for rows in entries {
            for row in rows {
                writeln!(out, "{}", row.line(width))?;
            }
            // This takes a while: show what there is.
            out.flush()?;
        }
        stopped()
    }
}

/// Crosscut's random games and the naive loops, where there are any, alternating.
fn entries(spec: &Spec, time: Duration, seed: u64) -> Vec<PlayoutsEntry> {
    let start = spec.start();
    let (mut by_plies, mut by_filling) = (Rng::new(seed), Rng::new(seed));
    let mut play = |games| plies(&start, games, &mut by_plies);
    let mut fill = |games| filled(spec, games, &mut by_filling).unwrap_or_default();
    let mut works: Vec<&mut dyn FnMut(u64) -> Count> = vec![&mut play];
    let mut kinds = vec![Kind::Ply];
    if filled(spec, 1, &mut Rng::new(seed)).is_some() {
        works.push(&mut fill);
        kinds.push(Kind::Fill);
    }
    let mut rivals: Vec<_> = kinds.iter().map(|&kind| rival(spec, kind, seed)).collect();
    works.extend(rivals.iter_mut().flatten().map(|it| &mut **it as &mut dyn FnMut(u64) -> Count));
    let mut counts = measure(time, &mut works, &|| !interrupt::asked()).into_iter();
    let ours: Vec<Count> = counts.by_ref().take(kinds.len()).collect();
    let theirs: Vec<Option<Count>> =
        rivals.iter().map(|it| it.as_ref().and_then(|_| counts.next())).collect();
    let entry = |((kind, ours), theirs): ((&Kind, &Count), &Option<Count>)| PlayoutsEntry {
        spec: spec.to_string(),
        kind: kind.name(),
        playouts_per_second: ours.per_second(),
        plies_per_second: ours.plies_per_second(),
        mean_plies: ours.mean_plies(),
        first_wins: ours.first_share(),
        ratio: theirs
            .filter(|it| it.games > 0)
            .map(|theirs| ours.per_second() / theirs.per_second()),
    };
    // If the measurement was interrupted, some kinds may not have been measured at all.
    let rows = kinds.iter().zip(&ours).zip(&theirs);
    rows.filter(|((_, ours), _)| ours.games > 0).map(entry).collect()
}

fn plies(start: &AnyPosition, games: u64, rng: &mut Rng) -> Count {
    let mut count = Count::new(games, 0, 0);
    for _ in 0..games {
        let playout = start.playout(rng);
        count.plies += u64::from(playout.plies);
        count.first_wins += u64::from(playout.outcome == Outcome::Won(Seat::First));
        count.draws += u64::from(playout.outcome == Outcome::Drawn);
    }
    count
}

fn filled(spec: &Spec, games: u64, rng: &mut Rng) -> Option<Count> {
    let filled = spec.fill(games, rng)?;
    Some(Count::new(filled.games, filled.games * u64::from(filled.plies), filled.first_wins))
}

impl PlayoutsEntry {
    fn line(&self, width: usize) -> String {
        let ratio = self.ratio.map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
        format!(
            "{:<width$}  {:<4}  {:>12.0}  {:>12.0}  {:>10.2}  {:>10.4}  {:>6}",
            self.spec,
            self.kind,
            self.playouts_per_second,
            self.plies_per_second,
            self.mean_plies,
            self.first_wins,
            ratio
        )
    }
}
