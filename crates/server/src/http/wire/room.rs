use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::same_words;

/// A room at a table, which says who hears a remark: the players and nobody else ever, or the spectators, and the players
/// once the match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Room {
    /// The players; nobody else ever reads it.
    Players,
    /// The spectators. The players can read it once the match is over, since it may contain advice.
    Spectators,
}

same_words!(Room, club::Room, Players, Spectators);
