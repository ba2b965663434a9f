use std::sync::OnceLock;

use crosscut_rules::{Outcome, Position, Rng, Seat, Side};
use crosscut_search::{Choice, Step, Trace, Tuning, View, key_of};

use super::free::Free;
use super::partners::Partners;
use super::{Stones, TrellisPosition, Turn};
use crate::board::checkered::{MOST, NODES};
use crate::board::{Chains, Graph, Point, checkered};

/// The search's view of a position whose opening is over and in which each seat has its own side. A turn is two decisions: a
/// first stone, then its partner.
///
/// An extra stone never hurts its owner, so turns with fewer stones than possible are left out. In playouts, a link between two
/// chains that can be made at either of two points is made at one when the other is taken.
#[derive(Clone, Debug)]
pub(super) struct TrellisView {
    field: &'static Field,
    position: TrellisPosition,
    /// The first stone of a half-made turn.
    pending: Option<u16>,
}

/// Decisions that are not points.
const STOP: Step = Step::MAX;
const PASS: Step = Step::MAX - 1;

/// Stands for no point: the number after the last point of the largest board, which is never free.
const NONE: u16 = (MOST * MOST) as u16;

/// What all games on a board of one size have in common.
#[derive(Debug)]
struct Field {
    partners: &'static Partners,
    /// By side and point: the two nodes that a stone joins.
    edges: [Vec<[u16; 2]>; 2],
    /// By node: the points whose stones join it to another; none for the ends.
    corners: Vec<[u16; 4]>,
}

impl Field {
    fn on(size: usize) -> &'static Field {
        static FIELDS: [OnceLock<Field>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        FIELDS[size].get_or_init(|| {
            let graph = checkered(size, size % 2);
            let edges = graph.edges();
            let mut corners = vec![[NONE; 4]; graph.nodes];
            for edges in &edges {
                for (cell, nodes) in edges.iter().enumerate() {
                    for &node in nodes.iter().filter(|&&node| node > 3) {
                        let corners = &mut corners[usize::from(node)];
                        let free = corners.iter_mut().find(|it| **it == NONE);
                        *free.expect("a square has four corners") = cell as u16;
                    }
                }
            }
            Field { partners: Partners::on(size), edges, corners }
        })
    }
}

impl TrellisView {
    pub(super) fn of(position: &TrellisPosition) -> Self {
        let field = Field::on(position.size());
        TrellisView { field, position: position.clone(), pending: None }
    }

    fn point(&self, cell: usize) -> Point {
        Point::at(cell, self.position.size())
    }

    fn cells(&self) -> usize {
        self.position.size() * self.position.size()
    }

    /// The turn of a first stone and the decision after it.
    fn turn_of(&self, first: u16, step: Step) -> Turn {
        let first = self.point(usize::from(first));
        Turn::Place(match step {
            STOP => Stones::one(first),
            second => Stones::two(first, self.point(second as usize)),
        })
    }

    fn key_at(&self, cell: usize) -> u16 {
        (self.position.side().index() * self.cells() + cell) as u16
    }

    /// Whether the side to move can join its ends by the end of this turn.
    fn wins_now(&self) -> bool {
        let (board, side) = (self.position.board(), self.position.side());
        let (edges, empty) = (&self.field.edges[side.index()], board.empty());
        let free = |cell: u16| cell != NONE && empty.has(usize::from(cell));
        if let Some(first) = self.pending {
            let mut chains = board.chains().clone();
            let [a, b] = edges[usize::from(first)];
            chains.join(a, b);
            let [from, to] = Graph::ends(side).map(|end| chains.find(end));
            return from == to
                || self.field.partners.all(usize::from(first)).iter().any(|&second| {
                    free(second) && {
                        let [a, b] = edges[usize::from(second)].map(|node| chains.find(node));
                        (a, b) == (from, to) || (b, a) == (from, to)
                    }
                });
        }
        let chains = board.chains();
        let [from, to] = Graph::ends(side).map(|end| chains.root(end));
        let mut roots = [[0_u16; 2]; MOST * MOST + 1];
        let mut near_to = [0_u16; MOST * MOST];
        let mut n = 0;
        for cell in empty.iter() {
            let [a, b] = edges[cell].map(|node| chains.root(node));
            if (a, b) == (from, to) || (b, a) == (from, to) {
                return true;
            }
            roots[cell] = [a, b];
            if a == to || b == to {
                near_to[n] = cell as u16;
                n += 1;
            }
        }
        near_to[..n].iter().any(|&last| {
            let [a, b] = roots[usize::from(last)];
            let between = if a == to { b } else { a };
            self.field.partners.all(usize::from(last)).iter().any(|&other| {
                let [a, b] = roots[usize::from(other)];
                free(other) && ((a, b) == (from, between) || (b, a) == (from, between))
            })
        })
    }
}

impl View for TrellisView {
    type Ply = Turn;

    fn mover(&self) -> Seat {
        self.position.turn()
    }

