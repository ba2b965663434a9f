use std::cell::RefCell;

use crosscut_rules::Side;

use super::points::Points;
use super::{Cells, Set, members, only};

/// What is known about whether a side can join its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// It can, even if the other side moves first.
    Yes,
    /// It can if it is to move. Each way that was found uses all of `needs`, so the other side must play on one of these
    /// cells to prevent it.
    With {
        /// The cell of a winning stone.
        key: u8,
        /// The cells that all ways have in common.
        needs: Set,
    },
    /// No way was found.
    No,
}

/// The most ways kept between two points: full connections, which cannot be cut, and semi-connections, which need a move.
const FULL: usize = 10;
const SEMI: usize = 24;

/// The connections between two points (empty cells, chains, ends), each as the set of cells it uses besides the points.
#[derive(Clone, Copy)]
struct Pair {
    full: [Set; FULL],
    semi: [Set; SEMI],
    n_full: u8,
    n_semi: u8,
}

const NONE: Pair = Pair { full: [0; FULL], semi: [0; SEMI], n_full: 0, n_semi: 0 };

/// A search for virtual connections (H-search). Two connections that have no cell in common and meet at a chain make a
/// connection; if they meet at an empty cell, the connection needs a move there; and several that need a move need none
/// together if no cell is common to all of them.
///
/// Anshelevich, "A hierarchical approach to computer Hex" (2002).
struct Links<'a> {
    points: Points,
    room: &'a mut Room,
    /// What all ways from end to end that need a move have in common.
    needs: Set,
    /// The cell on which the first of these needs a stone.
    key: Option<u8>,
    joined: bool,
    /// Whether to stop at the first semi-connection.
    first: bool,
    /// The ways from end to end, if the caller wants all that are found.
    ways: Option<Ways>,
}

/// The ways from end to end, each as the set of cells it uses.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    /// The ways that cannot be cut.
    pub(super) full: Vec<Set>,
    /// The ways that need a stone, each with the cell for it.
    pub(super) semi: Vec<(Set, u8)>,
}

/// The most ways from end to end that are kept.
const MOST_FULL: usize = 4;
const MOST_SEMI: usize = 16;

#[derive(Default)]
struct Room {
    /// By point: those it has a full connection with.
    with: Vec<Set>,
    pairs: Vec<Pair>,
    todo: Vec<(u8, u8, Set)>,
}

thread_local! {
    /// Room that is used again and again.
    static ROOM: RefCell<Room> = RefCell::default();
}

/// Searches for how a side can join its ends; if `first`, only until one way is found.
pub(super) fn joined(cells: &Cells, side: Side, stones: [Set; 2], first: bool) -> Joined {
    ROOM.with_borrow_mut(|room| {
        let mut links = Links::new(room, cells, side, stones);
        links.first = first;
        links.search();
        match links.key {
            _ if links.joined => Joined::Yes,
            Some(key) => Joined::With { key, needs: links.needs },
            None => Joined::No,
        }
    })
}

/// The ways in which a side can join its ends, as far as they are found.
pub(super) fn ways(cells: &Cells, side: Side, stones: [Set; 2]) -> Ways {
    ROOM.with_borrow_mut(|room| {
        let mut links = Links::new(room, cells, side, stones);
        if links.joined {
            return Ways { full: vec![0], semi: Vec::new() };
        }
        links.ways = Some(Ways::default());
        links.search();
        links.ways.unwrap_or_default()
    })
}

impl Ways {
    fn add_full(&mut self, carrier: Set) {
        if self.full.iter().any(|it| it & !carrier == 0) {
            return;
        }
        self.full.retain(|it| carrier & !it != 0);
        self.semi.retain(|it| carrier & !it.0 != 0);
        if self.full.len() < MOST_FULL {
            self.full.push(carrier);
        }
    }

    fn add_semi(&mut self, carrier: Set, key: u8) {
        let within = |it: &Set| it & !carrier == 0;
        if self.full.iter().any(within) || self.semi.iter().any(|it| within(&it.0)) {
            return;
        }
        self.semi.retain(|it| carrier & !it.0 != 0);
        // Two ways that have no cell in common together need no stone.
        let apart = self.semi.iter().find(|it| it.0 & carrier == 0).map(|it| it.0 | carrier);
        if self.semi.len() < MOST_SEMI {
            self.semi.push((carrier, key));
        }
        if let Some(both) = apart {
            self.add_full(both);
        }
    }
}

impl<'a> Links<'a> {
    fn new(room: &'a mut Room, cells: &Cells, side: Side, stones: [Set; 2]) -> Self {
        let points = Points::of(cells, side, stones);
        let joined = points.joined;
        let mut links =
            Links { points, room, needs: !0, key: None, joined, first: false, ways: None };
        links.begin(cells);
        links
    }

