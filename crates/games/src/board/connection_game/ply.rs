use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crosscut_draw::Last;
use crosscut_rules::{MoveError, Pie, PieMove};

use super::{ConnectionPosition, ConnectionRules};
use crate::board::Point;

/// What a turn of a connection game may be: one stone, or none where one may pass.
pub trait Ply:
    Copy + Eq + Hash + Debug + Display + FromStr<Err = MoveError> + Send + Sync + 'static
{
    /// The turn without a stone, if there is one. When both sides pass in turn the game is drawn.
    const PASS: Option<Self>;

    /// The turn that puts a stone on a cell.
    fn place(cell: Point) -> Self;

    /// The cell on which it puts a stone, if it puts one.
    fn stone(self) -> Option<Point>;
}

/// One stone, and nobody may pass.
impl Ply for Point {
    const PASS: Option<Point> = None;

    #[inline]
    fn place(cell: Point) -> Point {
        cell
    }

    #[inline]
    fn stone(self) -> Option<Point> {
        Some(self)
    }
}

/// Where the last stone was put, if the last ply put one.
pub(crate) fn last_stone<G: ConnectionRules>(
    last: Option<Last<'_, Pie<ConnectionPosition<G>>>>,
) -> Option<Point> {
    match last?.ply {
        PieMove::Play(ply) => ply.stone(),
        PieMove::Swap => None,
    }
}
