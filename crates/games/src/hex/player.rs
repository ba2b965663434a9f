use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_search::{Evaluate, Knowledge, Player, Plies, Swappable, Tree};

use super::knowledge::HexJudge;
use super::{Hex, HexPosition};
use crate::board::{Point, RhombusView};

impl Evaluate for Hex {
    fn player(
        position: &Pie<HexPosition>,
        knowledge: Knowledge,
    ) -> Box<dyn Player<PieMove<Point>>> {
        if knowledge == Knowledge::Rules {
            return Box::new(Tree::new(Plies::<Self>::of(position)));
        }
        let (board, side) = (position.board().board(), position.board().side());
        let stones = Side::BOTH.map(|side| board.stones(side));
        let view: RhombusView<HexJudge> = RhombusView::new(position.board().size(), stones, side);
        Box::new(Tree::new(Swappable::of(position, view)))
    }
}
