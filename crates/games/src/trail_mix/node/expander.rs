use std::cell::RefCell;

use crosscut_rules::Side;

use super::{Lead, SolverNode, Total};
use crate::trail_mix::lattice::{Lanes, Lattice};

/// Expands a quiet node incrementally: tells quickly what each of its tokens leads to.
///
/// It says what [`SolverNode::lead`] says. But where that goes through all slots several times for every token, this works out
/// once which trails lead to which, and then changes only what a token changes.
pub(super) struct Expander {
    lattice: &'static Lattice,
    /// How many trails have slots. They are numbered.
    trails: usize,
    /// By side and cell: the numbers of the trails that a slot joins.
    ends: [[[u8; 2]; MOST]; 2],
    start: TrailGraph,
    /// What a token has changed: rebuilt for each, in place.
    now: TrailGraph,
    /// By side to move and trail: the random numbers of the trail's slots and of the sides of the board, summed up, and
    /// by side to move what a key is made of: where that was wanted.
    sums: [[Lanes; MOST]; 2],
    totals: [Option<Total>; 2],
    /// Whether passes are counted: see [`SolverNode`].
    timed: bool,
}

/// The trails, joined by slots: what tokens change. Sets of trails and of cells are bits.
#[derive(Clone)]
struct TrailGraph {
    turn: Side,
    slots: [u64; 2],
    empty: u64,
    /// By trail: the one that it is a part of now.
    whole: [u8; MOST],
    /// By trail: the sides of the board it touches.
    rim: [u8; MOST],
    /// By side of the board: the trails that touch it.
    touching: [u64; 4],
    /// By side and trail: the trails that its slots lead to.
    links: [[u64; MOST]; 2],
    /// By side and trail: its slots.
    own: [[u64; MOST]; 2],
    /// Trails whose slots or sides of the board are not what they were at the start.
    changed: u64,
    /// Trails that are parts of another, and those they are parts of.
    joined: u64,
    /// Trails that may have slots to forget.
    doubtful: u64,
}

/// The most trails, and the most cells.
const MOST: usize = 64;
/// It takes more plies than these to save time.
const FEW: u32 = 2;

thread_local! {
    /// Clearing an expander would take as long as all that is done with it.
    static EXPANDER: RefCell<Box<Expander>> = RefCell::new(Box::new(Expander::new()));
}

impl Expander {
    /// Calls something with the expander of a quiet node, or with none if there is no such node, it is too large, or its
    /// plies are too few to be worth it.
    pub(super) fn with<T>(
        quiet: Option<&SolverNode>,
        plies: u128,
        it: impl FnOnce(Option<&mut Expander>) -> T,
    ) -> T {
        match quiet {
            Some(node) if plies.count_ones() > FEW && node.lattice.cells <= MOST => EXPANDER
                .with_borrow_mut(|expander| {
                    let fits = expander.set(node);
                    it(fits.then_some(expander))
                }),
            _ => it(None),
        }
    }

    fn new() -> Self {
        let graph = TrailGraph {
            turn: Side::First,
            slots: [0; 2],
            empty: 0,
            whole: std::array::from_fn(|it| it as u8),
            rim: [0; MOST],
            touching: [0; 4],
            links: [[0; MOST]; 2],
            own: [[0; MOST]; 2],
            changed: 0,
            joined: 0,
            doubtful: 0,
        };
        Expander {
            lattice: Lattice::of(3),
            trails: 0,
            ends: [[[0; 2]; MOST]; 2],
            now: graph.clone(),
            start: graph,
            sums: [[[0; 4]; MOST]; 2],
            totals: [None; 2],
            timed: false,
        }
    }

