use std::fmt;

use crosscut_catalog::Seat;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    standing: [Option<Seat>; 4],
    /// How many plies had been played when an offer of a seat was declined.
    declined: [[Option<u32>; 2]; 4],
}

impl Offer {
    /// Every kind of offer.
    pub const ALL: [Offer; 4] = [Offer::Draw, Offer::Takeback, Offer::Cancel, Offer::Rematch];
}

impl Offers {
    /// Who has made an offer of this kind that stands.
    pub fn by(&self, offer: Offer) -> Option<Seat> {
        self.standing[offer as usize]
    }

    /// The offers that stand, and who made them.
    pub fn standing(&self) -> impl Iterator<Item = (Offer, Seat)> {
        Offer::ALL.into_iter().filter_map(|offer| Some((offer, self.by(offer)?)))
    }

    /// When (after how many plies) the last such offer of a seat was declined.
    pub fn declined(&self, offer: Offer, seat: Seat) -> Option<u32> {
        self.declined[offer as usize][seat.index()]
    }

    pub(crate) fn make(&mut self, offer: Offer, seat: Seat) {
        self.standing[offer as usize] = Some(seat);
    }

    pub(crate) fn decline(&mut self, offer: Offer, plies: u32) {
        if let Some(seat) = self.standing[offer as usize].take() {
            self.declined[offer as usize][seat.index()] = Some(plies);
        }
    }

    pub(crate) fn withdraw(&mut self, offer: Offer) {
        self.standing[offer as usize] = None;
    }

    /// A turn answers any question of taking back, and an offer of a draw: who plays on declines it or takes it back.
    pub(crate) fn turn(&mut self) {
        self.withdraw(Offer::Takeback);
        self.withdraw(Offer::Draw);
    }

    /// Nothing offered before stands.
    pub(crate) fn clear(&mut self) {
        *self = Offers::default();
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
