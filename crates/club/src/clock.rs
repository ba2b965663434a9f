use crosscut_catalog::Seat;
use serde::{Deserialize, Serialize};

use crate::terms::other;
use crate::{Countdown, Moment, Pace, Period, Span, Terms};

/// The clocks of both players of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// What each player had left when the current turn began; zero without a clock.
    pub banks: [Span; 2],
    /// When the player to move began to think.
    pub since: Moment,
    /// Time given back to the current turn: downtimes recorded in the match, before the club kept one list for all matches.
    pub(crate) credits: Vec<Period>,
}

impl Clock {
    /// The clock at the start of a match.
    pub(crate) fn new(pace: Pace, now: Moment) -> Self {
        let bank = match pace {
            Pace::Fischer { bank, .. } => bank,
            Pace::Days { days } => Span::days(days.into()),
            Pace::None => Span::ZERO,
        };
        Clock { banks: [bank; 2], since: now, credits: Vec::new() }
    }

    /// The increment a player gains when passing the turn after spending `spent` on it.
    pub(crate) fn gain(&self, pace: Pace, seat: Seat, spent: Span) -> Span {
        let Pace::Fischer { increment, cap, .. } = pace else { return Span::ZERO };
        let left = self.left(seat, spent);
        let room = cap.map_or(increment, |cap| Span((cap - left).0.max(0)));
        increment.min(room)
    }

    /// What is left in a player's bank after spending this much: never below zero.
    pub(crate) fn left(&self, seat: Seat, spent: Span) -> Span {
        Span((self.banks[seat.index()] - spent).0.max(0))
    }

    /// Records a ply: subtracts what was spent, adds what was gained, and begins the next turn.
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
            // Every turn gets its full days again, and the waiting player is shown what the next turn will have.
            self.banks = [Span::days(days.into()); 2];
        }
        self.begin(now);
    }

    /// Begins a turn.
    pub(crate) fn begin(&mut self, now: Moment) {
        self.since = now;
        self.credits.clear();
    }

    /// A player's running clock; `vacations` are the member's own.
    pub(crate) fn countdown(
        &self,
        terms: &Terms,
        seat: Seat,
        zone: &str,
        vacations: &[Period],
    ) -> Countdown {
        let mut pauses = self.credits.clone();
        if terms.pauses.vacation {
            pauses.extend(vacations.iter().filter(|it| self.since < it.until));
        }
        let weekends = terms.pauses.weekends.then(|| zone.to_string());
        Countdown { since: self.since, bank: self.banks[seat.index()], pauses, weekends }
    }
}
