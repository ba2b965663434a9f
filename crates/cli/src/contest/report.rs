use std::fmt;

use serde::Serialize;

/// The result of a match; the fields are those of the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct MatchReport {
    pub(super) spec: String,
    pub(super) a: PlayerReport,
    pub(super) b: PlayerReport,
    pub(super) games: u64,
    pub(super) draws: u64,
    /// A's share of the points, from 0 to 1.
    pub(super) share: f64,
    /// Pairs by A's score in half points.
    pub(super) pairs: [u64; 5],
    /// The Elo difference, A minus B, with the bounds of the 95 % confidence interval; `None` where there is no bound.
    pub(super) elo: Option<f64>,
    pub(super) elo_low: Option<f64>,
    pub(super) elo_high: Option<f64>,
    pub(super) sprt: Option<SprtReport>,
    /// The first seat's share of the points.
    pub(super) first_seat: Option<f64>,
    pub(super) mean_plies: Option<f64>,
    pub(super) faults: Vec<FaultReport>,
    pub(super) log: String,
}

#[derive(Debug, Serialize)]
pub(super) struct PlayerReport {
    pub(super) name: String,
    pub(super) wins: u64,
    /// The longest move, in seconds.
    pub(super) longest: Option<f64>,
    /// By how much that exceeded its time; `None` if the player had no time limit.
    pub(super) over: Option<f64>,
    pub(super) simulations_per_second: Option<f64>,
    pub(super) forfeits: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct SprtReport {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) llr: f64,
    pub(super) bound: f64,
    pub(super) accepted: Option<&'static str>,
}

/// A fault of a player in a game.
#[derive(Debug, Serialize)]
pub(super) struct FaultReport {
    pub(super) game: String,
    pub(super) player: &'static str,
    pub(super) reason: String,
}

/// How many faults are listed.
const SHOWN: usize = 10;

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchReport { spec, a, b, games, draws, .. } = self;
        writeln!(f, "{spec}: A is {}, B is {}", a.name, b.name)?;
        if *games == 0 {
            return writeln!(f, "No games have been played.\nThe games will be in {}", self.log);
        }
        writeln!(
            f,
            "A won {} of {games} games, B {}, {draws} drawn: {:.1} % for A",
            a.wins,
            b.wins,
            100.0 * self.share
        )?;
        let elo = self.elo.map_or("unbounded".to_string(), |elo| format!("{elo:+.0}"));
        let bounds = match (self.elo_low, self.elo_high) {
            (Some(low), Some(high)) => format!("{low:+.0} to {high:+.0}"),
            (Some(low), None) => format!("at least {low:+.0}"),
            (None, Some(high)) => format!("at most {high:+.0}"),
            (None, None) => "unbounded".to_string(),
        };
        writeln!(f, "Elo difference {elo} (95 % CI {bounds})")?;
        if let Some(test) = &self.sprt {
            writeln!(f, "{test}")?;
        }
        let pairs = self.pairs.map(|it| it.to_string()).join(", ");
        writeln!(f, "Pairs by A's score (0, 0.5, 1, 1.5, 2): {pairs}")?;
        if let (Some(share), Some(plies)) = (self.first_seat, self.mean_plies) {
            writeln!(
                f,
                "The first seat scored {:.1} %; games lasted {plies:.1} plies on average",
                100.0 * share
            )?;
        }
        writeln!(f, "A {a}\nB {b}")?;
        for fault in self.faults.iter().take(SHOWN) {
            writeln!(f, "Game {} lost by {}: {}", fault.game, fault.player, fault.reason)?;
        }
        if self.faults.len() > SHOWN {
            writeln!(f, "and {} more", self.faults.len() - SHOWN)?;
        }
        writeln!(f, "The games are in {}", self.log)
    }
}

impl fmt::Display for PlayerReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.longest, self.over) {
            (None, _) => write!(f, "made no moves")?,
            (Some(longest), Some(over)) if over > 0.0 => {
                write!(f, "longest move {longest:.3} s, {over:.3} s over its time")?;
            }
            (Some(longest), Some(_)) => {
                write!(f, "longest move {longest:.3} s, within its time")?;
            }
            (Some(longest), None) => write!(f, "longest move {longest:.3} s")?,
        }
        if let Some(speed) = self.simulations_per_second {
            write!(f, "; {speed:.0} simulations/s")?;
        }
        match self.forfeits {
            0 => Ok(()),
            1 => f.write_str("; forfeited 1 game"),
            n => write!(f, "; forfeited {n} games"),
        }
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtReport { elo0, elo1, llr, bound, .. } = self;
        let what = match self.accepted {
            Some("H1") => format!("H1 accepted: A is more than {elo0} Elo stronger"),
            Some(_) => format!("H0 accepted: A is less than {elo1} Elo stronger"),
            None => "undecided".to_string(),
        };
        write!(f, "SPRT of H0 {elo0} against H1 {elo1}: {what} (LLR {llr:+.2}, ends at {bound:.2})")
    }
}
