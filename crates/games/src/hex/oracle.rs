//! The rules again: a flood fill over the stones of one side from one of its edges.

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

/// The stones in the order of play: the first is V's, the next H's, and so on. Columns and rows count from 1.
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

    /// Whether V's stones lead from row 1 to the last row, or H's from column 1 to the last column.
    fn joined(&self, v: bool) -> bool {
        let own = self.stones.iter().enumerate().filter(|(ply, _)| (ply % 2 == 0) == v);
        connects(self.size, v, &own.map(|(_, &at)| at).collect::<Vec<_>>())
    }
}

/// Whether stones on a board of `size` lead from top to bottom (`v`) or from left to right.
pub(super) fn connects(size: i32, v: bool, stones: &[(i32, i32)]) -> bool {
    let along = |(column, row): (i32, i32)| if v { row } else { column };
    let width = size as usize + 2;
    let index = |(column, row): (i32, i32)| row as usize * width + column as usize;
    let mut fresh = vec![false; width * width];
    for &at in stones {
        fresh[index(at)] = true;
    }
    let mut todo: Vec<(i32, i32)> = stones.iter().copied().filter(|&at| along(at) == 1).collect();
    while let Some((column, row)) = todo.pop() {
        if !std::mem::take(&mut fresh[index((column, row))]) {
            continue;
        }
        if along((column, row)) == size {
            return true;
        }
        for side in [-1, 1] {
            todo.push((column + side, row));
            todo.push((column, row + side));
            todo.push((column + side, row - side));
        }
    }
    false
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
        let all = (1..=self.size).flat_map(|column| (1..=self.size).map(move |row| (column, row)));
        let mut legal: Vec<String> = all
            .filter(|at| !self.stones.contains(at))
            .map(|(column, row)| format!("{}{row}", char::from(b'A' - 1 + column as u8)))
            .collect();
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
        let column = i32::from(text.as_bytes()[0] - b'A') + 1;
        self.stones.push((column, text[1..].parse().expect("a row")));
    }
}