    /// Becomes the expander of a node; says whether that is possible.
    fn set(&mut self, node: &SolverNode) -> bool {
        self.lattice = node.lattice;
        self.trails = 0;
        self.totals = [None; 2];
        self.timed = node.timed;
        let start = &mut self.start;
        start.turn = node.turn;
        start.slots = [node.slots[0] as u64, node.slots[1] as u64];
        start.empty = node.empty as u64;
        start.touching = [0; 4];
        let mut numbers = [super::NONE; super::NODES];
        for side in Side::BOTH {
            for cell in bits(self.start.slots[side.index()]) {
                for (end, trail) in node.ends(side, cell).into_iter().enumerate() {
                    if numbers[trail] == super::NONE {
                        if self.trails == MOST {
                            return false;
                        }
                        numbers[trail] = self.trails as u8;
                        self.number(node.rim[trail]);
                    }
                    self.ends[side.index()][cell][end] = numbers[trail];
                }
                self.add(side, cell);
            }
        }
        true
    }

    /// Numbers the next trail.
    fn number(&mut self, rim: u8) {
        let (trail, start) = (self.trails, &mut self.start);
        start.rim[trail] = rim;
        for (side, touching) in start.touching.iter_mut().enumerate() {
            *touching |= u64::from(rim >> side & 1) << trail;
        }
        for side in 0..2 {
            start.links[side][trail] = 0;
            start.own[side][trail] = 0;
        }
        self.trails += 1;
    }

    /// Puts in a slot whose ends are known.
    fn add(&mut self, side: Side, cell: usize) {
        let [a, b] = self.ends[side.index()][cell];
        let (a, b) = (usize::from(a), usize::from(b));
        for (from, to) in [(a, b), (b, a)] {
            self.start.links[side.index()][from] |= 1 << to;
            self.start.own[side.index()][from] |= 1 << cell;
        }
    }

    /// Sums up the random numbers of the start, with a side to move.
    fn sum_up(&mut self, mover: Side) -> Total {
        let mut total = Total::default();
        for trail in 0..self.trails {
            let mut sum = *self.lattice.rims(mover, self.start.rim[trail]);
            for side in Side::BOTH {
                for cell in bits(self.start.own[side.index()][trail]) {
                    add(&mut sum, self.lattice.slot(mover, side, cell));
                }
            }
            total.add(&Total::of(&sum));
            self.sums[mover.index()][trail] = sum;
        }
        self.totals[mover.index()] = Some(total);
        total
    }

    /// What a token of the side to move leads to that does not hand over a win.
    pub(super) fn lead(&mut self, cell: usize) -> Lead {
        self.begin();
        if let Some(winner) = self.settle(cell) {
            return Lead::Over(winner);
        }
        self.forget();
        let safe = self.safe();
        if safe == 0 {
            return Lead::Over(!self.now.turn);
        }
        Lead::On { turn: self.now.turn, safe, key: self.key() }
    }

    /// The key of the node after a token that does not win at once, and nothing that it forces.
    pub(super) fn key_after(&mut self, cell: usize) -> u128 {
        self.begin();
        self.lay(cell);
        self.forget();
        self.key()
    }

    /// Goes back to the start.
    fn begin(&mut self) {
        let (now, start) = (&mut self.now, &self.start);
        (now.turn, now.slots, now.empty) = (start.turn, start.slots, start.empty);
        (now.rim, now.touching) = (start.rim, start.touching);
        for it in bits(now.joined) {
            now.whole[it] = it as u8;
        }
        (now.changed, now.joined, now.doubtful) = (0, 0, 0);
        for side in 0..2 {
            let all = ..self.trails;
            now.links[side][all].copy_from_slice(&start.links[side][all]);
            now.own[side][all].copy_from_slice(&start.own[side][all]);
        }
    }

    /// The trails that a slot joins now.
    #[inline]
    fn ends(&self, side: Side, cell: usize) -> [usize; 2] {
        let [a, b] = self.ends[side.index()][cell];
        [self.whole(a), self.whole(b)]
    }

    #[inline]
    fn whole(&self, trail: u8) -> usize {
        usize::from(self.now.whole[usize::from(trail)])
    }

