use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

use crosscut_rules::{Outcome, Rng, Seat};
use crosscut_search::{Budget, Knowledge, Level, Method, Stopwatch, Tuning};

use crate::{AnyPosition, Spec};

/// Two players, a game, and the way they open it: a match of games in pairs. In the two games of a pair the opening is
/// the same and the players change seats, so that nobody gains by it.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The game.
    pub spec: Spec,
    /// The players.
    pub contenders: [Contender; 2],
    /// How many random plies open a game.
    pub opening: usize,
    /// Two matches of the same players with the same seed begin with the same openings.
    pub seed: u64,
}

/// A player by what it may spend: `level=5`, `seconds=0.5`, `uct,simulations=1000`. `Display` prints what was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    name: String,
    /// What a move may cost.
    pub budget: Budget,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The plies, canonical; the opening's too.
    pub plies: Vec<String>,
    /// The contender who had the first seat.
    pub first: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// The longest time each contender took for a ply.
    pub longest: [Duration; 2],
    /// Simulations of each contender, and plies they were made for.
    pub simulations: [(u64, u64); 2],
}

/// What the first contender has scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Pairs by half points of the first contender: 0 to 4.
    pairs: [u64; 5],
}

impl Duel {
    /// Plays the two games of a pair.
    pub fn pair(&self, nth: u64) -> [Played; 2] {
        let mut rng = Rng::new(self.seed ^ nth.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let opening = self.opening(&mut rng);
        [0, 1].map(|first| self.game(&opening, first, rng.next_u64()))
    }

    /// Random plies that do not end the game.
    fn opening(&self, rng: &mut Rng) -> Vec<String> {
        loop {
            let mut position = self.spec.start();
            let mut plies = Vec::new();
            while plies.len() < self.opening && position.turn().is_some() {
                let moves = position.moves();
                let ply = &moves[rng.below(moves.len() as u32) as usize];
                plies.push(position.play(ply).expect("it is legal"));
            }
            if position.turn().is_some() {
                return plies;
            }
        }
    }

    fn game(&self, opening: &[String], first: usize, seed: u64) -> Played {
        let mut position = self.spec.start();
        for ply in opening {
            position.play(ply).expect("it was legal before");
        }
        let mut rng = Rng::new(seed);
        let mut played = Played {
            plies: opening.to_vec(),
            first,
            outcome: Outcome::Drawn,
            longest: [Duration::ZERO; 2],
            simulations: [(0, 0); 2],
        };
        let mut players = [0, 1].map(|it| position.player(&self.contenders[it].budget));
        loop {
            if let Some(outcome) = position.outcome() {
                return Played { outcome, ..played };
            }
            let who = if position.turn() == Some(Seat::First) { first } else { 1 - first };
            let budget = self.contenders[who].budget.clone().with_seed(rng.next_u64());
            let watch = Stopwatch::start();
            let analysis = players[who]
                .think(&budget, &mut |_| ControlFlow::Continue(()))
                .expect("the game is not over");
            played.longest[who] = played.longest[who].max(watch.elapsed());
            played.simulations[who].0 += analysis.simulations;
            played.simulations[who].1 += 1;
            let ply = &analysis.candidates[0].ply;
            self.play(&mut position, &mut players, ply);
            played.plies.push(ply.clone());
        }
    }

    fn play(&self, position: &mut AnyPosition, players: &mut [crate::AnyPlayer; 2], ply: &str) {
        position.play(ply).expect("players play legal plies");
        for player in players {
            player.play(ply).expect("it is legal");
        }
    }
}

impl Played {
    /// Half points of a contender's.
    pub fn half_points(&self, contender: usize) -> usize {
        match self.outcome.winner() {
            None => 1,
            Some(seat) => 2 * usize::from((seat == Seat::First) == (self.first == contender)),
        }
    }
}

impl Score {
    /// Adds a pair of games.
    pub fn add(&mut self, pair: &[Played; 2]) {
        self.pairs[pair[0].half_points(0) + pair[1].half_points(0)] += 1;
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        2 * self.n_pairs()
    }

