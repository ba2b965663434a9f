use crosscut_club as club;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Moment, same_words};
use crate::read::projection::Finish;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Ending {
    /// Who won.
    result: GameResult,
    /// Why it ended.
    reason: Reason,
    /// When it ended.
    at: Moment,
}

/// Who won: the first seat, the second seat, or nobody (`draw`); `*` if the match ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GameResult {
    /// The first seat won.
    First,
    /// The second seat won.
    Second,
    /// A draw.
    Draw,
    /// No result.
    #[serde(rename = "*")]
    Open,
}

/// Why a match ended: by the rules of the game, by resignation, because a clock ran out (`time`), by agreement on a draw;
/// or without a result: a player left, or never came, before both had played (`aborted`), both agreed to cancel it
/// (`cancelled`), the club ended it (`stopped`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
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

same_words!(GameResult, crosscut_record::GameResult, First, Second, Draw, Open);
same_words!(Reason, club::Reason, Rules, Resignation, Time, Agreement, Aborted, Cancelled, Stopped,);

impl From<Finish> for Ending {
    fn from(it: Finish) -> Self {
        Ending { result: it.result.into(), reason: it.reason.into(), at: it.at.into() }
    }
}
