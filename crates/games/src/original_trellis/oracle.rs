//! The rules again: five connection games, each evaluated from scratch among the stones of its own region.

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

/// The stones: `board[row - 1][column - 1]` is `V`, `H` or a blank.
pub(super) struct Slow {
    size: i32,
    swap: bool,
    swapped: bool,
    plies: usize,
    board: Vec<Vec<char>>,
}

impl Slow {
    pub(super) fn new(size: i32, swap: bool) -> Self {
        let board = vec![vec![' '; size as usize]; size as usize];
        Slow { size, swap, swapped: false, plies: 0, board }
    }

    pub(super) fn put(&mut self, side: char, column: i32, row: i32) {
        self.board[row as usize - 1][column as usize - 1] = side;
    }

    fn on(&self, (column, row): (i32, i32)) -> char {
        self.board[row as usize - 1][column as usize - 1]
    }

    /// The first and last column and the first and last row of NW, NE, SW, SE and the whole board.
    fn regions(&self) -> [[i32; 4]; 5] {
        let (n, m) = (self.size, (self.size + 1) / 2);
        [[1, m, m, n], [m, n, m, n], [1, m, 1, m], [m, n, 1, m], [1, n, 1, n]]
    }

    /// Whether a side has joined its edges of a region with stones inside the region.
    pub(super) fn joined(&self, side: char, [left, right, bottom, top]: [i32; 4]) -> bool {
        let n = self.size as usize + 1;
        let mut seen = vec![false; n * n];
        let mut todo: Vec<(i32, i32)> = match side {
            'V' => (left..=right).map(|column| (column, bottom)).collect(),
            _ => (bottom..=top).map(|row| (left, row)).collect(),
        };
        todo.retain(|&point| self.on(point) == side);
        while let Some((column, row)) = todo.pop() {
            let index = row as usize * n + column as usize;
            if seen[index] {
                continue;
            }
            seen[index] = true;
            if (side == 'V' && row == top) || (side == 'H' && column == right) {
                return true;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let (x, y) = (column + dx, row + dy);
                if x < left || x > right || y < bottom || y > top || self.on((x, y)) != side {
                    continue;
                }
                // The lower-left corner of the square between diagonal neighbours tells its colour.
                let dark = (column.min(x) + row.min(y) - self.size) % 2 == 0;
                if dx == 0 || dy == 0 || dark == (side == 'V') {
                    todo.push((x, y));
                }
            }
        }
        false
    }

    /// The winners of the five games; `?` if both sides have won one.
    pub(super) fn won(&self) -> [char; 5] {
        self.regions().map(|region| match ['V', 'H'].map(|side| self.joined(side, region)) {
            [true, true] => '?',
            [true, false] => 'V',
            [false, true] => 'H',
            [false, false] => '-',
        })
    }

    fn points(&self, side: char) -> u32 {
        self.won().iter().filter(|&&it| it == side).count() as u32
    }

    fn of_seat(&self, seat: Seat) -> char {
        if (seat == Seat::First) == self.swapped { 'H' } else { 'V' }
    }
}

fn name(column: i32, row: i32) -> String {
    format!("{}{row}", char::from(b'A' - 1 + column as u8))
}

impl Oracle for Slow {
    fn turn(&self) -> Seat {
        let side = if self.plies.is_multiple_of(2) { 'V' } else { 'H' };
        if self.of_seat(Seat::First) == side { Seat::First } else { Seat::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let seat = Seat::BOTH.into_iter().find(|&seat| self.points(self.of_seat(seat)) >= 3)?;
        Some(Outcome::Won(seat))
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(Seat::BOTH.map(|seat| self.points(self.of_seat(seat))))
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let points =
            (1..=self.size).flat_map(|column| (1..=self.size).map(move |row| (column, row)));
        let mut legal: Vec<String> = points
            .filter(|&point| self.on(point) == ' ')
            .map(|(column, row)| name(column, row))
            .collect();
        if self.swap && !self.swapped && self.plies == 1 {
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
        let side = if self.plies.is_multiple_of(2) { 'V' } else { 'H' };
        self.put(side, column, text[1..].parse().expect("a row"));
        self.plies += 1;
    }
}
