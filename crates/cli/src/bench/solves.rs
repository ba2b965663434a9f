use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use crosscut_catalog::{AnyPosition, Limits, Question, Rng, Spec};
use serde::Serialize;

use super::stopped;
use crate::best::seconds;
use crate::{interrupt, teach};

/// Measure how long it takes to solve random positions: median, nine in ten, worst
///
/// Each is reached by random plies that are safe: none lets the other side win immediately. A game that reaches a position
/// without a safe ply is dropped. Times are what `crosscut solve` would report with as many threads, by the clock.
#[derive(Args, Debug)]
#[command(after_long_help = teach::solves())]
pub(crate) struct SolvesArgs {
    /// The game and its options
    spec: Spec,
    /// How many plies are played first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    plies: u16,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Random seed of the positions
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// How long one may take
    #[arg(long, value_name = "T", default_value = "60", value_parser = seconds)]
    seconds: Duration,
    /// How many threads search
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

/// The measurements. Times are in seconds and include unsolved positions.
#[derive(Serialize)]
struct SolvesReport {
    spec: String,
    plies: u16,
    positions: usize,
    unsolved: usize,
    median: f64,
    p90: f64,
    worst: f64,
    /// The plies that lead to the slowest position.
    worst_line: Vec<String>,
    nodes: u64,
}

/// How many games may end before a position is reached.
const TRIES: u32 = 10_000;

impl SolvesArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let limits =
            Limits { time: Some(self.seconds), threads: self.threads.into(), ..Limits::default() };
        let question = Question { all: false, plies: true };
        interrupt::heed();
        let mut rng = Rng::new(self.seed);
        let mut solved = Vec::new();
        let (mut unsolved, mut nodes) = (0, 0);
        for _ in 0..self.positions {
            let Some((line, position)) =
                (0..TRIES).find_map(|_| safe(&self.spec, self.plies, &mut rng))
            else {
                bail!(
                    "no safe game of {} was found that lasts {} plies: ask for fewer",
                    self.spec,
                    self.plies
                );
            };
            let it = position.solve(question, &limits, &mut |_| interrupt::flow());
            // An interrupted solve would count as the slowest without reason.
            if interrupt::asked() {
                break;
            }
            unsolved += usize::from(!it.complete);
            nodes += it.nodes;
            solved.push((it.time, line));
        }
        if solved.is_empty() {
            return stopped();
        }
        solved.sort();
        let at = |share: f64| {
            let index = (share * solved.len() as f64).ceil() as usize;
            solved[index.clamp(1, solved.len()) - 1].0.as_secs_f64()
        };
        let report = SolvesReport {
            spec: self.spec.to_string(),
            plies: self.plies,
            positions: solved.len(),
            unsolved,
            median: at(0.5),
            p90: at(0.9),
            worst: at(1.0),
            worst_line: solved.last().map(|it| it.1.clone()).unwrap_or_default(),
            nodes,
        };
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
            return stopped();
        }
        writeln!(
            out,
            "{} positions of {} after {} plies, {unsolved} not solved, {nodes} nodes",
            report.positions, report.spec, report.plies
        )?;
        writeln!(
            out,
            "median {:.3} s, nine in ten {:.3} s, worst {:.3} s: {}",
            report.median,
            report.p90,
            report.worst,
            report.worst_line.join(" ")
        )?;
        stopped()
    }
}

/// A position after this many safe random plies, with the plies; `None` if the game ends before.
fn safe(spec: &Spec, plies: u16, rng: &mut Rng) -> Option<(Vec<String>, AnyPosition)> {
    let mut position = spec.start();
    let mut line = Vec::new();
    for _ in 0..plies {
        let mut moves = position.moves();
        position = loop {
            // Without a safe ply the game is dropped.
            if moves.is_empty() {
                return None;
            }
            let ply = moves.swap_remove(rng.below(moves.len() as u32) as usize);
            let mut next = position.clone();
            next.play(&ply).ok()?;
            if next.turn().is_some() && !wins_at_once(&next) {
                line.push(ply);
                break next;
            }
        };
    }
    Some((line, position))
}

/// Whether the side to move can win with one ply.
fn wins_at_once(position: &AnyPosition) -> bool {
    position.moves().iter().any(|ply| {
        let mut next = position.clone();
        next.play(ply).is_ok()
            && next.outcome().and_then(crosscut_catalog::Outcome::winner) == position.turn()
    })
}
