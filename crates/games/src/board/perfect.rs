use std::cmp::Reverse;

use crosscut_rules::{Outcome, Pie, PieMove, Position, Seating, Side};
use crosscut_search::Exact;

use super::{Connection, holds, pressures, winning_among, winning_cells};

/// How many of the most promising cells are tried in a lost position, and how many answers to each, to find one that leaves
/// the other side few ways to win.
const TRIED: usize = 8;

/// A ply with its criteria in order: the result, how few answers win, and how promising it looks.
struct Ranked<M> {
    ply: M,
    value: i32,
    answers: Reverse<usize>,
    pressure: f64,
}

/// The result of every ply in a position of a switching game that is not over.
///
/// `cell` returns the cell on which a ply puts a stone, if it puts one; `value` what a position is worth to the seat to move: 1
/// for a win, 0 for a draw, -1 for a loss.
pub(crate) fn perfect<P: Position, const WORDS: usize, const NODES: usize>(
    position: &Pie<P>,
    board: &Connection<WORDS, NODES>,
    cell: impl Fn(P::Move) -> Option<usize>,
    value: impl Fn(&Pie<P>) -> i32,
) -> Exact<PieMove<P::Move>> {
    let side = position.board().side();
    // Whatever comes first, the other seat takes the better side.
    let to_be_swapped = position.seating() == Some(Seating::Cut);
    let mut wins = vec![false; board.graph().cells()];
    if !to_be_swapped && !holds(board, !side) {
        for cell in winning_cells(board, side) {
            wins[cell] = true;
        }
    }
    let pressures = pressures(board, side);
    let cell_of = |ply| match ply {
        PieMove::Play(ply) => cell(ply),
        PieMove::Swap => None,
    };
    let mut plies = Vec::new();
    position.moves(&mut plies);
    let rank = |ply| {
        let (value, pressure) = match cell_of(ply) {
            // Whether to swap should be a hard question.
            Some(cell) if to_be_swapped => (-1, -pressures[cell]),
            Some(cell) if wins[cell] => (1, pressures[cell]),
            Some(cell) => (-1, pressures[cell]),
            None => {
                let mut next = position.clone();
                next.play_unchecked(ply);
                (-value(&next), -1.0)
            }
        };
        Ranked { ply, value, answers: Reverse(usize::MAX), pressure }
    };
    let mut all: Vec<Ranked<_>> = plies.into_iter().map(rank).collect();
    sort(&mut all);
    if all[0].value < 0 && !to_be_swapped {
        for it in all.iter_mut().take(TRIED) {
            if let Some(cell) = cell_of(it.ply) {
                it.answers = Reverse(answers(board, side, cell));
            }
        }
        sort(&mut all);
    }
    let turn = position.turn();
    let outcome = |value| match value {
        0 => Outcome::Drawn,
        1.. => Outcome::Won(turn),
        _ => Outcome::Won(!turn),
    };
    Exact { plies: all.into_iter().map(|it| (it.ply, outcome(it.value))).collect() }
}

/// Sorts plies, the best first.
fn sort<M>(all: &mut [Ranked<M>]) {
    all.sort_by(|a, b| {
        (b.value, b.answers).cmp(&(a.value, a.answers)).then(b.pressure.total_cmp(&a.pressure))
    });
}

/// How many of the most promising answers to a stone win.
fn answers<const WORDS: usize, const NODES: usize>(
    board: &Connection<WORDS, NODES>,
    side: Side,
    cell: usize,
) -> usize {
    let mut after = board.clone();
    after.place(side, cell);
    let pressures = pressures(&after, !side);
    let mut likely: Vec<usize> = after.empty().iter().collect();
    likely.sort_by(|&a, &b| pressures[b].total_cmp(&pressures[a]));
    likely.truncate(TRIED);
    winning_among(&after, !side, &likely).len()
}
