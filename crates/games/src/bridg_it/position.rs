use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::graph::lattices;
use super::notation::{point, slot, width};
use crate::board::{Connection, Point};

/// The links of the largest board, 421 slots in seven words, and its 424 nodes.
pub(super) type Links = Connection<7, 424>;

/// A board of Bridg-It, with sides for seats: who holds which is the pie rule's business.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BridgItPosition {
    links: Links,
    size: u8,
    turn: Side,
}

impl BridgItPosition {
    pub(super) fn new(size: usize) -> Self {
        BridgItPosition {
            links: Connection::new(lattices(size)),
            size: size as u8,
            turn: Side::First,
        }
    }

    pub(super) fn with_links(size: usize, links: &[Vec<usize>; 2], turn: Side) -> Self {
        let mut position = Self::new(size);
        for side in Side::BOTH {
            for &slot in &links[side.index()] {
                position.links.place(side, slot);
            }
        }
        BridgItPosition { turn, ..position }
    }

    pub(super) fn links(&self) -> &Links {
        &self.links
    }

    pub(super) fn size(&self) -> usize {
        usize::from(self.size)
    }
}

impl Position for BridgItPosition {
    type Move = Point;

    #[inline]
    fn turn(&self) -> Seat {
        match self.turn {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::Won(match self.links.winner()? {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        }))
    }

    fn moves(&self, out: &mut Vec<Point>) {
        if self.outcome().is_none() {
            out.extend(self.links.empty().iter().map(|slot| point(slot, self.size())));
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_none() { self.links.empty().len() } else { 0 }
    }

    fn read(&self, text: &str) -> Result<Self::Move, MoveError> {
        Point::far(text, width(self.size()), width(self.size()))?;
        // Where other games have an example, here is a dot.
        text.parse().map_err(|_| {
            MoveError::syntax(format!(
                "'{text}' is not a slot: write a letter and a number, such as B2"
            ))
        })
    }

    fn check(&self, m: Point) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        match self.links.owner(slot(m, self.size())?) {
            None => Ok(()),
            Some(Side::First) => Err(MoveError::illegal(format!("{m} is taken by V"))),
            Some(Side::Second) => Err(MoveError::illegal(format!("{m} is taken by H"))),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Point) {
        self.links.place(self.turn, m.index(width(self.size())) / 2);
        self.turn = !self.turn;
    }
}
