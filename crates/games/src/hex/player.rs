use crosscut_rules::{Pie, Position, Rng, Side};
use crosscut_search::{Evaluate, Filled, Playout};

use super::{Hex, HexPosition};
use crate::board::{Race, fill_with, race, reduction};

impl Evaluate for Hex {
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
}
