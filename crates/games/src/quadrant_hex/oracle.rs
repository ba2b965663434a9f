//! The rules again: five games of Hex, each evaluated from scratch within its own columns and rows.

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

/// The stones: `board[row - 1][column - 1]` is `V`, `H` or a blank; row 1 is on top.
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
        let (n, m) = (self.size, self.size / 2);
        [[1, m, 1, m], [m + 1, n, 1, m], [1, m, m + 1, n], [m + 1, n, m + 1, n], [1, n, 1, n]]
    }

    /// Whether a side has joined its edges of a region with stones inside the region.
    fn joined(&self, side: char, [left, right, top, bottom]: [i32; 4]) -> bool {
        let mut seen = vec![false; (self.size * self.size) as usize];
        let mut todo: Vec<(i32, i32)> = match side {
            'V' => (left..=right).map(|column| (column, top)).collect(),
            _ => (top..=bottom).map(|row| (left, row)).collect(),
        };
        while let Some((column, row)) = todo.pop() {
            if column < left || column > right || row < top || row > bottom {
                continue;
            }
            let index = ((row - 1) * self.size + column - 1) as usize;
            if self.on((column, row)) != side || std::mem::replace(&mut seen[index], true) {
                continue;
            }
            if (side == 'V' && row == bottom) || (side == 'H' && column == right) {
                return true;
            }
            for step in [-1, 1] {
                todo.push((column + step, row));
                todo.push((column, row + step));
                todo.push((column + step, row - step));
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
        let cells =
            (1..=self.size).flat_map(|column| (1..=self.size).map(move |row| (column, row)));
        let mut legal: Vec<String> = cells
            .filter(|&cell| self.on(cell) == ' ')
            .map(|(column, row)| format!("{}{row}", char::from(b'A' - 1 + column as u8)))
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
