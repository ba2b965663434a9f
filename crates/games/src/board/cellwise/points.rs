use crosscut_rules::Side;

use super::{Cells, END, ENDS, MOST, Set, members, only};

/// What a side's connections are between: an empty cell, a chain, or an end with all that hangs together with it.
pub(super) struct Point {
    /// The stones, none for an empty cell.
    pub(super) chain: Set,
    /// The empty cell.
    pub(super) own: Set,
}

/// The points of a board for a side: the two ends, then the other chains, then the empty cells.
pub(super) struct Points {
    list: Vec<Point>,
    /// By end and chain: the empty cells around it.
    around: Vec<Set>,
    /// By empty cell: its point.
    at: [u8; MOST],
    /// Whether the ends hang together.
    pub(super) joined: bool,
}

impl Points {
    pub(super) fn of(cells: &Cells, side: Side, stones: [Set; 2]) -> Self {
        let empty = cells.all & !stones[0] & !stones[1];
        let mut list = Vec::with_capacity(MOST + 2);
        list.extend([Point { chain: 0, own: 0 }, Point { chain: 0, own: 0 }]);
        let (mut around, mut joined) = (vec![0, 0], false);
        for (chain, touched) in cells.chains(side, stones) {
            joined |= touched & ENDS == ENDS;
            if touched & ENDS == 0 {
                list.push(Point { chain, own: 0 });
                around.push(touched & empty);
            } else {
                let end = (touched & ENDS).trailing_zeros() as usize - END;
                list[end].chain |= chain;
                around[end] |= touched & empty;
            }
        }
        let mut at = [u8::MAX; MOST];
        for cell in members(empty) {
            at[cell] = list.len() as u8;
            list.push(Point { chain: 0, own: only(cell) });
            for end in members(cells.ends[side.index()][cell]) {
                around[end - END] |= only(cell);
            }
        }
        Points { list, around, at, joined }
    }

    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, point: usize) -> &Point {
        &self.list[point]
    }

    /// The points that touch, each pair once: the second is an empty cell.
    pub(super) fn touching(&self, cells: &Cells) -> Vec<[usize; 2]> {
        let empty = self.list.iter().fold(0, |set, point| set | point.own);
        let mut touching = Vec::new();
        for (number, point) in self.list.iter().enumerate() {
            let near = match self.around.get(number) {
                Some(&around) => around,
                None => {
                    let cell = point.own.trailing_zeros() as usize;
                    cells.near[cell] & empty & !(only(cell + 1) - 1)
                }
            };
            touching.extend(members(near).map(|cell| [number, usize::from(self.at[cell])]));
        }
        touching
    }
}
