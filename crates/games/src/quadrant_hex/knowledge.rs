use crosscut_rules::Side;

use super::parts::{GAMES, MAJORITY, Part};
use super::solver::boards;
use crate::board::Goal;
use crate::board::cellwise::Boards;
use crate::board::rows::{Rows, Way};

/// Who wins at Quadrant Hex.
#[derive(Clone, Debug)]
pub(super) struct QuadrantGoal;

const fn way(side: Side) -> Way {
    match side {
        Side::First => Way::Down,
        Side::Second => Way::Across,
    }
}

/// What a side has won of the five games.
fn points(stones: &Rows, size: usize, side: Side) -> usize {
    let parts = (0..GAMES).map(|game| Part::of(game, size));
    parts.filter(|it| part_of(stones, *it).joined(it.size, way(side))).count()
}

fn part_of(rows: &Rows, part: Part) -> Rows {
    rows.part(part.column, part.row, part.size)
}

/// The cells with which a side wins three of five at once, if it has not done so.
fn wins(stones: &Rows, empty: &Rows, size: usize, side: Side) -> Rows {
    let mut n_won = 0;
    // The cells that win one game, and those that win two: a quadrant and the whole.
    let (mut one, mut two) = (Rows::NONE, Rows::NONE);
    for part in (0..GAMES).map(|game| Part::of(game, size)) {
        let (mine, free) = (part_of(stones, part), part_of(empty, part));
        if mine.joined(part.size, way(side)) {
            n_won += 1;
            continue;
        }
        let wins = mine.winning(&free, part.size, way(side));
        for row in 0..part.size {
            let cells = wins.0[row] << part.column;
            two.0[part.row + row] |= one.0[part.row + row] & cells;
            one.0[part.row + row] |= cells;
        }
    }
    match MAJORITY.saturating_sub(n_won) {
        1 => one,
        2 => two,
        _ => Rows::NONE,
    }
}

impl Goal for QuadrantGoal {
    fn winner(stones: &[Rows; 2], size: usize) -> Side {
        if points(&stones[0], size, Side::First) >= MAJORITY { Side::First } else { Side::Second }
    }

    fn verdict(stones: &[Rows; 2], empty: &Rows, size: usize, turn: Side) -> Option<Side> {
        let (mine, other) = (&stones[turn.index()], &stones[(!turn).index()]);
        if points(other, size, !turn) >= MAJORITY {
            return Some(!turn);
        }
        if wins(mine, empty, size, turn).len() > 0 {
            return Some(turn);
        }
        // Two threats cannot both be met.
        (wins(other, empty, size, !turn).len() > 1).then_some(!turn)
    }

    fn must(stones: &[Rows; 2], empty: &Rows, size: usize, turn: Side) -> Rows {
        let sides = [turn, !turn].map(|side| wins(&stones[side.index()], empty, size, side));
        sides.into_iter().find(|it| it.len() > 0).unwrap_or(*empty)
    }

    fn boards(size: usize) -> Option<&'static Boards> {
        boards(size)
    }
}