    /// The first contender's share of the points, 0 to 1.
    pub fn share(&self) -> f64 {
        self.moment(|x| x)
    }

    /// The difference in Elo points, with the ends of its 95 % interval: from the spread of the pairs.
    pub fn elo(&self) -> [f64; 3] {
        let mean = self.share();
        let error = 1.96 * (self.variance() / self.n_pairs() as f64).sqrt();
        [mean - error, mean, mean + error].map(|share| {
            let share = share.clamp(1e-3, 1.0 - 1e-3);
            -400.0 * (1.0 / share - 1.0).log10()
        })
    }

    /// The logarithm of how much likelier the score is if the first contender is `elo1` points stronger than if it is
    /// `elo0` points stronger. A sequential test at 5 % ends at -2.94 or 2.94.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (s0, s1) = (share(elo0), share(elo1));
        // A handful of pairs that all ended alike says nothing about the spread.
        let variance = self.variance().max(1e-2);
        self.n_pairs() as f64 * (s1 - s0) * (2.0 * self.share() - s0 - s1) / (2.0 * variance)
    }

    fn n_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    fn variance(&self) -> f64 {
        let mean = self.share();
        self.moment(|x| (x - mean) * (x - mean))
    }

    fn moment(&self, f: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 =
            self.pairs.iter().zip(0..).map(|(&n, half)| n as f64 * f(f64::from(half) / 4.0)).sum();
        sum / self.n_pairs().max(1) as f64
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, elo, high] = self.elo();
        write!(
            f,
            "{:.1} % of {} games, Elo {elo:+.0} [{low:+.0}, {high:+.0}], pairs {:?}",
            100.0 * self.share(),
            self.games(),
            self.pairs
        )
    }
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut budget = Budget::default();
        let mut tuning = None;
        for word in text.split(',').map(str::trim) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || {
                value
                    .parse::<f64>()
                    .ok()
                    .filter(|it| *it >= 0.0)
                    .ok_or_else(|| format!("'{word}' needs a number, such as {key}=5"))
            };
            let tuned: Option<fn(&mut Tuning) -> &mut f32> = match key {
                "exploration" => Some(|it| &mut it.exploration),
                "bias" => Some(|it| &mut it.bias),
                "prior" => Some(|it| &mut it.prior),
                "urgency" => Some(|it| &mut it.urgency),
                _ => None,
            };
            if let Some(field) = tuned {
                *field(tuning.get_or_insert_with(Tuning::default)) = number()? as f32;
                continue;
            }
            match key {
                "uct" => budget.method = Method::Uct,
                "rules" => budget.knowledge = Knowledge::Rules,
                "simulations" => budget.simulations = Some(number()? as u64),
                "seconds" => budget.time = Some(Duration::from_secs_f64(number()?.min(1e6))),
                "nodes" => budget.nodes = number()? as usize,
                "threads" => budget.threads = number()? as usize,
                "sight" => budget.sight = Some(number()? as u32),
                "reference" => {
                    tuning.get_or_insert_with(Tuning::default).reference = number()? as u32;
                }
                "patience" => {
                    tuning.get_or_insert_with(Tuning::default).patience = number()? as u32;
                }
                "level" => {
                    let level = u8::try_from(number()? as u64).ok().and_then(Level::new);
                    budget = level.ok_or("there are levels 1 to 8")?.budget();
                }
                _ => {
                    return Err(format!(
                        "'{word}' says nothing about a player: write level=5, seconds=0.5 or simulations=1000, \
                         and before it uct or rules if you like"
                    ));
                }
            }
        }
        if budget.time.is_none() && budget.simulations.is_none() {
            return Err(format!(
                "'{text}' does not say when the player moves: add seconds=0.5 or simulations=1000"
            ));
        }
        budget.tuning = tuning;
        Ok(Contender { name: text.to_string(), budget })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
