use std::sync::OnceLock;

use crosscut_rules::{Rng, Side};
use crosscut_solve::{Bounds, Child, Node, mix};

use super::HexPosition;
use crate::board::{Graph, rhombus};

/// The largest board it takes, in cells a side: its cells and two ends are the bits of a `u128`.
pub(super) const MOST: usize = 11;
const CELLS: usize = MOST * MOST;

/// A set of cells; of chains, each by the lowest cell or end in it.
type Set = u128;

/// A board of Hex for a search that looks for bridges.
///
/// Two chains (or ends) of a side with two empty cells that both touch both of them are as good as joined: whichever the
/// other side takes, the owner takes the other. If such pairs of cells, none in common, lead from end to end, the owner
/// wins even if the other side moves. If that is so after one more stone, this is a threat, and a stone outside that stone
/// and those pairs does not answer it.
#[derive(Clone, Debug)]
pub struct Bridges {
    rhombus: &'static Rhombus,
    stones: [Set; 2],
    turn: Side,
}

/// What the search has to know of a board of one size.
#[derive(Debug)]
struct Rhombus {
    cells: usize,
    /// By cell: the cells around it.
    near: Vec<Set>,
    /// By side and cell: which of the side's ends it touches, as the bits [`END`] and those after it.
    ends: [Vec<Set>; 2],
    /// The cells, the middle first.
    order: Vec<u8>,
    /// By side to move, side and cell: random numbers, for the board as it is and after a half turn. With the second side
    /// to move, columns are exchanged with rows and the sides with each other, so that the first is always to move.
    random: [[Vec<[u128; 2]>; 2]; 2],
}

/// The bit of a side's first end.
const END: usize = CELLS;

impl Rhombus {
    fn of(size: usize) -> &'static Rhombus {
        static ALL: [OnceLock<Rhombus>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        ALL[size].get_or_init(|| Rhombus::new(size))
    }

    fn new(size: usize) -> Self {
        let graph = rhombus(size);
        let cells = size * size;
        let near = |cell: usize| {
            let nodes = graph.joint(Side::First, cell).near().iter();
            nodes.fold(0, |set, &node| set | 1 << (node - graph.first))
        };
        let ends = |side: Side, cell: usize| {
            let always = graph.joint(side, cell).always();
            let touched = |&(_, end): &(usize, u16)| always.contains(&end);
            let ends = Graph::ends(side).into_iter().enumerate().filter(touched);
            ends.fold(0, |set, (at, _)| set | 1 << (END + at))
        };
        let middle = size as i32 - 1;
        let distance = |&cell: &u8| {
            let (column, row) = (i32::from(cell) % size as i32, i32::from(cell) / size as i32);
            let (x, y) = (2 * column - middle, 2 * row - middle);
            (x * x + y * y + x * y, cell)
        };
        let mut order: Vec<u8> = (0..cells as u8).collect();
        order.sort_by_key(distance);
        let mut rng = Rng::new(1942);
        let mut random = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        // By whether the stone is the mover's, and cell.
        let numbers: [Vec<u128>; 2] =
            std::array::from_fn(|_| (0..cells).map(|_| random()).collect());
        let random = Side::BOTH.map(|mover| {
            Side::BOTH.map(|side| {
                let numbers = &numbers[usize::from(side == mover)];
                let image = |cell: usize| match mover {
                    Side::First => cell,
                    Side::Second => cell % size * size + cell / size,
                };
                (0..cells)
                    .map(|cell| [numbers[image(cell)], numbers[cells - 1 - image(cell)]])
                    .collect()
            })
        });
        Rhombus {
            cells,
            near: (0..cells).map(near).collect(),
            ends: Side::BOTH.map(|side| (0..cells).map(|cell| ends(side, cell)).collect()),
            order,
            random,
        }
    }
}

impl Bridges {
    /// The board of a position, if it is small enough.
    pub(super) fn of(position: &HexPosition, turn: Side) -> Option<Self> {
        if position.size() > MOST {
            return None;
        }
        let rhombus = Rhombus::of(position.size());
        let board = position.board();
        let stones =
            Side::BOTH.map(|side| board.stones(side).iter().fold(0, |set, cell| set | 1 << cell));
        Some(Bridges { rhombus, stones, turn })
    }

    fn empty(&self) -> Set {
        ((1 << self.rhombus.cells) - 1) & !self.stones[0] & !self.stones[1]
    }

