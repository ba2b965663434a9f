use std::marker::PhantomData;
use std::sync::OnceLock;

use crosscut_rules::{Game, Outcome, Pie, PieMove, Position, Rng, Seat, Side};
use crosscut_search::{
    Choice, Evaluate, Insight, Knowledge, Player, Plies, Settled, Step, Trace, Tree, Tuning, View,
};

use super::Point;
use super::cellwise::{Cellwise, Verdict, members};
use super::connection_game::{Board, ConnectionGame, ConnectionPosition};
use super::rhombus_goal::{RhombusGoal, must, verdict};
use super::rows::{MOST, Rows};

/// How many visits a node needs before it is studied.
const STUDY: u32 = 8_000;

/// The player of a game on a rhombus of hexagons.
pub(crate) fn player<G: RhombusGoal>(
    position: &Pie<ConnectionPosition<G>>,
    knowledge: Knowledge,
) -> Box<dyn Player<PieMove<Point>>>
where
    ConnectionGame<G>: Evaluate + Game<Position = Pie<ConnectionPosition<G>>>,
{
    match knowledge {
        Knowledge::Rules => Box::new(Tree::new(Plies::<ConnectionGame<G>>::of(position))),
        _ => Box::new(Tree::new(Settled(RhombusView::of(position.board())))),
    }
}

/// The search's view of a game in which a rhombus of hexagons is filled stone by stone. Seats are sides.
///
/// A playout fills the board and is evaluated once. If a stone intrudes into a bridge (two stones with two empty cells between
/// them), the answer is the other cell.
#[derive(Clone, Debug)]
struct RhombusView<G> {
    field: &'static Field,
    stones: [Rows; 2],
    /// By cell: 0 if it is empty, otherwise the side's index plus one; the last two stand for the edges of the board.
    owner: [u8; CELLS + 2],
    turn: Side,
    hash: u64,
    goal: PhantomData<G>,
}

const CELLS: usize = MOST * MOST;

/// What all games on a board of one size have in common.
#[derive(Debug)]
struct Field {
    size: usize,
    /// By cell: the six cells around it, in circular order; those beyond an edge of the board count as the edge's side.
    around: Vec<[u16; 6]>,
    /// By side and cell: a random number.
    numbers: [Vec<u64>; 2],
}

impl Field {
    fn on(size: usize) -> &'static Field {
        static FIELDS: [OnceLock<Field>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        FIELDS[size].get_or_init(|| {
            let around = |cell: usize| {
                let (column, row) = (cell % size, cell / size);
                [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)].map(|(dx, dy)| {
                    let on = |it: Option<usize>| it.filter(|&it| it < size);
                    match (on(column.checked_add_signed(dx)), on(row.checked_add_signed(dy))) {
                        (Some(column), Some(row)) => (row * size + column) as u16,
                        (_, None) => CELLS as u16,
                        (None, _) => CELLS as u16 + 1,
                    }
                })
            };
            let mut rng = Rng::new(size as u64);
            Field {
                size,
                around: (0..size * size).map(around).collect(),
                numbers: [0, 1].map(|_| (0..size * size).map(|_| rng.next_u64()).collect()),
            }
        })
    }
}

impl<G: RhombusGoal> RhombusView<G> {
    fn of(position: &ConnectionPosition<G>) -> Self {
        let mut view = RhombusView {
            field: Field::on(position.size()),
            stones: [Rows::NONE; 2],
            owner: [0; CELLS + 2],
            turn: position.side(),
            hash: 0,
            goal: PhantomData,
        };
        view.owner[CELLS] = 1;
        view.owner[CELLS + 1] = 2;
        for side in Side::BOTH {
            for cell in position.board().cells_of(side) {
                view.put(side, cell);
            }
        }
        view
    }

    fn put(&mut self, side: Side, cell: usize) {
        let size = self.field.size;
        self.stones[side.index()].insert(cell % size, cell / size);
        self.owner[cell] = side.index() as u8 + 1;
        self.hash ^= self.field.numbers[side.index()][cell];
    }

    fn cells(&self) -> usize {
        self.field.around.len()
    }

    fn empty(&self) -> Rows {
        let size = self.field.size;
        let full = (1_u32 << size) - 1;
        let [a, b] = &self.stones;
        Rows(std::array::from_fn(|row| if row < size { full & !a.0[row] & !b.0[row] } else { 0 }))
    }

    fn key_at(&self, side: Side, cell: usize) -> u16 {
        (side.index() * self.cells() + cell) as u16
    }
}

impl<G: RhombusGoal> View for RhombusView<G> {
    type Ply = Point;

    fn mover(&self) -> Seat {
        seat(self.turn)
    }

