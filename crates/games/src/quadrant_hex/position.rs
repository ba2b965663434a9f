use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::SIDES;
use super::parts::{GAMES, MAJORITY, Part, WHOLE, quadrant};
use crate::board::rhombus::{MOST, NODES, WORDS, neighbours};
use crate::board::{Bits, Connection, Point, rhombus};

/// A board of Quadrant Hex, with sides for seats: who holds which is the pie rule's business.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuadrantHexPosition {
    /// The game on the whole board. Chains of the quadrants are looked for among its stones.
    whole: Connection<WORDS, NODES>,
    /// Who has won which of the five.
    won: [Option<Side>; GAMES],
    size: u8,
    turn: Side,
}

impl QuadrantHexPosition {
    pub(super) fn new(size: usize) -> Self {
        QuadrantHexPosition {
            whole: Connection::new(rhombus(size)),
            won: [None; GAMES],
            size: size as u8,
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
        QuadrantHexPosition { turn, ..position }
    }

    /// Puts a stone on an empty cell. Only its own side can win by it, in its quadrant, on the whole board or in both.
    #[inline]
    fn place(&mut self, side: Side, cell: usize) {
        self.whole.place(side, cell);
        if self.won[WHOLE].is_none() && self.whole.joined(side) {
            self.won[WHOLE] = Some(side);
        }
        let game = quadrant(cell, self.size());
        // What is decided stays decided: the winner's chain is a wall.
        if self.won[game].is_none() && self.joins_quadrant(side, cell) {
            self.won[game] = Some(side);
        }
    }

    /// Whether the chain of a stone reaches both edges of its quadrant within it.
    fn joins_quadrant(&self, side: Side, cell: usize) -> bool {
        let (size, stones) = (self.size(), self.stones(side));
        let part = Part::of(quadrant(cell, size), size);
        let mut seen: Bits<WORDS> = Bits::EMPTY;
        seen.insert(cell);
        // Each cell of the largest quadrant is put here once at most.
        let mut todo = [0; (MOST / 2) * (MOST / 2)];
        todo[0] = cell as u16;
        let (mut next, mut end) = (0, 1);
        let mut reached = [false; 2];
        while next < end {
            let (column, row) = (usize::from(todo[next]) % size, usize::from(todo[next]) / size);
            next += 1;
            let (column, row) = (column - part.column, row - part.row);
            let along = match side {
                Side::First => row,
                Side::Second => column,
            };
            reached[0] |= along == 0;
            reached[1] |= along == part.size - 1;
            if reached == [true, true] {
                return true;
            }
            for (column, row) in neighbours(part.size, column, row) {
                let near = (part.row + row) * size + part.column + column;
                if stones.has(near) && !seen.has(near) {
                    seen.insert(near);
                    todo[end] = near as u16;
                    end += 1;
                }
            }
        }
        false
    }

    /// Cells a side.
    pub(super) fn size(&self) -> usize {
        usize::from(self.size)
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
        self.whole.stones(side)
    }

    /// The side whose stone is on a cell.
    pub(super) fn owner(&self, cell: usize) -> Option<Side> {
        self.whole.owner(cell)
    }

    /// The chain that has won one of the five, as cells of the whole board; empty if it is undecided.
    pub(super) fn winning_chain(&self, game: usize) -> Vec<usize> {
        let Some(side) = self.won[game] else { return Vec::new() };
        let (part, size) = (Part::of(game, self.size()), self.size());
        let mut alone: Connection<WORDS, NODES> = Connection::new(rhombus(part.size));
        for cell in 0..part.size * part.size {
            if self.owner(part.on_board(cell, size)) == Some(side) {
                alone.place(side, cell);
            }
        }
        alone.winning_chain(side).into_iter().map(|cell| part.on_board(cell, size)).collect()
    }
}

impl Position for QuadrantHexPosition {
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
            out.extend(self.whole.empty().iter().map(|cell| Point::at(cell, self.size())));
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_none() { self.whole.empty().len() } else { 0 }
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
