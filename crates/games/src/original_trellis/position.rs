use std::hash::{Hash, Hasher};

use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::SIDES;
use super::five::{Five, GAMES, MAJORITY, NODES, WORDS};
use crate::board::{Bits, Chains, Connection, Point};

/// A board of original Trellis, with sides for seats: who holds which is the pie rule's business.
#[derive(Clone, Debug)]
pub struct OriginalTrellisPosition {
    five: &'static Five,
    stones: [Bits<WORDS>; 2],
    /// All five games' nodes.
    chains: Chains<NODES>,
    /// Who has won which of the five.
    won: [Option<Side>; GAMES],
    turn: Side,
}

impl OriginalTrellisPosition {
    pub(super) fn new(size: usize) -> Self {
        OriginalTrellisPosition {
            five: Five::on(size),
            stones: [Bits::EMPTY; 2],
            chains: Chains::new(),
            won: [None; GAMES],
            turn: Side::First,
        }
    }

    pub(super) fn with_stones(size: usize, stones: &[Vec<usize>; 2], turn: Side) -> Self {
        let mut position = Self::new(size);
        for side in Side::BOTH {
            for &cell in &stones[side.index()] {
                position.place(side, cell);
            }
        }
        OriginalTrellisPosition { turn, ..position }
    }

    /// Puts a stone on an empty point. Only its own side can win by it.
    #[inline]
    fn place(&mut self, side: Side, cell: usize) {
        self.stones[side.index()].insert(cell);
        for (game, joined) in self.five.joins(side, cell).iter().enumerate() {
            // What is decided stays decided: the winner's chain is a wall.
            if let &Some([a, b]) = joined
                && self.won[game].is_none()
            {
                self.chains.join(a, b);
                if self.chains.ends_joined(Five::end(game, side)) {
                    self.won[game] = Some(side);
                }
            }
        }
    }

    /// Points a side.
    pub(super) fn size(&self) -> usize {
        self.five.size
    }

    pub(super) fn five(&self) -> &'static Five {
        self.five
    }

    /// Who has won which of the five.
    pub(super) fn won(&self) -> &[Option<Side>; GAMES] {
        &self.won
    }

    /// The side that has won most of the five.
    pub(super) fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.points(side) >= MAJORITY)
    }

    /// How many of the five a side has won.
    pub(super) fn points(&self, side: Side) -> usize {
        self.won.iter().filter(|&&it| it == Some(side)).count()
    }

    pub(super) fn stones(&self, side: Side) -> &Bits<WORDS> {
        &self.stones[side.index()]
    }

    /// The side whose stone is on a point.
    pub(super) fn owner(&self, cell: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stones[side.index()].has(cell))
    }

    /// The chain that has won one of the five, as points of the whole board; empty if it is undecided.
    pub(super) fn winning_chain(&self, game: usize) -> Vec<usize> {
        let Some(side) = self.won[game] else { return Vec::new() };
        let (part, size) = (self.five.parts[game], self.size());
        let mut alone: Connection<WORDS, NODES> = Connection::new(part.graph(size));
        for cell in 0..part.size * part.size {
            if self.owner(part.on_board(cell, size)) == Some(side) {
                alone.place(side, cell);
            }
        }
        alone.winning_chain(side).into_iter().map(|cell| part.on_board(cell, size)).collect()
    }

    fn empty(&self) -> Bits<WORDS> {
        Bits::below(self.size() * self.size()).without(&self.stones[0].or(&self.stones[1]))
    }
}

impl Position for OriginalTrellisPosition {
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
        if self.points(Side::First) >= MAJORITY {
            Some(Outcome::Won(Seat::First))
        } else if self.points(Side::Second) >= MAJORITY {
            Some(Outcome::Won(Seat::Second))
        } else {
            None
        }
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(Side::BOTH.map(|side| self.points(side) as u32))
    }

    fn moves(&self, out: &mut Vec<Point>) {
        if self.outcome().is_none() {
            out.extend(self.empty().iter().map(|cell| Point::at(cell, self.size())));
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_none() { self.empty().len() } else { 0 }
    }

    fn read(&self, text: &str) -> Result<Self::Move, MoveError> {
        Point::far(text, self.size(), self.size())?;
        text.parse()
    }

    fn check(&self, m: Point) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        match self.owner(m.on(self.size(), self.size())?) {
            None => Ok(()),
            Some(side) => {
                Err(MoveError::illegal(format!("{m} is taken by {}", SIDES[side.index()])))
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Point) {
        self.place(self.turn, m.index(self.size()));
        self.turn = !self.turn;
    }
}

/// Stones and turn decide; the rest follows from them.
impl PartialEq for OriginalTrellisPosition {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.five, other.five)
            && self.stones == other.stones
            && self.turn == other.turn
    }
}

impl Eq for OriginalTrellisPosition {}

impl Hash for OriginalTrellisPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
        self.turn.hash(state);
    }
}
