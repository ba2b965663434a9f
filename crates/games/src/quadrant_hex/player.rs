use crosscut_rules::{Pie, PieMove, Position, Rng, Side};
use crosscut_search::{Evaluate, Knowledge, Player, Playout, Plies, Swappable, Tree};

use super::knowledge::QuadrantGoal;
use super::{QuadrantHex, QuadrantHexPosition};
use crate::board::{Point, RhombusView, playout};

impl Evaluate for QuadrantHex {
    fn playout(position: &Pie<QuadrantHexPosition>, rng: &mut Rng) -> Playout {
        playout(position, rng)
    }

    fn player(
        position: &Pie<QuadrantHexPosition>,
        knowledge: Knowledge,
    ) -> Box<dyn Player<PieMove<Point>>> {
        if knowledge == Knowledge::Rules {
            return Box::new(Tree::new(Plies::<Self>::of(position)));
        }
        let board = position.board();
        let stones = Side::BOTH.map(|side| board.stones(side));
        let view: RhombusView<QuadrantGoal> = RhombusView::new(board.size(), stones, board.side());
        Box::new(Tree::new(Swappable::of(position, view)))
    }
}
