//! Trichet as it would be played with nothing but the rule book: a heap of tiles with coloured corners, searched again for
//! every question. Points are places on squared paper, where a step to the east is (2, 0) and one to the north-east (1, 1).

use std::collections::{BTreeSet, HashMap};

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

type Place = (i32, i32);

/// The lower left corner of the box round a triangle on squared paper, and whether the triangle stands on its side.
type Triangle = (Place, bool);

#[derive(Clone)]
pub(super) struct Slow {
    tiles: HashMap<Triangle, [char; 3]>,
    /// The colour at each point, from the tiles.
    paint: HashMap<Place, char>,
    num_tiles: usize,
    win_size: usize,
    turn: Seat,
    outcome: Option<Outcome>,
    columns: Vec<String>,
}

/// The corners in the order in which they are named: l r t, or b l r.
fn corners(((x, y), up): Triangle) -> [Place; 3] {
    if up {
        [(x, y), (x + 2, y), (x + 1, y + 1)]
    } else {
        [(x + 2, y), (x + 1, y + 1), (x + 3, y + 1)]
    }
}

/// The triangles with a corner at a point.
fn at_point((x, y): Place) -> [Triangle; 6] {
    [
        ((x, y), true),
        ((x - 2, y), true),
        ((x - 1, y - 1), true),
        ((x - 2, y), false),
        ((x - 1, y - 1), false),
        ((x - 3, y - 1), false),
    ]
}

/// The triangles that share a side with one: they point the other way and have two corners in common with it.
fn neighbours(triangle: Triangle) -> impl Iterator<Item = Triangle> {
    let ((x, y), up) = triangle;
    let steps = if up { [(0, 0), (-2, 0), (-1, -1)] } else { [(0, 0), (2, 0), (1, 1)] };
    let own = corners(triangle);
    steps.into_iter().map(move |step| {
        let other = ((x + step.0, y + step.1), !up);
        assert_eq!(corners(other).iter().filter(|corner| own.contains(corner)).count(), 2);
        other
    })
}

/// A key for reading order: from the top line down, and in each line from left to right by the middles.
fn reading_order(((x, y), up): Triangle) -> (i32, i32) {
    (-y, if up { x + 1 } else { x + 2 })
}

const PATTERNS: [[char; 3]; 6] = [
    ['o', '.', '.'],
    ['.', 'o', '.'],
    ['.', '.', 'o'],
    ['.', 'o', 'o'],
    ['o', '.', 'o'],
    ['o', 'o', '.'],
];

impl Slow {
    pub(super) fn new(num_tiles: usize, win_size: usize) -> Self {
        let mut slow = Slow {
            tiles: HashMap::new(),
            paint: HashMap::new(),
            num_tiles,
            win_size,
            turn: Seat::Second,
            outcome: None,
            columns: columns(),
        };
        slow.put(((0, 0), true), ['.', '.', 'o']);
        slow.put(((-1, -1), false), ['o', '.', '.']);
        slow
    }

    fn put(&mut self, triangle: Triangle, colours: [char; 3]) {
        self.paint.extend(corners(triangle).into_iter().zip(colours));
        assert_eq!(self.tiles.insert(triangle, colours), None);
    }

    fn fitting(&self, triangle: Triangle) -> Vec<[char; 3]> {
        if self.tiles.contains_key(&triangle) {
            return Vec::new();
        }
        let there = corners(triangle).map(|point| self.paint.get(&point).copied());
        if there == [None; 3] {
            return Vec::new();
        }
        let fits = |pattern: &[char; 3]| (0..3).all(|n| there[n].is_none_or(|it| it == pattern[n]));
        PATTERNS.into_iter().filter(fits).collect()
    }

    fn is_full(&self) -> bool {
        self.tiles.len() == self.num_tiles
    }

    fn forced(&self) -> Vec<Triangle> {
        let beside = self.tiles.keys().copied().flat_map(neighbours);
        let mut forced: Vec<Triangle> = beside.filter(|&it| self.fitting(it).len() == 1).collect();
        forced.sort_by_key(|&it| reading_order(it));
        forced.dedup();
        forced
    }

