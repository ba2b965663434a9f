use crosscut_rules::Side;

use super::cellwise::Boards;
use super::connection_game::ConnectionRules;
use super::rows::Rows;
use super::{Part, Point};

/// The goal on a rhombus of hexagons: a side wins by joining its ends in more than half of the parts of the board.
pub trait RhombusGoal: ConnectionRules<Ply = Point> {
    /// The parts of the board that can be won; the last one is the whole board.
    fn parts(size: usize) -> Vec<Part>;

    /// Whether a side has won.
    fn won(stones: &Rows, size: usize, side: Side) -> bool;

    /// The cells with which a side that has not won wins immediately.
    fn wins(stones: &Rows, empty: &Rows, size: usize, side: Side) -> Rows;

    /// The parts as boards for a search, if they are small enough. The game keeps them in a `static` of its own
    /// ([`BoardsBySize::get`](super::cellwise::BoardsBySize::get)).
    fn boards(size: usize) -> Option<&'static Boards>;
}

/// The winner, if a side has won or is certain to win; `turn` is the side to move.
pub(super) fn verdict<G: RhombusGoal>(
    stones: &[Rows; 2],
    empty: &Rows,
    size: usize,
    turn: Side,
) -> Option<Side> {
    let (mine, other) = (&stones[turn.index()], &stones[(!turn).index()]);
    if G::won(other, size, !turn) {
        return Some(!turn);
    }
    if G::wins(mine, empty, size, turn).len() > 0 {
        return Some(turn);
    }
    // The side to move cannot meet two threats.
    (G::wins(other, empty, size, !turn).len() > 1).then_some(!turn)
}

/// The cells worth playing on: those that win immediately, or otherwise those with which the other side would; all empty cells
/// if neither side can.
pub(super) fn must<G: RhombusGoal>(
    stones: &[Rows; 2],
    empty: &Rows,
    size: usize,
    turn: Side,
) -> Rows {
    let wins = |side: Side| G::wins(&stones[side.index()], empty, size, side);
    [turn, !turn].into_iter().map(wins).find(|it| it.len() > 0).unwrap_or(*empty)
}
