use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use crosscut_arena::{Duel, Played, Score, Sprt};
use crosscut_catalog::{Outcome, Seat};

use super::log::GameNumber;
use super::report::{FaultReport, MatchReport, PlayerReport, SprtReport};

/// The games of a match played so far.
#[derive(Debug, Default)]
pub(super) struct PlayedGames {
    games: BTreeMap<GameNumber, Played>,
    /// The score of the complete pairs.
    score: Score,
}

const NAMES: [&str; 2] = ["A", "B"];

impl PlayedGames {
    pub(super) fn add(&mut self, round: GameNumber, played: Played) {
        if let Some(other) = self.games.get(&GameNumber { first: 1 - round.first, ..round }) {
            self.score.count(&played, other);
        }
        self.games.insert(round, played);
    }

    pub(super) fn has(&self, round: GameNumber) -> bool {
        self.games.contains_key(&round)
    }

    pub(super) fn n_games(&self) -> u64 {
        self.games.len() as u64
    }

    pub(super) fn score(&self) -> Score {
        self.score
    }

    pub(super) fn report(&self, duel: &Duel, sprt: Option<Sprt>, log: &Path) -> MatchReport {
        let score = self.score();
        let games = || self.games.values();
        let won = |seat| games().filter(|it| it.outcome == Outcome::Won(seat)).count() as u64;
        let draws = games().filter(|it| it.outcome == Outcome::Drawn).count() as u64;
        let per_game = |sum: f64| (!self.games.is_empty()).then(|| sum / self.games.len() as f64);
        let [elo_low, elo, elo_high] = score.elo().map(|it| it.is_finite().then_some(it));
        let test = sprt.map(|it| SprtReport {
            elo0: it.elo0,
            elo1: it.elo1,
            llr: score.log_likelihood_ratio(it.elo0, it.elo1),
            bound: Sprt::BOUND,
            accepted: it.verdict(&score).map(|it| it.name()),
        });
        MatchReport {
            spec: duel.spec.to_string(),
            a: self.player(duel, 0),
            b: self.player(duel, 1),
            games: self.n_games(),
            draws,
            share: score.share(),
            pairs: score.pairs(),
            elo,
            elo_low,
            elo_high,
            sprt: test,
            first_seat: per_game(won(Seat::First) as f64 + draws as f64 / 2.0),
            mean_plies: per_game(games().map(|it| it.plies.len()).sum::<usize>() as f64),
            faults: self.faults(),
            log: log.display().to_string(),
        }
    }

    fn player(&self, duel: &Duel, who: usize) -> PlayerReport {
        let contender = &duel.contenders[who];
        let efforts = || self.games.values().flat_map(|it| it.efforts_of(who));
        let longest = efforts().map(|it| it.time).max();
        let told = || efforts().filter_map(|it| Some((it.simulations?, it.time)));
        let seconds = told().map(|(_, time)| time).sum::<Duration>().as_secs_f64();
        let simulations: u64 = told().map(|(simulations, _)| simulations).sum();
        let over = contender.time.zip(longest).map(|(most, it)| it.saturating_sub(most));
        PlayerReport {
            name: contender.to_string(),
            wins: self.games.values().filter(|it| it.half_points(who) == 2).count() as u64,
            longest: longest.map(|it| it.as_secs_f64()),
            over: over.map(|it| it.as_secs_f64()),
            simulations_per_second: (seconds > 0.0).then(|| simulations as f64 / seconds),
            forfeits: self
                .games
                .values()
                .filter(|it| matches!(&it.fault, Some((it, _)) if *it == who))
                .count() as u64,
        }
    }

    fn faults(&self) -> Vec<FaultReport> {
        let fault = |(round, played): (&GameNumber, &Played)| {
            let (who, reason) = played.fault.clone()?;
            Some(FaultReport { game: round.to_string(), player: NAMES[who], reason })
        };
        self.games.iter().filter_map(fault).collect()
    }
}
