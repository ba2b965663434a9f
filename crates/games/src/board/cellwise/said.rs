use std::collections::{HashMap, VecDeque};

use crosscut_solve::Connection;

use super::strategies::{How, Strategies};
use super::{END, ENDS, MOST, Set, members, only};

/// Ways in the words of facts.
pub(super) struct Said<'a, 'c, 's> {
    it: &'a Strategies<'c>,
    /// The number of the game, and how many cells the whole board has.
    game: usize,
    cells: usize,
    steps: &'s mut Vec<Connection>,
    /// The steps that there are, by way and what it joins.
    known: HashMap<(u32, [u8; 2]), usize>,
}

impl<'a, 'c, 's> Said<'a, 'c, 's> {
    pub(super) fn new(
        it: &'a Strategies<'c>,
        game: usize,
        cells: usize,
        steps: &'s mut Vec<Connection>,
    ) -> Self {
        Said { it, game, cells, steps, known: HashMap::new() }
    }

    /// Says that the ends are joined by a way, and returns the step's number.
    pub(super) fn whole(&mut self, way: u32) -> usize {
        self.step(way, [END as u8, END as u8 + 1])
    }

    /// Says that two cells or ends, one of each of a way's points, are joined by it, and returns the step's number.
    fn step(&mut self, way: u32, points: [u8; 2]) -> usize {
        if let Some(&step) = self.known.get(&(way, points)) {
            return step;
        }
        let (mut stones, mut links) = (0, Vec::new());
        let it = self.it.way(way);
        let step = match &it.how {
            How::Any(ways) => {
                let mut answers = Vec::new();
                for &way in ways {
                    if let Some(key) = self.it.way(way).key {
                        answers.push((usize::from(key), self.step(way, points)));
                    }
                }
                Connection::Any(answers)
            }
            How::Near | How::Through(..) => {
                self.collect(way, &mut stones, &mut links);
                stones |= self.path(points[0], it.from[0]) | self.path(it.from[1], points[1]);
                let points = points.map(usize::from);
                let points = points.map(|it| if it < END { it } else { it - END + self.cells });
                let stones = members(stones).filter(|it| !points.contains(it)).collect();
                Connection::Through { game: self.game, points, stones, links }
            }
        };
        self.steps.push(step);
        self.known.insert((way, points), self.steps.len() - 1);
        self.steps.len() - 1
    }

    /// The stones and the steps of which a way is made, one after the other.
    fn collect(&mut self, way: u32, stones: &mut Set, links: &mut Vec<usize>) {
        let it = self.it.way(way);
        match &it.how {
            How::Near => {}
            How::Any(_) => links.push(self.step(way, it.from)),
            How::Through(parts, [a, b]) => {
                if let Some(key) = it.key {
                    *stones |= only(usize::from(key));
                }
                *stones |= self.path(*a, *b);
                for &part in parts {
                    self.collect(part, stones, links);
                }
            }
        }
    }

    /// Stones by which two cells or ends of one point hang together, perhaps through an end, with those of the two that are
    /// stones.
    fn path(&self, from: u8, to: u8) -> Set {
        let mine = self.it.stones[self.it.side.index()];
        let ends = &self.it.cells.ends[self.it.side.index()];
        let (from, to) = (usize::from(from), usize::from(to));
        let around = |at: usize| match at {
            ..END => self.it.cells.near[at] | ends[at],
            _ => members(mine)
                .filter(|&it| ends[it] & only(at) != 0)
                .fold(0, |set, it| set | only(it)),
        };
        let mut before = [u8::MAX; MOST + 2];
        let mut seen = only(from);
        let mut todo = VecDeque::from([from]);
        while let Some(at) = todo.pop_front() {
            if at == to {
                break;
            }
            for next in members(around(at) & (mine | ENDS) & !seen) {
                seen |= only(next);
                before[next] = at as u8;
                todo.push_back(next);
            }
        }
        let (mut path, mut at) = (only(from) | only(to), to);
        while at != from && before[at] != u8::MAX {
            path |= only(at);
            at = usize::from(before[at]);
        }
        path & mine
    }
}
