use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Span;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Pace {
    /// A bank of time for each player, and some more for each turn.
    Fischer {
        /// What each player begins with.
        bank: Span,
        /// What a player gets when the turn passes to the other.
        #[serde(default)]
        increment: Span,
        /// What no bank grows beyond.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cap: Option<Span>,
    },
    /// So many days for each turn.
    Days {
        /// Days, 1 to 60.
        days: u32,
    },
    /// No clock; times are noted all the same.
    None,
}

/// What kind of match a pace makes; ratings are kept apart by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Over in some minutes: less than ten for a player's thirty turns.
    Blitz,
    /// Over at one sitting: less than six hours for a player's thirty turns.
    Normal,
    /// Over in days or months; and everything without a clock.
    Correspondence,
}

/// What holds a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pauses {
    /// Whether a player's clock stands still on the player's vacation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vacation: bool,
    /// Whether a player's clock stands still on Saturdays and Sundays in the player's time zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weekends: bool,
}

impl Pauses {
    /// Whether nothing holds the clock.
    pub fn are_none(&self) -> bool {
        *self == Pauses::default()
    }
}

impl Pace {
    /// The longest time that can be asked for, a year.
    pub const LONGEST: Span = Span::days(366);

    /// The class this pace belongs to.
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

    /// Says what is wrong with the figures, as a sentence without a full stop.
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
    /// Every class, the fastest first.
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
