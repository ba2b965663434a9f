//! The rules of Trellis in the most obvious way: every answer is computed from the whole game.

use std::collections::{BTreeSet, HashMap};

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

type Point = (i32, i32);
/// The stones of a turn, sorted.
type Stones = Vec<Point>;

/// A game as the list of its plies.
#[derive(Clone, Debug)]
pub(super) struct TrellisOracle {
    size: i32,
    opening: &'static str,
    mirror: bool,
    plies: Vec<String>,
    stones: HashMap<Point, char>,
}

fn set(points: impl Iterator<Item = Point>) -> Stones {
    let mut stones: Stones = points.collect();
    stones.sort_unstable();
    stones
}

fn points(text: &str) -> Stones {
    let point = |word: &str| {
        (i32::from(word.as_bytes()[0] - b'A') + 1, word[1..].parse().expect("a number"))
    };
    set(text.split(',').map(point))
}

fn write(stones: &Stones) -> String {
    let name = |&(c, r): &Point| format!("{}{r}", char::from(b'A' - 1 + c as u8));
    stones.iter().map(name).collect::<Vec<_>>().join(",")
}

impl TrellisOracle {
    pub(super) fn new(size: i32, opening: &'static str, mirror: bool) -> Self {
        TrellisOracle { size, opening, mirror, plies: Vec::new(), stones: HashMap::new() }
    }

    /// How many plies the opening has taken, once it is over.
    fn opening_plies(&self) -> Option<usize> {
        let over = match self.opening {
            "official" => 4,
            "swap" if self.plies.get(1).is_some_and(|it| it == "swap") => 2,
            "swap" => 1,
            _ => 0,
        };
        (self.plies.len() >= over).then_some(over)
    }

    fn at_choice(&self) -> bool {
        self.opening == "official" && self.plies.len() == 3
    }

    fn at_answer(&self) -> bool {
        self.opening == "swap" && self.plies.len() == 1
    }

    /// The side to move: V, H, V, H, .., where a choice or a swap is not a turn on the board.
    fn side(&self) -> char {
        let turns =
            self.plies.iter().filter(|it| !["swap", "black", "white"].contains(&it.as_str()));
        if turns.count() % 2 == 0 { 'V' } else { 'H' }
    }

    fn seat_of(&self, side: char) -> Seat {
        let exchanged = self.plies.iter().any(|it| it == "swap" || it == "black");
        if (side == 'V') != exchanged { Seat::First } else { Seat::Second }
    }

    fn dark(&self, c: i32, r: i32) -> bool {
        (c + r - self.size) % 2 == 0
    }

    fn connected(&self, side: char, a: Point, b: Point) -> bool {
        match ((a.0 - b.0).abs(), (a.1 - b.1).abs()) {
            (1, 0) | (0, 1) => true,
            (1, 1) => self.dark(a.0.min(b.0), a.1.min(b.1)) == (side == 'V'),
            _ => false,
        }
    }

    fn joins(&self, side: char) -> bool {
        let along = |p: &Point| if side == 'V' { p.1 } else { p.0 };
        let mine: Vec<Point> =
            self.stones.iter().filter(|&(_, &it)| it == side).map(|(&point, _)| point).collect();
        let mut reached: BTreeSet<Point> =
            mine.iter().filter(|it| along(it) == 1).copied().collect();
        loop {
            let more: Vec<Point> = mine
                .iter()
                .filter(|it| !reached.contains(it))
                .filter(|it| reached.iter().any(|&b| self.connected(side, **it, b)))
                .copied()
                .collect();
            if more.is_empty() {
                return reached.iter().any(|it| along(it) == self.size);
            }
            reached.extend(more);
        }
    }

    /// The image of some stones under a symmetry: their distances from the middle lines change signs, or places, or both.
    fn image(&self, g: usize, stones: &Stones) -> Stones {
        let (x, y, exchange) = [
            (-1, -1, false),
            (-1, 1, false),
            (1, -1, false),
            (1, 1, true),
            (-1, 1, true),
            (1, -1, true),
            (-1, -1, true),
        ][g];
        let middle = self.size + 1;
        let image = |&(c, r): &Point| {
            let (dx, dy) = (x * (2 * c - middle), y * (2 * r - middle));
            let (dx, dy) = if exchange { (dy, dx) } else { (dx, dy) };
            ((dx + middle) / 2, (dy + middle) / 2)
        };
        set(stones.iter().map(image))
    }

    /// The turns on the board since the opening, with a pass as `None`, if the mirror rule is in force.
    fn turns_that_count(&self) -> Option<Vec<Option<Stones>>> {
        let opening = self.opening_plies().filter(|_| self.mirror)?;
        Some(self.plies[opening..].iter().map(|it| (it != "pass").then(|| points(it))).collect())
    }

    /// Whether the last of these turns is the tenth mirroring one in a row of its seat.
    fn tenth_mirror(&self, turns: &[Option<Stones>]) -> bool {
        (0..7).any(|g| {
            let mirrors = |at: usize| match (&turns[at - 1], &turns[at]) {
                (Some(before), Some(after)) => self.image(g, before) == *after,
                _ => false,
            };
            // Every other turn is made by the same seat.
            let mine = (1..turns.len()).rev().step_by(2);
            mine.take_while(|&at| mirrors(at)).count() >= 10
        })
    }

    /// The turn that mirrors a turn under the symmetry number `g`.
    pub(super) fn mirrored(&self, text: &str, g: usize) -> String {
        write(&self.image(g, &points(text)))
    }
}

impl Oracle for TrellisOracle {
    fn turn(&self) -> Seat {
        if self.opening == "official" && self.plies.len() < 3 {
            Seat::First
        } else if self.at_choice() {
            Seat::Second
        } else {
            self.seat_of(self.side())
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.opening == "official" && self.plies.len() < 4 {
            return None;
        }
        for side in ['V', 'H'] {
            if self.joins(side) {
                return Some(Outcome::Won(self.seat_of(side)));
            }
        }
        let after = &self.plies[self.opening_plies()?..];
        (after.len() >= 2 && after[after.len() - 2..].iter().all(|it| it == "pass"))
            .then_some(Outcome::Drawn)
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        if self.at_choice() {
            return vec!["black".to_string(), "white".to_string()];
        }
        let empty: Vec<Point> = (1..=self.size)
            .flat_map(|c| (1..=self.size).map(move |r| (c, r)))
            .filter(|point| !self.stones.contains_key(point))
            .collect();
        let mut turns: Vec<Stones> = empty.iter().map(|&a| vec![a]).collect();
        for &a in &empty {
            for &b in &empty {
                if a < b && (a.0 - b.0).abs() + (a.1 - b.1).abs() == 3 {
                    turns.push(vec![a, b]);
                }
            }
        }
        if let Some(mut history) = self.turns_that_count() {
            turns.retain(|stones| {
                history.push(Some(stones.clone()));
                let tenth = self.tenth_mirror(&history);
                history.pop();
                !tenth
            });
        }
        let mut legal: Vec<String> = turns.iter().map(write).collect();
        legal.push("pass".to_string());
        if self.at_answer() {
            legal.push("swap".to_string());
        }
        legal
    }

    fn play(&mut self, text: &str) {
        let side = self.side();
        if !["pass", "swap", "black", "white"].contains(&text) {
            for point in points(text) {
                assert!(self.stones.insert(point, side).is_none(), "{text} is empty");
            }
        }
        self.plies.push(text.to_string());
    }
}
