use std::sync::OnceLock;

use crosscut_rules::{Pie, PieMove, Position, Side};
use crosscut_solve::{Bounds, Connections, Reduced, Solve, may_swap};

use super::parts::Part;
use super::{QuadrantHex, QuadrantHexPosition};
use crate::board::cellwise::{Boards, Cells, Cellwise, MOST};
use crate::board::{Point, rhombus};

impl Solve for QuadrantHex {
    type Node = Cellwise;

    fn node(&self, position: &Pie<QuadrantHexPosition>) -> Option<Cellwise> {
        if position.is_open() { None } else { node(position.board()) }
    }

    fn draws(&self) -> bool {
        false
    }

    fn sighted(&self, position: &Pie<QuadrantHexPosition>) -> Option<PieMove<Point>> {
        let cell = self.node(position)?.strongest()?;
        Some(PieMove::Play(Point::at(cell, self.size)))
    }

    fn candidates(&self, position: &Pie<QuadrantHexPosition>) -> Option<Vec<PieMove<Point>>> {
        let cells = self.node(position)?.worthy();
        let play = |cell| PieMove::Play(Point::at(usize::from(cell), self.size));
        (!cells.is_empty()).then(|| cells.into_iter().map(play).collect())
    }

    fn connections(&self, position: &Pie<QuadrantHexPosition>) -> Option<Connections> {
        Some(self.node(position)?.connections())
    }

    fn reduced(&self, position: &Pie<QuadrantHexPosition>) -> Option<Reduced> {
        Some(self.node(position)?.reduced())
    }

    fn known(&self, position: &Pie<QuadrantHexPosition>) -> Bounds {
        may_swap(position, self.draws())
    }
}

/// The largest board that is small enough, in cells a side.
const LARGEST: usize = MOST.isqrt();

fn node(position: &QuadrantHexPosition) -> Option<Cellwise> {
    let boards = boards(position.size())?;
    let stones =
        Side::BOTH.map(|side| position.stones(side).iter().fold(0, |set, cell| set | 1 << cell));
    Some(Cellwise::new(boards, stones, position.side()))
}

/// The five boards of a size, if it is small enough.
pub(super) fn boards(size: usize) -> Option<&'static Boards> {
    static ALL: [OnceLock<Option<Boards>>; LARGEST + 1] = [const { OnceLock::new() }; LARGEST + 1];
    let five = || {
        let part = |part: Part| Cells::part(rhombus(part.size), |cell| part.on_board(cell, size));
        let [quadrants @ .., _] = Part::all(size);
        let quadrants = quadrants.into_iter().map(part);
        let boards: Option<_> = quadrants.chain([Cells::of(rhombus(size))]).collect();
        boards.map(Boards::majority)
    };
    ALL.get(size)?.get_or_init(five).as_ref()
}

#[cfg(test)]
mod tests;
