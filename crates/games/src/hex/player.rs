use crosscut_rules::{Pie, PieMove, Position, Rng, Side};
use crosscut_search::{
    Evaluate, Filled, Knowledge, Ladder, Player, Playout, Plies, Rung, Settled, Tree,
};

use super::knowledge::HexGoal;
use super::{Hex, HexPosition};
use crate::board::{Point, Race, RhombusView, fill_with, race, reduction};

impl Evaluate for Hex {
    /// About 190 Elo points apart; the highest level is further away.
    const LADDER: Ladder = [
        Rung::rules(1000, 1),
        Rung::all(47),
        Rung::all(69),
        Rung::all(99),
        Rung::all(150),
        Rung::all(255),
        Rung::all(830),
    ];

    fn playout(position: &Pie<HexPosition>, rng: &mut Rng) -> Playout {
        if let Some(outcome) = position.outcome() {
            return Playout { plies: 0, outcome };
        }
        let board = position.board();
        let size = board.size();
        let stones = Side::BOTH.map(|side| board.board().stones(side));
        let next = board.side();
        let end = if size < 16 {
            Race::<u8, 16>::run(size, stones, next, rng).end()
        } else {
            Race::<i16, 32>::run(size, stones, next, rng).end()
        };
        race::finish(position, end, rng)
    }

    fn fill(&self, games: u64, rng: &mut Rng) -> Option<Filled> {
        let size = self.size;
        Some(fill_with(size * size, games, rng, |board| reduction::first_wins(size, board)))
    }

    fn player(
        position: &Pie<HexPosition>,
        knowledge: Knowledge,
    ) -> Box<dyn Player<PieMove<Point>>> {
        if knowledge == Knowledge::Rules {
            return Box::new(Tree::new(Plies::<Self>::of(position)));
        }
        let (board, side) = (position.board().board(), position.board().side());
        let stones = Side::BOTH.map(|side| board.stones(side));
        let view: RhombusView<HexGoal> = RhombusView::new(position.board().size(), stones, side);
        Box::new(Tree::new(Settled(view)))
    }
}
