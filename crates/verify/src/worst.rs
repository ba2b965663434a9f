use crosscut_rules::Side;

use crate::facts::hang_together;
use crate::{Cells, Games, Nodes};

/// The worst board for a side on which it has some stones and others of its cells are empty: the other side has all the
/// rest. Whatever the side reaches there it reaches wherever it has these stones and these cells are empty.
///
/// A cell is *dead* if no stone on it changes who wins, whatever is put elsewhere. Here it counts as dead in a game if in a
/// side's reduced graph (the side's chains contracted, the other's stones taken away) any two of its neighbours are
/// neighbours of each other or of the same end: a way from end to end that leads through it can leave it out. A game that
/// somebody has won has only dead cells. What is dead remains so, whatever is played.
///
/// Björnsson, Hayward, Johanson, van Rijswijck, "Dead cell analysis in Hex and the Shannon game" (2006).
#[derive(Clone, Debug)]
pub struct Worst<'a> {
    games: &'a Games,
    /// The games that nobody has won.
    going: Vec<&'a Nodes>,
    /// How many cells there are: the number of the low end.
    low: usize,
    empty: Cells,
    stones: [Cells; 2],
}

/// Empty cells and ends.
#[derive(Clone, Copy, Debug, Default)]
struct Points {
    cells: Cells,
    ends: [bool; 2],
}

impl<'a> Worst<'a> {
    /// That with these stones and empty cells, on a board of so many cells.
    #[must_use]
    pub fn new(games: &'a Games, cells: usize, side: Side, own: &Cells, empty: &Cells) -> Self {
        let mut stones = [Cells::NONE; 2];
        stones[side.index()] = *own;
        stones[(!side).index()] = (0..cells).collect::<Cells>().without(own).without(empty);
        Self::with(games, cells, stones, *empty)
    }

    fn with(games: &'a Games, cells: usize, stones: [Cells; 2], empty: Cells) -> Self {
        let goes_on = |nodes: &&Nodes| {
            Side::BOTH.into_iter().all(|side| {
                let mine = &stones[side.index()];
                !hang_together(nodes, side, cells, mine, &[], [cells, cells + 1])
            })
        };
        let going = games.list.iter().filter(goes_on).collect();
        Worst { games, going, low: cells, empty, stones }
    }

    /// Whether a cell is dead, whatever is on it.
    #[must_use]
    pub fn is_dead(&self, cell: usize) -> bool {
        self.is_dead_with(cell, None)
    }

    /// The board without a stone on this cell: a game may have been won by that.
    fn lifted(&self, cell: usize) -> Self {
        let (mut empty, mut stones) = (self.empty, self.stones);
        stones.iter_mut().for_each(|set| set.remove(cell));
        empty.insert(cell);
        Self::with(self.games, self.low, stones, empty)
    }

    /// Whether a stone of `side` on an empty cell makes another cell dead.
    #[must_use]
    pub fn kills(&self, side: Side, stone: usize, cell: usize) -> bool {
        stone != cell && self.is_dead_with(cell, Some((side, stone)))
    }

    /// The empty cells that are next to one in some side's reduced graph: others cannot kill it.
    #[must_use]
    pub fn around(&self, cell: usize) -> Cells {
        self.going.iter().fold(Cells::NONE, |all, nodes| {
            Side::BOTH.into_iter().fold(all, |all, side| {
                let mine = &self.stones[side.index()];
                all.or(&beside(nodes, self.low, side, mine, &self.empty, cell).cells)
            })
        })
    }

    fn is_dead_with(&self, cell: usize, stone: Option<(Side, usize)>) -> bool {
        if !self.empty.has(cell) {
            return self.lifted(cell).is_dead_with(cell, stone);
        }
        let (mut empty, mut stones) = (self.empty, self.stones);
        empty.remove(cell);
        if let Some((side, stone)) = stone {
            empty.remove(stone);
            stones[side.index()].insert(stone);
        }
        self.going.iter().all(|nodes| {
            Side::BOTH.into_iter().any(|side| {
                let mine = &stones[side.index()];
                let around = |point| beside(nodes, self.low, side, mine, &empty, point);
                is_clique(self.low, &around(cell), around)
            })
        })
    }
}

/// Whether any two of some points are next to each other, or to the same end.
fn is_clique(low: usize, points: &Points, around: impl Fn(usize) -> Points) -> bool {
    if points.ends == [true; 2] {
        return false;
    }
    let end = points.ends.iter().position(|&it| it);
    points.cells.iter().chain(end.map(|it| low + it)).all(|point| {
        let mut near = around(point);
        for end in (0..2).filter(|&end| near.ends[end]) {
            near.cells = near.cells.or(&around(low + end).cells);
        }
        let others = points.cells.without(&[point].into_iter().filter(|&it| it < low).collect());
        others.without(&near.cells).is_empty()
            && (point >= low || end.is_none_or(|end| near.ends[end]))
    })
}

/// What is next to a cell or an end in a side's reduced graph. A chain that hangs together with an end is a part of it.
fn beside(
    nodes: &Nodes,
    low: usize,
    side: Side,
    mine: &Cells,
    empty: &Cells,
    point: usize,
) -> Points {
    let ends = &nodes.ends[side.index()];
    let (mut found, from) = match point.checked_sub(low) {
        Some(end) => (Points { cells: ends[end].and(empty), ..Points::default() }, ends[end]),
        None => {
            let cells = nodes.near[point].and(empty);
            (Points { cells, ends: [0, 1].map(|end| ends[end].has(point)) }, nodes.near[point])
        }
    };
    let mut seen = Cells::NONE;
    for stone in from.and(mine).iter() {
        if seen.has(stone) {
            continue;
        }
        // The chain, and what is around it.
        let (mut touched, mut border, mut todo) = ([false; 2], Cells::NONE, vec![stone]);
        seen.insert(stone);
        while let Some(cell) = todo.pop() {
            border = border.or(&nodes.near[cell].and(empty));
            for (touched, end) in touched.iter_mut().zip(ends) {
                *touched |= end.has(cell);
            }
            for next in nodes.near[cell].and(mine).without(&seen).iter() {
                seen.insert(next);
                todo.push(next);
            }
        }
        if point >= low || touched == [false; 2] {
            found.cells = found.cells.or(&border);
        } else {
            for (found, touched) in found.ends.iter_mut().zip(touched) {
                *found |= touched;
            }
        }
    }
    found.cells.remove(point);
    found
}
