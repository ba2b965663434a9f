use std::fmt;
use std::str::FromStr;

use crate::{CutAndChoose, MoveError, Outcome, Position, Seat, Seating, Side};

/// A game with the swap rule: after the first ply the second seat may answer `swap`. The board stays as it is, the
/// seats exchange sides, and the former first seat is to move.
///
/// The wrapped position knows only sides: its `Seat::First` is the seat that holds the first side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pie<P> {
    board: P,
    opening: CutAndChoose,
}

/// How the swap is written.
const SWAP: &str = "swap";

/// A ply of the wrapped game, or `swap`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieMove<M> {
    /// The seats swap sides.
    Swap,
    /// A ply on the board.
    Play(M),
}

impl<P> Pie<P> {
    /// A game with the swap rule, whose first ply is the next one.
    pub fn open(board: P) -> Self {
        Pie { board, opening: CutAndChoose::SWAP }
    }

    /// A game without the swap rule, or one whose opening is over.
    pub fn closed(board: P) -> Self {
        Pie { board, opening: CutAndChoose::OVER }
    }

    /// The wrapped position, in which seats are sides.
    pub fn board(&self) -> &P {
        &self.board
    }

    /// Whether `swap` is possible now or will be after the next ply.
    #[inline]
    pub fn is_open(&self) -> bool {
        !self.opening.is_over()
    }

    /// The seat that holds a side.
    #[inline]
    pub fn seat_of(&self, side: Side) -> Seat {
        self.opening.seat_of(side)
    }

    /// The seat that holds the side for which a seat of the wrapped position stands, and the other way round.
    #[inline]
    fn reseat(&self, seat: Seat) -> Seat {
        if self.opening.is_swapped() { !seat } else { seat }
    }
}

impl<P: Position> Position for Pie<P> {
    type Move = PieMove<P::Move>;

    #[inline]
    fn turn(&self) -> Seat {
        self.reseat(self.board.turn())
    }

    fn held_by(&self, seat: Seat) -> Side {
        self.board.held_by(self.reseat(seat))
    }

    fn seating(&self) -> Option<Seating<Self::Move>> {
        if self.opening.is_over() || self.outcome().is_some() {
            return None;
        }
        Some(self.opening.seating(self.side())?.map(|_| PieMove::Swap))
    }

    fn settled(&self) -> Self {
        Pie::closed(self.board.clone())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.board.outcome() {
            Some(Outcome::Won(seat)) => Some(Outcome::Won(self.reseat(seat))),
            other => other,
        }
    }

    fn drawn_because(&self) -> Option<&'static str> {
        self.board.drawn_because()
    }

    fn won_because(&self) -> Option<String> {
        self.board.won_because()
    }

    fn remaining(&self) -> Option<String> {
        self.board.remaining()
    }

    fn joined(&self) -> Option<&'static str> {
        self.board.joined()
    }

    fn score(&self) -> Option<[u32; 2]> {
        let [first, second] = self.board.score()?;
        Some(if self.opening.is_swapped() { [second, first] } else { [first, second] })
    }

    fn moves(&self, out: &mut Vec<Self::Move>) {
        let mut plies = Vec::new();
        self.board.moves(&mut plies);
        out.extend(plies.into_iter().map(PieMove::Play));
        if self.opening.may_swap() && self.outcome().is_none() {
            out.push(PieMove::Swap);
        }
    }

    fn count(&self) -> usize {
        self.board.count() + usize::from(self.opening.may_swap() && self.outcome().is_none())
    }

    fn read(&self, text: &str) -> Result<Self::Move, MoveError> {
        if text.trim().eq_ignore_ascii_case(SWAP) {
            Ok(PieMove::Swap)
        } else {
            self.board.read(text).map(PieMove::Play)
        }
    }

    fn check(&self, m: Self::Move) -> Result<(), MoveError> {
        match m {
            _ if self.outcome().is_some() => Err(MoveError::Over),
            PieMove::Play(ply) => self.board.check(ply),
            PieMove::Swap => self.opening.check_swap(),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Self::Move) {
        match m {
            PieMove::Swap => self.opening.take(!self.side()),
            PieMove::Play(ply) => {
                self.board.play_unchecked(ply);
                self.opening.played();
            }
        }
    }
}

impl<M: fmt::Display> fmt::Display for PieMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieMove::Swap => f.write_str(SWAP),
            PieMove::Play(ply) => ply.fmt(f),
        }
    }
}

impl<M: FromStr<Err = MoveError>> FromStr for PieMove<M> {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        if text.trim().eq_ignore_ascii_case(SWAP) {
            Ok(PieMove::Swap)
        } else {
            text.parse().map(PieMove::Play)
        }
    }
}
