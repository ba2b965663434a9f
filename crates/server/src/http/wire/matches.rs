use crosscut_club as club;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Ending, Moment, Player, Rating, Terms};
use crate::read::projection;

/// A match as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct MatchSummary {
    /// The match's number.
    id: u64,
    /// What is played, and how.
    terms: Terms,
    /// Who moves first, and who second.
    seats: [Player; 2],
    /// The players' ratings when it began, in the order of the seats; null where there was none.
    ratings: [Option<Rating>; 2],
    /// When it began.
    began: Moment,
    /// When anything but talk last happened.
    touched: Moment,
    /// How many plies have been played.
    plies: u32,
    /// The player to move; null if the match is over.
    #[schema(required = true)]
    turn: Option<Player>,
    /// When the player to move runs out of time; null without a clock.
    #[schema(required = true)]
    deadline: Option<Moment>,
    /// How it ended; null while it is in progress.
    #[schema(required = true)]
    ending: Option<Ending>,
}

/// A match in its current state.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct MatchResponse {
    /// How many events the match has: a listener to its stream names the last one seen.
    version: u64,
    #[serde(flatten)]
    summary: MatchSummary,
    /// The plies played so far, in canonical notation.
    #[schema(example = json!(["A2,C3", "swap"]))]
    moves: Vec<String>,
    /// Why it is drawn by the rules, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "both passed")]
    drawn_because: Option<&'static str>,
    /// What the win consists of, where neither the goal nor a chain shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "A white region of 14 tiles is closed")]
    won_because: Option<String>,
}

impl MatchResponse {
    /// A match as the club has it now.
    pub(crate) fn of(it: &club::Match, state: &club::State) -> Self {
        MatchResponse {
            version: it.version,
            summary: projection::MatchSummary::of(it, state).into(),
            moves: it.line.plies().to_vec(),
            drawn_because: it.line.position().drawn_because(),
            won_because: it.line.position().won_because(),
        }
    }
}

impl From<projection::MatchSummary> for MatchSummary {
    fn from(it: projection::MatchSummary) -> Self {
        MatchSummary {
            id: it.id.0,
            terms: it.terms.into(),
            seats: it.seats.map(Player::from),
            ratings: it.ratings.map(|it| it.map(Rating::from)),
            began: it.began.into(),
            touched: it.touched.into(),
            plies: it.plies,
            turn: it.turn.map(Player::from),
            deadline: it.deadline.map(Moment::from),
            ending: it.ending.map(Ending::from),
        }
    }
}
