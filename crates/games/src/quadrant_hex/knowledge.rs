use crosscut_rules::Side;

use super::QuadrantHexRules;
use super::parts::{part, parts};
use crate::board::cellwise::{Boards, BoardsBySize};
use crate::board::five::{GAMES, MAJORITY};
use crate::board::rows::{Rows, Way};
use crate::board::{Part, RhombusGoal};

/// How many of the five games a side has won.
fn points(stones: &Rows, size: usize, side: Side) -> usize {
    let parts = (0..GAMES).map(|game| part(game, size));
    parts.filter(|it| stones.part(*it).joined(it.size, Way::of(side))).count()
}

impl RhombusGoal for QuadrantHexRules {
    fn parts(size: usize) -> Vec<Part> {
        parts(size).to_vec()
    }

    fn won(stones: &Rows, size: usize, side: Side) -> bool {
        points(stones, size, side) >= MAJORITY
    }

    fn wins(stones: &Rows, empty: &Rows, size: usize, side: Side) -> Rows {
        let mut n_won = 0;
        // The cells that win one game, and those that win two: a quadrant and the whole.
        let (mut one, mut two) = (Rows::NONE, Rows::NONE);
        for part in (0..GAMES).map(|game| part(game, size)) {
            let (mine, free) = (stones.part(part), empty.part(part));
            if mine.joined(part.size, Way::of(side)) {
                n_won += 1;
                continue;
            }
            let [first_column, first_row] = part.from;
            let wins = mine.winning(&free, part.size, Way::of(side));
            for row in 0..part.size {
                let cells = wins.0[row] << first_column;
                two.0[first_row + row] |= one.0[first_row + row] & cells;
                one.0[first_row + row] |= cells;
            }
        }
        match MAJORITY.saturating_sub(n_won) {
            1 => one,
            2 => two,
            _ => Rows::NONE,
        }
    }

    fn boards(size: usize) -> Option<&'static Boards> {
        static BOARDS: BoardsBySize = BoardsBySize::new();
        BOARDS.get(size, Self::parts)
    }
}
