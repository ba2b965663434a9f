use crosscut_rules::{Rng, Side};

use super::{END, ENDS, Set, members, only};
use crate::board::Graph;

/// The most cells a board may have: they and two ends are the bits of a [`Set`].
pub(super) const MOST: usize = 126;

/// What the search needs to know about a board.
#[derive(Debug)]
pub(super) struct Cells {
    /// Every cell.
    pub(super) all: Set,
    /// By cell: the cells around it.
    pub(super) near: Vec<Set>,
    /// By side and cell: the side's ends that it touches.
    pub(super) ends: [Vec<Set>; 2],
    /// By side and cell: random numbers, one for each symmetry of the board. Empty if the board is a part of another.
    random: [Vec<[u128; 4]>; 2],
}

impl Cells {
    /// The cells of a graph; `None` if it has too many, or cells without a node of their own.
    pub(super) fn of(graph: &Graph) -> Option<Self> {
        let cells = Self::part(graph, |cell| cell)?;
        let random = random(&cells.near, &cells.ends);
        Some(Cells { random, ..cells })
    }

    /// The cells of a graph placed on a part of a larger board: `on` maps them to cells of that board.
    pub(super) fn part(graph: &Graph, on: impl Fn(usize) -> usize) -> Option<Self> {
        let count = graph.cells();
        let all = (0..count).map(&on).filter(|&cell| cell < MOST).fold(0, |set, it| set | only(it));
        if all.count_ones() as usize != count || graph.nodes != usize::from(graph.first) + count {
            return None;
        }
        let room = (Set::BITS - all.leading_zeros()) as usize;
        let (mut near, mut ends) = (vec![0; room], [vec![0; room], vec![0; room]]);
        for cell in 0..count {
            let nodes = graph.joint(Side::First, cell).near().iter();
            let beside = |&node: &u16| only(on(usize::from(node - graph.first)));
            near[on(cell)] = nodes.map(beside).fold(0, |set, it| set | it);
            for side in Side::BOTH {
                let always = graph.joint(side, cell).always();
                let touched = |&(_, end): &(usize, u16)| always.contains(&end);
                let at = Graph::ends(side).into_iter().enumerate().filter(touched);
                ends[side.index()][on(cell)] = at.fold(0, |set, (at, _)| set | only(END + at));
            }
        }
        Some(Cells { all, near, ends, random: [vec![], vec![]] })
    }

    /// A side's chains, each with the empty cells and ends around it.
    pub(super) fn chains(
        &self,
        side: Side,
        stones: [Set; 2],
    ) -> impl Iterator<Item = (Set, Set)> + use<'_> {
        let (mine, ends) = (stones[side.index()] & self.all, &self.ends[side.index()]);
        let empty = self.all & !stones[0] & !stones[1];
        let mut left = mine;
        std::iter::from_fn(move || {
            let (mut chain, mut around) = (left & left.wrapping_neg(), 0);
            let mut todo = chain;
            while todo != 0 {
                let cell = todo.trailing_zeros() as usize;
                todo &= todo - 1;
                around |= self.near[cell] & empty | ends[cell];
                let more = self.near[cell] & mine & !chain;
                chain |= more;
                todo |= more;
            }
            left &= !chain;
            (chain != 0).then_some((chain, around))
        })
    }

    /// Whether a side's stones join its ends.
    pub(super) fn is_joined(&self, side: Side, stones: [Set; 2]) -> bool {
        self.chains(side, stones).any(|(_, around)| around & ENDS == ENDS)
    }

    /// The keys of a board, as [`key_from`](Self::key_from) takes them.
    pub(super) fn keys(&self, stones: [Set; 2]) -> [u128; 4] {
        let mut keys = [0; 4];
        for side in Side::BOTH {
            for cell in members(stones[side.index()]) {
                self.toggle(&mut keys, side, cell);
            }
        }
        keys
    }

    pub(super) fn toggle(&self, keys: &mut [u128; 4], side: Side, cell: usize) {
        for (key, random) in keys.iter_mut().zip(&self.random[side.index()][cell]) {
            *key ^= random;
        }
    }

    /// The key of a position, the same for all symmetric ones. The first two of `keys` are those of the board and its symmetric
    /// counterpart with the first side to move; the other two are those with the second side to move.
    pub(super) fn key_from(&self, keys: [u128; 4], turn: Side) -> u128 {
        match turn {
            Side::First => keys[0].min(keys[1]),
            Side::Second => keys[2].min(keys[3]),
        }
    }
}

/// Random numbers for stones, such that boards that differ only by a half turn get the same keys in another order, and a board
/// with the second side to move gets the keys of its mirror image with the sides exchanged.
fn random(near: &[Set], ends: &[Vec<Set>; 2]) -> [Vec<[u128; 4]>; 2] {
    let count = near.len();
    let turned = |cell: usize| count - 1 - cell;
    let size = count.isqrt();
    let mirrored = |cell: usize| cell % size * size + cell / size;
    let swapped = |set: Set| (set >> END & 1) << (END + 1) | (set >> END >> 1) << END;
    let image = |set: Set, map: &dyn Fn(usize) -> usize| {
        members(set).fold(0, |set, cell| set | only(map(cell)))
    };
    let turns = (0..count).all(|cell| {
        near[turned(cell)] == image(near[cell], &turned)
            && Side::BOTH.into_iter().all(|side| {
                let ends = &ends[side.index()];
                ends[turned(cell)] == swapped(ends[cell])
            })
    });
    let mirrors = size * size == count
        && (0..count).all(|cell| {
            near[mirrored(cell)] == image(near[cell], &mirrored)
                && ends[1][mirrored(cell)] == ends[0][cell]
        });
    let mut rng = Rng::new(1942);
    let mut numbers = || -> [Vec<u128>; 2] {
        let mut random = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        std::array::from_fn(|_| (0..count).map(|_| random()).collect())
    };
    // By whether the stone is the mover's, and by cell.
    let (first, other) = (numbers(), numbers());
    let second = if mirrors { &first } else { &other };
    Side::BOTH.map(|side| {
        let half = |cell: usize| if turns { turned(cell) } else { cell };
        let image = |cell: usize| if mirrors { mirrored(cell) } else { cell };
        let (with_first, with_second) = (&first[side.index()], &second[1 - side.index()]);
        (0..count)
            .map(|cell| {
                let there = image(cell);
                [
                    with_first[cell],
                    with_first[half(cell)],
                    with_second[there],
                    with_second[half(there)],
                ]
            })
            .collect()
    })
}
