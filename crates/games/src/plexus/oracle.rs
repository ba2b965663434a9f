//! The rules again, slowly: a list of lines, and every question is answered by examining all of them.

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

type Point = (i32, i32);

pub(super) struct Paper {
    n: i32,
    final_counts: bool,
    lines: Vec<(Point, Point)>,
    /// The number of halves that were played or lost.
    halves: usize,
    /// In a second half, the kind of the dot from which the first half was drawn.
    asked: Option<&'static str>,
    points: [u32; 2],
}

impl Paper {
    pub(super) fn new(n: i32, final_counts: bool) -> Self {
        let middle = (n - 1) / 2;
        let first = ((middle, middle), (middle, middle + 1));
        Paper { n, final_counts, lines: vec![first], halves: 0, asked: None, points: [0, 0] }
    }

    fn touching(&self, dot: Point) -> usize {
        self.lines.iter().filter(|&&(a, b)| a == dot || b == dot).count()
    }

    fn kind(&self, dot: Point) -> Option<&'static str> {
        match self.touching(dot) {
            1 => Some("end"),
            2 | 3 => Some("mid"),
            _ => None,
        }
    }

    fn neighbour(dot: Point, letter: char) -> Point {
        match letter {
            'n' => (dot.0, dot.1 + 1),
            'e' => (dot.0 + 1, dot.1),
            's' => (dot.0, dot.1 - 1),
            'w' => (dot.0 - 1, dot.1),
            _ => panic!("{letter} is no direction"),
        }
    }

    fn dots(&self) -> Vec<Point> {
        (0..self.n).flat_map(|x| (0..self.n).map(move |y| (x, y))).collect()
    }

    fn all_connected(&self) -> bool {
        self.dots().iter().all(|&dot| self.touching(dot) > 0)
    }

    /// Every line from a dot of this kind, or of either.
    fn possible(&self, kind: Option<&str>) -> Vec<String> {
        let mut list = Vec::new();
        for dot in self.dots() {
            let Some(here) = self.kind(dot) else { continue };
            for letter in ['n', 'e', 's', 'w'] {
                let to = Self::neighbour(dot, letter);
                let inside = to.0 >= 0 && to.0 < self.n && to.1 >= 0 && to.1 < self.n;
                if inside && self.touching(to) == 0 && kind.is_none_or(|kind| kind == here) {
                    let column = char::from_u32('a' as u32 + dot.0 as u32).unwrap();
                    list.push(format!("{column}{}{letter}", dot.1 + 1));
                }
            }
        }
        list
    }

    /// The player of a half: (1,2),(2,1),(1,2),(2,1),..
    fn player(&self, half: usize) -> Seat {
        [Seat::First, Seat::Second, Seat::Second, Seat::First][half % 4]
    }
}

impl Oracle for Paper {
    fn turn(&self) -> Seat {
        self.player(self.halves)
    }

    fn outcome(&self) -> Option<Outcome> {
        let [one, two] = self.points;
        if !self.all_connected() {
            None
        } else if one == two {
            Some(Outcome::Drawn)
        } else {
            Some(Outcome::Won(if one > two { Seat::First } else { Seat::Second }))
        }
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(self.points)
    }

    fn legal(&self) -> Vec<String> {
        self.possible(self.asked)
    }

    fn play(&mut self, text: &str) {
        let letters: Vec<char> = text.chars().collect();
        let row: String = letters[1..letters.len() - 1].iter().collect();
        let dot = (letters[0] as i32 - 'a' as i32, row.parse::<i32>().unwrap() - 1);
        let used = self.kind(dot).unwrap();
        let opener = self.turn();
        self.lines.push((dot, Self::neighbour(dot, letters[letters.len() - 1])));
        self.halves += 1;
        if self.asked.take().is_some() {
            return;
        }
        if !self.possible(Some(used)).is_empty() {
            self.asked = Some(used);
            return;
        }
        self.halves += 1;
        if self.final_counts || !self.all_connected() {
            self.points[opener.index()] += 1;
        }
    }
}
