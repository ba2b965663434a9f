use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::{Board, ConnectionRules, Geometry, Ply};
use crate::board::{Point, counted, walk};

/// A board of a connection game and whose turn it is, with sides for seats: who holds which is the pie rule's business.
///
/// Cells have names, [`Point`]s, as players write them: `A1` is column 0, row 0. How the rows lie is on the game's help
/// page: on rhombic boards row 0 is the upper one, on all others the lower one.
///
/// ```
/// use crosscut_games::hex::Hex;
/// use crosscut_rules::{Game, Options, Position, Side};
///
/// let mut position = Hex::new(&Options::parse(Hex::CARD.options, "size=5,opening=none")?).start();
/// while position.outcome().is_none() {
///     let mut plies = Vec::new();
///     position.moves(&mut plies);
///     position.play_unchecked(plies[plies.len() / 2]);
/// }
/// let (board, winner) = (position.board(), position.board().winner().expect("Hex has no draws"));
/// assert!(board.stones(winner).any(|cell| board.linked(cell) == [true, true]));
/// assert_eq!(board.stones(Side::First).count() + board.stones(Side::Second).count() + board.empty().count(), 25);
/// # Ok::<(), crosscut_rules::OptionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConnectionPosition<G: ConnectionRules> {
    board: G::Board,
    size: u8,
    turn: Side,
    /// Passes in a row just now; -1 as long as the turn that may be swapped is to come, in which a pass does not count. 0
    /// in games in which nobody passes.
    passes: i8,
}

/// What can be read from a position.
impl<G: ConnectionRules> ConnectionPosition<G> {
    /// The size of the board, as in the game's options.
    #[inline]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Every cell, row by row from `A1`.
    pub fn cells(&self) -> impl Iterator<Item = Point> {
        let size = self.size();
        (0..self.board.cells()).map(move |cell| G::Geometry::point(cell, size))
    }

    /// The cells without a stone, in that order.
    pub fn empty(&self) -> impl Iterator<Item = Point> {
        let size = self.size();
        self.board.free().map(move |cell| G::Geometry::point(cell, size))
    }

    /// The cells with a stone of this side, in that order.
    pub fn stones(&self, side: Side) -> impl Iterator<Item = Point> {
        let size = self.size();
        self.board.cells_of(side).map(move |cell| G::Geometry::point(cell, size))
    }

    /// The side whose stone is on a cell; nothing if it is empty, or not on this board.
    pub fn owner(&self, cell: Point) -> Option<Side> {
        self.board.owner(G::Geometry::cell(cell, self.size()).ok()?)
    }

    /// Whether the stone on a cell is linked with each of its side's ends by stones of that side, in the order in which
    /// the card's goals name the ends ("top and bottom"); with neither if there is no stone.
    pub fn linked(&self, cell: Point) -> [bool; 2] {
        let (size, Some(side)) = (self.size(), self.owner(cell)) else { return [false; 2] };
        let from = G::Geometry::index(cell, size);
        walk::linked(G::Geometry::graph(size), side, self.board.cells_of(side), from)
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Side> {
        self.board.winner()
    }
}

impl<G: ConnectionRules> ConnectionPosition<G> {
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

    /// Passes in a row just now that count.
    pub(super) fn passes(&self) -> u8 {
        self.passes.max(0) as u8
    }

    /// Which board it is and how many stones each side has, on a square board, whose `cells` are called so.
    pub(crate) fn caption(&self, cells: &str) -> String {
        let [first, second] = G::CARD.sides;
        let [n, more] = Side::BOTH.map(|side| self.board.cells_of(side).count());
        let (title, size, n) = (G::CARD.title, self.size, counted(n, "stone"));
        format!("{title} on {size} x {size} {cells}, {first} has {n} and {second} {more}")
    }

    /// Whose stone is on each cell, by number.
    pub(crate) fn owners(&self) -> Vec<Option<Side>> {
        (0..self.board.cells()).map(|cell| self.board.owner(cell)).collect()
    }
}

impl<G: ConnectionRules> Position for ConnectionPosition<G> {
    type Move = G::Ply;

    #[inline]
    fn turn(&self) -> Seat {
        seat(self.turn)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.board.winner() {
            Some(side) => Some(Outcome::Won(seat(side))),
            None if G::Ply::PASS.is_some() && self.passes >= 2 => Some(Outcome::Drawn),
            None if G::Board::DRAWS && self.board.n_free() == 0 => Some(Outcome::Drawn),
            None => None,
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
            out.extend(self.board.free().map(|it| G::Ply::place(G::Geometry::point(it, size))));
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

/// Who holds a side before anything is exchanged.
#[inline]
const fn seat(side: Side) -> Seat {
    match side {
        Side::First => Seat::First,
        Side::Second => Seat::Second,
    }
}
