use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

use crosscut_rules::Side;
use crosscut_solve::{Connection, Connections};

use super::combined::combined;
use super::{Boards, Cells, END, ENDS, MOST, Set, members, only};

/// A search for virtual connections like [`joined`](super::virtual_connections::joined) that also records how they are made,
/// so that certificates can state them as facts. It is slower.
pub(super) struct Strategies<'a> {
    cells: &'a Cells,
    side: Side,
    stones: [Set; 2],
    points: Vec<Point>,
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

/// An empty cell, a chain, or an end with all the stones connected to it.
struct Point {
    /// The stones; none for an empty cell.
    chain: Set,
    /// The empty cell, if it is one.
    own: Set,
}

/// How two points are joined.
struct Way {
    carrier: Set,
    /// The cells or ends, one of each point, between which it was found.
    from: [u8; 2],
    /// The cell on which a stone must be put first, if the way needs a move.
    key: Option<u8>,
    how: How,
}

enum How {
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
            points: Vec::new(),
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

    /// The cells that a way uses.
    pub(super) fn carrier(&self, way: u32) -> Set {
        self.ways[way as usize].carrier
    }

    /// The cell on which a way needs a stone first.
    pub(super) fn key(&self, way: u32) -> Option<u8> {
        self.ways[way as usize].key
    }

    fn count(&self) -> usize {
        self.cells.all.count_ones() as usize
    }

    fn begin(&mut self) {
        let ends = &self.cells.ends[self.side.index()];
        let empty = self.cells.all & !self.stones[0] & !self.stones[1];
        self.points = vec![Point { chain: 0, own: 0 }, Point { chain: 0, own: 0 }];
        let mut touching: Vec<Set> = vec![0, 0];
        let mut joined = false;
        for (chain, around) in self.cells.chains(self.side, self.stones) {
            joined |= around & ENDS == ENDS;
            if around & ENDS == 0 {
                self.points.push(Point { chain, own: 0 });
                touching.push(around & empty);
            } else {
                let end = (around & ENDS).trailing_zeros() as usize - END;
                self.points[end].chain |= chain;
                touching[end] |= around & empty;
            }
        }
        let mut point = [usize::MAX; MOST];
        for cell in members(empty) {
            point[cell] = self.points.len();
            self.points.push(Point { chain: 0, own: only(cell) });
            for end in members(ends[cell]) {
                touching[end - END] |= only(cell);
            }
        }
        let count = self.points.len();
        let Lists { full, semi, todo } = &mut self.lists;
        for (lists, many) in [(full, count * count), (semi, count * count)] {
            lists.iter_mut().for_each(Vec::clear);
            lists.resize(many.max(lists.len()), Vec::new());
        }
        todo.iter_mut().for_each(Vec::clear);
        todo.resize(MOST + 1, Vec::new());
        self.with = vec![0; count];
        if joined {
            let from = [END as u8; 2];
            self.add_full([0, 1], Way { carrier: 0, from, key: None, how: How::Near });
            self.lists.todo[0].clear();
            return;
        }
        for (at, around) in touching.into_iter().enumerate() {
            for cell in members(around) {
                // The stone by which it touches.
                let stone = self.cells.near[cell] & self.points[at].chain;
                let from = match stone {
                    _ if at < 2 && ends[cell] & only(END + at) != 0 => END + at,
                    0 => END + at,
                    _ => stone.trailing_zeros() as usize,
                };
                self.near([at, point[cell]], [from, cell]);
            }
        }
        for cell in members(empty) {
            for other in members(self.cells.near[cell] & empty & !(only(cell + 1) - 1)) {
                self.near([point[cell], point[other]], [cell, other]);
            }
        }
    }

    fn near(&mut self, points: [usize; 2], from: [usize; 2]) {
        let from = from.map(|it| it as u8);
        self.add_full(points, Way { carrier: 0, from, key: None, how: How::Near });
    }

