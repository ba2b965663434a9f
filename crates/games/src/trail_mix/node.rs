use crosscut_rules::Side;
use crosscut_solve::{Bounds, Child, Node, mix};

use super::TrailMixPosition;
use super::lattice::{CELLS, CROSSING, Lanes, Lattice, NODES, crosses};

mod expander;

use expander::{Expander, add, take};

/// What of a position still matters to who wins: which trails there are and which empty cells may still join two.
///
/// A *slot* is an empty cell and a side that may lay a token there. A slot whose token could not matter is forgotten:
///
/// - its lattice nodes hang together already, or
/// - all slots of one of its trails lead to the same other trail, which touches every side of the board that the first
///   one does. Whatever goes through the first goes through the second without it.
///
/// A cell both of whose slots are forgotten is a waste: a pass. Two passes cancel, because whoever would win without
/// them answers one with the other, and the game is always decided elsewhere before the board is full.
///
/// Unless every ply counts, a ply of the node is one of the game with all that is forced after it: a side that cannot win
/// at once and sees the other could, in one cell, must take that cell; and it has lost if there are two, or if its token
/// there leaves the other a win. What is left then is *quiet*: nobody can win at once. A token is *safe* in a quiet
/// position if it keeps the other side from winning at once; a side that has no safe one to lay loses. How many it has
/// is a fair guess of how hard that is to prove.
#[derive(Clone, Debug)]
pub struct SolverNode {
    lattice: &'static Lattice,
    /// By side and cell: the trails that a slot would join, each by the least of its lattice nodes.
    ends: [[[u8; 2]; CELLS]; 2],
    /// By the least lattice node of a trail: the sides of the board it touches.
    rim: [u8; NODES],
    /// By side: the cells with a slot of that side.
    slots: [u128; 2],
    empty: u128,
    turn: Side,
    /// A trail is complete: whoever is not to move has won.
    complete: bool,
    /// Whether passes are counted, so that the game lasts as long as the game on the board.
    timed: bool,
}

/// By trail: which sides of the board trails touch that a slot of a side leads to.
type Dangers = [u16; NODES];

/// What a token leads to, with all that is forced after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// This side wins.
    Over(Side),
    /// It goes on: who is to move, how many safe ways there are, and the key.
    On { turn: Side, safe: u32, key: u128 },
}

/// By symmetry: two sums over the trails, of numbers that depend on all of what a trail is.
#[derive(Clone, Copy, Debug, Default)]
struct Total([Lanes; 2]);

impl Total {
    /// What one trail adds.
    #[inline]
    fn of(sum: &Lanes) -> Self {
        let mut share = Total::default();
        for (lane, &it) in sum.iter().enumerate() {
            share.0[0][lane] = low(it);
            share.0[1][lane] = high(it);
        }
        share
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(it, other)| add(it, other));
    }

    #[inline]
    fn take(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(it, other)| take(it, other));
    }

    /// A key made of the least of the four images; of two that have the same first sum either will do.
    #[inline]
    fn key(&self, passes: u32, complete: bool) -> u128 {
        let [low, high] = &self.0;
        let least = (0..low.len()).min_by_key(|&it| low[it]).unwrap_or(0);
        let key = u128::from(high[least]) << 64 | u128::from(low[least]);
        mix(key ^ u128::from(2 * passes + u32::from(complete)))
    }
}

