use crosscut_catalog::Seat;

use crate::calendar::{self, Calendar};
use crate::terms::other;
use crate::{Moment, Pace, Period, Span, Terms};

/// The time of both players of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What each player had left when the present turn began; nothing without a clock.
    pub banks: [Span; 2],
    /// Since when the player on turn has been thinking.
    pub since: Moment,
    /// Downtimes of the server within the present turn.
    pub(crate) credits: Vec<Period>,
}

impl Clock {
    /// The clock of a match that begins.
    pub(crate) fn new(pace: Pace, now: Moment) -> Self {
        let bank = match pace {
            Pace::Fischer { bank, .. } => bank,
            Pace::Days { days } => Span::days(days.into()),
            Pace::None => Span::ZERO,
        };
        Clock { banks: [bank; 2], since: now, credits: Vec::new() }
    }

    /// What a player's bank gains when, having spent so much, the player hands the turn over.
    pub(crate) fn gain(&self, pace: Pace, seat: Seat, spent: Span) -> Span {
        let Pace::Fischer { increment, cap, .. } = pace else { return Span::ZERO };
        let left = self.left(seat, spent);
        let room = cap.map_or(increment, |cap| Span((cap - left).0.max(0)));
        increment.min(room)
    }

    /// What is left of a player's bank after spending so much: never less than nothing.
    pub(crate) fn left(&self, seat: Seat, spent: Span) -> Span {
        Span((self.banks[seat.index()] - spent).0.max(0))
    }

    /// Notes a ply: takes what was spent, adds what was gained, and begins the next.
    pub(crate) fn ply(
        &mut self,
        pace: Pace,
        seat: Seat,
        [spent, gained]: [Span; 2],
        next: Option<Seat>,
        now: Moment,
    ) {
        if pace != Pace::None {
            self.banks[seat.index()] = self.left(seat, spent) + gained;
        }
        if let Pace::Days { days } = pace
            && next == Some(other(seat))
        {
            // Every turn has its days anew, and what is shown for the waiting player is what the next turn will have.
            self.banks = [Span::days(days.into()); 2];
        }
        self.begin(now);
    }

    /// Begins a turn.
    pub(crate) fn begin(&mut self, now: Moment) {
        self.since = now;
        self.credits.clear();
    }

    /// When the clock of the player on turn stands still, as far as the match knows; vacations are the members' own.
    pub(crate) fn calendar(&self, terms: &Terms, zone: &str, vacations: &[Period]) -> Calendar {
        let mut periods = self.credits.clone();
        if terms.pauses.vacation {
            periods.extend_from_slice(vacations);
        }
        let weekends = if terms.pauses.weekends { calendar::zone(zone) } else { None };
        Calendar { periods, weekends }
    }
}