    /// Lays a token, and those that are forced after it. Says who wins that way, if somebody does.
    fn settle(&mut self, mut cell: usize) -> Option<Side> {
        loop {
            // Nobody could win at once before, so whoever can now goes through the trail that has come about.
            let threats = self.lay(cell).map_or(0, |it| self.now.wins(!self.now.turn, it));
            if threats == 0 {
                return None;
            }
            cell = threats.trailing_zeros() as usize;
            if threats & (threats - 1) != 0 || self.hands_over(self.now.turn, cell) {
                return Some(!self.now.turn);
            }
        }
    }

    /// Lays a token of the side to move. The trail it joins two to, if it matters.
    fn lay(&mut self, cell: usize) -> Option<usize> {
        let (side, bit) = (self.now.turn, 1 << cell);
        let (mine, others) = (self.ends(side, cell), self.ends(!side, cell));
        let now = &mut self.now;
        now.empty &= !bit;
        now.turn = !side;
        if now.slots[(!side).index()] & bit != 0 {
            now.cut(!side, cell, others);
        }
        if now.slots[side.index()] & bit == 0 {
            return None;
        }
        let [a, b] = mine;
        now.join(a.min(b), a.max(b), self.trails);
        Some(a.min(b))
    }

    /// Whether a side's token in a cell with a slot of it gives the other a win at once, if it has none yet.
    #[inline]
    fn hands_over(&self, side: Side, cell: usize) -> bool {
        let now = &self.now;
        if now.slots[side.index()] >> cell & 1 == 0 {
            return false;
        }
        let [a, b] = self.ends(side, cell);
        let links = &now.links[(!side).index()];
        (links[a] | links[b]) & now.across(now.rim[a] | now.rim[b]) != 0
    }

    /// How many candidates do not hand over a win.
    fn safe(&self) -> u32 {
        let now = &self.now;
        let unsafe_ones =
            bits(now.slots[now.turn.index()]).filter(|&it| self.hands_over(now.turn, it));
        let pass = now.waste().count_ones() % 2;
        (now.slots[0] | now.slots[1]).count_ones() + pass - unsafe_ones.count() as u32
    }

    /// Forgets slots that cannot matter, until each may.
    fn forget(&mut self) {
        let now = &mut self.now;
        while now.doubtful != 0 {
            let trail = now.doubtful.trailing_zeros() as usize;
            now.doubtful &= now.doubtful - 1;
            let links = now.links[0][trail] | now.links[1][trail];
            let to = links.trailing_zeros() as usize;
            if links.is_power_of_two() && now.rim[trail] & !now.rim[to] == 0 {
                now.drop(trail, to);
            }
        }
    }

    /// The key of a node from which all was forgotten that cannot matter.
    fn key(&mut self) -> u128 {
        let mover = self.now.turn;
        let mut total = self.totals[mover.index()].unwrap_or_else(|| self.sum_up(mover));
        let now = &self.now;
        for trail in bits(now.changed) {
            total.take(&Total::of(&self.sums[mover.index()][trail]));
            if usize::from(now.whole[trail]) != trail || now.own[0][trail] | now.own[1][trail] == 0
            {
                continue;
            }
            let mut sum = *self.lattice.rims(mover, now.rim[trail]);
            for part in bits(now.joined & !(1 << trail)) {
                if usize::from(now.whole[part]) == trail {
                    self.add_left(part, &mut sum);
                }
            }
            self.add_left(trail, &mut sum);
            total.add(&Total::of(&sum));
        }
        let passes = now.waste().count_ones();
        total.key(if self.timed { passes } else { passes % 2 }, false)
    }

    /// Adds the random numbers of the slots that are left of those a trail had at the start.
    fn add_left(&self, trail: usize, sum: &mut Lanes) {
        let mover = self.now.turn;
        add(sum, &self.sums[mover.index()][trail]);
        take(sum, self.lattice.rims(mover, self.start.rim[trail]));
        for side in Side::BOTH {
            let gone = self.start.own[side.index()][trail] & !self.now.slots[side.index()];
            for cell in bits(gone) {
                take(sum, self.lattice.slot(mover, side, cell));
            }
        }
    }
}