    /// The empty cells that a side needs to be joined for certain, though the other moves, if it had these stones; `None`
    /// if that is not seen.
    fn carrier(&self, side: Side, stones: Set, empty: Set) -> Option<Set> {
        let rhombus = self.rhombus;
        let ends = &rhombus.ends[side.index()];
        // By cell or end: the chain it belongs to, named by one of its cells or ends.
        let mut chain = [0u8; CELLS + 2];
        for (at, it) in chain.iter_mut().enumerate() {
            *it = at as u8;
        }
        let root = |chain: &[u8; CELLS + 2], mut at: usize| {
            while usize::from(chain[at]) != at {
                at = usize::from(chain[at]);
            }
            at
        };
        for cell in members(stones) {
            for other in members(rhombus.near[cell] & stones | ends[cell]) {
                let (a, b) = (root(&chain, cell), root(&chain, other));
                chain[a.min(b)] = a.max(b) as u8;
            }
        }
        // By empty cell: the chains it touches.
        let mut touches: [Set; CELLS] = [0; CELLS];
        for cell in members(empty) {
            let around = rhombus.near[cell] & stones | ends[cell];
            touches[cell] = members(around).fold(0, |set, it| set | 1 << root(&chain, it));
        }
        let mut links: Vec<(u8, u8, Set)> = Vec::new();
        let solid = chain;
        let mut free = empty;
        for x in members(empty) {
            if free >> x & 1 == 0 || touches[x].count_ones() < 2 {
                continue;
            }
            for y in members(free & !((2 << x) - 1)) {
                let common = touches[x] & touches[y];
                let Some(first) = members(common).next() else { continue };
                let from = root(&chain, first);
                let Some(to) = members(common).find(|&it| root(&chain, it) != from) else {
                    continue;
                };
                let to_root = root(&chain, to);
                chain[from.min(to_root)] = from.max(to_root) as u8;
                links.push((first as u8, to as u8, 1 << x | 1 << y));
                free &= !(1 << x | 1 << y);
                break;
            }
        }
        let [low, high] = [END, END + 1];
        if root(&chain, low) != root(&chain, high) {
            return None;
        }
        Some(way(&links, root(&solid, low), root(&solid, high)))
    }

    fn key(&self, turn: Side) -> [u128; 2] {
        let mut key = [0; 2];
        for side in Side::BOTH {
            for cell in members(self.stones[side.index()]) {
                let random = &self.rhombus.random[turn.index()][side.index()][cell];
                key = [key[0] ^ random[0], key[1] ^ random[1]];
            }
        }
        key
    }
}

/// The cells of the links that lead from one chain to another. The links form a forest.
fn way(links: &[(u8, u8, Set)], from: usize, to: usize) -> Set {
    let mut reached = vec![(from, 0)];
    let mut at = 0;
    while let Some(&(chain, carrier)) = reached.get(at) {
        if chain == to {
            return carrier;
        }
        at += 1;
        for &(a, b, cells) in links {
            let (a, b) = (usize::from(a), usize::from(b));
            let next = if a == chain {
                b
            } else if b == chain {
                a
            } else {
                continue;
            };
            if reached.iter().all(|&(it, _)| it != next) {
                reached.push((next, carrier | cells));
            }
        }
    }
    unreachable!("the ends are in one tree")
}

impl Node for Bridges {
    type Ply = u8;

    fn key(&self) -> u128 {
        let [a, b] = Bridges::key(self, self.turn);
        mix(a.min(b))
    }

    fn look(&self, children: &mut Vec<Child<u8>>) -> Bounds {
        let (empty, [mine, theirs]) =
            (self.empty(), [self.turn, !self.turn].map(|it| self.stones[it.index()]));
        // Whoever is joined already is so without empty cells.
        if self.carrier(!self.turn, theirs, empty).is_some() {
            return Bounds::LOSS;
        }
        if self.carrier(self.turn, mine, empty).is_some() {
            return Bounds::WIN;
        }
        let with = |side: Side, stones: Set, cell: usize| {
            self.carrier(side, stones | 1 << cell, empty & !(1 << cell))
        };
        if members(empty).any(|cell| with(self.turn, mine, cell).is_some()) {
            return Bounds::WIN;
        }
        let mut answers = empty;
        for cell in members(empty) {
            if let Some(carrier) = with(!self.turn, theirs, cell) {
                answers &= carrier | 1 << cell;
            }
        }
        if answers == 0 {
            return Bounds::LOSS;
        }
        let base = Bridges::key(self, !self.turn);
        let random = &self.rhombus.random[(!self.turn).index()][self.turn.index()];
        for &cell in self.rhombus.order.iter().filter(|&&cell| answers >> cell & 1 == 1) {
            let [a, b] = random[usize::from(cell)];
            children.push(Child::new(cell, mix((base[0] ^ a).min(base[1] ^ b))));
        }
        Bounds::OPEN
    }

    fn play(&mut self, cell: u8) {
        self.stones[self.turn.index()] |= 1 << cell;
        self.turn = !self.turn;
    }
}

/// The members of a set, the lowest first.
fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}
