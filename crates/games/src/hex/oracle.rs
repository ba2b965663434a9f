//! The rules once more, from coordinates and nothing else.

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

/// The stones in the order of play: the first is V's, the next H's, and so on. Cells are (column, row) from 1.
pub(super) struct Slow {
    size: i32,
    swap: bool,
    swapped: bool,
    stones: Vec<(i32, i32)>,
}

impl Slow {
    pub(super) fn new(size: i32, swap: bool) -> Self {
        Slow { size, swap, swapped: false, stones: Vec::new() }
    }

    fn seat(&self, v: bool) -> Seat {
        if v == self.swapped { Seat::Second } else { Seat::First }
    }

    fn joined(&self, v: bool) -> bool {
        let mine: Vec<(i32, i32)> =
            self.stones.iter().skip(usize::from(!v)).step_by(2).copied().collect();
        crossed(&mine, |(column, row)| if v { row } else { column }, 1, self.size)
    }
}

/// Whether stones of one side lead from the first line to the last, flooding from the first.
pub(crate) fn crossed(
    stones: &[(i32, i32)],
    line: impl Fn((i32, i32)) -> i32,
    first: i32,
    last: i32,
) -> bool {
    let mut wet: Vec<(i32, i32)> =
        stones.iter().copied().filter(|&stone| line(stone) == first).collect();
    let mut at = 0;
    while at < wet.len() {
        let (column, row) = wet[at];
        for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let near = (column + right, row + down);
            if stones.contains(&near) && !wet.contains(&near) {
                wet.push(near);
            }
        }
        at += 1;
    }
    wet.into_iter().any(|stone| line(stone) == last)
}

/// A cell's name.
pub(crate) fn name((column, row): (i32, i32)) -> String {
    format!("{}{row}", char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column as usize - 1]))
}

impl Oracle for Slow {
    fn turn(&self) -> Seat {
        self.seat(self.stones.len().is_multiple_of(2))
    }

    fn outcome(&self) -> Option<Outcome> {
        [true, false].into_iter().find(|&v| self.joined(v)).map(|v| Outcome::Won(self.seat(v)))
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut legal = Vec::new();
        for row in 1..=self.size {
            for column in 1..=self.size {
                if !self.stones.contains(&(column, row)) {
                    legal.push(name((column, row)));
                }
            }
        }
        if self.swap && !self.swapped && self.stones.len() == 1 {
            legal.push("swap".to_string());
        }
        legal
    }

    fn play(&mut self, text: &str) {
        if text == "swap" {
            self.swapped = true;
            return;
        }
        let all = (1..=self.size).flat_map(|x| (1..=self.size).map(move |y| (x, y)));
        self.stones.push(all.into_iter().find(|&cell| name(cell) == text).expect("a legal move"));
    }
}
