use std::cell::RefCell;

use crosscut_rules::Side;
use crosscut_solve::Connections;

use super::combined::combined;
use super::points::Points;
use super::said::Said;
use super::{Boards, Cells, END, MOST, Set, members, only};

/// A search for virtual connections like [`joined`](super::virtual_connections::joined) that remembers how they come about,
/// for those who want to write that down.
///
/// Besides, it takes small ways before large ones, so that what is written is short, and compares all ways from end to end;
/// the other takes ways as they come and stops in the middle of a step once it knows enough, which is what makes it fast.
pub(super) struct Strategies<'a> {
    pub(super) cells: &'a Cells,
    pub(super) side: Side,
    pub(super) stones: [Set; 2],
    points: Points,
    ways: Vec<Way>,
    lists: Lists,
    /// By point: the points with which it has a full connection.
    with: Vec<Set>,
}

#[derive(Default)]
struct Lists {
    /// By pair of points: the full connections, which cannot be cut, and the semi-connections, which need a move.
    full: Vec<Vec<u32>>,
    semi: Vec<Vec<u32>>,
    /// The ways still to be extended, by the number of cells they use.
    todo: Vec<Vec<(usize, usize, u32)>>,
}

thread_local! {
    /// Memory that all searches of a thread reuse.
    static LISTS: RefCell<Lists> = RefCell::default();
}

/// How two points are joined.
pub(super) struct Way {
    carrier: Set,
    /// The cells or ends, one of each point, from which it was found.
    pub(super) from: [u8; 2],
    /// A cell that a stone must be put on first.
    pub(super) key: Option<u8>,
    pub(super) how: How,
}

pub(super) enum How {
    /// They touch.
    Near,
    /// Two ways with a point between them, and the cells at which they reach it.
    Through([u32; 2], [u8; 2]),
    /// Any of several ways that need a move.
    Any(Vec<u32>),
}

/// The most ways kept between two points.
const FULL: usize = 10;
const SEMI: usize = 24;

/// How a side certainly wins even if the other side moves first; otherwise, the ways by which it would win if it were to
/// move.
pub(super) fn connections(boards: &Boards, side: Side, stones: [Set; 2]) -> Connections {
    let [cells] = boards.parts() else { return combined(boards, side, stones) };
    let mut it = Strategies::new(cells, side, stones);
    it.search(false);
    let mut steps = Vec::new();
    let mut said = Said::new(&it, 0, it.count(), &mut steps);
    let (mut whole, mut ways) = (None, Vec::new());
    match it.full().first() {
        Some(&way) => whole = Some(said.whole(way)),
        None => {
            for way in it.needed(it.semi()) {
                let step = said.whole(way);
                ways.extend(it.key(way).map(|key| (usize::from(key), step)));
            }
        }
    }
    LISTS.set(it.lists);
    Connections { steps, whole, ways }
}

impl<'a> Strategies<'a> {
    /// A search that knows only which points touch.
    pub(super) fn new(cells: &'a Cells, side: Side, stones: [Set; 2]) -> Self {
        let mut it = Strategies {
            cells,
            side,
            stones: stones.map(|it| it & cells.all),
            points: Points::of(cells, side, stones),
            ways: Vec::new(),
            lists: LISTS.take(),
            with: Vec::new(),
        };
        it.begin();
        it
    }

    /// The full connections from end to end, which cannot be cut.
    pub(super) fn full(&self) -> &[u32] {
        &self.lists.full[1]
    }

    /// The semi-connections from end to end, which need a move.
    pub(super) fn semi(&self) -> &[u32] {
        &self.lists.semi[1]
    }

    /// A way by its number.
    pub(super) fn way(&self, way: u32) -> &Way {
        &self.ways[way as usize]
    }

    /// The cells that a way uses.
    pub(super) fn carrier(&self, way: u32) -> Set {
        self.way(way).carrier
    }

    /// The cell on which a way needs a stone first.
    pub(super) fn key(&self, way: u32) -> Option<u8> {
        self.way(way).key
    }

