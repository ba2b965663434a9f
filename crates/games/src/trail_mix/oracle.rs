//! The rules of Trail Mix once more, in the most obvious way: a grid of characters, and a flood over it at every question.

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

#[derive(Clone)]
pub(super) struct SlowTrailMix {
    size: usize,
    limited: bool,
    swap: bool,
    /// `grid[row][column]`, both from 0 at the lower left: `/`, `\` or `.`.
    pub(super) grid: Vec<Vec<char>>,
    /// Every ply so far.
    plies: Vec<String>,
}

impl SlowTrailMix {
    pub(super) fn new(size: usize, limited: bool, swap: bool) -> Self {
        SlowTrailMix { size, limited, swap, grid: vec![vec!['.'; size]; size], plies: Vec::new() }
    }

    fn swapped(&self) -> bool {
        self.plies.iter().any(|ply| ply == "swap")
    }

    fn count(&self, slash: char) -> usize {
        self.grid.iter().flatten().filter(|&&it| it == slash).count()
    }

    /// Brown has laid as many tokens as Green before each of Brown's moves.
    fn slash_to_move(&self) -> char {
        if self.count('/') == self.count('\\') { '/' } else { '\\' }
    }

    fn seat(&self, slash: char) -> Seat {
        if (slash == '/') == self.swapped() { Seat::Second } else { Seat::First }
    }

    /// The trails between opposite sides, each by its web (0 or 1: what a node's coordinates add up to, modulo 2) and
    /// by whether it is one from the left to the right or one from the bottom to the top.
    pub(super) fn trails(&self) -> Vec<(usize, &'static str)> {
        let mut trails = Vec::new();
        for web in [0, 1] {
            if self.flood(|x, y| x == 0 && y % 2 == web).iter().any(|&(x, _)| x == self.size) {
                trails.push((web, "left-right"));
            }
            if self.flood(|x, y| y == 0 && x % 2 == web).iter().any(|&(_, y)| y == self.size) {
                trails.push((web, "bottom-top"));
            }
        }
        trails
    }

    /// Every node that can be reached from the nodes where the flood begins.
    fn flood(&self, begins: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
        let side = self.size + 1;
        let mut wet = vec![vec![false; side]; side];
        let mut queue: Vec<(usize, usize)> = (0..side * side)
            .map(|at| (at % side, at / side))
            .filter(|&(x, y)| begins(x, y))
            .collect();
        let mut reached = Vec::new();
        while let Some((x, y)) = queue.pop() {
            if std::mem::replace(&mut wet[y][x], true) {
                continue;
            }
            reached.push((x, y));
            if x < self.size && y < self.size && self.grid[y][x] == '/' {
                queue.push((x + 1, y + 1));
            }
            if x > 0 && y > 0 && self.grid[y - 1][x - 1] == '/' {
                queue.push((x - 1, y - 1));
            }
            if x > 0 && y < self.size && self.grid[y][x - 1] == '\\' {
                queue.push((x - 1, y + 1));
            }
            if x < self.size && y > 0 && self.grid[y - 1][x] == '\\' {
                queue.push((x + 1, y - 1));
            }
        }
        reached
    }
}

impl Oracle for SlowTrailMix {
    fn turn(&self) -> Seat {
        self.seat(self.slash_to_move())
    }

    fn outcome(&self) -> Option<Outcome> {
        let to_move = self.slash_to_move();
        if !self.trails().is_empty() {
            let mover = if to_move == '/' { '\\' } else { '/' };
            Some(Outcome::Won(self.seat(mover)))
        } else if self.limited && self.count(to_move) == 20 {
            Some(Outcome::Drawn)
        } else {
            None
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        if self.outcome().is_some() {
            return legal;
        }
        for (y, row) in self.grid.iter().enumerate() {
            for (x, &cell) in row.iter().enumerate() {
                if cell == '.' {
                    legal.push(format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h"][x], y + 1));
                }
            }
        }
        if self.swap && self.plies.len() == 1 {
            legal.push("swap".to_string());
        }
        legal
    }

    fn play(&mut self, text: &str) {
        if text != "swap" {
            let x = "abcdefgh".find(&text[..1]).expect("a column");
            let y = text[1..].parse::<usize>().expect("a row") - 1;
            assert_eq!(self.grid[y][x], '.', "{text} is taken");
            self.grid[y][x] = self.slash_to_move();
        }
        self.plies.push(text.to_string());
    }
}
