use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A turn.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TurnBody {
    /// The ply as typed; several, with blanks between them, where the player has several in a row.
    #[schema(example = "A2,C3")]
    pub(crate) text: String,
    /// How many plies had been played on the board it was made for: a stale turn is refused. If absent, it is for any
    /// board.
    #[serde(default)]
    pub(crate) ply: Option<u32>,
}

/// The turn that was played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TurnResponse {
    /// The version of the match.
    pub(crate) version: u64,
    /// How many plies have been played.
    pub(crate) plies: u32,
    /// The ply, or plies, in canonical notation; left out if the turn had been played before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) text: Option<String>,
}
