use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::{Board, ConnectionRules, Geometry, Ply};
use crate::board::Point;

/// A board of a connection game and whose turn it is, with sides for seats: who holds which is the pie rule's business.
/// [`ConnectionBoard`](super::ConnectionBoard) says what can be read from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConnectionPosition<G: ConnectionRules> {
    board: G::Board,
    size: u8,
    turn: Side,
    /// Passes in a row just now; -1 as long as the turn that may be swapped is to come, in which a pass does not count. 0
    /// in games in which nobody passes.
    passes: i8,
}

impl<G: ConnectionRules> ConnectionPosition<G> {
    /// The size of the board.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The empty board, its opening over.
    pub(crate) fn new(size: usize) -> Self {
        let board = G::Board::empty::<G::Geometry>(size);
        ConnectionPosition { board, size: size as u8, turn: Side::First, passes: 0 }
    }

    /// The empty board before a turn that may be swapped.
    pub(super) fn in_opening(size: usize) -> Self {
        let passes = if G::Ply::PASS.is_some() { -1 } else { 0 };
        ConnectionPosition { passes, ..Self::new(size) }
    }

    /// The board with these stones, by side, its opening over.
    pub(crate) fn with_stones(size: usize, stones: &[Vec<usize>; 2], turn: Side) -> Self {
        let mut position = ConnectionPosition { turn, ..Self::new(size) };
        for side in Side::BOTH {
            for &cell in &stones[side.index()] {
                position.board.place(side, cell);
            }
        }
        position
    }

    pub(crate) fn board(&self) -> &G::Board {
        &self.board
    }

    /// Whether nobody will win who has not won yet.
    #[inline]
    fn is_drawn(&self) -> bool {
        (G::Ply::PASS.is_some() && self.passes >= 2)
            || (G::Board::DRAWS && self.board.n_free() == 0)
    }

    /// Passes in a row just now that count.
    pub(super) fn passes(&self) -> u8 {
        self.passes.max(0) as u8
    }
}

impl<G: ConnectionRules> Position for ConnectionPosition<G> {
    type Move = G::Ply;

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
            None => self.is_drawn().then_some(Outcome::Drawn),
        }
    }

    fn drawn_because(&self) -> Option<&'static str> {
        let why = if self.passes >= 2 { "both passed" } else { "the board is full" };
        (self.outcome() == Some(Outcome::Drawn)).then_some(why)
    }

    fn score(&self) -> Option<[u32; 2]> {
        self.board.score()
    }

    fn moves(&self, out: &mut Vec<G::Ply>) {
        if self.outcome().is_none() {
            let size = self.size();
            // Faster than `extend`, which asks for the cells one by one and makes room again and again.
            out.reserve(self.board.n_free() + 1);
            self.board.free().for_each(|cell| {
                out.push(G::Ply::place(G::Geometry::point(cell, size)));
            });
            out.extend(G::Ply::PASS);
        }
    }

    fn count(&self) -> usize {
        match self.outcome() {
            None => self.board.n_free() + usize::from(G::Ply::PASS.is_some()),
            Some(_) => 0,
        }
    }

    fn read(&self, text: &str) -> Result<G::Ply, MoveError> {
        let width = G::Geometry::width(self.size());
        Point::far(text, width, width)?;
        G::read(text)
    }

    fn check(&self, m: G::Ply) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        let Some(point) = m.stone() else { return Ok(()) };
        match self.board.owner(G::Geometry::cell(point, self.size())?) {
            None => Ok(()),
            Some(side) => {
                let name = G::CARD.sides[side.index()];
                Err(MoveError::illegal(format!("{point} is taken by {name}")))
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: G::Ply) {
        match m.stone() {
            Some(point) => {
                self.board.place(self.turn, G::Geometry::index(point, self.size()));
                if G::Ply::PASS.is_some() {
                    self.passes = 0;
                }
            }
            None => self.passes += 1,
        }
        self.turn = !self.turn;
    }
}