    /// The sizes of the closed regions of a colour, counted tile by tile.
    fn closed(&self, colour: char) -> Vec<usize> {
        let mut region: HashMap<Place, usize> = HashMap::new();
        for (n, (&point, _)) in self.paint.iter().filter(|it| *it.1 == colour).enumerate() {
            region.insert(point, n);
        }
        let own = |(&triangle, colours): (&Triangle, &[char; 3])| {
            let mut own = corners(triangle).to_vec();
            let mut colours = colours.iter();
            own.retain(|_| colours.next() == Some(&colour));
            own
        };
        let tiles: Vec<Vec<Place>> =
            self.tiles.iter().map(own).filter(|it| !it.is_empty()).collect();
        // Passes the smaller number on, from tile to tile, until nothing changes.
        loop {
            let mut changed = false;
            for tile in &tiles {
                let least = tile.iter().map(|point| region[point]).min().unwrap();
                for point in tile {
                    changed |= region.insert(*point, least) != Some(least);
                }
            }
            if !changed {
                break;
            }
        }
        let is_open =
            |point: &Place| at_point(*point).iter().any(|it| !self.tiles.contains_key(it));
        let open: BTreeSet<usize> =
            region.iter().filter(|(point, _)| is_open(point)).map(|it| *it.1).collect();
        let numbers: BTreeSet<usize> = region.values().copied().collect();
        numbers
            .difference(&open)
            .map(|&number| tiles.iter().filter(|tile| region[&tile[0]] == number).count())
            .collect()
    }
}

impl Oracle for Slow {
    fn turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let touched: BTreeSet<Triangle> = self.paint.keys().copied().flat_map(at_point).collect();
        let words = |it| self.fitting(it).into_iter().map(move |colours| self.write(it, colours));
        touched.into_iter().flat_map(words).collect()
    }

    fn play(&mut self, text: &str) {
        let (triangle, colours) = self.read(text);
        self.put(triangle, colours);
        loop {
            let round = self.forced();
            if round.is_empty() || self.is_full() {
                break;
            }
            for triangle in round {
                if let [only] = self.fitting(triangle)[..]
                    && !self.is_full()
                {
                    self.put(triangle, only);
                }
            }
        }
        let won =
            ['o', '.'].map(|colour| self.closed(colour).iter().any(|&it| it >= self.win_size));
        let mover = self.turn;
        self.turn = if mover == Seat::First { Seat::Second } else { Seat::First };
        self.outcome = match won {
            [true, true] => Some(Outcome::Won(self.turn)),
            [true, false] => Some(Outcome::Won(Seat::First)),
            [false, true] => Some(Outcome::Won(Seat::Second)),
            [false, false] if self.is_full() => Some(Outcome::Drawn),
            [false, false] => None,
        };
    }
}

/// The columns these tests need: one letter, or one with a sign, or two.
fn columns() -> Vec<String> {
    let letters = || ('A'..='Z').map(String::from);
    let before = letters().rev().map(|it| format!("-{it}"));
    let after = letters().map(|it| format!("A{it}"));
    before.chain(letters()).chain(after).collect()
}

impl Slow {
    fn write(&self, ((x, y), up): Triangle, colours: [char; 3]) -> String {
        // M is the column with number 12 after A, which comes after -A.
        let column = &self.columns[((x - y) / 2 + 26 + 12) as usize];
        let odd =
            (0..3).find(|&n| colours.iter().filter(|it| **it == colours[n]).count() == 1).unwrap();
        let corner = if up { ['l', 'r', 't'] } else { ['b', 'l', 'r'] }[odd];
        format!("{column}{}{}{corner}{}", y + 50, if up { 'u' } else { 'd' }, colours[odd])
    }

    fn read(&self, text: &str) -> (Triangle, [char; 3]) {
        let digits = text.find(|it: char| it.is_ascii_digit()).unwrap();
        let digits = if digits > 0 && text[..digits].ends_with('-') { digits - 1 } else { digits };
        let ([.., kind, corner, colour], row) =
            (text.as_bytes(), text[digits..text.len() - 3].parse::<i32>().unwrap() - 50)
        else {
            panic!("{text} is too short")
        };
        let column =
            self.columns.iter().position(|it| *it == text[..digits]).unwrap() as i32 - 26 - 12;
        let up = *kind == b'u';
        let odd = if up { b"lrt" } else { b"blr" }.iter().position(|it| it == corner).unwrap();
        let mut colours = [if *colour == b'o' { '.' } else { 'o' }; 3];
        colours[odd] = *colour as char;
        (((2 * column + row, row), up), colours)
    }
}
