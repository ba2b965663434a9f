use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Span;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Pace {
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

/// The class of a pace; ratings are kept per class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Over within minutes: less than ten minutes for a player's thirty turns.
    Blitz,
    /// Over in one sitting: less than six hours for a player's thirty turns.
    Normal,
    /// Over in days or months; includes every match without a clock.
    Correspondence,
}

/// What stops a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pauses {
    /// Whether a player's clock stands still during the player's vacations.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vacation: bool,
    /// Whether a player's clock stands still on Saturdays and Sundays in the player's time zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weekends: bool,
}

impl Pauses {
    /// Whether nothing stops the clock.
    pub fn are_none(&self) -> bool {
        *self == Pauses::default()
    }
}

impl Pace {
    /// The longest time allowed in a pace, a year.
    pub const LONGEST: Span = Span::days(366);

    /// The class of this pace.
    pub fn class(self) -> Class {
        match self {
            Pace::Days { .. } | Pace::None => Class::Correspondence,
            Pace::Fischer { bank, increment, .. } => {
                let thirty = Span(bank.0.saturating_add(increment.0.saturating_mul(30)));
                if thirty < Span::minutes(10) {
                    Class::Blitz
                } else if thirty < Span::hours(6) {
                    Class::Normal
                } else {
                    Class::Correspondence
                }
            }
        }
    }

    /// Checks the numbers; the error is a sentence without a full stop.
    ///
    /// # Errors
    /// A bank of less than a second or more than a year, a cap below the bank, more than 60 days a turn, and the like.
    pub fn check(self) -> Result<(), &'static str> {
        let fits = |span: Span| (Span::ZERO..=Pace::LONGEST).contains(&span);
        match self {
            Pace::None => Ok(()),
            Pace::Days { days } if (1..=60).contains(&days) => Ok(()),
            Pace::Days { .. } => Err("there may be 1 to 60 days for a turn"),
            Pace::Fischer { bank, .. } if bank < Span::seconds(1) || !fits(bank) => {
                Err("a clock begins with one second at least and a year at most")
            }
            Pace::Fischer { increment, .. } if !fits(increment) => {
                Err("what a turn adds to a clock is between nothing and a year")
            }
            Pace::Fischer { bank, cap: Some(cap), .. } if cap < bank || !fits(cap) => Err(
                "the most a clock may hold is no less than it begins with, and no more than a year",
            ),
            Pace::Fischer { .. } => Ok(()),
        }
    }
}

impl Class {
    /// Every class, fastest first.
    pub const ALL: [Class; 3] = [Class::Blitz, Class::Normal, Class::Correspondence];

    /// `blitz`, `normal` or `correspondence`.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Blitz => "blitz",
            Class::Normal => "normal",
            Class::Correspondence => "correspondence",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `10 min + 5 s a turn`, `3 days a turn`, `no clock`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::None => f.write_str("no clock"),
            Pace::Days { days: 1 } => f.write_str("1 day a turn"),
            Pace::Days { days } => write!(f, "{days} days a turn"),
            Pace::Fischer { bank, increment, cap } => {
                bank.fmt(f)?;
                if *increment > Span::ZERO {
                    write!(f, " + {increment} a turn")?;
                }
                cap.map_or(Ok(()), |cap| write!(f, ", {cap} at most"))
            }
        }
    }
}
