//! Matches between two players, built-in or outside programs.

mod bar;
mod book;
mod log;
mod outside;
mod report;
mod talk;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use crosscut_arena::{Contender, Duel, Inside, Mover, Played, Sprt};
use crosscut_catalog::Spec;

use crate::best::seconds;
use crate::interrupt::{self, Stopped};
use crate::openings::OpeningSource;
use crate::{state, teach};
use bar::MatchProgress;
use book::PlayedGames;
use log::{GameNumber, MatchLog};
use outside::OutsideProgram;

/// Play a match between two players
///
/// Games come in pairs: both begin with the same random plies, and the players change seats. Every game is written to a
/// log as soon as it is over; run again with the same log, the match continues where it stopped.
#[derive(Args, Debug)]
#[command(name = "match", after_long_help = teach::contest())]
pub(crate) struct ContestArgs {
    /// The game and its options
    spec: Spec,
    /// A player: level=5, seconds=0.5, simulations=1000, or cmd=PROGRAM ARGUMENTS
    a: Contender,
    /// The other player
    b: Contender,
    /// How many games to play; an odd number is made even
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Stop as soon as it is clear which is true: A is at most ELO0 Elo stronger (H0), or at least ELO1 (H1); either
    /// error has a probability of 5 %
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Which openings to play from, in turn: K random ones, `fair` for those listed as fair for the game, or a FILE from
    /// `crosscut openings` [default: a random one for each pair]
    #[arg(long, value_name = "K|fair|FILE")]
    openings: Option<OpeningSource>,
    /// How many random plies an opening has
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=1000))]
    plies: u16,
    /// Random seed of the openings and searches
    #[arg(long, value_name = "K", default_value_t = 0)]
    seed: u64,
    /// How many games to play in parallel; times per move mean little without that many free cores
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// How many seconds beyond its time an outside program may be silent before it loses
    #[arg(long, value_name = "T", default_value = "60", value_parser = seconds)]
    patience: Duration,
    /// The file to write the games to, and to resume from if it has any [default: a new one]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

