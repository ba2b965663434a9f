use crosscut_catalog::{Outcome, Seat};
use crosscut_record::GameResult;
use serde::{Deserialize, Serialize};

use crate::{Moment, Rating};

/// How and when a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; [`GameResult::Open`] if the match ended without a result.
    pub result: GameResult,
    /// Why it ended.
    pub reason: Reason,
    /// When it ended.
    pub at: Moment,
    /// The changes to the players' ratings; none if the match was not rated, or ended before this was recorded.
    pub ratings: Option<[Rerating; 2]>,
}

/// The change of a rating by a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rerating {
    /// The rating before.
    pub from: Rating,
    /// The rating after.
    pub to: Rating,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// One player resigned.
    Resignation,
    /// A clock ran out.
    Time,
    /// Both agreed to a draw.
    Agreement,
    /// One player left, or never came, before both had played: no result.
    Aborted,
    /// Both agreed to cancel the match: no result.
    Cancelled,
    /// The club ended it: no result.
    Stopped,
}

impl Reason {
    /// The word for it, as in a record's `Ending` tag.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Rules => "rules",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Agreement => "agreement",
            Reason::Aborted => "aborted",
            Reason::Cancelled => "cancelled",
            Reason::Stopped => "stopped",
        }
    }
}

impl Ending {
    /// The seat that won, if any.
    pub fn winner(&self) -> Option<Seat> {
        match self.result {
            GameResult::First => Some(Seat::First),
            GameResult::Second => Some(Seat::Second),
            GameResult::Draw | GameResult::Open => None,
        }
    }

    /// What a seat scored: 1, 0.5 or 0; `None` without a result.
    pub fn score(&self, seat: Seat) -> Option<f64> {
        match self.result {
            GameResult::Open => None,
            GameResult::Draw => Some(0.5),
            _ => Some(if self.winner() == Some(seat) { 1.0 } else { 0.0 }),
        }
    }
}

/// The result of a win by a seat.
pub(crate) fn won(seat: Seat) -> GameResult {
    match seat {
        Seat::First => GameResult::First,
        Seat::Second => GameResult::Second,
    }
}

/// The result that follows from an outcome under the rules.
pub(crate) fn result(outcome: Outcome) -> GameResult {
    outcome.winner().map_or(GameResult::Draw, won)
}