    fn verdict(&self) -> Option<Outcome> {
        let won = || self.wins_now().then(|| Outcome::Won(self.position.turn()));
        self.position.outcome().or_else(won)
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        let before = out.len();
        let choice = |cell: usize| Choice::keyed(cell as Step, self.key_at(cell));
        let empty = self.position.board().empty();
        let partners = |cell: usize| {
            let partners = self.field.partners.all(cell).iter();
            partners.filter(|&&it| it != NONE && empty.has(usize::from(it)))
        };
        if let Some(first) = self.pending {
            let seconds = partners(usize::from(first)).map(|&it| usize::from(it));
            out.extend(
                seconds
                    .map(choice)
                    .filter(|it| self.position.check(self.turn_of(first, it.step)).is_ok()),
            );
            if out.len() == before {
                out.push(Choice::plain(STOP));
            }
            return;
        }
        out.extend(empty.iter().map(choice));
        // Whether only a pass is legal: every stone would mirror too often.
        let blocked = empty.len() < 12 && {
            let mut turns = Vec::new();
            self.position.moves(&mut turns);
            turns == [Turn::Pass]
        };
        if blocked {
            out.truncate(before);
            out.push(Choice::plain(PASS));
        }
    }

    fn take(&mut self, step: Step) {
        match self.ply(step) {
            Some(turn) => {
                self.pending = None;
                self.position.play_unchecked(turn);
            }
            None => self.pending = Some(step as u16),
        }
    }

    fn ply(&self, step: Step) -> Option<Turn> {
        match (self.pending, step) {
            (Some(first), _) => Some(self.turn_of(first, step)),
            (None, PASS) => Some(Turn::Pass),
            (None, _) => None,
        }
    }

    fn steps(&self, turn: Turn, out: &mut Vec<Step>) {
        match turn {
            Turn::Pass => out.push(PASS),
            // The opening is over.
            Turn::Swap | Turn::Choose(_) => {}
            Turn::Place(stones) => {
                out.extend(stones.points().map(|it| self.position.cell(it) as Step));
                if stones.pair().is_none() {
                    out.push(STOP);
                }
            }
        }
    }

    fn plies(&self, out: &mut Vec<Turn>) {
        self.position.moves(out);
    }

    fn key(&self) -> u64 {
        key_of(&(&self.position, self.pending))
    }

    fn keys(&self) -> usize {
        2 * self.cells()
    }

    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        let side = Random::from(self).finish(self.pending, rng, trace);
        Outcome::Won(self.position.opening().seat_of(side))
    }

    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
}

/// A playout.
struct Random {
    field: &'static Field,
    chains: Chains<NODES>,
    free: Free,
    side: Side,
    cells: usize,
}

impl Random {
    fn from(view: &TrellisView) -> Self {
        let board = view.position.board();
        Random {
            field: view.field,
            chains: board.chains().clone(),
            free: Free::of(board.empty().iter()),
            side: view.position.side(),
            cells: view.cells(),
        }
    }

    /// Plays to the end and returns the winner.
    fn finish(mut self, pending: Option<u16>, rng: &mut Rng, trace: &mut Trace) -> Side {
        let mut pending = pending;
        let mut answers = [None; 2];
        while self.free.len() > 0 {
            let first = pending.take().unwrap_or_else(|| {
                let answer = answers[0].or(answers[1]);
                answer.unwrap_or_else(|| self.free.at(rng.below(self.free.len() as u32) as usize))
            });
            self.put(first, trace);
            let second = self.partner(first, answers, rng);
            if let Some(second) = second {
                self.put(second, trace);
            }
            if self.chains.ends_joined(Graph::ends(self.side)[0]) {
                return self.side;
            }
            self.side = !self.side;
            answers = [self.answer(first, rng), second.and_then(|it| self.answer(it, rng))];
        }
        // A full board has a winner, and it was not the side that moved last.
        self.side
    }

    /// A free partner: one that is an answer, or a random one.
    #[inline]
    fn partner(&self, first: u16, answers: [Option<u16>; 2], rng: &mut Rng) -> Option<u16> {
        let partners = self.field.partners.all(usize::from(first));
        let answer = answers.into_iter().flatten().find(|it| partners.contains(it));
        answer.filter(|&it| self.free.has(it)).or_else(|| {
            let from = rng.below(partners.len() as u32) as usize;
            let (before, after) = partners.split_at(from);
            after.iter().chain(before).copied().find(|&it| self.free.has(it))
        })
    }

    #[inline]
    fn put(&mut self, cell: u16, trace: &mut Trace) {
        let at = usize::from(cell);
        self.free.take(at);
        let [a, b] = self.field.edges[self.side.index()][at];
        self.chains.join(a, b);
        trace.push((self.side.index() * self.cells + at) as u16);
    }

    /// Another point that joins the two chains that the opponent's stone on `taken` has cut apart there, if there is one.
    #[inline]
    fn answer(&mut self, taken: u16, rng: &mut Rng) -> Option<u16> {
        let edges = &self.field.edges[self.side.index()];
        let nodes = edges[usize::from(taken)];
        let [a, b] = nodes.map(|node| self.chains.find(node));
        if a == b {
            return None;
        }
        let from = rng.below(2) as usize;
        for which in [from, 1 - from] {
            let (node, goal) = (nodes[which], if which == 0 { b } else { a });
            for &cell in &self.field.corners[usize::from(node)] {
                if !self.free.has(cell) {
                    continue;
                }
                let [one, two] = edges[usize::from(cell)];
                let other = if one == node { two } else { one };
                if self.chains.find(other) == goal {
                    return Some(cell);
                }
            }
        }
        None
    }
}