    /// The index of a pair of points, in either order.
    fn pair(&self, [a, b]: [usize; 2]) -> usize {
        a.min(b) * self.points.len() + a.max(b)
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
        let mut sorted = ways.to_vec();
        sorted.sort_by_key(|&way| self.ways[way as usize].carrier.count_ones());
        let mut common = !0;
        sorted.retain(|&way| {
            let less = common & self.ways[way as usize].carrier;
            std::mem::replace(&mut common, less) != less
        });
        // A later way may have made an earlier one redundant; the largest are tried first.
        for at in (0..sorted.len()).rev() {
            let others = sorted.iter().enumerate().filter(|it| it.0 != at);
            if others.fold(!0, |all, (_, &it)| all & self.ways[it as usize].carrier) == common {
                sorted.remove(at);
            }
        }
        sorted
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
        let (own, key) = (self.points[middle].own, self.points[middle].own.trailing_zeros() as u8);
        let used = carrier | self.points[from].own;
        for to in members(self.with[middle] & !only(from)) {
            if carrier & self.points[to].own != 0 {
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

/// Ways stated as facts.
pub(super) struct Said<'a, 'c, 's> {
    it: &'a Strategies<'c>,
    /// The number of the game, and the number of cells of the whole board.
    game: usize,
    cells: usize,
    steps: &'s mut Vec<Connection>,
    /// The steps so far, by way and what it joins.
    known: HashMap<(u32, [u8; 2]), usize>,
}

impl<'a, 'c, 's> Said<'a, 'c, 's> {
    pub(super) fn new(
        it: &'a Strategies<'c>,
        game: usize,
        cells: usize,
        steps: &'s mut Vec<Connection>,
    ) -> Self {
        Said { it, game, cells, steps, known: HashMap::new() }
    }

    /// States that a way joins the ends, and returns the number of the step.
    pub(super) fn whole(&mut self, way: u32) -> usize {
        self.step(way, [END as u8, END as u8 + 1])
    }

    /// States that a way joins two cells or ends, one of each of its points, and returns the number of the step.
    fn step(&mut self, way: u32, points: [u8; 2]) -> usize {
        if let Some(&step) = self.known.get(&(way, points)) {
            return step;
        }
        let (mut stones, mut links) = (0, Vec::new());
        let it = &self.it.ways[way as usize];
        let step = match &it.how {
            How::Any(ways) => {
                let mut answers = Vec::new();
                for &way in ways {
                    if let Some(key) = self.it.ways[way as usize].key {
                        answers.push((usize::from(key), self.step(way, points)));
                    }
                }
                Connection::Any(answers)
            }
            How::Near | How::Through(..) => {
                self.collect(way, &mut stones, &mut links);
                stones |= self.path(points[0], it.from[0]) | self.path(it.from[1], points[1]);
                let points = points.map(usize::from);
                let points = points.map(|it| if it < END { it } else { it - END + self.cells });
                let stones = members(stones).filter(|it| !points.contains(it)).collect();
                Connection::Through { game: self.game, points, stones, links }
            }
        };
        self.steps.push(step);
        self.known.insert((way, points), self.steps.len() - 1);
        self.steps.len() - 1
    }

    /// Collects the stones and the steps that make up a way.
    fn collect(&mut self, way: u32, stones: &mut Set, links: &mut Vec<usize>) {
        let it = &self.it.ways[way as usize];
        match &it.how {
            How::Near => {}
            How::Any(_) => links.push(self.step(way, it.from)),
            How::Through(parts, [a, b]) => {
                if let Some(key) = it.key {
                    *stones |= only(usize::from(key));
                }
                *stones |= self.path(*a, *b);
                for &part in parts {
                    self.collect(part, stones, links);
                }
            }
        }
    }

    /// The stones that connect two cells or ends of one point, possibly through an end, including the two themselves if they
    /// are stones.
    fn path(&self, from: u8, to: u8) -> Set {
        let mine = self.it.stones[self.it.side.index()];
        let ends = &self.it.cells.ends[self.it.side.index()];
        let (from, to) = (usize::from(from), usize::from(to));
        let around = |at: usize| match at {
            ..END => self.it.cells.near[at] | ends[at],
            _ => members(mine)
                .filter(|&it| ends[it] & only(at) != 0)
                .fold(0, |set, it| set | only(it)),
        };
        let mut before = [u8::MAX; MOST + 2];
        let mut seen = only(from);
        let mut todo = VecDeque::from([from]);
        while let Some(at) = todo.pop_front() {
            if at == to {
                break;
            }
            for next in members(around(at) & (mine | ENDS) & !seen) {
                seen |= only(next);
                before[next] = at as u8;
                todo.push_back(next);
            }
        }
        let (mut path, mut at) = (only(from) | only(to), to);
        while at != from && before[at] != u8::MAX {
            path |= only(at);
            at = usize::from(before[at]);
        }
        path & mine
    }
}
