use std::collections::VecDeque;
use std::fmt;

use crosscut_catalog::Seat;
use serde::{Deserialize, Serialize};

use crate::{Moment, Span};

/// What one player may propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the match as a draw.
    Draw,
    /// To take the proposer's own last turn back, and what followed it.
    Takeback,
    /// To end the match without a result.
    Cancel,
    /// To play the same again with the seats exchanged; once the match is over.
    Rematch,
}

/// The offers on the table of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// Whether an offer of a seat stands.
    standing: [[bool; 2]; 4],
    /// How many plies had been played when an offer of a seat was declined.
    declined: [[Option<u32>; 2]; 4],
    /// When a seat has made its last offers, of whatever kind.
    lately: [VecDeque<Moment>; 2],
}

impl Offer {
    /// How many offers a player makes in a match within a day: each of them is kept, also when it is withdrawn.
    pub const MOST_IN_A_DAY: usize = 20;

    /// Every kind of offer.
    pub const ALL: [Offer; 4] = [Offer::Draw, Offer::Takeback, Offer::Cancel, Offer::Rematch];
}

impl Offers {
    /// Who has made an offer of this kind that stands.
    pub fn by(&self, offer: Offer) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.standing[offer as usize][seat.index()])
    }

    /// The offers that stand, and who made them.
    pub fn standing(&self) -> impl Iterator<Item = (Offer, Seat)> {
        Offer::ALL.into_iter().filter_map(|offer| Some((offer, self.by(offer)?)))
    }

    /// When (after how many plies) the last such offer of a seat was declined.
    pub fn declined(&self, offer: Offer, seat: Seat) -> Option<u32> {
        self.declined[offer as usize][seat.index()]
    }

    /// When a seat may make another offer, if it has made so many that it has to wait.
    pub fn next(&self, seat: Seat, now: Moment) -> Option<Moment> {
        let made = &self.lately[seat.index()];
        let first = made.len().checked_sub(Offer::MOST_IN_A_DAY).and_then(|at| made.get(at));
        first.map(|at| *at + Span::days(1)).filter(|next| now < *next)
    }

    pub(crate) fn make(&mut self, offer: Offer, seat: Seat, at: Moment) {
        self.withdraw(offer);
        let made = &mut self.lately[seat.index()];
        made.push_back(at);
        if Offer::MOST_IN_A_DAY < made.len() {
            made.pop_front();
        }
        self.standing[offer as usize][seat.index()] = true;
    }

    pub(crate) fn decline(&mut self, offer: Offer, plies: u32) {
        if let Some(seat) = self.by(offer) {
            self.withdraw(offer);
            self.declined[offer as usize][seat.index()] = Some(plies);
        }
    }

    pub(crate) fn withdraw(&mut self, offer: Offer) {
        self.standing[offer as usize] = [false; 2];
    }

    /// A turn answers any question of taking back, and an offer of a draw: who plays on declines it or takes it back.
    pub(crate) fn turn(&mut self) {
        self.withdraw(Offer::Takeback);
        self.withdraw(Offer::Draw);
    }

    /// Nothing offered before stands; that it was offered counts all the same.
    pub(crate) fn clear(&mut self) {
        let lately = std::mem::take(&mut self.lately);
        *self = Offers { lately, ..Offers::default() };
    }
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Offer::Draw => "a draw",
            Offer::Takeback => "a takeback",
            Offer::Cancel => "to cancel the match",
            Offer::Rematch => "a rematch",
        })
    }
}
