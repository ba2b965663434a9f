use std::collections::VecDeque;
use std::fmt;

use crosscut_catalog::Seat;
use serde::{Deserialize, Serialize};

use crate::{Moment, Span};

/// Something one player may propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the match as a draw.
    Draw,
    /// To take back the proposer's last turn and everything after it.
    Takeback,
    /// To end the match without a result.
    Cancel,
    /// To play the same game again with the seats exchanged, once the match is over.
    Rematch,
}

/// The offers in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// Whether an offer is open, by kind and seat.
    standing: [[bool; 2]; 4],
    /// How many plies had been played when an offer was last declined, by kind and seat.
    declined: [[Option<u32>; 2]; 4],
    /// When each seat made its last offers, of any kind.
    lately: [VecDeque<Moment>; 2],
}

impl Offer {
    /// The most offers a player may make in a match within a day: each is stored, even if withdrawn.
    pub const MOST_IN_A_DAY: usize = 20;

    /// Every kind of offer.
    pub const ALL: [Offer; 4] = [Offer::Draw, Offer::Takeback, Offer::Cancel, Offer::Rematch];
}

impl Offers {
    /// The seat whose offer of this kind is open, if any.
    pub fn by(&self, offer: Offer) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.standing[offer as usize][seat.index()])
    }

    /// The open offers, each with the seat that made it.
    pub fn standing(&self) -> impl Iterator<Item = (Offer, Seat)> {
        Offer::ALL.into_iter().filter_map(|offer| Some((offer, self.by(offer)?)))
    }

    /// How many plies had been played when a seat's offer of this kind was last declined.
    pub fn declined(&self, offer: Offer, seat: Seat) -> Option<u32> {
        self.declined[offer as usize][seat.index()]
    }

    /// When a seat may make another offer, if it has made so many that it must wait.
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

    /// A turn settles an open takeback or draw offer: playing on declines or withdraws it.
    pub(crate) fn turn(&mut self) {
        self.withdraw(Offer::Takeback);
        self.withdraw(Offer::Draw);
    }

    /// Closes all offers; they still count towards the daily limit.
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
