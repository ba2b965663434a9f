use crosscut_puzzles::{Puzzle, Verdict};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Moment;

/// A puzzle without its solution.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleResponse {
    /// Its name: eight letters and digits.
    #[schema(example = "2z0ven7j")]
    id: &'static str,
    /// The game with its options, written as a spec: `hex:size=6,opening=none`.
    spec: &'static str,
    /// The starting position as the game's set-up text, if not the game's own start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    setup: Option<&'static str>,
    /// The plies that lead from there to the puzzle's position.
    moves: &'static [String],
    /// The name of the side to move, which is to win.
    #[schema(example = "V")]
    side: &'static str,
    /// How hard it is, from 1 to 8.
    grade: u8,
    /// How many turns are legal.
    legal: usize,
}

/// Which puzzles are wanted; all without any of these.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PuzzleFilterQuery {
    /// Those of the game with this name.
    #[serde(default)]
    pub(crate) game: Option<String>,
    /// Those of this grade.
    #[serde(default)]
    pub(crate) grade: Option<u8>,
}

/// The solution of a puzzle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SolutionResponse {
    /// The one turn that wins.
    solution: &'static str,
    /// The best defence against it; empty if the game is then over.
    defence: &'static [String],
    /// How many plies the game lasts, the solution included, if the winner hurries and the loser delays; null if that could
    /// not be determined.
    #[schema(required = true)]
    plies: Option<u32>,
}

/// A turn, and what was played after the puzzle's position.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PuzzleTurnBody {
    /// The ply as typed.
    pub(crate) text: String,
    /// What both sides have played since the puzzle's position, in turn; empty at first.
    #[serde(default)]
    pub(crate) line: Vec<String>,
}

/// What a turn is worth.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleTurnResponse {
    /// The turn in canonical notation.
    pub(crate) text: String,
    /// Whether it wins, as far as is known.
    pub(crate) verdict: TurnVerdict,
    /// The plies of the other side.
    pub(crate) answer: Vec<String>,
    /// How many plies the game lasts, counted from before the answer; null if that is not known.
    #[schema(required = true)]
    pub(crate) plies: Option<u32>,
    /// The same in words.
    pub(crate) says: String,
}

/// Whether a turn wins: it has won, it wins, draws or loses; `unknown` if there was not enough time to tell.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TurnVerdict {
    /// The game is won.
    Won,
    /// It wins.
    Wins,
    /// It draws.
    Draws,
    /// It loses.
    Loses,
    /// There was not enough time to tell.
    Unknown,
}

/// The caller's results.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleResultsResponse {
    /// On how many consecutive days the caller solved the puzzle of the day.
    pub(crate) streak: usize,
    /// The puzzles that were tried or shown, by name.
    pub(crate) puzzles: Vec<PuzzleResult>,
}

/// The caller's result in one puzzle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleResult {
    /// The name of the puzzle.
    pub(crate) id: String,
    /// How many turns were tried.
    pub(crate) tries: i64,
    /// Whether the solution was shown.
    pub(crate) shown: bool,
    /// When it was solved; null if it was not.
    #[schema(required = true)]
    pub(crate) solved: Option<Moment>,
}

impl From<&'static Puzzle> for PuzzleResponse {
    fn from(it: &'static Puzzle) -> Self {
        PuzzleResponse {
            id: &it.id,
            spec: &it.spec,
            setup: it.setup.as_deref(),
            moves: &it.moves,
            side: &it.side,
            grade: it.grade,
            legal: it.legal,
        }
    }
}

impl From<&'static Puzzle> for SolutionResponse {
    fn from(it: &'static Puzzle) -> Self {
        SolutionResponse { solution: &it.solution, defence: &it.defence, plies: it.plies }
    }
}

impl From<Verdict> for TurnVerdict {
    fn from(it: Verdict) -> Self {
        match it {
            Verdict::Won => TurnVerdict::Won,
            Verdict::Wins => TurnVerdict::Wins,
            Verdict::Draws => TurnVerdict::Draws,
            Verdict::Loses => TurnVerdict::Loses,
            Verdict::Unknown => TurnVerdict::Unknown,
        }
    }
}
