use crosscut_rules::Side;

use super::cellwise::Boards;
use super::connection_game::ConnectionRules;
use super::rows::Rows;
use super::{Part, Point};

/// Who wins on a rhombus of hexagons: whoever has joined its ends in more than half of the parts of the board.
pub trait RhombusGoal: ConnectionRules<Ply = Point> {
    /// The parts of the board in which there is something to win; the last one is the whole of it.
    fn parts(size: usize) -> Vec<Part>;

    /// Whether a side has won.
    fn won(stones: &Rows, size: usize, side: Side) -> bool;

    /// The cells with which a side that has not won wins at once.
    fn wins(stones: &Rows, empty: &Rows, size: usize, side: Side) -> Rows;

    /// The parts as the boards of a search, if they are small enough, kept in a `static` of the game's own
    /// ([`BoardsBySize::get`](super::cellwise::BoardsBySize::get)).
    fn boards(size: usize) -> Option<&'static Boards>;
}

/// The winner, if there is one already or if it is certain; `turn` is the side to move.
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
    // Two threats cannot both be met.
    (G::wins(other, empty, size, !turn).len() > 1).then_some(!turn)
}

/// The cells of which the side to move must take one, if the rest loses for certain; all if nothing is known.
pub(super) fn must<G: RhombusGoal>(
    stones: &[Rows; 2],
    empty: &Rows,
    size: usize,
    turn: Side,
) -> Rows {
    let wins = |side: Side| G::wins(&stones[side.index()], empty, size, side);
    [turn, !turn].into_iter().map(wins).find(|it| it.len() > 0).unwrap_or(*empty)
}
