use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Span;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Pace {
    /// A bank of time for each player, with an increment for each turn.
    Fischer {
        /// The time each player begins with.
        bank: Span,
        /// The time a player gains when the turn passes to the opponent.
        #[serde(default)]
        increment: Span,
        /// The limit above which no bank grows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cap: Option<Span>,
    },
    /// A number of days for each turn.
    Days {
        /// The number of days, from 1 to 60.
        days: u32,
    },
    /// No clock; times are recorded even so.
    None,
}

/// What stops a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Pauses {
    /// Whether a player's clock stands still during the player's vacations.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    vacation: bool,
    /// Whether a player's clock stands still on Saturdays and Sundays in the player's time zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    weekends: bool,
}

impl Pauses {
    pub(super) fn are_none(&self) -> bool {
        *self == Pauses::default()
    }
}

impl From<club::Pace> for Pace {
    fn from(it: club::Pace) -> Self {
        match it {
            club::Pace::Fischer { bank, increment, cap } => Pace::Fischer {
                bank: bank.into(),
                increment: increment.into(),
                cap: cap.map(Span::from),
            },
            club::Pace::Days { days } => Pace::Days { days },
            club::Pace::None => Pace::None,
        }
    }
}

impl From<Pace> for club::Pace {
    fn from(it: Pace) -> Self {
        match it {
            Pace::Fischer { bank, increment, cap } => club::Pace::Fischer {
                bank: bank.into(),
                increment: increment.into(),
                cap: cap.map(club::Span::from),
            },
            Pace::Days { days } => club::Pace::Days { days },
            Pace::None => club::Pace::None,
        }
    }
}

impl From<club::Pauses> for Pauses {
    fn from(club::Pauses { vacation, weekends }: club::Pauses) -> Self {
        Pauses { vacation, weekends }
    }
}

impl From<Pauses> for club::Pauses {
    fn from(Pauses { vacation, weekends }: Pauses) -> Self {
        club::Pauses { vacation, weekends }
    }
}
