use serde::{Deserialize, Serialize};

use crate::calendar::{self, Calendar};
use crate::{Downtimes, Moment, Period, Span};

/// A running clock with everything that decides its deadline, except the downtimes of the club: those may become known later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countdown {
    /// When the player to move began to think.
    pub since: Moment,
    /// What the player had left then.
    pub bank: Span,
    /// When the clock stands still: the player's vacations, and time given back to the match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pauses: Vec<Period>,
    /// The time zone whose weekends are left out, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekends: Option<String>,
}

impl Countdown {
    /// When the clock runs out.
    pub fn deadline(&self, downtimes: &Downtimes) -> Moment {
        self.calendar(downtimes).after(self.since, self.bank)
    }

    /// How much of the time up to `now` counts.
    pub(crate) fn spent(&self, now: Moment, downtimes: &Downtimes) -> Span {
        self.calendar(downtimes).counted(self.since, now)
    }

    fn calendar<'a>(&'a self, downtimes: &'a Downtimes) -> Calendar<'a> {
        let weekends = self.weekends.as_deref().and_then(calendar::zone);
        Calendar { periods: &self.pauses, downtimes, weekends }
    }
}
