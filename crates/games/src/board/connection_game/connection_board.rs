use crosscut_rules::{Pie, Side};

use super::{Board, ConnectionPosition, ConnectionRules, Geometry};
use crate::board::{Point, walk};

/// What can be read from a position of a connection game: its cells, the stones on them, and what they link.
///
/// Cells are [`Point`]s, named as players name them: `A1` is column 0, row 0. On rhombic boards row 0 is the upper one and
/// each row begins half a cell further to the right than the one above; on all others row 0 is the lower one. On boards
/// whose stones are links between dots a cell is the place of a link, and named by where that is.
///
/// ```
/// use crosscut_games::{ConnectionBoard, Point, hex::Hex};
/// use crosscut_rules::{Game, Options, Position, Side};
///
/// let mut position = Hex::new(&Options::parse(Hex::CARD.options, "size=5,opening=none")?).start();
/// while position.outcome().is_none() {
///     let cells: Vec<Point> = position.empty().collect();
///     let ply = position.read(&cells[cells.len() / 2].to_string())?;
///     position.play(ply)?;
/// }
/// let winner = position.winning_side().expect("somebody always wins");
/// assert!(position.stones(winner).any(|cell| position.linked(cell) == [true, true]));
/// assert_eq!(position.stones(Side::First).count() + position.stones(Side::Second).count() + position.empty().count(), 25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ConnectionBoard {
    /// Where it is played.
    type Geometry: Geometry;

    /// What keeps the stones.
    type Board: Board;

    /// The size of the board, as in the game's options.
    fn size(&self) -> usize;

    /// What keeps the stones, by number of the cell.
    fn keeper(&self) -> &Self::Board;

    /// Every cell, row by row from `A1`.
    fn cells(&self) -> impl Iterator<Item = Point> {
        let size = self.size();
        (0..self.keeper().cells()).map(move |cell| Self::Geometry::point(cell, size))
    }

    /// The cells without a stone, in the same order.
    fn empty(&self) -> impl Iterator<Item = Point> {
        let size = self.size();
        self.keeper().free().map(move |cell| Self::Geometry::point(cell, size))
    }

    /// The cells with a stone of this side, in the same order.
    fn stones(&self, side: Side) -> impl Iterator<Item = Point> {
        let size = self.size();
        self.keeper().cells_of(side).map(move |cell| Self::Geometry::point(cell, size))
    }

    /// The side whose stone is on a cell; `None` if it is empty, or not on this board.
    fn owner(&self, cell: Point) -> Option<Side> {
        self.keeper().owner(Self::Geometry::cell(cell, self.size()).ok()?)
    }

    /// Whether the stone on a cell is linked with each of its side's two ends, by stones of that side: first the end that
    /// the card's goal names first ("top and bottom"). Neither if there is no stone.
    fn linked(&self, cell: Point) -> [bool; 2] {
        let (size, Some(side)) = (self.size(), self.owner(cell)) else { return [false; 2] };
        let from = Self::Geometry::index(cell, size);
        walk::linked(Self::Geometry::graph(size), side, self.keeper().cells_of(side), from)
    }

    /// The side that has what it wants.
    fn winning_side(&self) -> Option<Side> {
        self.keeper().winner()
    }
}

impl<G: ConnectionRules> ConnectionBoard for ConnectionPosition<G> {
    type Geometry = G::Geometry;
    type Board = G::Board;

    fn size(&self) -> usize {
        ConnectionPosition::size(self)
    }

    fn keeper(&self) -> &G::Board {
        self.board()
    }
}

/// Who holds which side changes nothing on the board.
impl<P: ConnectionBoard> ConnectionBoard for Pie<P> {
    type Geometry = P::Geometry;
    type Board = P::Board;

    fn size(&self) -> usize {
        self.board().size()
    }

    fn keeper(&self) -> &P::Board {
        self.board().keeper()
    }
}
