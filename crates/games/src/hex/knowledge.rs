use crosscut_rules::Side;

use super::solver::boards;
use crate::board::Goal;
use crate::board::cellwise::Boards;
use crate::board::rows::{Rows, Way};

/// Who wins at Hex.
#[derive(Clone, Debug)]
pub(super) struct HexGoal;

const fn way(side: Side) -> Way {
    match side {
        Side::First => Way::Down,
        Side::Second => Way::Across,
    }
}

impl Goal for HexGoal {
    fn winner(stones: &[Rows; 2], size: usize) -> Side {
        if stones[0].joined(size, Way::Down) { Side::First } else { Side::Second }
    }

    fn verdict(stones: &[Rows; 2], empty: &Rows, size: usize, turn: Side) -> Option<Side> {
        let other = &stones[(!turn).index()];
        if other.joined(size, way(!turn)) {
            return Some(!turn);
        }
        if stones[turn.index()].winning(empty, size, way(turn)).len() > 0 {
            return Some(turn);
        }
        // Two threats cannot both be met.
        (other.winning(empty, size, way(!turn)).len() > 1).then_some(!turn)
    }

    fn must(stones: &[Rows; 2], empty: &Rows, size: usize, turn: Side) -> Rows {
        let wins = stones[turn.index()].winning(empty, size, way(turn));
        if wins.len() > 0 {
            return wins;
        }
        let threats = stones[(!turn).index()].winning(empty, size, way(!turn));
        if threats.len() > 0 { threats } else { *empty }
    }

    fn boards(size: usize) -> Option<&'static Boards> {
        boards(size)
    }
}
