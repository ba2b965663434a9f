use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::SIDES;
use super::notation::Turn;
use crate::board::checkered::{NODES, WORDS};
use crate::board::{Connection, Point, checkered};

/// A board of Diagonal Bridg-It, with sides for seats: who holds which is the pie rule's business.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiagonalBridgItPosition {
    board: Connection<WORDS, NODES>,
    size: u8,
    turn: Side,
    /// Whether this is the turn that may be swapped: a pass now does not count.
    opening: bool,
    /// Passes in a row just now that count.
    passes: u8,
}

impl DiagonalBridgItPosition {
    /// The empty board, its opening over.
    pub(super) fn new(size: usize) -> Self {
        DiagonalBridgItPosition {
            board: Connection::new(checkered(size, size % 2)),
            size: size as u8,
            turn: Side::First,
            opening: false,
            passes: 0,
        }
    }

    /// The empty board before a turn that may be swapped.
    pub(super) fn in_opening(size: usize) -> Self {
        DiagonalBridgItPosition { opening: true, ..Self::new(size) }
    }

    pub(super) fn with_stones(size: usize, stones: &[Vec<usize>; 2], turn: Side) -> Self {
        let mut position = DiagonalBridgItPosition { turn, ..Self::new(size) };
        for side in Side::BOTH {
            for &cell in &stones[side.index()] {
                position.board.place(side, cell);
            }
        }
        position
    }

    pub(super) fn board(&self) -> &Connection<WORDS, NODES> {
        &self.board
    }

    /// Passes in a row just now that count.
    pub(super) fn passes(&self) -> u8 {
        self.passes
    }

    pub(super) fn size(&self) -> usize {
        usize::from(self.size)
    }
}

impl Position for DiagonalBridgItPosition {
    type Move = Turn;

    #[inline]
    fn turn(&self) -> Seat {
        match self.turn {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.board.winner() {
            Some(Side::First) => Some(Outcome::Won(Seat::First)),
            Some(Side::Second) => Some(Outcome::Won(Seat::Second)),
            None => (self.passes >= 2).then_some(Outcome::Drawn),
        }
    }

    fn drawn_because(&self) -> Option<&'static str> {
        (self.outcome() == Some(Outcome::Drawn)).then_some("both passed")
    }

    fn moves(&self, out: &mut Vec<Turn>) {
        if self.outcome().is_none() {
            let place = |cell| Turn::Place(Point::at(cell, self.size()));
            out.extend(self.board.empty().iter().map(place));
            out.push(Turn::Pass);
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_none() { self.board.empty().len() + 1 } else { 0 }
    }

    fn read(&self, text: &str) -> Result<Self::Move, MoveError> {
        Point::far(text, self.size(), self.size())?;
        text.parse()
    }

    fn check(&self, m: Turn) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        let Turn::Place(point) = m else { return Ok(()) };
        match self.board.owner(point.on(self.size(), self.size())?) {
            None => Ok(()),
            Some(side) => {
                Err(MoveError::illegal(format!("{point} is taken by {}", SIDES[side.index()])))
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Turn) {
        match m {
            Turn::Place(point) => {
                self.board.place(self.turn, point.index(self.size()));
                self.passes = 0;
            }
            Turn::Pass => self.passes += u8::from(!self.opening),
        }
        self.opening = false;
        self.turn = !self.turn;
    }
}