    fn count(&self) -> usize {
        self.cells.all.count_ones() as usize
    }

    fn begin(&mut self) {
        let count = self.points.count();
        let Lists { full, semi, todo } = &mut self.lists;
        for (lists, many) in [(full, count * count), (semi, count * count)] {
            lists.iter_mut().for_each(Vec::clear);
            lists.resize(many.max(lists.len()), Vec::new());
        }
        todo.iter_mut().for_each(Vec::clear);
        todo.resize(MOST + 1, Vec::new());
        self.with = vec![0; count];
        if self.points.joined {
            self.near([0, 1], [END, END]);
            self.lists.todo[0].clear();
            return;
        }
        for [at, empty] in self.points.touching(self.cells) {
            let cell = self.points.get(empty).own.trailing_zeros() as usize;
            self.near([at, empty], [self.toward(at, cell), cell]);
        }
    }

    /// The stone, cell or end by which a point touches a cell.
    fn toward(&self, at: usize, cell: usize) -> usize {
        let point = self.points.get(at);
        let stone = self.cells.near[cell] & point.chain;
        match stone | point.own {
            _ if at < 2 && self.cells.ends[self.side.index()][cell] & only(END + at) != 0 => {
                END + at
            }
            0 => END + at,
            it => it.trailing_zeros() as usize,
        }
    }

    fn near(&mut self, points: [usize; 2], from: [usize; 2]) {
        let from = from.map(|it| it as u8);
        self.add_full(points, Way { carrier: 0, from, key: None, how: How::Near });
    }

    /// The index of a pair of points, in either order.
    fn pair(&self, [a, b]: [usize; 2]) -> usize {
        a.min(b) * self.points.count() + a.max(b)
    }

    /// Whether one of these ways uses no other cells.
    fn within(&self, ways: &[u32], carrier: Set) -> bool {
        ways.iter().any(|&it| self.ways[it as usize].carrier & !carrier == 0)
    }

    fn put(&mut self, points: [usize; 2], mut way: Way) -> u32 {
        if points[0] > points[1] {
            way.from.reverse();
        }
        self.ways.push(way);
        self.ways.len() as u32 - 1
    }

    fn add_full(&mut self, points: [usize; 2], way: Way) {
        let (pair, carrier) = (self.pair(points), way.carrier);
        if self.within(&self.lists.full[pair], carrier) {
            return;
        }
        let ways = &self.ways;
        let smaller = |&it: &u32| carrier & !ways[it as usize].carrier != 0;
        self.lists.full[pair].retain(smaller);
        self.lists.semi[pair].retain(smaller);
        if self.lists.full[pair].len() == FULL {
            return;
        }
        let number = self.put(points, way);
        self.lists.full[pair].push(number);
        let [a, b] = points;
        self.with[a] |= only(b);
        self.with[b] |= only(a);
        self.lists.todo[carrier.count_ones() as usize].push((a, b, number));
    }

    fn add_semi(&mut self, points: [usize; 2], way: Way) {
        let (pair, carrier) = (self.pair(points), way.carrier);
        if self.within(&self.lists.full[pair], carrier)
            || self.within(&self.lists.semi[pair], carrier)
        {
            return;
        }
        let ways = &self.ways;
        self.lists.semi[pair].retain(|&it| carrier & !ways[it as usize].carrier != 0);
        let others = self.lists.semi[pair].clone();
        if others.len() == SEMI && pair != 1 {
            return;
        }
        let common = others.iter().fold(carrier, |all, &it| all & self.ways[it as usize].carrier);
        let number = self.put(points, way);
        self.lists.semi[pair].push(number);
        if pair != 1 {
            self.unite(points, &others, carrier, carrier, &mut vec![number], 4);
        } else if common == 0 {
            let taken = self.needed(&self.lists.semi[pair]);
            let all = taken.iter().fold(0, |all, &it| all | self.ways[it as usize].carrier);
            let from = [END as u8, END as u8 + 1];
            self.add_full(points, Way { carrier: all, from, key: None, how: How::Any(taken) });
        }
    }

