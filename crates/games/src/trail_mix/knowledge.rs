use std::sync::OnceLock;

use crosscut_rules::{Outcome, Rng, Seat, Side};
use crosscut_search::{Choice, Step, Trace, Tuning, View};

use super::position::seat;
use super::trails::{STRIDE, crosses, ends, lower_left, sides_of};
use super::{Cell, Placement, TrailMixPosition};

/// Nodes of the largest board, rounded up to what a byte can number.
const NODES: usize = 256;

/// A board as the search sees it. Seats are sides; a decision is the lower left node of a cell.
///
/// Who connects matters to nobody, who completes to both: a token that leaves the other side a cell to complete a trail
/// in gives the game away. So wins are taken at once, threats are met, and nothing else that loses at once is looked
/// at, neither in the tree nor in random games: these end when somebody has no safe cell left.
#[derive(Clone, Debug)]
pub(super) struct TrailMixView {
    /// The trail each node belongs to, by the number of one of its nodes.
    trails: [u8; NODES],
    /// The sides of the board that each trail touches.
    touches: [u8; NODES],
    /// The empty cells, by their lower left nodes.
    empty: [u8; 128],
    n_empty: usize,
    turn: Side,
    /// Tokens left by side; more than there are cells if they are not counted.
    left: [u8; 2],
    complete: bool,
    hash: u64,
}

/// What a side faces.
enum Outlook {
    /// It completes a trail in this cell.
    Wins(u8),
    /// The other side threatens to do so in two cells or more.
    Lost,
    /// It has to take this cell.
    Must(u8),
    /// Nothing is urgent.
    Calm,
}

/// For each trail, the sides touched by the trails that a token of one side would join it to: a bit for each of 16 sets.
type Neighbours = [u16; NODES];

impl TrailMixView {
    pub(super) fn of(board: &TrailMixPosition) -> Self {
        let size = board.size();
        let mut view = TrailMixView {
            trails: std::array::from_fn(|node| node as u8),
            touches: sides_of(size),
            empty: [0; 128],
            n_empty: 0,
            turn: board.side_to_move(),
            left: Side::BOTH.map(|side| board.left(side).map_or(u8::MAX, |left| left as u8)),
            complete: board.is_complete(),
            hash: 0,
        };
        for cell in board.cells() {
            let at = lower_left(cell);
            match board.token(cell) {
                None => {
                    view.empty[view.n_empty] = at;
                    view.n_empty += 1;
                }
                Some(side) => {
                    view.join(side, at);
                    view.hash ^= number(side, at);
                }
            }
        }
        view
    }

    /// Joins the trails at both ends of a side's token.
    #[inline]
    fn join(&mut self, side: Side, at: u8) {
        let [from, to] = ends(side, at).map(|node| self.trails[usize::from(node)]);
        if from == to {
            return;
        }
        self.touches[usize::from(to)] |= self.touches[usize::from(from)];
        self.complete |= crosses(self.touches[usize::from(to)]);
        for trail in &mut self.trails {
            *trail = if *trail == from { to } else { *trail };
        }
    }

    /// Lays the mover's token into the empty cell that stands at an index.
    #[inline]
    fn lay(&mut self, index: usize) {
        let at = self.empty[index];
        self.n_empty -= 1;
        self.empty[index] = self.empty[self.n_empty];
        self.join(self.turn, at);
        let left = &mut self.left[self.turn.index()];
        *left = left.saturating_sub(1);
        self.turn = !self.turn;
    }

    /// Looks for wins and threats, and at what the other side's tokens would join.
    fn look(&self, neighbours: &mut Neighbours) -> Outlook {
        *neighbours = [0; NODES];
        let (mut threat, mut n_threats) = (0, 0);
        for &at in &self.empty[..self.n_empty] {
            let touched = |side| {
                let trails = ends(side, at).map(|node| usize::from(self.trails[usize::from(node)]));
                (trails, trails.map(|trail| self.touches[trail]))
            };
            let (trails, [a, b]) = touched(self.turn);
            if trails[0] != trails[1] && crosses(a | b) {
                return Outlook::Wins(at);
            }
            let (trails, [a, b]) = touched(!self.turn);
            if trails[0] != trails[1] {
                neighbours[trails[0]] |= 1 << b;
                neighbours[trails[1]] |= 1 << a;
                if crosses(a | b) {
                    threat = at;
                    n_threats += 1;
                }
            }
        }
        match n_threats {
            _ if self.left[(!self.turn).index()] == 0 => Outlook::Calm,
            0 => Outlook::Calm,
            1 => Outlook::Must(threat),
            _ => Outlook::Lost,
        }
    }

    /// Whether the mover's token in a cell leaves the other side nothing to complete a trail with, where nothing is
    /// there before.
    #[inline]
    fn is_safe(&self, at: u8, neighbours: &Neighbours) -> bool {
        if self.left[(!self.turn).index()] == 0 {
            return true;
        }
        let [a, b] = ends(self.turn, at).map(|node| usize::from(self.trails[usize::from(node)]));
        let touched = self.touches[a] | self.touches[b];
        a == b || (neighbours[a] | neighbours[b]) & CROSSING[usize::from(touched & 15)] == 0
    }

