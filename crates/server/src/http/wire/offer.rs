use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::same_words;

/// Something one player may propose to the other: to end the match as a draw, to take back the proposer's last turn and
/// everything after it, to end the match without a result, or to play again with the seats exchanged once it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Offer {
    /// To end the match as a draw.
    Draw,
    /// To take back the proposer's last turn and everything after it.
    Takeback,
    /// To end the match without a result.
    Cancel,
    /// To play the same game again with the seats exchanged, once the match is over.
    Rematch,
}

same_words!(Offer, club::Offer, Draw, Takeback, Cancel, Rematch);
