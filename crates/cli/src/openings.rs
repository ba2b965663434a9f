use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use crosscut_catalog::{ALIKE, FairStart, Spec, Wanted};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::interrupt::{self, Stopped};
use crate::teach;

/// Find openings that leave both sides alike
///
/// Each line has the game, the share that the player to move may expect (0.5 is even; where that player chooses a side,
/// with the better one), and the moves. `crosscut match --openings` and the games' pages take such lines.
#[derive(Args, Debug)]
#[command(after_long_help = teach::openings())]
pub(crate) struct OpeningsArgs {
    /// The game and its options
    spec: Spec,
    /// How many to find
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// How many plies an opening has; where one player opens and the other chooses a side, it ends before the choice
    #[arg(long, value_name = "P", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=100))]
    plies: u16,
    /// How many simulations to spend on each that is looked at closely
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    simulations: u64,
    /// Random seed: which openings are tried, where there are too many to try all
    #[arg(long, value_name = "K", default_value_t = 0)]
    seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct OpeningsReport<'a> {
    spec: String,
    simulations: u64,
    openings: Vec<OpeningEntry<'a>>,
}

#[derive(Serialize)]
struct OpeningEntry<'a> {
    moves: &'a [String],
    share: f64,
}

impl OpeningsArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let wanted = Wanted {
            count: self.count.into(),
            plies: self.plies.into(),
            simulations: self.simulations,
            seed: self.seed,
        };
        interrupt::heed();
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} openings, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        let found = wanted.find(&self.spec, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            interrupt::flow()
        });
        bar.finish_and_clear();
        let stopped = || "Stopped before all were tried. The same command starts over.".to_string();
        if self.json {
            let openings =
                found.iter().map(|it| OpeningEntry { moves: &it.plies, share: it.share });
            let report = OpeningsReport {
                spec: self.spec.to_string(),
                simulations: self.simulations,
                openings: openings.collect(),
            };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
            return Ok(Stopped::or_done(stopped)?);
        }
        for opening in &found {
            writeln!(out, "{opening}")?;
        }
        Stopped::or_done(stopped)?;
        if found.len() < usize::from(self.count) {
            let how_many = match found.len() {
                0 => "no opening",
                _ => "no other opening",
            };
            writeln!(out, "# {how_many} was found that leaves both sides within {ALIKE} of even")?;
        }
        Ok(())
    }
}

/// The source of a match's openings.
#[derive(Clone, Debug)]
pub(crate) enum OpeningSource {
    /// This many random ones.
    Random(u64),
    /// Those listed as fair for the game.
    Fair,
    /// A file with lines as printed by `crosscut openings`.
    File(String),
}

impl std::str::FromStr for OpeningSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse::<u64>()) {
            (_, Ok(0)) => Err("give at least one opening".to_string()),
            (_, Ok(n)) => Ok(OpeningSource::Random(n)),
            ("fair", _) => Ok(OpeningSource::Fair),
            (file, _) => Ok(OpeningSource::File(file.to_string())),
        }
    }
}

impl std::fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpeningSource::Random(n) => write!(f, "{n}"),
            OpeningSource::Fair => f.write_str("fair"),
            OpeningSource::File(name) => f.write_str(name),
        }
    }
}

impl OpeningSource {
    /// The openings of a game that are written down; none if they are drawn at random.
    ///
    /// # Errors
    /// None are listed, or the file has none.
    pub(crate) fn openings(&self, spec: &Spec) -> Result<Vec<Vec<String>>> {
        let found = match self {
            OpeningSource::Random(_) => return Ok(Vec::new()),
            OpeningSource::Fair => FairStart::listed(spec),
            OpeningSource::File(name) => {
                let text = std::fs::read_to_string(name)
                    .map_err(|why| anyhow::anyhow!("{name} cannot be read: {why}"))?;
                let mut found = FairStart::read(&text)
                    .map_err(|why| anyhow::anyhow!("{name} is not a list of openings: {why}"))?;
                found.retain(|it| it.spec == *spec);
                found
            }
        };
        if found.is_empty() {
            bail!(
                "there are no openings of {spec} in {}: crosscut openings {spec} > FILE finds some, and --openings FILE \
                 takes them",
                match self {
                    OpeningSource::File(name) => name,
                    _ => "the list",
                }
            );
        }
        Ok(found.into_iter().map(|it| it.plies).collect())
    }
}