    /// A subset of some ways that have no more cells in common than all of them.
    fn needed(&self, ways: &[u32]) -> Vec<u32> {
        needed(ways.to_vec(), |&way| self.carrier(way))
    }

    /// Adds the full connection that several semi-connections make together if no cell is common to all of them (the OR rule).
    fn unite(
        &mut self,
        points: [usize; 2],
        others: &[u32],
        common: Set,
        all: Set,
        taken: &mut Vec<u32>,
        most: u32,
    ) {
        for (at, &other) in others.iter().enumerate() {
            let carrier = self.ways[other as usize].carrier;
            let less = common & carrier;
            taken.push(other);
            if less == 0 {
                // In the order of the points, not in that of the stored ways.
                let mut from = self.ways[taken[0] as usize].from;
                if points[0] > points[1] {
                    from.reverse();
                }
                let how = How::Any(taken.clone());
                self.add_full(points, Way { carrier: all | carrier, from, key: None, how });
            } else if less != common && most > 2 {
                self.unite(points, &others[at + 1..], less, all | carrier, taken, most - 1);
            }
            taken.pop();
        }
    }

    /// Searches for ways: for all of them if `every`, otherwise until the ends are joined for certain.
    pub(super) fn search(&mut self, every: bool) {
        while every || self.full().is_empty() {
            let Some(next) = self.lists.todo.iter_mut().find_map(Vec::pop) else { return };
            let (a, b, way) = next;
            if self.lists.full[self.pair([a, b])].contains(&way) {
                self.extend([a, b], way);
                self.extend([b, a], way);
            }
        }
    }

    /// Joins every point that has a full connection with `middle` to `from`, through `middle` (the AND rule).
    fn extend(&mut self, [from, middle]: [usize; 2], way: u32) {
        if middle < 2 {
            return;
        }
        let carrier = self.ways[way as usize].carrier;
        let own = self.points.get(middle).own;
        let key = own.trailing_zeros() as u8;
        let used = carrier | self.points.get(from).own;
        for to in members(self.with[middle] & !only(from)) {
            if carrier & self.points.get(to).own != 0 {
                continue;
            }
            let pair = self.pair([middle, to]);
            // The list does not grow meanwhile: what is added is not between these two points.
            for at in 0..self.lists.full[pair].len() {
                let other = self.lists.full[pair][at];
                let then = self.ways[other as usize].carrier;
                if then & used != 0 {
                    continue;
                }
                let ends = [self.end(way, [from, middle]), self.end(other, [to, middle])];
                let between = [self.end(way, [middle, from]), self.end(other, [middle, to])];
                let how = How::Through([way, other], between);
                let all = carrier | then;
                if own == 0 {
                    self.add_full([from, to], Way { carrier: all, from: ends, key: None, how });
                } else {
                    let key = Some(key);
                    self.add_semi([from, to], Way { carrier: all | own, from: ends, key, how });
                }
            }
        }
    }

    /// The cell or end of the first point at which a way between two points begins.
    fn end(&self, way: u32, [point, other]: [usize; 2]) -> u8 {
        self.ways[way as usize].from[usize::from(point > other)]
    }
}

/// Of some ways those that leave no more cells in common than all of them, the smallest first.
pub(super) fn needed<T>(mut ways: Vec<T>, carrier: impl Fn(&T) -> Set) -> Vec<T> {
    ways.sort_by_key(|it| carrier(it).count_ones());
    let mut common = !0;
    ways.retain(|it| {
        let less = common & carrier(it);
        std::mem::replace(&mut common, less) != less
    });
    // A later one may have made an earlier one needless, the largest first.
    for at in (0..ways.len()).rev() {
        let others = ways.iter().enumerate().filter(|it| it.0 != at);
        if others.fold(!0, |all, (_, it)| all & carrier(it)) == common {
            ways.remove(at);
        }
    }
    ways
}
