//! The rules of Diagonal Bridg-It in the most obvious way: every answer is computed from the list of plies.

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

/// A game as the list of its plies.
#[derive(Clone, Debug)]
pub(super) struct DiagonalBridgItOracle {
    size: i32,
    swap: bool,
    plies: Vec<String>,
}

impl DiagonalBridgItOracle {
    pub(super) fn new(size: i32, swap: bool) -> Self {
        DiagonalBridgItOracle { size, swap, plies: Vec::new() }
    }

    fn swapped(&self) -> bool {
        self.plies.iter().any(|it| it == "swap")
    }

    /// The turns on the board, in order; V and H alternate.
    fn turns(&self) -> Vec<&String> {
        self.plies.iter().filter(|it| *it != "swap").collect()
    }

    fn seat_of(&self, side: char) -> Seat {
        if (side == 'V') != self.swapped() { Seat::First } else { Seat::Second }
    }

    fn stone(&self, column: i32, row: i32) -> char {
        let name = format!("{}{row}", char::from(b'A' - 1 + column as u8));
        match self.turns().iter().position(|it| **it == name) {
            None => ' ',
            Some(at) if at % 2 == 0 => 'V',
            Some(_) => 'H',
        }
    }

    /// Whether a side joins its edges, by a depth-first walk over its stones from its first edge.
    fn joins(&self, side: char) -> bool {
        let n = self.size;
        let mut stones = vec![vec![' '; n as usize + 2]; n as usize + 2];
        for column in 1..=n {
            for row in 1..=n {
                stones[column as usize][row as usize] = self.stone(column, row);
            }
        }
        let mut todo: Vec<(i32, i32)> =
            (1..=n).map(|it| if side == 'V' { (it, n) } else { (1, it) }).collect();
        while let Some((column, row)) = todo.pop() {
            let here = &mut stones[column as usize][row as usize];
            if *here != side {
                continue;
            }
            *here = ' ';
            let arrived = if side == 'V' { row == 1 } else { column == n };
            if arrived {
                return true;
            }
            todo.extend([
                (column + 1, row),
                (column - 1, row),
                (column, row + 1),
                (column, row - 1),
            ]);
            for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let (across, up) = (column + dx, row + dy);
                let dark = (column.min(across) + row.min(up)) % 2 == n % 2;
                if dark == (side == 'V') {
                    todo.push((across, up));
                }
            }
        }
        false
    }
}

impl Oracle for DiagonalBridgItOracle {
    fn turn(&self) -> Seat {
        self.seat_of(if self.turns().len().is_multiple_of(2) { 'V' } else { 'H' })
    }

    fn outcome(&self) -> Option<Outcome> {
        for side in ['V', 'H'] {
            if self.joins(side) {
                return Some(Outcome::Won(self.seat_of(side)));
            }
        }
        let opening = if self.swap { 1 } else { 0 };
        let passes =
            self.turns().iter().skip(opening).rev().take_while(|it| **it == "pass").count();
        (passes >= 2).then_some(Outcome::Drawn)
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut legal = vec!["pass".to_string()];
        for column in 1..=self.size {
            for row in 1..=self.size {
                if self.stone(column, row) == ' ' {
                    legal.push(format!("{}{row}", char::from(b'A' - 1 + column as u8)));
                }
            }
        }
        if self.swap && self.plies.len() == 1 {
            legal.push("swap".to_string());
        }
        legal
    }

    fn play(&mut self, text: &str) {
        self.plies.push(text.to_string());
    }
}
