use crosscut_rules::Side;
use crosscut_solve::{Bounds, Child, Node, mix};

use super::TrailMixPosition;
use super::lattice::{CELLS, CROSSING, Lanes, Lattice, NODES, crosses};

/// What of a position still matters to who wins: which trails there are and which empty cells may still join two.
///
/// A *slot* is an empty cell and a side that may lay a token there. A slot whose token could not matter is forgotten:
///
/// - its nodes hang together already, or
/// - all slots of one of its trails lead to the same other trail, which touches every side of the board that the first
///   one does. Whatever goes through the first goes through the second without it.
///
/// A cell both of whose slots are forgotten is a waste: a pass. Two passes cancel, because whoever would win without
/// them answers one with the other, and the game is always decided elsewhere before the board is full.
#[derive(Clone, Debug)]
pub struct Knot {
    lattice: &'static Lattice,
    /// By node: the least node of its trail.
    trail: [u8; NODES],
    /// By the least node of a trail: the sides of the board it touches.
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

/// The slots of both sides, by the trails they join.
struct Joins {
    /// By trail: which sides of the board trails touch that a slot of the side not to move leads to.
    dangers: [u16; NODES],
    /// Cells in which the side to move wins at once.
    wins: u128,
    /// Cells in which the other would.
    threats: u128,
}

/// Stands for no trail, and for several.
const NONE: u8 = u8::MAX;
const MANY: u8 = u8::MAX - 1;

impl Knot {
    pub(super) fn of(position: &TrailMixPosition, side: Side, timed: bool) -> Self {
        let size = usize::from(position.size());
        let lattice = Lattice::of(size);
        let mut knot = Knot {
            lattice,
            trail: std::array::from_fn(|node| node as u8),
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
                Some(side) => knot.join(lattice.ends(side, index)),
                None => knot.empty |= 1 << index,
            }
        }
        knot.slots = [knot.empty; 2];
        knot.forget();
        knot
    }

    /// The trails that a slot would join.
    #[inline]
    fn ends(&self, side: Side, cell: usize) -> [u8; 2] {
        self.lattice.ends(side, cell).map(|node| self.trail[usize::from(node)])
    }

    /// Makes one trail of those of two nodes.
    fn join(&mut self, nodes: [u8; 2]) {
        let [a, b] = nodes.map(|node| self.trail[usize::from(node)]);
        let (low, high) = (a.min(b), a.max(b));
        if low != high {
            for trail in &mut self.trail {
                *trail = if *trail == high { low } else { *trail };
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
                for cell in cells(self.slots[side.index()]) {
                    let [a, b] = self.ends(side, cell);
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
                    let [a, b] = self.ends(side, cell);
                    let [rim_a, rim_b] = [a, b].map(|it| self.rim[usize::from(it)]);
                    let idle = leads[usize::from(a)] == b && rim_a & !rim_b == 0
                        || leads[usize::from(b)] == a && rim_b & !rim_a == 0;
                    if idle {
                        self.slots[side.index()] &= !(1 << cell);
                    }
                }
            }
            if self.slots == before {
                return;
            }
        }
    }

    fn joins(&self) -> Joins {
        let mut joins = Joins { dangers: [0; NODES], wins: 0, threats: 0 };
        for cell in cells(self.slots[self.turn.index()]) {
            let [a, b] = self.ends(self.turn, cell).map(|it| self.rim[usize::from(it)]);
            joins.wins |= u128::from(crosses(a | b)) << cell;
        }
        for cell in cells(self.slots[(!self.turn).index()]) {
            let [a, b] = self.ends(!self.turn, cell);
            let [rim_a, rim_b] = [a, b].map(|it| self.rim[usize::from(it)]);
            joins.dangers[usize::from(a)] |= 1 << rim_b;
            joins.dangers[usize::from(b)] |= 1 << rim_a;
            joins.threats |= u128::from(crosses(rim_a | rim_b)) << cell;
        }
        joins
    }

    /// Whether a token of the side to move in a cell leaves the other side a win at once, if no threat is there already.
    #[inline]
    fn hands_over(&self, joins: &Joins, cell: usize) -> bool {
        if self.slots[self.turn.index()] >> cell & 1 == 0 {
            return false;
        }
        let [a, b] = self.ends(self.turn, cell).map(usize::from);
        let rim = self.rim[a] | self.rim[b];
        (joins.dangers[a] | joins.dangers[b]) & CROSSING[usize::from(rim & 15)] != 0
    }

    /// How many cells the side not to move could win in, if it were its turn.
    fn wins_of_other(&self) -> u32 {
        let wins = cells(self.slots[(!self.turn).index()]).filter(|&cell| {
            let [a, b] = self.ends(!self.turn, cell).map(|it| self.rim[usize::from(it)]);
            crosses(a | b)
        });
        wins.count() as u32
    }

