use crosscut_rules::{Pie, PieMove, Position, Rng, Side};
use crosscut_search::{Evaluate, Filled, Knowledge, Ladder, Player, Playout, Rung};

use super::parts::parts;
use super::{QuadrantHex, QuadrantHexPosition};
use crate::board::five::{GAMES, MAJORITY};
use crate::board::race::Moment;
use crate::board::{Lanes, Point, Race, fill_with, race, reduction, rhombus_player};

impl Evaluate for QuadrantHex {
    /// About 190 Elo points apart; the highest level is further away.
    const LADDER: Ladder = [
        Rung::rules(1000, 1),
        Rung::all(50),
        Rung::all(73),
        Rung::all(104),
        Rung::all(140),
        Rung::all(178),
        Rung::all(222),
    ];

    fn playout(position: &Pie<QuadrantHexPosition>, rng: &mut Rng) -> Playout {
        if let Some(outcome) = position.outcome() {
            return Playout { plies: 0, outcome };
        }
        let end = if position.board().size() < 16 {
            run::<u8, 16, 8>(position.board(), rng)
        } else {
            run::<i16, 32, 16>(position.board(), rng)
        };
        race::finish(position, end, rng)
    }

    fn fill(&self, games: u64, rng: &mut Rng) -> Option<Filled> {
        let size = self.size;
        let mut alone: Vec<Lanes> = Vec::new();
        Some(fill_with(size * size, games, rng, |board| {
            majority(parts(size).map(|part| {
                alone.clear();
                let cells = 0..part.size * part.size;
                alone.extend(cells.map(|cell| board[part.on_board(cell, size)]));
                reduction::first_wins(part.size, &mut alone)
            }))
        }))
    }

    fn player(
        position: &Pie<QuadrantHexPosition>,
        knowledge: Knowledge,
    ) -> Box<dyn Player<PieMove<Point>>> {
        rhombus_player(position, knowledge)
    }
}

/// A random game from here: the winner, and the number of the winning ply.
fn run<T: Moment, const W: usize, const Q: usize>(
    board: &QuadrantHexPosition,
    rng: &mut Rng,
) -> (Side, u32) {
    let size = board.size();
    let stones = Side::BOTH.map(|side| board.board().whole().stones(side));
    let whole: Race<T, W> = Race::run(size, stones, board.side(), rng);
    let ends = parts(size).map(|part| {
        if part.size == size {
            whole.clone().end()
        } else {
            whole.part::<Q>(part.from[0], part.from[1], part.size).end()
        }
    });
    decide(ends)
}

/// The winner of a majority, from the winners and last plies of the five games, and the ply with which it won the last game
/// that it needed.
fn decide(ends: [(Side, u32); GAMES]) -> (Side, u32) {
    let first = ends.iter().filter(|(side, _)| *side == Side::First).count();
    let winner = if first >= MAJORITY { Side::First } else { Side::Second };
    let mut plies = ends.map(|(side, ply)| if side == winner { ply } else { u32::MAX });
    plies.sort_unstable();
    (winner, plies[MAJORITY - 1])
}

/// The lanes in which at least three of five bits are set.
fn majority([a, b, c, d, e]: [Lanes; GAMES]) -> Lanes {
    std::array::from_fn(|word| {
        let (a, b, c, d, e) = (a[word], b[word], c[word], d[word], e[word]);
        // Two full adders: the total is `sum` plus twice each of the carries.
        let (three, carry) = (a ^ b ^ c, (a & b) | ((a | b) & c));
        let (sum, more) = (three ^ d ^ e, (three & d) | ((three | d) & e));
        (carry & more) | ((carry | more) & sum)
    })
}
