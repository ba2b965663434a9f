use std::fmt;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since the beginning of 1970, UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(pub i64);

/// A length of time in milliseconds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Span(pub i64);

/// A period of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// The first moment.
    pub from: Moment,
    /// The first moment after it.
    pub until: Moment,
}

impl Span {
    /// No time.
    pub const ZERO: Span = Span(0);

    /// This many seconds.
    pub const fn seconds(n: i64) -> Span {
        Span(n.saturating_mul(1000))
    }

    /// This many minutes.
    pub const fn minutes(n: i64) -> Span {
        Span::seconds(n.saturating_mul(60))
    }

    /// This many hours.
    pub const fn hours(n: i64) -> Span {
        Span::minutes(n.saturating_mul(60))
    }

    /// This many days of 24 hours.
    pub const fn days(n: i64) -> Span {
        Span::hours(n.saturating_mul(24))
    }

    /// The length in days, for inexact arithmetic.
    pub fn in_days(self) -> f64 {
        self.0 as f64 / Span::days(1).0 as f64
    }
}

// All arithmetic saturates: a moment at the end of time is a usable answer, an overflow is not.

impl Add<Span> for Moment {
    type Output = Moment;

    fn add(self, span: Span) -> Moment {
        Moment(self.0.saturating_add(span.0))
    }
}

impl Sub<Span> for Moment {
    type Output = Moment;

    fn sub(self, span: Span) -> Moment {
        Moment(self.0.saturating_sub(span.0))
    }
}

impl Sub for Moment {
    type Output = Span;

    fn sub(self, earlier: Moment) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Span {
    type Output = Span;

    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl Sub for Span {
    type Output = Span;

    fn sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}

/// In the units a person would use: `2 days 4 h`, `10 min`, `1 min 30 s`, `0.5 s`. Two units at most, rounded down.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(i64, &str); 4] =
            [(86_400_000, "day"), (3_600_000, "h"), (60_000, "min"), (1000, "s")];
        if self.0 < 0 {
            return write!(f, "-{}", Span(self.0.saturating_neg()));
        }
        let Some(first) = UNITS.iter().position(|(unit, _)| self.0 >= *unit) else {
            return write!(f, "{} s", self.0 as f64 / 1000.0);
        };
        let mut rest = self.0;
        for (nth, (unit, name)) in UNITS[first..].iter().take(2).enumerate() {
            let n = rest / unit;
            rest %= unit;
            if nth == 0 || n > 0 {
                let blank = if nth == 0 { "" } else { " " };
                let plural = if *name == "day" && n != 1 { "s" } else { "" };
                write!(f, "{blank}{n} {name}{plural}")?;
            }
        }
        Ok(())
    }
}