    fn begin(&mut self, cells: &Cells) {
        let count = self.points.count();
        let Room { with, pairs, todo } = &mut *self.room;
        todo.clear();
        if self.joined {
            return;
        }
        with.clear();
        with.resize(count, 0);
        if pairs.len() < count * count {
            pairs.resize(count * count, NONE);
        }
        for pair in &mut pairs[..count * count] {
            (pair.n_full, pair.n_semi) = (0, 0);
        }
        for [a, b] in self.points.touching(cells) {
            self.add_full(a, b, 0);
        }
    }

    fn pair(&mut self, a: usize, b: usize) -> &mut Pair {
        let (a, b) = (a.min(b), a.max(b));
        &mut self.room.pairs[a * self.points.count() + b]
    }

    /// The cell of a point that is an empty cell, as a set; empty for other points.
    fn own(&self, point: usize) -> Set {
        self.points.get(point).own
    }

    fn add_full(&mut self, a: usize, b: usize, carrier: Set) {
        if a.max(b) == 1 {
            match &mut self.ways {
                Some(ways) => ways.add_full(carrier),
                None => self.joined = true,
            }
            return;
        }
        let pair = self.pair(a, b);
        let n = usize::from(pair.n_full);
        if pair.full[..n].iter().any(|it| it & !carrier == 0) {
            return;
        }
        let mut kept = 0;
        for at in 0..n {
            if carrier & !pair.full[at] != 0 {
                pair.full[kept] = pair.full[at];
                kept += 1;
            }
        }
        pair.n_full = kept as u8;
        if kept == FULL {
            return;
        }
        pair.full[kept] = carrier;
        pair.n_full += 1;
        let n = usize::from(pair.n_semi);
        let mut kept = 0;
        for at in 0..n {
            if carrier & !pair.semi[at] != 0 {
                pair.semi[kept] = pair.semi[at];
                kept += 1;
            }
        }
        pair.n_semi = kept as u8;
        self.room.with[a] |= only(b);
        self.room.with[b] |= only(a);
        self.room.todo.push((a as u8, b as u8, carrier));
    }

    fn add_semi(&mut self, a: usize, b: usize, middle: usize, carrier: Set) {
        if a.max(b) == 1 {
            let key = self.own(middle).trailing_zeros() as u8;
            if let Some(ways) = &mut self.ways {
                ways.add_semi(carrier, key);
                return;
            }
            self.key.get_or_insert(key);
            self.needs &= carrier;
            self.joined |= self.needs == 0;
            return;
        }
        let pair = self.pair(a, b);
        let (n_full, n) = (usize::from(pair.n_full), usize::from(pair.n_semi));
        let within = |ways: &[Set]| ways.iter().any(|it| it & !carrier == 0);
        if within(&pair.full[..n_full]) || within(&pair.semi[..n]) {
            return;
        }
        let mut kept = 0;
        for at in 0..n {
            if carrier & !pair.semi[at] != 0 {
                pair.semi[kept] = pair.semi[at];
                kept += 1;
            }
        }
        let mut others = [0; SEMI];
        others[..kept].copy_from_slice(&pair.semi[..kept]);
        if kept < SEMI {
            pair.semi[kept] = carrier;
            pair.n_semi = kept as u8 + 1;
        } else {
            pair.n_semi = kept as u8;
        }
        self.unite(a, b, &others[..kept], carrier, carrier, 4);
    }

    /// Adds the full connection that several semi-connections make together if no cell is common to all of them.
    fn unite(&mut self, a: usize, b: usize, others: &[Set], common: Set, all: Set, most: u32) {
        for (at, &other) in others.iter().enumerate() {
            let less = common & other;
            if less == 0 {
                self.add_full(a, b, all | other);
            } else if less != common && most > 2 {
                self.unite(a, b, &others[at + 1..], less, all | other, most - 1);
            }
        }
    }

    fn search(&mut self) {
        let mut next = 0;
        while next < self.room.todo.len() && !self.over() {
            let (a, b, carrier) = self.room.todo[next];
            next += 1;
            let (a, b) = (usize::from(a), usize::from(b));
            let pair = self.pair(a, b);
            if !pair.full[..usize::from(pair.n_full)].contains(&carrier) {
                // A smaller one has replaced it.
                continue;
            }
            self.extend(a, b, carrier);
            self.extend(b, a, carrier);
        }
    }

    fn over(&self) -> bool {
        self.joined || self.first && self.key.is_some()
    }

    /// Joins every point that has a full connection with `middle` to `from`, through `middle`.
    fn extend(&mut self, from: usize, middle: usize, carrier: Set) {
        // No minimal path goes through an end.
        if middle < 2 {
            return;
        }
        let (own_from, own_middle) = (self.own(from), self.own(middle));
        let used = carrier | own_from;
        for to in members(self.room.with[middle] & !only(from)) {
            if carrier & self.own(to) != 0 {
                continue;
            }
            let pair = self.pair(middle, to);
            let (others, n) = (pair.full, usize::from(pair.n_full));
            for &other in &others[..n] {
                if other & used != 0 {
                    continue;
                }
                if own_middle == 0 {
                    self.add_full(from, to, carrier | other);
                } else {
                    self.add_semi(from, to, middle, carrier | other | own_middle);
                }
                if self.over() {
                    return;
                }
            }
        }
    }
}
