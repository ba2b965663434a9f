use std::fmt::Display;
use std::hash::{Hash, Hasher};

use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::notation::far_cell;
use super::trails::{Corner, Trails, joins, lower_left};
use super::{Cell, Placement, SIDES, SLASHES};

/// A board with tokens, whose turn it is, and the trails there are. Seats are sides here; `Pie` adds the swap.
#[derive(Clone, Debug)]
pub struct TrailMixPosition {
    size: u8,
    /// Tokens a side, if they are counted.
    supply: Option<u8>,
    turn: Side,
    /// A trail joins two opposite sides; whoever is not to move has completed it.
    complete: bool,
    /// By side, a bit for each [`Cell::index`].
    tokens: [u128; 2],
    trails: Trails,
}

impl TrailMixPosition {
    /// The empty board, Brown to move. `size` is at most 11.
    pub(super) fn start(size: u8, supply: Option<u8>) -> Self {
        Self::with(size, supply, [0; 2], Side::First)
    }

    /// The position with these tokens, disjoint and on the board.
    pub(super) fn with(size: u8, supply: Option<u8>, tokens: [u128; 2], turn: Side) -> Self {
        let mut trails = Trails::alone(size);
        let mut complete = false;
        for side in Side::BOTH {
            for cell in cells(tokens[side.index()]) {
                complete |= trails.lay(side, lower_left(cell));
            }
        }
        TrailMixPosition { size, supply, turn, complete, tokens, trails }
    }

    /// Cells along each side of the board.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The side whose token lies in a cell.
    #[must_use]
    pub fn token(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.tokens[side.index()] >> cell.index() & 1 == 1)
    }

    /// The corners that the token in a cell joins, the left one first; `None` if the cell is empty.
    #[must_use]
    pub fn joins(&self, cell: Cell) -> Option<[Corner; 2]> {
        self.token(cell).map(|side| joins(side, cell))
    }

    /// The trails, whoever laid their tokens: the corners of each, row by row from the lower left. The game is won by one
    /// with corners on two opposite sides of the board.
    #[must_use]
    pub fn trails(&self) -> Vec<Vec<Corner>> {
        self.trails.listed(self.size)
    }

    /// How many tokens a side has laid.
    #[inline]
    #[must_use]
    pub fn laid(&self, side: Side) -> u32 {
        self.tokens[side.index()].count_ones()
    }

    /// How many tokens a side has left; `None` if they are not counted.
    #[must_use]
    pub fn left(&self, side: Side) -> Option<u32> {
        self.supply.map(|supply| u32::from(supply).saturating_sub(self.laid(side)))
    }

    /// The cells of the board, row by row from a1.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        cells(board(self.size))
    }

    /// The empty cells, in the same order.
    pub(super) fn empty(&self) -> impl Iterator<Item = Cell> + use<> {
        cells(board(self.size) & !self.tokens[0] & !self.tokens[1])
    }

    pub(super) fn tokens(&self) -> [u128; 2] {
        self.tokens
    }

    pub(super) fn side_to_move(&self) -> Side {
        self.turn
    }

    pub(super) fn forest(&self) -> &Trails {
        &self.trails
    }

    /// Whether a trail joins two opposite sides.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }
}

impl Position for TrailMixPosition {
    type Move = Placement;

    #[inline]
    fn turn(&self) -> Seat {
        seat(self.turn)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.complete {
            Some(Outcome::Won(seat(!self.turn)))
        } else if self.left(self.turn) == Some(0) {
            Some(Outcome::Drawn)
        } else {
            None
        }
    }

    fn drawn_because(&self) -> Option<&'static str> {
        (self.outcome() == Some(Outcome::Drawn)).then_some("the tokens ran out")
    }

    fn remaining(&self) -> Option<String> {
        let [brown, green] = Side::BOTH.map(|side| self.left(side));
        Some(format!("Tokens left: {} has {}, {} has {}", SIDES[0], brown?, SIDES[1], green?))
    }

    fn joined(&self) -> Option<&'static str> {
        if self.complete { self.trails.joined(self.size) } else { None }
    }

    fn moves(&self, out: &mut Vec<Placement>) {
        if self.outcome().is_none() {
            out.extend(self.empty().map(Placement::from));
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        let side = usize::from(self.size);
        side * side - (self.tokens[0] | self.tokens[1]).count_ones() as usize
    }

    fn read(&self, text: &str) -> Result<Placement, MoveError> {
        read(self.size, text)
    }

    fn check(&self, m: Placement) -> Result<(), MoveError> {
        let cell = m.cell;
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        if board(self.size) >> cell.index() & 1 == 0 {
            return Err(MoveError::Illegal(off_board(cell, self.size)));
        }
        if let Some(side) = self.token(cell) {
            return Err(MoveError::Illegal(format!("{cell} is taken by {}", SIDES[side.index()])));
        }
        if m.claim.is_some_and(|claim| claim != self.turn) {
            let (name, slash) = (SIDES[self.turn.index()], SLASHES[self.turn.index()]);
            return Err(MoveError::Illegal(format!(
                "it is {name}'s turn, and {name} plays {slash}: write {slash}{cell} or just {cell}"
            )));
        }
        Ok(())
    }

    #[inline]
    fn play_unchecked(&mut self, m: Placement) {
        self.tokens[self.turn.index()] |= 1 << m.cell.index();
        self.complete = self.trails.lay(self.turn, lower_left(m.cell));
        self.turn = !self.turn;
    }
}

// The forest of trails has a shape that depends on the order of the moves and means nothing; what it says follows from
// the tokens, and so does `complete`.
impl PartialEq for TrailMixPosition {
    fn eq(&self, other: &Self) -> bool {
        self.tokens == other.tokens
            && self.turn == other.turn
            && self.size == other.size
            && self.supply == other.supply
    }
}

impl Eq for TrailMixPosition {}

impl Hash for TrailMixPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.tokens, self.turn, self.size, self.supply).hash(state);
    }
}

/// Reads a token to be laid on a board of this size.
///
/// # Errors
/// Why it is none, in the words of this board where a cell is meant that larger ones have.
pub(super) fn read(size: u8, text: &str) -> Result<Placement, MoveError> {
    match far_cell(text) {
        Some(cell) => Err(MoveError::Illegal(off_board(cell, size))),
        None => text.parse(),
    }
}

/// What somebody is told who names a cell that this board lacks.
pub(super) fn off_board(cell: impl Display, size: u8) -> String {
    let last = char::from(b'a' + size - 1);
    format!("{cell} is not on the board: its cells are a1 to {last}{size}")
}

/// The cells of a board as bits.
const fn board(size: u8) -> u128 {
    let (mut bits, mut row) = (0, 0);
    while row < size {
        bits = bits << super::MOST | ((1 << size) - 1);
        row += 1;
    }
    bits
}

/// The cells of a set of bits, in the order of their numbers.
pub(super) fn cells(mut bits: u128) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let index = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(Cell::from_index(index))
    })
}

/// The seat a side has on a board that knows no swap.
#[inline]
pub(super) const fn seat(side: Side) -> Seat {
    match side {
        Side::First => Seat::First,
        Side::Second => Seat::Second,
    }
}
