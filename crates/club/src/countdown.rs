use serde::{Deserialize, Serialize};

use crate::calendar::{self, Calendar};
use crate::{Downtimes, Moment, Period, Span};

/// A clock that runs, with all that decides when it runs out but the downtimes of the house: of those one may hear later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countdown {
    /// Since when the player on turn has been thinking.
    pub since: Moment,
    /// What the player had left then.
    pub bank: Span,
    /// When the clock stands still: the player's vacations, and what the match was given back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pauses: Vec<Period>,
    /// The time zone whose weekends do not count, if they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekends: Option<String>,
}

impl Countdown {
    /// When it runs out.
    pub fn deadline(&self, downtimes: &Downtimes) -> Moment {
        self.calendar(downtimes).after(self.since, self.bank)
    }

    /// How much of the time until a moment counts.
    pub(crate) fn spent(&self, now: Moment, downtimes: &Downtimes) -> Span {
        self.calendar(downtimes).counted(self.since, now)
    }

    fn calendar<'a>(&'a self, downtimes: &'a Downtimes) -> Calendar<'a> {
        let weekends = self.weekends.as_deref().and_then(calendar::zone);
        Calendar { periods: &self.pauses, downtimes, weekends }
    }
}