    /// The cells of which nothing but their number matters.
    fn waste(&self) -> u128 {
        self.empty & !self.slots[0] & !self.slots[1]
    }

    /// The cells worth trying: of wastes one, if that is not answered by another.
    fn candidates(&self) -> u128 {
        let waste = self.waste();
        let one = waste & waste.wrapping_neg();
        let passes = if self.timed || waste.count_ones() % 2 == 1 { one } else { 0 };
        self.slots[0] | self.slots[1] | passes
    }

    fn after(&self, cell: u8) -> Self {
        let mut next = self.clone();
        next.play(cell);
        next
    }
}

impl Node for Knot {
    type Ply = u8;

    fn key(&self) -> u128 {
        // By trail: its number in `sums`.
        let mut numbers = [NONE; NODES];
        let mut sums: [(u8, Lanes); 2 * CELLS] = [(0, [0; 4]); 2 * CELLS];
        let mut count = 0;
        for side in Side::BOTH {
            for cell in cells(self.slots[side.index()]) {
                let lanes = self.lattice.slot(self.turn, side, cell);
                for trail in self.ends(side, cell) {
                    let number = &mut numbers[usize::from(trail)];
                    if *number == NONE {
                        *number = count as u8;
                        let rim = self.rim[usize::from(trail)];
                        sums[count] = (rim, *self.lattice.rims(self.turn, rim));
                        count += 1;
                    }
                    let sum = &mut sums[usize::from(*number)].1;
                    for (sum, &it) in sum.iter_mut().zip(lanes) {
                        *sum = sum.wrapping_add(it);
                    }
                }
            }
        }
        let mut keys = [0u128; 4];
        for (_, sum) in &sums[..count] {
            for (key, &it) in keys.iter_mut().zip(sum) {
                *key = key.wrapping_add(spread(it));
            }
        }
        let key = keys.into_iter().min().unwrap_or_default();
        let passes = self.waste().count_ones();
        let passes = if self.timed { passes } else { passes % 2 };
        mix(key ^ u128::from(2 * passes + u32::from(self.complete)))
    }

    fn is_sharp(&self) -> bool {
        true
    }

    fn look(&self, children: &mut Vec<Child<u8>>) -> Bounds {
        if self.complete {
            return Bounds::LOSS;
        }
        let joins = self.joins();
        if joins.wins != 0 {
            if !self.timed {
                return Bounds::WIN;
            }
            let cell = joins.wins.trailing_zeros() as u8;
            children.push(Child::new(cell, self.after(cell).key()));
            return Bounds::OPEN;
        }
        let all = if joins.threats != 0 { joins.threats } else { self.candidates() };
        if joins.threats.count_ones() >= 2 && !self.timed {
            return Bounds::LOSS;
        }
        // With two threats one token is as good as another: the game ends with the next.
        let all = if joins.threats.count_ones() >= 2 { all & all.wrapping_neg() } else { all };
        for cell in cells(all).filter(|&cell| !self.hands_over(&joins, cell)) {
            let next = self.after(cell as u8);
            if !self.timed && next.wins_of_other() >= 2 {
                return Bounds::WIN;
            }
            let key = next.key();
            if children.iter().all(|it| it.key != key) {
                children.push(Child::new(cell as u8, key));
            }
        }
        if !children.is_empty() {
            return Bounds::OPEN;
        }
        if !self.timed {
            return Bounds::LOSS;
        }
        let cell = all.trailing_zeros() as u8;
        children.push(Child::new(cell, self.after(cell).key()));
        Bounds::OPEN
    }

    fn play(&mut self, cell: u8) {
        let (bit, cell) = (1 << cell, usize::from(cell));
        let matters = self.slots[self.turn.index()] & bit != 0;
        self.empty &= !bit;
        self.slots = self.slots.map(|slots| slots & !bit);
        if matters {
            let [a, b] = self.ends(self.turn, cell).map(|it| self.rim[usize::from(it)]);
            self.complete = crosses(a | b);
            self.join(self.lattice.ends(self.turn, cell));
        }
        self.turn = !self.turn;
        self.forget();
    }
}

/// The numbers of the bits, the lowest first.
fn cells(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(cell)
    })
}

/// 128 bits that depend on all of 64.
#[inline]
fn spread(it: u64) -> u128 {
    let it = (it ^ it >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let it = it ^ it >> 29;
    u128::from(it).wrapping_mul(0xd1b5_4a32_d192_ed03_8cb9_2ba7_2f3d_8dd7)
}