#[inline]
fn low(it: u64) -> u64 {
    let it = (it ^ it >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    it ^ it >> 29
}

#[inline]
fn high(it: u64) -> u64 {
    let it = (it ^ it >> 31).wrapping_mul(0xd1b5_4a32_d192_ed03);
    it ^ it >> 32
}

/// Stands for no trail, and for several.
const NONE: u8 = u8::MAX;
const MANY: u8 = u8::MAX - 1;

impl SolverNode {
    pub(super) fn of(position: &TrailMixPosition, side: Side, timed: bool) -> Self {
        let size = usize::from(position.size());
        let lattice = Lattice::of(size);
        let mut node = SolverNode {
            lattice,
            ends: lattice.ends,
            rim: lattice.rim,
            slots: [0; 2],
            empty: 0,
            turn: side,
            complete: position.is_complete(),
            timed,
        };
        for cell in position.cells() {
            let index = usize::from(cell.row()) * size + usize::from(cell.column());
            match position.token(cell) {
                Some(side) => node.join(node.ends[side.index()][index]),
                None => node.empty |= 1 << index,
            }
        }
        node.slots = [node.empty; 2];
        node.forget();
        node
    }

    /// The trails that a slot would join.
    #[inline]
    fn ends(&self, side: Side, cell: usize) -> [usize; 2] {
        let [a, b] = self.ends[side.index()][cell];
        [usize::from(a), usize::from(b)]
    }

    /// The sides of the board that the trails of a slot touch.
    #[inline]
    fn rims(&self, side: Side, cell: usize) -> [u8; 2] {
        let [a, b] = self.ends(side, cell);
        [self.rim[a], self.rim[b]]
    }

    /// Makes one of two trails.
    fn join(&mut self, [a, b]: [u8; 2]) {
        let (low, high) = (a.min(b), a.max(b));
        if low != high {
            let cells = self.lattice.cells;
            for ends in &mut self.ends {
                for trail in ends[..cells].as_flattened_mut() {
                    *trail = if *trail == high { low } else { *trail };
                }
            }
            self.rim[usize::from(low)] |= self.rim[usize::from(high)];
        }
    }

    /// Forgets slots that cannot matter, until each may.
    fn forget(&mut self) {
        loop {
            let mut leads = [NONE; NODES];
            let before = self.slots;
            for side in Side::BOTH {
                for cell in cells(before[side.index()]) {
                    let [a, b] = self.ends[side.index()][cell];
                    if a == b {
                        self.slots[side.index()] &= !(1 << cell);
                        continue;
                    }
                    for (from, to) in [(a, b), (b, a)] {
                        let lead = &mut leads[usize::from(from)];
                        *lead = if *lead == NONE || *lead == to { to } else { MANY };
                    }
                }
            }
            for side in Side::BOTH {
                for cell in cells(self.slots[side.index()]) {
                    let [a, b] = self.ends[side.index()][cell];
                    let [rim_a, rim_b] = self.rims(side, cell);
                    let idle = leads[usize::from(a)] == b && rim_a & !rim_b == 0
                        || leads[usize::from(b)] == a && rim_b & !rim_a == 0;
                    self.slots[side.index()] &= !(u128::from(idle) << cell);
                }
            }
            if self.slots == before {
                return;
            }
        }
    }

    /// The cells in which a side would win at once.
    fn wins(&self, side: Side) -> u128 {
        cells(self.slots[side.index()]).fold(0, |wins, cell| {
            let [a, b] = self.rims(side, cell);
            wins | u128::from(crosses(a | b)) << cell
        })
    }

    /// What a side's slots lead to.
    fn dangers(&self, side: Side) -> Dangers {
        let mut dangers = [0; NODES];
        for cell in cells(self.slots[side.index()]) {
            let [a, b] = self.ends(side, cell);
            dangers[a] |= 1 << self.rim[b];
            dangers[b] |= 1 << self.rim[a];
        }
        dangers
    }

    /// Whether a token of a side in a cell gives the other, whose dangers these are, a win at once, if it has none yet.
    #[inline]
    fn hands_over(&self, side: Side, dangers: &Dangers, cell: usize) -> bool {
        if self.slots[side.index()] >> cell & 1 == 0 {
            return false;
        }
        let [a, b] = self.ends(side, cell);
        let rim = self.rim[a] | self.rim[b];
        (dangers[a] | dangers[b]) & CROSSING[usize::from(rim & 15)] != 0
    }

    /// The cells of which nothing but their number matters.
    fn waste(&self) -> u128 {
        self.empty & !self.slots[0] & !self.slots[1]
    }

    /// The cells worth trying: of wastes one, if that is not answered by another.
    fn candidates(&self) -> u128 {
        let waste = self.waste();
        let one = lowest(waste);
        let passes = if self.timed || waste.count_ones() % 2 == 1 { one } else { 0 };
        self.slots[0] | self.slots[1] | passes
    }

    /// Those of these cells that do not hand over a win, if the side to move takes them.
    fn keeping(&self, all: u128) -> u128 {
        let dangers = self.dangers(!self.turn);
        cells(all)
            .filter(|&it| !self.hands_over(self.turn, &dangers, it))
            .fold(0, |kept, it| kept | 1 << it)
    }

    /// How many candidates do not hand over a win, if nobody can win at once.
    fn safe(&self) -> u32 {
        self.keeping(self.candidates()).count_ones()
    }

    /// Lays a token of the side to move, and forgets nothing.
    fn lay(&mut self, cell: usize) {
        let bit = 1 << cell;
        let side = self.turn.index();
        let matters = self.slots[side] & bit != 0;
        self.empty &= !bit;
        self.slots[0] &= !bit;
        self.slots[1] &= !bit;
        if matters {
            let [a, b] = self.rims(self.turn, cell);
            self.complete = crosses(a | b);
            self.join(self.ends[side][cell]);
        }
        self.turn = !self.turn;
    }

    /// Plays on while the side to move, which cannot win at once, has to prevent the other's winning at once. Says who
    /// wins that way, if somebody does.
    fn settle(&mut self) -> Option<Side> {
        loop {
            let threats = self.wins(!self.turn);
            if threats == 0 {
                return None;
            }
            let cell = threats.trailing_zeros() as usize;
            if threats & (threats - 1) != 0
                || self.hands_over(self.turn, &self.dangers(!self.turn), cell)
            {
                return Some(!self.turn);
            }
            self.lay(cell);
        }
    }

    /// What a token of the side to move leads to that does not hand over a win.
    fn lead(&self, cell: usize) -> Lead {
        let mut next = self.clone();
        next.lay(cell);
        if let Some(winner) = next.settle() {
            return Lead::Over(winner);
        }
        next.forget();
        let safe = next.safe();
        if safe == 0 {
            return Lead::Over(!next.turn);
        }
        Lead::On { turn: next.turn, safe, key: next.key() }
    }

    /// The plies when every one counts, for a side that could win at once in the cells `wins`, and the other in `threats`.
    fn look_timed(&self, wins: u128, threats: u128, children: &mut Vec<Child<u8>>) -> Bounds {
        let plies = match (wins.count_ones(), threats.count_ones()) {
            (0, 0) => {
                let safe = self.keeping(self.candidates());
                if safe != 0 { safe } else { lowest(self.candidates()) }
            }
            // One token is as good as another: the game ends with this one or the next.
            (0, _) => lowest(threats),
            _ => lowest(wins),
        };
        let quiet = (wins | threats == 0).then_some(self);
        Expander::with(quiet, plies, |mut expander| {
            for cell in cells(plies) {
                let key = match &mut expander {
                    Some(expander) => expander.key_after(cell),
                    None => {
                        let mut next = self.clone();
                        next.play(cell as u8);
                        next.key()
                    }
                };
                if children.iter().all(|it| it.key != key) {
                    children.push(Child::new(cell as u8, key));
                }
            }
        });
        Bounds::OPEN
    }
}

impl Node for SolverNode {
    type Ply = u8;

    fn key(&self) -> u128 {
        let mut sums = [[0; 4]; NODES];
        // By trail: its number in `sums`.
        let mut numbers = [NONE; NODES];
        let mut count = 0;
        for side in Side::BOTH {
            for cell in cells(self.slots[side.index()]) {
                let lanes = self.lattice.slot(self.turn, side, cell);
                for trail in self.ends(side, cell) {
                    let number = &mut numbers[trail];
                    if *number == NONE {
                        *number = count as u8;
                        sums[count] = *self.lattice.rims(self.turn, self.rim[trail]);
                        count += 1;
                    }
                    let sum = &mut sums[usize::from(*number)];
                    add(sum, lanes);
                }
            }
        }
        let mut total = Total::default();
        sums[..count].iter().for_each(|sum| total.add(&Total::of(sum)));
        let passes = self.waste().count_ones();
        total.key(if self.timed { passes } else { passes % 2 }, self.complete)
    }

    fn is_sharp(&self) -> bool {
        true
    }

    fn look(&self, children: &mut Vec<Child<u8>>) -> Bounds {
        if self.complete {
            return Bounds::LOSS;
        }
        let (turn, wins, threats) = (self.turn, self.wins(self.turn), self.wins(!self.turn));
        if self.timed {
            return self.look_timed(wins, threats, children);
        }
        if wins != 0 {
            return Bounds::WIN;
        }
        if threats.count_ones() >= 2 {
            return Bounds::LOSS;
        }
        let plies = self.keeping(if threats != 0 { threats } else { self.candidates() });
        let quiet = (threats == 0).then_some(self);
        let wins = Expander::with(quiet, plies, |mut expander| {
            cells(plies).any(|cell| {
                let lead = match &mut expander {
                    Some(expander) => expander.lead(cell),
                    None => self.lead(cell),
                };
                let (next, safe, key) = match lead {
                    Lead::Over(winner) => return winner == turn,
                    Lead::On { turn, safe, key } => (turn, safe, key),
                };
                let again = next == turn;
                if !children.iter().any(|it| it.key == key && it.again == again) {
                    children.push(Child { again, hint: [1, safe], ..Child::new(cell as u8, key) });
                }
                false
            })
        });
        if wins {
            return Bounds::WIN;
        }
        if children.is_empty() {
            return Bounds::LOSS;
        }
        children.sort_by_key(|it| it.hint[1]);
        Bounds::OPEN
    }

    fn play(&mut self, cell: u8) {
        self.lay(usize::from(cell));
        if !self.timed {
            self.settle();
        }
        self.forget();
    }
}

/// The lowest bit.
fn lowest(bits: u128) -> u128 {
    bits & bits.wrapping_neg()
}

/// The numbers of the bits, the lowest first.
#[inline]
fn cells(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(cell)
    })
}

#[cfg(test)]
mod tests;
