use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::same_words;

/// What a member who follows a match without playing in it is notified of: each turn and the end, or only the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Follow {
    /// Each turn, and the end.
    Turns,
    /// Only the end.
    End,
}

same_words!(Follow, club::Follow, Turns, End);