    /// Brings the cells that are not to be laid at once to the front; how many are left to choose from.
    fn verdict_and_choices(&self, mut choose: impl FnMut(u8)) -> Option<Outcome> {
        let lost = Some(Outcome::Won(seat(!self.turn)));
        if self.complete {
            return lost;
        }
        if self.left[self.turn.index()] == 0 || self.n_empty == 0 {
            return Some(Outcome::Drawn);
        }
        let mut neighbours = [0; NODES];
        let mut safe = 0;
        match self.look(&mut neighbours) {
            Outlook::Wins(at) => {
                choose(at);
                return Some(Outcome::Won(seat(self.turn)));
            }
            Outlook::Lost => {}
            Outlook::Must(at) => {
                if self.is_safe(at, &neighbours) {
                    choose(at);
                    safe += 1;
                }
            }
            Outlook::Calm => {
                for &at in &self.empty[..self.n_empty] {
                    if self.is_safe(at, &neighbours) {
                        choose(at);
                        safe += 1;
                    }
                }
            }
        }
        if safe == 0 { lost } else { None }
    }
}

/// For each set of sides, the sets that make it cross.
const CROSSING: [u16; 16] = {
    let mut table = [0; 16];
    let mut a = 0;
    while a < 16 {
        let mut b = 0;
        while b < 16 {
            if crosses(a as u8 | b as u8) {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// A random number for a token.
fn number(side: Side, at: u8) -> u64 {
    static NUMBERS: OnceLock<[[u64; NODES]; 2]> = OnceLock::new();
    let numbers = NUMBERS.get_or_init(|| {
        let mut rng = Rng::new(0);
        [0, 1].map(|_| std::array::from_fn(|_| rng.next_u64()))
    });
    numbers[side.index()][usize::from(at)]
}

fn cell(at: u8) -> Cell {
    Cell::new(at % STRIDE, at / STRIDE).expect("it is a cell's lower left node")
}

impl View for TrailMixView {
    type Ply = Placement;

    fn mover(&self) -> Seat {
        seat(self.turn)
    }

    fn verdict(&self) -> Option<Outcome> {
        self.verdict_and_choices(|_| ())
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        let before = out.len();
        let choice = |at: u8| {
            Choice::keyed(Step::from(at), (self.turn.index() * NODES) as u16 + u16::from(at))
        };
        self.verdict_and_choices(|at| out.push(choice(at)));
        // All is lost: any cell will do.
        if out.len() == before {
            out.extend(self.empty[..self.n_empty].iter().map(|&at| choice(at)));
        }
        // The order of the cells depends on the order of play.
        out[before..].sort_unstable_by_key(|choice| choice.step);
    }

    fn take(&mut self, step: Step) {
        let at = step as u8;
        if let Some(index) = self.empty[..self.n_empty].iter().position(|&it| it == at) {
            self.hash ^= number(self.turn, at);
            self.lay(index);
        }
    }

    fn ply(&self, step: Step) -> Option<Placement> {
        Some(cell(step as u8).into())
    }

    fn steps(&self, ply: Placement, out: &mut Vec<Step>) {
        out.push(Step::from(lower_left(ply.cell)));
    }

    fn plies(&self, out: &mut Vec<Placement>) {
        if !self.complete && self.left[self.turn.index()] > 0 {
            let mut cells: Vec<Cell> =
                self.empty[..self.n_empty].iter().map(|&it| cell(it)).collect();
            cells.sort_unstable();
            out.extend(cells.into_iter().map(Placement::from));
        }
    }

    fn key(&self) -> u64 {
        self.hash ^ self.turn.index() as u64
    }

    fn keys(&self) -> usize {
        2 * NODES
    }

    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        let mut view = self.clone();
        let mut neighbours = [0; NODES];
        loop {
            if view.left[view.turn.index()] == 0 || view.n_empty == 0 {
                return Outcome::Drawn;
            }
            let lost = Outcome::Won(seat(!view.turn));
            let drawn = match view.look(&mut neighbours) {
                Outlook::Wins(_) => return Outcome::Won(seat(view.turn)),
                Outlook::Lost => None,
                Outlook::Must(at) => {
                    let index = view.empty[..view.n_empty].iter().position(|&it| it == at);
                    index.filter(|_| view.is_safe(at, &neighbours))
                }
                Outlook::Calm => (0..view.n_empty).find(|&next| {
                    let chosen = next + rng.below((view.n_empty - next) as u32) as usize;
                    view.empty.swap(next, chosen);
                    view.is_safe(view.empty[next], &neighbours)
                }),
            };
            let Some(index) = drawn else { return lost };
            trace.push((view.turn.index() * NODES) as u16 + u16::from(view.empty[index]));
            view.lay(index);
        }
    }

    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
}
