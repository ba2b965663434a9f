use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::SIDES;
use crate::board::rhombus::{NODES, WORDS};
use crate::board::{Connection, Point, rhombus};

/// A board of Hex, with sides for seats: who holds which is the pie rule's business.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HexPosition {
    board: Connection<WORDS, NODES>,
    size: u8,
    turn: Side,
}

impl HexPosition {
    pub(super) fn new(size: usize) -> Self {
        HexPosition { board: Connection::new(rhombus(size)), size: size as u8, turn: Side::First }
    }

    pub(super) fn with_stones(size: usize, stones: &[Vec<usize>; 2], turn: Side) -> Self {
        let mut position = Self::new(size);
        for side in Side::BOTH {
            for &cell in &stones[side.index()] {
                position.board.place(side, cell);
            }
        }
        HexPosition { turn, ..position }
    }

    pub(super) fn board(&self) -> &Connection<WORDS, NODES> {
        &self.board
    }

    pub(super) fn size(&self) -> usize {
        usize::from(self.size)
    }
}

impl Position for HexPosition {
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
        Some(Outcome::Won(match self.board.winner()? {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        }))
    }

    fn moves(&self, out: &mut Vec<Point>) {
        if self.outcome().is_none() {
            out.extend(self.board.empty().iter().map(|cell| Point::at(cell, self.size())));
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_none() { self.board.empty().len() } else { 0 }
    }

    fn read(&self, text: &str) -> Result<Self::Move, MoveError> {
        Point::far(text, self.size(), self.size())?;
        text.parse()
    }

    fn check(&self, m: Point) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        match self.board.owner(m.on(self.size(), self.size())?) {
            None => Ok(()),
            Some(side) => {
                Err(MoveError::illegal(format!("{m} is taken by {}", SIDES[side.index()])))
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Point) {
        self.board.place(self.turn, m.index(self.size()));
        self.turn = !self.turn;
    }
}
