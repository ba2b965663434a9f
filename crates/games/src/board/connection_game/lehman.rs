use crosscut_rules::{Outcome, Pie, PieMove, Position, Seating, Side};
use crosscut_search::Exact;
use crosscut_solve::{Bounds, Connections, Plain};
use crosscut_verify::{Edges, Joins};

use super::{Board, ConnectionPosition, ConnectionRules, Geometry, Ply, Theory};
use crate::board::{Connection, Graph, holds, perfect, trees, winning_cells};

/// Where stones are edges and one is put a turn, every position is decided by Lehman's theorem, with no search.
///
/// Without passes one side wins. A pass changes that in one case only. Whoever wins moving first never passes: after a
/// pass the other side could pass too, and the game were drawn. A pass of the other side is one more turn for the winner.
/// But whoever loses and has just been passed to draws at once by passing.
#[derive(Clone, Copy, Debug)]
pub struct Lehman;

impl<G, const WORDS: usize, const NODES: usize> Theory<G> for Lehman
where
    G: ConnectionRules<Board = Connection<WORDS, NODES>>,
{
    type Node = Plain<ConnectionPosition<G>>;

    fn node(position: &ConnectionPosition<G>) -> Option<Self::Node> {
        Some(Plain(position.clone()))
    }

    fn known(position: &Pie<ConnectionPosition<G>>) -> Bounds {
        if position.outcome().is_some() {
            return Bounds::OPEN;
        }
        Bounds::exactly(value(position))
    }

    fn winning(position: &Pie<ConnectionPosition<G>>) -> Option<Vec<PieMove<G::Ply>>> {
        if position.outcome().is_some() {
            return None;
        }
        let seating = position.seating();
        if seating == Some(Seating::Cut) {
            return Some(Vec::new());
        }
        let board = position.board();
        let play = |cell| PieMove::Play(G::Ply::place(G::Geometry::point(cell, board.size())));
        let mut winning: Vec<_> =
            winning_cells(board.board(), board.side()).into_iter().map(play).collect();
        // A swap leaves this position to the other seat.
        if seating.is_some() && winning.is_empty() {
            winning.push(PieMove::Swap);
        }
        Some(winning)
    }

    fn connections(position: &ConnectionPosition<G>) -> Option<Connections> {
        let (board, side) = (position.board(), !position.side());
        let stones = board.cells_of(side).collect();
        let step = crosscut_solve::Connection::Trees { stones, trees: trees(board, side)? };
        Some(Connections { steps: vec![step], whole: Some(0), ways: Vec::new() })
    }

    fn joins(size: usize) -> Option<Joins> {
        let edges = G::Geometry::graph(size).edges();
        let of = |side: Side| Edges { joins: edges[side.index()].clone(), ends: Graph::ends(side) };
        Some(Joins::Edges(Side::BOTH.map(of)))
    }
}

/// The result of every ply.
pub(crate) fn exact<G, const WORDS: usize, const NODES: usize>(
    position: &Pie<ConnectionPosition<G>>,
) -> Option<Exact<PieMove<G::Ply>>>
where
    G: ConnectionRules<Board = Connection<WORDS, NODES>>,
{
    let (board, size) = (position.board(), position.board().size());
    let cell = |ply: G::Ply| ply.stone().map(|point| G::Geometry::index(point, size));
    position.outcome().is_none().then(|| perfect(position, board.board(), cell, value))
}

/// What a position is worth to the seat to move.
fn value<G, const WORDS: usize, const NODES: usize>(position: &Pie<ConnectionPosition<G>>) -> i32
where
    G: ConnectionRules<Board = Connection<WORDS, NODES>>,
{
    match position.outcome() {
        Some(Outcome::Drawn) => return 0,
        Some(Outcome::Won(seat)) => return if seat == position.turn() { 1 } else { -1 },
        None => {}
    }
    let board = position.board();
    match position.seating() {
        // No pass counts yet, so one side wins. Whoever may swap has the better of two; whoever may be answered with a
        // swap, the worse.
        Some(Seating::Choose { .. }) => 1,
        Some(Seating::Cut) => -1,
        None if !holds(board.board(), !board.side()) => 1,
        None if board.passes() > 0 => 0,
        None => -1,
    }
}
