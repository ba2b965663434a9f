//! The rules again, from coordinates and nothing else.

use crosscut_rules::{Outcome, Seat};

use crate::testing::Oracle;

/// The links in the order of play: the first is V's, the next H's, and so on.
pub(super) struct Slow {
    size: i32,
    swap: bool,
    swapped: bool,
    links: Vec<(i32, i32)>,
}

impl Slow {
    pub(super) fn new(size: i32, swap: bool) -> Self {
        Slow { size, swap, swapped: false, links: Vec::new() }
    }

    fn seat(&self, v: bool) -> Seat {
        if v == self.swapped { Seat::Second } else { Seat::First }
    }

    /// Whether a side has joined its rows, found by walking from dot to dot over its links.
    fn joined(&self, v: bool) -> bool {
        let bridges: Vec<[(i32, i32); 2]> = self
            .links
            .iter()
            .enumerate()
            .filter(|(ply, _)| (ply % 2 == 0) == v)
            .map(|(_, &(x, y))| {
                if (x % 2 != 0) == v { [(x, y - 1), (x, y + 1)] } else { [(x - 1, y), (x + 1, y)] }
            })
            .collect();
        let along = |(x, y): (i32, i32)| if v { y } else { x };
        let width = 2 * self.size + 1;
        let index = |(x, y): (i32, i32)| (y * width + x) as usize;
        let mut reached = vec![false; (width * width) as usize];
        for &[a, _] in bridges.iter().filter(|[a, _]| along(*a) == 0) {
            reached[index(a)] = true;
        }
        let mut grows = true;
        while grows {
            grows = false;
            for &[a, b] in &bridges {
                if reached[index(a)] != reached[index(b)] {
                    (reached[index(a)], reached[index(b)]) = (true, true);
                    grows = true;
                }
            }
        }
        bridges.iter().any(|&[_, b]| along(b) == 2 * self.size && reached[index(b)])
    }
}

fn name((x, y): (i32, i32)) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = |x: i32| char::from(LETTERS[x as usize - 1]).to_string();
    if x <= 26 { format!("{}{y}", letter(x)) } else { format!("A{}{y}", letter(x - 26)) }
}

impl Oracle for Slow {
    fn turn(&self) -> Seat {
        self.seat(self.links.len().is_multiple_of(2))
    }

    fn outcome(&self) -> Option<Outcome> {
        [true, false].into_iter().find(|&v| self.joined(v)).map(|v| Outcome::Won(self.seat(v)))
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut legal = Vec::new();
        for x in 1..2 * self.size {
            for y in 1..2 * self.size {
                if (x + y) % 2 == 0 && !self.links.contains(&(x, y)) {
                    legal.push(name((x, y)));
                }
            }
        }
        if self.swap && !self.swapped && self.links.len() == 1 {
            legal.push("swap".to_string());
        }
        legal
    }

    fn play(&mut self, text: &str) {
        if text == "swap" {
            self.swapped = true;
            return;
        }
        let all = (1..2 * self.size).flat_map(|x| (1..2 * self.size).map(move |y| (x, y)));
        self.links.push(all.into_iter().find(|&at| name(at) == text).expect("a legal move"));
    }
}
