use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Pace, Pauses, same_words};

/// What a match is played by: game, set-up, pace, and whether it is rated or private.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Terms {
    /// The game with its options, written as a spec: `trellis:size=9`. What the club sends is canonical.
    game: String,
    /// The starting position as the game's set-up text, if not the game's own start. Such a match cannot be rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "V:A1,B2 H:C3 turn:H")]
    setup: Option<String>,
    /// How much time there is.
    pace: Pace,
    /// What stops a clock; only in correspondence.
    #[serde(default, skip_serializing_if = "Pauses::are_none")]
    pauses: Pauses,
    /// The number of days without a turn after which the player to move is reminded, repeatedly; if absent, the reminder
    /// comes when half of the time is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nag: Option<u32>,
    /// Whether the match ends automatically when a clock has run out.
    #[serde(default)]
    flag: Flag,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rated: bool,
    /// Whether only the players may see the match, now and later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    private: bool,
}

/// What happens when a clock has run out: the match ends (`automatic`, the default), or the opponent may claim the win,
/// and the match continues until that is done (`claimed`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Flag {
    /// The match ends.
    #[default]
    Automatic,
    /// The opponent may claim the win.
    Claimed,
}

same_words!(Flag, club::Flag, Automatic, Claimed);

impl From<club::Terms> for Terms {
    fn from(it: club::Terms) -> Self {
        let club::Terms { game, setup, pace, pauses, nag, flag, rated, private } = it;
        let (pace, pauses, flag) = (pace.into(), pauses.into(), flag.into());
        Terms { game, setup, pace, pauses, nag, flag, rated, private }
    }
}

impl From<Terms> for club::Terms {
    fn from(it: Terms) -> Self {
        let Terms { game, setup, pace, pauses, nag, flag, rated, private } = it;
        let (pace, pauses, flag) = (pace.into(), pauses.into(), flag.into());
        club::Terms { game, setup, pace, pauses, nag, flag, rated, private }
    }
}
