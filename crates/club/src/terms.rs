use crosscut_catalog::{Line, Seat, Setup, Spec};
use serde::{Deserialize, Serialize};

use crate::{Pace, Pauses};

/// What a match is played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game with its options, as a spec is written. The club writes it canonically into its events.
    pub game: String,
    /// The position to begin with, as the game's set-up text, if not the game's own start. Such a match is not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// How much time there is.
    pub pace: Pace,
    /// What holds a clock; only in correspondence.
    #[serde(default, skip_serializing_if = "Pauses::are_none")]
    pub pauses: Pauses,
    /// After how many days without a turn whoever is on turn is reminded, and again each so many days; if nothing is said,
    /// when half of the time is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nag: Option<u32>,
    /// Whether a clock that has run out ends the match by itself.
    #[serde(default)]
    pub flag: Flag,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether nobody but the players may see the match, now or later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

impl Terms {
    /// The line that a match begins with.
    ///
    /// # Errors
    /// Why the terms describe no game, as a sentence without a full stop.
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
    /// The match is over.
    #[default]
    Automatic,
    /// The opponent may claim the win, and the match goes on until that is done.
    Claimed,
}

/// Which seat the challenger wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The challenger has the first seat.
    First,
    /// The other has it.
    Second,
    /// Chance decides.
    #[default]
    Random,
}

impl Choice {
    /// The challenger's seat, if it is settled.
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