impl ContestArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let duel = Duel {
            spec: self.spec.clone(),
            contenders: [self.a.clone(), self.b.clone()],
            opening: usize::from(self.plies),
            seed: self.seed,
        };
        // Bad openings are reported before a log is created.
        let openings = MatchOpenings::of(self.openings.as_ref(), &self.spec)?;
        let path = match &self.log {
            Some(path) => path.clone(),
            None => state::new_file("match", "jsonl").context("the games cannot be kept")?,
        };
        let (mut log, games) = MatchLog::open(&path, &duel, self.event())?;
        let mut book = PlayedGames::default();
        for (round, played) in games {
            if !played.plies.starts_with(&openings.nth(&duel, round.pair)) {
                bail!("game {round} in {} began with another opening", path.display());
            }
            book.add(round, played);
        }
        interrupt::heed();
        let done = self.play(&duel, &openings, &mut log, &mut book);
        // A program that does not respond after an interrupt is not at fault.
        if let Err(trouble) = done
            && !interrupt::asked()
        {
            let kept = format!("{} of its games are in {}", book.n_games(), path.display());
            return Err(trouble.context(format!("the match cannot continue ({kept})")));
        }
        let report = book.report(&duel, self.sprt, log.path());
        match self.json {
            true => writeln!(out, "{}", serde_json::to_string(&report)?)?,
            false => write!(out, "{report}")?,
        }
        let all = 2 * self.games.div_ceil(2);
        if book.n_games() < all {
            Stopped::or_done(|| {
                format!(
                    "Stopped after {} of {all} games: the same command with --log {} continues.",
                    book.n_games(),
                    path.display()
                )
            })?;
        }
        Ok(())
    }

    /// What distinguishes this match from others: everything that decides how a game goes.
    fn event(&self) -> String {
        let openings =
            self.openings.as_ref().map_or(String::new(), |it| format!(" --openings {it}"));
        format!(
            "crosscut match {} '{}' '{}' --plies {} --seed {}{openings}",
            self.spec, self.a, self.b, self.plies, self.seed
        )
    }

    /// Plays the games not in the log.
    fn play(
        &self,
        duel: &Duel,
        openings: &MatchOpenings,
        log: &mut MatchLog,
        book: &mut PlayedGames,
    ) -> Result<()> {
        let pairs = self.games.div_ceil(2);
        let rounds = (0..pairs).flat_map(|pair| [0, 1].map(|first| GameNumber { pair, first }));
        let rounds: Vec<GameNumber> = rounds.filter(|round| !book.has(*round)).collect();
        let mut bar = MatchProgress::new(book.n_games(), rounds.len() as u64);
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (tell, news) = channel();
        let workers = usize::from(self.threads).min(rounds.len());
        let decided =
            |book: &PlayedGames| self.sprt.is_some_and(|it| it.verdict(&book.score()).is_some());
        if decided(book) {
            return Ok(());
        }
        thread::scope(|scope| {
            // The channel closes with the last sender.
            for tell in vec![tell; workers] {
                let (rounds, next, stop) = (&rounds, &next, &stop);
                scope.spawn(move || self.work(duel, openings, rounds, next, stop, &tell));
            }
            let result = news.iter().try_for_each(|(round, played)| {
                let played = played.map_err(|why| anyhow!("{why}"))?;
                log.add(round, &played)?;
                book.add(round, played);
                bar.show(book, self.sprt);
                if decided(book) {
                    stop.store(true, Relaxed);
                }
                Ok(())
            });
            stop.store(true, Relaxed);
            result
        })
    }

    /// Plays one game after the other, until none are left or `stop` is set.
    fn work(
        &self,
        duel: &Duel,
        openings: &MatchOpenings,
        rounds: &[GameNumber],
        next: &AtomicUsize,
        stop: &AtomicBool,
        tell: &Sender<(GameNumber, Result<Played, String>)>,
    ) {
        let mut movers = duel.contenders.each_ref().map(|it| self.mover(it, &duel.spec));
        while let Some(&round) = rounds.get(next.fetch_add(1, Relaxed)) {
            let opening = openings.nth(duel, round.pair);
            let seed = duel.seed_of_game(round.pair, round.first);
            let [a, b] = &mut movers;
            let go_on = || !stop.load(Relaxed) && !interrupt::asked();
            let both: [&mut dyn Mover; 2] = [&mut **a, &mut **b];
            let news = match duel.game(&opening, round.first, seed, both, &go_on) {
                Ok(None) => return,
                Ok(Some(played)) => Ok(played),
                Err(why) => Err(why),
            };
            if tell.send((round, news)).is_err() || !go_on() {
                return;
            }
        }
    }

    fn mover(&self, contender: &Contender, spec: &Spec) -> Box<dyn Mover> {
        match &contender.command {
            None => Box::new(Inside::new(contender.budget(spec))),
            Some(command) => {
                Box::new(OutsideProgram::new(contender, command.clone(), self.patience))
            }
        }
    }
}

/// The openings of a match.
enum MatchOpenings {
    /// This many random ones; or a new one for each pair.
    Random(Option<u64>),
    /// These, in turn.
    These(Vec<Vec<String>>),
}

impl MatchOpenings {
    fn of(source: Option<&OpeningSource>, spec: &Spec) -> Result<Self> {
        Ok(match source {
            None => MatchOpenings::Random(None),
            Some(OpeningSource::Random(n)) => MatchOpenings::Random(Some(*n)),
            Some(source) => MatchOpenings::These(source.openings(spec)?),
        })
    }

    /// The opening of a pair.
    fn nth(&self, duel: &Duel, pair: u64) -> Vec<String> {
        match self {
            MatchOpenings::Random(n) => duel.opening(n.map_or(pair, |n| pair % n)),
            MatchOpenings::These(all) => all[(pair % all.len() as u64) as usize].clone(),
        }
    }
}