    fn verdict(&self) -> Option<Outcome> {
        let side = verdict::<G>(&self.stones, &self.empty(), self.field.size, self.turn)?;
        Some(Outcome::Won(seat(side)))
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        let size = self.field.size;
        let must = must::<G>(&self.stones, &self.empty(), size, self.turn);
        for cell in 0..self.cells() {
            if must.has(cell % size, cell / size) {
                out.push(Choice::keyed(cell as Step, self.key_at(self.turn, cell)));
            }
        }
    }

    fn take(&mut self, step: Step) {
        self.put(self.turn, step as usize);
        self.turn = !self.turn;
    }

    fn ply(&self, step: Step) -> Option<Point> {
        Some(Point::at(step as usize, self.field.size))
    }

    fn steps(&self, ply: Point, out: &mut Vec<Step>) {
        out.push((usize::from(ply.row) * self.field.size + usize::from(ply.column)) as Step);
    }

    fn plies(&self, out: &mut Vec<Point>) {
        if verdict::<G>(&self.stones, &Rows::NONE, self.field.size, self.turn).is_none() {
            let free = (0..self.cells()).filter(|&cell| self.owner[cell] == 0);
            out.extend(free.map(|cell| Point::at(cell, self.field.size)));
        }
    }

    fn key(&self) -> u64 {
        self.hash ^ self.turn.index() as u64
    }

    fn keys(&self) -> usize {
        2 * self.cells()
    }

    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        let size = self.field.size;
        let (mut owner, mut stones) = (self.owner, self.stones);
        // The empty cells in the order of play, and the place of each in that order.
        let (mut order, mut place) = ([0_u16; CELLS], [0_u16; CELLS]);
        let mut n = 0;
        for cell in 0..self.cells() {
            if owner[cell] == 0 {
                let at = rng.below(n as u32 + 1) as usize;
                order[n] = order[at];
                place[usize::from(order[n])] = n as u16;
                order[at] = cell as u16;
                place[cell] = at as u16;
                n += 1;
            }
        }
        let mut side = self.turn;
        let mut answer = None;
        for at in 0..n {
            if let Some(cell) = answer {
                let other = order[at];
                let was = place[usize::from(cell)];
                order[usize::from(was)] = other;
                place[usize::from(other)] = was;
                order[at] = cell;
            }
            let cell = usize::from(order[at]);
            owner[cell] = side.index() as u8 + 1;
            stones[side.index()].insert(cell % size, cell / size);
            trace.push(self.key_at(side, cell));
            side = !side;
            answer = saved(&self.field.around[cell], &owner, side, rng);
        }
        let first = G::won(&stones[0], size, Side::First);
        Outcome::Won(if first { Seat::First } else { Seat::Second })
    }

    fn study(&self) -> Insight {
        let size = self.field.size;
        let Some(boards) = G::boards(size) else { return Insight::None };
        let set = |rows: &Rows| {
            (0..size).fold(0, |set, row| set | u128::from(rows.0[row]) << (row * size))
        };
        let stones = self.stones.each_ref().map(set);
        match Cellwise::new(boards, stones, self.turn).verdict() {
            Verdict::Won(cell) => Insight::Won(cell as Step),
            Verdict::Lost => Insight::Lost,
            Verdict::Open(cells) => Insight::Only(members(cells).map(|it| it as Step).collect()),
        }
    }

    fn tuning(&self) -> Tuning {
        Tuning { study: STUDY, ..Tuning::default() }
    }
}

/// The cell that saves a bridge of `side` after a stone has intruded into it; `around` are the cells around that stone.
#[inline]
fn saved(around: &[u16; 6], owner: &[u8; CELLS + 2], side: Side, rng: &mut Rng) -> Option<u16> {
    let mine = side.index() as u8 + 1;
    let owners = around.map(|cell| owner[usize::from(cell)]);
    let is = |it: u8| {
        owners
            .iter()
            .enumerate()
            .fold(0_u32, |bits, (at, &owner)| bits | u32::from(owner == it) << at)
    };
    let (own, empty) = (is(mine), is(0));
    // Cell `i` is empty, and `i - 1` and `i + 1` are mine.
    let before = (own << 1 | own >> 5) & 63;
    let after = (own >> 1 | own << 5) & 63;
    let bridges = empty & before & after;
    if bridges == 0 {
        return None;
    }
    let from = rng.below(6);
    let turned = (bridges >> from | bridges << (6 - from)) & 63;
    Some(around[((turned.trailing_zeros() + from) % 6) as usize])
}

const fn seat(side: Side) -> Seat {
    match side {
        Side::First => Seat::First,
        Side::Second => Seat::Second,
    }
}
