use crosscut_rules::{Position, Side};
use crosscut_solve::{Connections, Reduced};
use crosscut_verify::{Games, Joins};

use super::{Cellwise, only};
use crate::board::RhombusGoal;
use crate::board::connection_game::{Board, ConnectionPosition, Theory};
use crate::board::rhombus::nodes;

/// On a rhombus of hexagons virtual connections are looked for, and what does not matter is left out.
impl<G: RhombusGoal> Theory<G> for Cellwise {
    type Node = Cellwise;

    fn node(position: &ConnectionPosition<G>) -> Option<Cellwise> {
        let boards = G::boards(position.size())?;
        let set = |side| position.board().cells_of(side).fold(0, |set, cell| set | only(cell));
        Some(Cellwise::new(boards, Side::BOTH.map(set), position.side()))
    }

    fn sighted(position: &ConnectionPosition<G>) -> Option<usize> {
        <Self as Theory<G>>::node(position)?.strongest()
    }

    fn candidates(position: &ConnectionPosition<G>) -> Option<Vec<usize>> {
        let cells = <Self as Theory<G>>::node(position)?.worthy();
        (!cells.is_empty()).then(|| cells.into_iter().map(usize::from).collect())
    }

    fn connections(position: &ConnectionPosition<G>) -> Option<Connections> {
        Some(<Self as Theory<G>>::node(position)?.connections())
    }

    fn reduced(position: &ConnectionPosition<G>) -> Option<Reduced> {
        Some(<Self as Theory<G>>::node(position)?.reduced())
    }

    fn joins(size: usize) -> Option<Joins> {
        let parts = G::parts(size);
        let need = parts.len() / 2 + 1;
        let list = parts.into_iter().map(|part| nodes(size, part)).collect();
        Some(Joins::Nodes(Games { list, need }))
    }
}