impl TrailGraph {
    /// The trails that touch a side of the board opposite to one of these.
    #[inline]
    fn across(&self, rim: u8) -> u64 {
        let [bottom, top, left, right] = self.touching;
        let of = |side: u8, trails: u64| trails & u64::from(rim >> side & 1).wrapping_neg();
        of(0, top) | of(1, bottom) | of(2, right) | of(3, left)
    }

    /// The cells in which a side would win at once through a trail.
    fn wins(&self, side: Side, trail: usize) -> u64 {
        let own = &self.own[side.index()];
        let to = self.links[side.index()][trail] & self.across(self.rim[trail]);
        bits(to).fold(0, |cells, it| cells | own[trail] & own[it])
    }

    /// The empty cells of which nothing but their number matters.
    fn waste(&self) -> u64 {
        self.empty & !self.slots[0] & !self.slots[1]
    }

    /// Takes out one slot.
    fn cut(&mut self, side: Side, cell: usize, [a, b]: [usize; 2]) {
        let (own, links) = (&mut self.own[side.index()], &mut self.links[side.index()]);
        self.slots[side.index()] &= !(1 << cell);
        own[a] &= !(1 << cell);
        own[b] &= !(1 << cell);
        if own[a] & own[b] == 0 {
            links[a] &= !(1 << b);
            links[b] &= !(1 << a);
        }
        self.changed |= 1 << a | 1 << b;
        self.doubtful |= 1 << a | 1 << b;
    }

    /// Makes one of two trails, and takes out the slots between them.
    fn join(&mut self, low: usize, high: usize, trails: usize) {
        let both = 1 << low | 1 << high;
        for side in 0..2 {
            let (own, links) = (&mut self.own[side], &mut self.links[side]);
            let between = own[low] & own[high];
            self.slots[side] &= !between;
            own[low] = (own[low] | own[high]) & !between;
            own[high] = 0;
            for it in bits(links[high] & !both) {
                links[it] = links[it] & !(1 << high) | 1 << low;
            }
            links[low] = (links[low] | links[high]) & !both;
            links[high] = 0;
            self.doubtful |= links[low];
        }
        self.rim[low] |= self.rim[high];
        for touching in &mut self.touching {
            *touching = *touching & !(1 << high) | (*touching >> high & 1) << low;
        }
        for whole in &mut self.whole[..trails] {
            *whole = if usize::from(*whole) == high { low as u8 } else { *whole };
        }
        self.changed |= both;
        self.joined |= both;
        self.doubtful = (self.doubtful | 1 << low) & !(1 << high);
    }

    /// Takes out a trail, all of whose slots lead to one other.
    fn drop(&mut self, trail: usize, to: usize) {
        for side in 0..2 {
            let slots = std::mem::take(&mut self.own[side][trail]);
            self.slots[side] &= !slots;
            self.own[side][to] &= !slots;
            self.links[side][trail] = 0;
            self.links[side][to] &= !(1 << trail);
        }
        for touching in &mut self.touching {
            *touching &= !(1 << trail);
        }
        self.changed |= 1 << trail | 1 << to;
        self.doubtful |= 1 << to;
    }
}

/// Adds to a sum.
#[inline]
pub(super) fn add(sum: &mut Lanes, lanes: &Lanes) {
    for lane in 0..sum.len() {
        sum[lane] = sum[lane].wrapping_add(lanes[lane]);
    }
}

/// Takes from a sum.
#[inline]
pub(super) fn take(sum: &mut Lanes, lanes: &Lanes) {
    for lane in 0..sum.len() {
        sum[lane] = sum[lane].wrapping_sub(lanes[lane]);
    }
}

/// The numbers of the bits, the lowest first.
#[inline]
fn bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let it = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(it)
    })
}
