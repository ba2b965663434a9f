use std::time::Duration;

use crosscut_record::{GameResult, Ply, Record, mark, tag};
use crosscut_rules::{Outcome, Seat};

use crosscut_catalog::Line;
use crosscut_catalog::result;

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The plies in canonical notation, including those of the opening.
    pub plies: Vec<String>,
    /// The effort for each ply; `None` for those of the opening.
    pub efforts: Vec<Option<Effort>>,
    /// The contender who had the first seat.
    pub first: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
    /// The contender at fault and what it did wrong, if that ended the game.
    pub fault: Option<(usize, String)>,
}

/// The time and simulations spent on a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The contender who played it.
    pub by: usize,
    /// How long it took, in whole microseconds.
    pub time: Duration,
    /// How many simulations were made for it, if the player reported that.
    pub simulations: Option<u64>,
}

/// The way in which a game of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules,
    /// The loser resigned.
    Resignation,
    /// The loser did not move in time.
    Time,
    /// The loser crashed, or played an illegal move.
    Forfeit,
}

/// The names of contenders in records.
const NAMES: [&str; 2] = ["A", "B"];
/// The mark for the contender who played a ply.
const BY: &str = "by";
/// The mark for the number of simulations made for a ply.
const SIMULATIONS: &str = "simulations";
/// The tag for the contender at fault, and what it did wrong.
const FAULT: &str = "Fault";

impl Played {
    pub(super) fn opened(opening: &[String], first: usize) -> Self {
        Played {
            plies: opening.to_vec(),
            efforts: vec![None; opening.len()],
            first,
            outcome: Outcome::Drawn,
            ending: Ending::Rules,
            fault: None,
        }
    }

    pub(super) fn push(&mut self, ply: String, effort: Effort) {
        self.plies.push(ply);
        self.efforts.push(Some(effort));
    }

    pub(super) fn ended(
        self,
        (ending, outcome, who, reason): (Ending, Outcome, usize, String),
    ) -> Self {
        Played { ending, outcome, fault: Some((who, reason)), ..self }
    }

    /// The half points of a contender: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, contender: usize) -> usize {
        match self.outcome.winner() {
            None => 1,
            Some(seat) => 2 * usize::from((seat == Seat::First) == (self.first == contender)),
        }
    }

    /// The efforts for a contender's plies.
    pub fn efforts_of(&self, contender: usize) -> impl Iterator<Item = &Effort> {
        self.efforts.iter().flatten().filter(move |it| it.by == contender)
    }

    /// The game as a record of `spec`. The caller adds which player had which seat.
    #[must_use]
    pub fn to_record(&self, spec: &str) -> Record {
        let mut record = Record::new(spec);
        record.tags.set(tag::ENDING, self.ending.name());
        if let Some((who, reason)) = &self.fault {
            record.tags.set(FAULT, format!("{}: {reason}", NAMES[*who]));
        }
        for (text, effort) in self.plies.iter().zip(&self.efforts) {
            let mut ply = Ply { text: text.clone(), ..Ply::default() };
            if let Some(effort) = effort {
                ply.marks.set(BY, NAMES[effort.by]);
                ply.marks.set(mark::ELAPSED, format!("{:.6}", effort.time.as_secs_f64()));
                if let Some(simulations) = effort.simulations {
                    ply.marks.set(SIMULATIONS, simulations.to_string());
                }
            }
            record.plies.push(ply);
        }
        record.result = result(self.outcome);
        record
    }

    /// Reads what [`to_record`](Self::to_record) wrote; `first` is the contender who had the first seat.
    ///
    /// # Errors
    /// Why it is not a record of a game of a match.
    pub fn from_record(record: &Record, first: usize) -> Result<Self, String> {
        Line::from_record(record).map_err(|error| error.to_string())?;
        let outcome = match record.result {
            GameResult::First => Outcome::Won(Seat::First),
            GameResult::Second => Outcome::Won(Seat::Second),
            GameResult::Draw => Outcome::Drawn,
            GameResult::Open => return Err("it has no result".to_string()),
        };
        let named = |name: &str| NAMES.iter().position(|it| *it == name);
        let ending = record.tags.get(tag::ENDING).and_then(Ending::named);
        let ending = ending.ok_or("it does not say how it ended")?;
        let fault = match record.tags.get(FAULT) {
            None => None,
            Some(text) => {
                let fault = text.split_once(": ");
                let fault = fault.and_then(|(who, why)| Some((named(who)?, why.to_string())));
                Some(fault.ok_or_else(|| format!("its fault is nobody's: {text}"))?)
            }
        };
        let effort = |ply: &Ply| {
            let by = named(ply.marks.get(BY)?)?;
            let seconds: f64 = ply.marks.get(mark::ELAPSED)?.parse().ok()?;
            let simulations = ply.marks.get(SIMULATIONS).and_then(|it| it.parse().ok());
            Some(Effort { by, time: Duration::try_from_secs_f64(seconds).ok()?, simulations })
        };
        Ok(Played {
            plies: record.moves().map(str::to_string).collect(),
            efforts: record.plies.iter().map(effort).collect(),
            first,
            outcome,
            ending,
            fault,
        })
    }
}

impl Ending {
    const ALL: [Ending; 4] = [Ending::Rules, Ending::Resignation, Ending::Time, Ending::Forfeit];

    /// The word in a record: `rules`, `resignation`, `time`, `forfeit`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::Forfeit => "forfeit",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Played {
        let effort = |by, simulations| {
            Some(Effort { by, time: Duration::from_micros(1_234_567), simulations })
        };
        Played {
            plies: ["A1", "B1", "A2"].map(str::to_string).to_vec(),
            efforts: vec![None, effort(0, Some(12)), effort(1, None)],
            first: 1,
            outcome: Outcome::Won(Seat::First),
            ending: Ending::Rules,
            fault: None,
        }
    }

    #[test]
    fn a_record_gives_the_game_back() {
        let spec = "hex:size=2,opening=none";
        let record = game().to_record(spec);
        assert_eq!(Played::from_record(&record, 1), Ok(game()));
        let fault = Some((0, "it fell: asleep".to_string()));
        let lost = Played { fault, ending: Ending::Time, ..game() };
        let lost = Played { plies: vec!["A1".into()], efforts: vec![None], ..lost };
        assert_eq!(Played::from_record(&lost.to_record(spec), 1), Ok(lost));
        let mut wrong = record.clone();
        wrong.result = GameResult::Second;
        assert!(Played::from_record(&wrong, 1).unwrap_err().contains("by the rules it is first"));
        let mut open = lost_record(spec);
        open.result = GameResult::Open;
        assert_eq!(Played::from_record(&open, 1), Err("it has no result".to_string()));
    }

    fn lost_record(spec: &str) -> Record {
        Played { plies: vec![], efforts: vec![], ending: Ending::Resignation, ..game() }
            .to_record(spec)
    }

    #[test]
    fn points_and_efforts_are_the_contenders() {
        let it = game();
        assert_eq!((it.half_points(0), it.half_points(1)), (0, 2));
        assert_eq!(it.efforts_of(0).map(|it| it.simulations).collect::<Vec<_>>(), [Some(12)]);
    }
}
