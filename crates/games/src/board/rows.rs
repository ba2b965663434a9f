use crosscut_rules::Side;

use super::Part;

/// The most rows, and the most cells in a row.
pub(crate) const MOST: usize = 26;

/// One side's stones on a rhombus of hexagons, a word for each row: bit `c` of word `r` is column `c` of row `r`.
///
/// Operations work on whole rows, so that following a chain takes a few of them for each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(pub(crate) [u32; MOST]);

/// The direction in which a side joins its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// From the top to the bottom.
    Down,
    /// From the left to the right.
    Across,
}

impl Way {
    /// The direction of a side.
    pub(crate) const fn of(side: Side) -> Way {
        match side {
            Side::First => Way::Down,
            Side::Second => Way::Across,
        }
    }
}

impl Rows {
    pub(crate) const NONE: Rows = Rows([0; MOST]);

    #[inline]
    pub(crate) fn insert(&mut self, column: usize, row: usize) {
        self.0[row] |= 1 << column;
    }

    /// The stones connected to the end where a way begins (or, if `back`, where it ends), on the first `size` rows and columns.
    pub(crate) fn reach(&self, size: usize, way: Way, back: bool) -> Rows {
        let stones = &self.0;
        let mut reach = [0_u32; MOST];
        match (way, back) {
            (Way::Down, false) => reach[0] = stones[0],
            (Way::Down, true) => reach[size - 1] = stones[size - 1],
            (Way::Across, _) => {
                let bit = if back { 1 << (size - 1) } else { 1 };
                for row in 0..size {
                    reach[row] = along(stones[row] & bit, stones[row]);
                }
            }
        }
        let mut down = !back;
        let mut still = 0;
        while still < 2 {
            let mut changed = false;
            if down {
                for row in 1..size {
                    let above = reach[row - 1];
                    changed |= grow(&mut reach[row], above | above >> 1, stones[row]);
                }
            } else {
                for row in (0..size - 1).rev() {
                    let below = reach[row + 1];
                    changed |= grow(&mut reach[row], below | below << 1, stones[row]);
                }
            }
            down = !down;
            still = if changed { 1 } else { still + 1 };
        }
        Rows(reach)
    }

    /// These cells and all their neighbours.
    pub(crate) fn around(&self, size: usize) -> Rows {
        let mut around = [0; MOST];
        for row in 0..size {
            let here = self.0[row];
            around[row] |= here | here << 1 | here >> 1;
            if row > 0 {
                around[row - 1] |= here | here << 1;
            }
            if row + 1 < size {
                around[row + 1] |= here | here >> 1;
            }
        }
        Rows(around)
    }

    /// Whether the stones join both ends of a way.
    pub(crate) fn joined(&self, size: usize, way: Way) -> bool {
        let reach = self.reach(size, way, false);
        match way {
            Way::Down => reach.0[size - 1] != 0,
            Way::Across => reach.0[..size].iter().any(|row| row >> (size - 1) & 1 == 1),
        }
    }

    /// The cells of `empty` with which a stone completes a way that is not complete. `empty` are the cells without stones.
    pub(crate) fn winning(&self, empty: &Rows, size: usize, way: Way) -> Rows {
        let mut touch = [false, true].map(|back| self.reach(size, way, back).around(size));
        match way {
            Way::Down => {
                touch[0].0[0] = u32::MAX;
                touch[1].0[size - 1] = u32::MAX;
            }
            Way::Across => {
                for row in 0..size {
                    touch[0].0[row] |= 1;
                    touch[1].0[row] |= 1 << (size - 1);
                }
            }
        }
        Rows(std::array::from_fn(|row| touch[0].0[row] & touch[1].0[row] & empty.0[row]))
    }

    /// The stones in a square part of the board, as a board of its own.
    pub(crate) fn part(&self, Part { from: [column, row], size }: Part) -> Rows {
        let mask = (1 << size) - 1;
        let line = |at: usize| self.0[row + at] >> column & mask;
        Rows(std::array::from_fn(|at| if at < size { line(at) } else { 0 }))
    }

    /// The number of cells.
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn has(&self, column: usize, row: usize) -> bool {
        self.0[row] >> column & 1 == 1
    }
}

/// Adds what `from` touches in a row of stones; returns whether it has added anything.
#[inline]
fn grow(reach: &mut u32, from: u32, stones: u32) -> bool {
    let seed = from & stones & !*reach;
    if seed == 0 {
        return false;
    }
    *reach = along(*reach | seed, stones);
    true
}

/// All stones of a row that are connected to some of them within the row.
#[inline]
fn along(mut some: u32, stones: u32) -> u32 {
    loop {
        let more = (some | some << 1 | some >> 1) & stones;
        if more == some {
            return some;
        }
        some = more;
    }
}
