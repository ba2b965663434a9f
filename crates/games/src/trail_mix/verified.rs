use crosscut_rules::{Pie, Side};
use crosscut_verify::{Form, Verify};

use super::position::cells;
use super::trails::{ends, lower_left, node};
use super::{Cell, TrailMix, TrailMixPosition};

impl Verify for TrailMix {
    fn form(&self, position: &Pie<TrailMixPosition>) -> Option<Form> {
        let board = position.board();
        let whole = self.supply.is_some() || position.is_open() || board.is_complete();
        (!whole).then(|| Joins::of(board).form())
    }
}

/// Stands for no trail, and for several.
const NONE: u8 = u8::MAX;
const SEVERAL: u8 = NONE - 1;

/// What may still be joined in a position: docs/certificates.md says why nothing else matters.
struct Joins {
    size: u8,
    mover: Side,
    empty: u128,
    /// By side: the empty cells in which its token would matter.
    slots: [u128; 2],
    /// By node: its trail.
    trail: [u8; 256],
    /// By trail: the sides of the board it touches.
    touches: [u8; 256],
}

impl Joins {
    fn of(position: &TrailMixPosition) -> Self {
        let empty = position.empty().fold(0, |empty, cell| empty | 1 << cell.index());
        let (trail, touches) = position.forest().all(position.size());
        let mut joins = Joins {
            size: position.size(),
            mover: position.side_to_move(),
            empty,
            slots: [empty; 2],
            trail,
            touches,
        };
        while joins.forget() {}
        joins
    }

    /// The trails that a token of a side in a cell would join.
    fn ends(&self, side: Side, cell: Cell) -> [u8; 2] {
        ends(side, lower_left(cell)).map(|node| self.trail[usize::from(node)])
    }

    /// Forgets slots that join nothing, and those of trails that lead to one other only, which touches every side of the
    /// board that they touch. Says whether there were any.
    fn forget(&mut self) -> bool {
        let before = self.slots;
        let mut leads = [NONE; 256];
        for side in Side::BOTH {
            for cell in cells(before[side.index()]) {
                let [a, b] = self.ends(side, cell);
                if a == b {
                    self.slots[side.index()] &= !(1 << cell.index());
                    continue;
                }
                for (from, to) in [(a, b), (b, a)] {
                    let lead = &mut leads[usize::from(from)];
                    *lead = if *lead == NONE || *lead == to { to } else { SEVERAL };
                }
            }
        }
        let touches = |trail: u8| self.touches[usize::from(trail)];
        let idle = |a: u8, b: u8| leads[usize::from(a)] == b && touches(a) & !touches(b) == 0;
        for side in Side::BOTH {
            for cell in cells(self.slots[side.index()]) {
                let [a, b] = self.ends(side, cell);
                if idle(a, b) || idle(b, a) {
                    self.slots[side.index()] &= !(1 << cell.index());
                }
            }
        }
        self.slots != before
    }

    /// The least of its images.
    fn form(&self) -> Form {
        let images = Image::four(self.mover == Side::Second).map(|image| self.written(image));
        images.into_iter().min().unwrap_or_default().into()
    }

    /// How many passes there are and how many other cells; of each of these what trails its slots lead to, the mover's
    /// first; and of each trail what it touches. Trails are numbered as they appear.
    fn written(&self, image: Image) -> Vec<u8> {
        let live = self.slots[0] | self.slots[1];
        let count = |cells: u128| cells.count_ones() as u8;
        let mut text = Vec::with_capacity(160);
        text.extend([count(self.empty & !live), count(live)]);
        let mut numbers = [NONE; 256];
        let mut touches = Vec::with_capacity(64);
        for at in 0..self.size * self.size {
            let (column, row) = (at % self.size, at / self.size);
            let (x, y) = image.of(column, row, self.size - 1);
            let cell = Cell::new(x, y).map_or(0, Cell::index);
            if live >> cell & 1 == 0 {
                continue;
            }
            // In the image the mover is the first side.
            for (side, [low, high]) in [(self.mover, [0, 1]), (!self.mover, [1, 0])] {
                if self.slots[side.index()] >> cell & 1 == 0 {
                    text.push(NONE);
                    continue;
                }
                for (column, row) in [(column, row + low), (column + 1, row + high)] {
                    let (x, y) = image.of(column, row, self.size);
                    let trail = usize::from(self.trail[usize::from(node(x, y))]);
                    if numbers[trail] == NONE {
                        numbers[trail] = touches.len() as u8;
                        touches.push(image.sides(self.touches[trail]));
                    }
                    text.push(numbers[trail]);
                }
            }
        }
        text.extend(touches);
        text
    }
}

/// An image of the board: columns and rows exchanged or not, then columns, and rows, turned round or not.
#[derive(Clone, Copy)]
struct Image {
    transposed: bool,
    turned: [bool; 2],
}

impl Image {
    /// Those in which the diagonals of a direction are of that direction, or of the other one.
    fn four(exchanged: bool) -> [Image; 4] {
        [(false, false), (false, true), (true, false), (true, true)]
            .map(|(transposed, turn)| Image { transposed, turned: [turn, turn != exchanged] })
    }

    /// What a column and a row of the image are on the board, of which `last` is the last one.
    fn of(self, column: u8, row: u8, last: u8) -> (u8, u8) {
        let (x, y) = if self.transposed { (row, column) } else { (column, row) };
        let turn = |at: u8, turned: bool| if turned { last - at } else { at };
        (turn(x, self.turned[0]), turn(y, self.turned[1]))
    }

    /// What sides of the board are in the image: bits, of the lowest row, the highest, the first column and the last.
    fn sides(self, sides: u8) -> u8 {
        let (rows, columns) = (sides & 3, sides >> 2);
        let turn = |two: u8, turned: bool| if turned { two >> 1 | (two & 1) << 1 } else { two };
        let (columns, rows) = (turn(columns, self.turned[0]), turn(rows, self.turned[1]));
        if self.transposed { rows << 2 | columns } else { columns << 2 | rows }
    }
}

#[cfg(test)]
mod tests;
