use std::sync::OnceLock;

use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_solve::{Bounds, Connections, Reduced, Solve, may_swap};

use super::{Hex, HexPosition};
use crate::board::Point;
use crate::board::cellwise::{Boards, Cells, Cellwise, MOST};
use crate::board::rhombus;

impl Solve for Hex {
    type Node = Cellwise;

    fn node(&self, position: &Pie<HexPosition>) -> Option<Cellwise> {
        if position.is_open() { None } else { node(position.board()) }
    }

    fn draws(&self) -> bool {
        false
    }

    fn sighted(&self, position: &Pie<HexPosition>) -> Option<PieMove<Point>> {
        let cell = self.node(position)?.strongest()?;
        Some(PieMove::Play(Point::at(cell, self.size)))
    }

    fn candidates(&self, position: &Pie<HexPosition>) -> Option<Vec<PieMove<Point>>> {
        let cells = self.node(position)?.worthy();
        let play = |cell| PieMove::Play(Point::at(usize::from(cell), self.size));
        (!cells.is_empty()).then(|| cells.into_iter().map(play).collect())
    }

    fn connections(&self, position: &Pie<HexPosition>) -> Option<Connections> {
        Some(self.node(position)?.connections())
    }

    fn reduced(&self, position: &Pie<HexPosition>) -> Option<Reduced> {
        Some(self.node(position)?.reduced())
    }

    fn known(&self, position: &Pie<HexPosition>) -> Bounds {
        may_swap(position, self.draws())
    }
}

/// The largest board that is small enough, in cells a side.
const LARGEST: usize = MOST.isqrt();

fn node(position: &HexPosition) -> Option<Cellwise> {
    let boards = boards(position.size())?;
    let board = position.board();
    let stones =
        Side::BOTH.map(|side| board.stones(side).iter().fold(0, |set, cell| set | 1 << cell));
    Some(Cellwise::new(boards, stones, position.side()))
}

/// The board of a size, if it is small enough.
pub(super) fn boards(size: usize) -> Option<&'static Boards> {
    static ALL: [OnceLock<Option<Boards>>; LARGEST + 1] = [const { OnceLock::new() }; LARGEST + 1];
    ALL.get(size)?.get_or_init(|| Cells::of(rhombus(size)).map(Boards::one)).as_ref()
}

#[cfg(test)]
mod tests;
