use crosscut_rules::{Pie, PieMove, Position, Rng, Side};
use crosscut_search::{Evaluate, Filled, Knowledge, Ladder, Player, Playout, Rung};

use super::{Hex, HexPosition, HexRules};
use crate::board::cellwise::{Boards, BoardsBySize};
use crate::board::rows::{Rows, Way};
use crate::board::{Part, Point, Race, RhombusGoal, fill_with, race, reduction, rhombus_player};

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
        rhombus_player(position, knowledge)
    }
}

impl RhombusGoal for HexRules {
    fn parts(size: usize) -> Vec<Part> {
        vec![Part::whole(size)]
    }

    fn won(stones: &Rows, size: usize, side: Side) -> bool {
        stones.joined(size, Way::of(side))
    }

    fn wins(stones: &Rows, empty: &Rows, size: usize, side: Side) -> Rows {
        stones.winning(empty, size, Way::of(side))
    }

    fn boards(size: usize) -> Option<&'static Boards> {
        static BOARDS: BoardsBySize = BoardsBySize::new();
        BOARDS.get(size, Self::parts)
    }
}
