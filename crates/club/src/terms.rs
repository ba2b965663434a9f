use crosscut_catalog::{Line, Seat, Setup, Spec};
use serde::{Deserialize, Serialize};

use crate::{Pace, Pauses};

/// What a match is played by: game, set-up, pace, and whether it is rated or private.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game with its options, written as a spec. In the club's events it is canonical.
    pub game: String,
    /// The starting position as the game's set-up text, if not the game's own start. Such a match cannot be rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// How much time there is.
    pub pace: Pace,
    /// What stops a clock; only in correspondence.
    #[serde(default, skip_serializing_if = "Pauses::are_none")]
    pub pauses: Pauses,
    /// The number of days without a turn after which the player to move is reminded, repeatedly; if absent, the reminder comes
    /// when half of the time is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nag: Option<u32>,
    /// Whether the match ends automatically when a clock has run out.
    #[serde(default)]
    pub flag: Flag,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether only the players may see the match, now and later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

impl Terms {
    /// The line that the match begins with.
    ///
    /// # Errors
    /// Why the terms do not describe a game, as a sentence without a full stop.
    pub fn start(&self) -> Result<Line, String> {
        let spec: Spec = self.game.parse().map_err(|error| format!("{error}"))?;
        match &self.setup {
            None => Ok(Line::new(spec)),
            Some(setup) => Setup::parse(setup)
                .and_then(|setup| Line::from_setup(spec, setup))
                .map_err(|error| format!("the set-up: {error}")),
        }
    }
}

/// What happens when a clock has run out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// The match ends.
    #[default]
    Automatic,
    /// The opponent may claim the win, and the match continues until that is done.
    Claimed,
}

/// Which seat the challenger wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The challenger has the first seat.
    First,
    /// The challenger has the second seat.
    Second,
    /// The seats are drawn at random.
    #[default]
    Random,
}

impl Choice {
    /// The challenger's seat, unless it is to be drawn.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Choice::First => Some(Seat::First),
            Choice::Second => Some(Seat::Second),
            Choice::Random => None,
        }
    }
}

/// A seat on the wire: `first` or `second`. For serde's `with`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Seat", rename_all = "snake_case")]
pub(crate) enum SeatOnTheWire {
    First,
    Second,
}

/// The other seat.
pub(crate) fn other(seat: Seat) -> Seat {
    match seat {
        Seat::First => Seat::Second,
        Seat::Second => Seat::First,
    }
}
