use std::fmt;
use std::str::FromStr;

use crate::{MoveError, Outcome, Position, Seat, Seating, Side};

/// A game with the swap rule: after the first ply the second seat may answer `swap`. The board stays as it is, the
/// seats exchange sides, and the former first seat is to move.
///
/// The wrapped position knows only sides: its `Seat::First` is the seat that holds the first side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pie<P> {
    board: P,
    opening: Opening,
    swapped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Opening {
    /// Before the first ply.
    First,
    /// One ply was made; `swap` is possible.
    Answer,
    Over,
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
        Pie { board, opening: Opening::First, swapped: false }
    }

    /// A game without the swap rule, or one whose opening is over.
    pub fn closed(board: P) -> Self {
        Pie { board, opening: Opening::Over, swapped: false }
    }

    /// The wrapped position, in which seats are sides.
    pub fn board(&self) -> &P {
        &self.board
    }

    /// Whether `swap` is possible now or will be after the next ply.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.opening != Opening::Over
    }

    /// The seat that holds a side.
    #[inline]
    pub fn seat_of(&self, side: Side) -> Seat {
        if (side == Side::First) == self.swapped { Seat::Second } else { Seat::First }
    }

    /// In how many plies `swap` is possible: 1 before the first ply, 0 when it may answer that ply, `None` otherwise.
    #[inline]
    pub fn plies_to_swap(&self) -> Option<u32> {
        match self.opening {
            Opening::First => Some(1),
            Opening::Answer => Some(0),
            Opening::Over => None,
        }
    }

    fn reseat(&self, seat: Seat) -> Seat {
        if self.swapped { !seat } else { seat }
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
        if self.opening == Opening::Over || self.outcome().is_some() {
            return None;
        }
        if self.opening == Opening::First {
            return Some(Seating::Cut);
        }
        let mut by = [None; 2];
        by[(!self.side()).index()] = Some(PieMove::Swap);
        Some(Seating::Choose { by })
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
        Some(if self.swapped { [second, first] } else { [first, second] })
    }

    fn moves(&self, out: &mut Vec<Self::Move>) {
        let mut plies = Vec::new();
        self.board.moves(&mut plies);
        out.extend(plies.into_iter().map(PieMove::Play));
        if self.opening == Opening::Answer && self.outcome().is_none() {
            out.push(PieMove::Swap);
        }
    }

    fn count(&self) -> usize {
        self.board.count()
            + usize::from(self.opening == Opening::Answer && self.outcome().is_none())
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
            PieMove::Swap if self.opening == Opening::Answer => Ok(()),
            PieMove::Swap => Err(MoveError::illegal(
                "swap is only possible as the answer to the first move, in a game opened with the swap rule",
            )),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Self::Move) {
        match m {
            PieMove::Swap => {
                self.swapped = !self.swapped;
                self.opening = Opening::Over;
            }
            PieMove::Play(ply) => {
                self.board.play_unchecked(ply);
                self.opening = match self.opening {
                    Opening::First => Opening::Answer,
                    _ => Opening::Over,
                };
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
