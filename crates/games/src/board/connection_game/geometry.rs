use crosscut_rules::MoveError;

use crate::board::{Graph, Point};

/// Where a connection game is played: cells numbered from 0, their names, and what a stone on each joins.
///
/// `size` is always that of the card's option. The defaults are those of `size` rows of `size` cells, numbered row by row
/// from `A1`.
pub trait Geometry: 'static {
    /// What the stones join. Built once for each size.
    fn graph(size: usize) -> &'static Graph;

    /// How many columns, and rows, cells are named by.
    #[inline]
    fn width(size: usize) -> usize {
        size
    }

    /// The cell with a name.
    ///
    /// # Errors
    /// A name that no cell of this board has.
    fn cell(point: Point, size: usize) -> Result<usize, MoveError> {
        point.on(size, size)
    }

    /// The cell with a name, of which it is known that there is one.
    #[inline]
    fn index(point: Point, size: usize) -> usize {
        point.index(size)
    }

    /// A cell's name.
    #[inline]
    fn point(cell: usize, size: usize) -> Point {
        Point::at(cell, size)
    }
}
