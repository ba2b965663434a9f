use crosscut_rules::{Pie, PieMove};
use crosscut_solve::{
    Bounds, ConnectionTheory, Connections, Node, Plain, Reduced, Solve, may_swap,
};
use crosscut_verify::Joins;

use super::{Board, ConnectionGame, ConnectionPosition, ConnectionRules, Ply};

/// What is known of a connection game besides its rules: for the solver, what [`Solve`] asks and, of positions in which
/// nothing may be swapped any more, [`ConnectionTheory`]; for certificates, what a stone joins.
pub trait Theory<G: ConnectionRules> {
    /// What the solver's search walks.
    type Node: Node;

    /// The node of a position; `None` where only the rules can go on.
    fn node(position: &ConnectionPosition<G>) -> Option<Self::Node>;

    /// See [`Solve::known`].
    fn known(position: &Pie<ConnectionPosition<G>>) -> Bounds {
        may_swap(position, draws::<G>())
    }

    /// See [`Solve::winning`].
    fn winning(_position: &Pie<ConnectionPosition<G>>) -> Option<Vec<PieMove<G::Ply>>> {
        None
    }

    /// A cell that is seen to win without a search.
    fn sighted(_position: &ConnectionPosition<G>) -> Option<usize> {
        None
    }

    /// Cells of which one wins if any does, the likeliest first; `None` stands for all.
    fn candidates(_position: &ConnectionPosition<G>) -> Option<Vec<usize>> {
        None
    }

    /// See [`ConnectionTheory::connections`].
    fn connections(_position: &ConnectionPosition<G>) -> Option<Connections> {
        None
    }

    /// See [`ConnectionTheory::reduced`].
    fn reduced(_position: &ConnectionPosition<G>) -> Option<Reduced> {
        None
    }

    /// See [`crosscut_verify::Board::joins`].
    fn joins(_size: usize) -> Option<Joins> {
        None
    }
}

/// Nothing: the rules suffice.
#[derive(Clone, Copy, Debug)]
pub struct RulesAlone;

impl<G: ConnectionRules> Theory<G> for RulesAlone {
    type Node = Plain<ConnectionPosition<G>>;

    fn node(position: &ConnectionPosition<G>) -> Option<Self::Node> {
        Some(Plain(position.clone()))
    }
}

impl<G: ConnectionRules> Solve for ConnectionGame<G> {
    type Node = <G::Theory as Theory<G>>::Node;

    fn node(&self, position: &Pie<ConnectionPosition<G>>) -> Option<Self::Node> {
        G::Theory::node(closed(position)?)
    }

    fn draws(&self) -> bool {
        draws::<G>()
    }

    fn known(&self, position: &Pie<ConnectionPosition<G>>) -> Bounds {
        G::Theory::known(position)
    }

    fn winning(&self, position: &Pie<ConnectionPosition<G>>) -> Option<Vec<PieMove<G::Ply>>> {
        G::Theory::winning(position)
    }

    fn candidates(&self, position: &Pie<ConnectionPosition<G>>) -> Option<Vec<PieMove<G::Ply>>> {
        let cells = G::Theory::candidates(closed(position)?)?;
        Some(cells.into_iter().map(|cell| self.ply(cell)).collect())
    }

    fn connection_theory(&self) -> Option<&dyn ConnectionTheory<Pie<ConnectionPosition<G>>>> {
        Some(self)
    }
}

impl<G: ConnectionRules> ConnectionTheory<Pie<ConnectionPosition<G>>> for ConnectionGame<G> {
    fn sighted(&self, position: &Pie<ConnectionPosition<G>>) -> Option<PieMove<G::Ply>> {
        G::Theory::sighted(closed(position)?).map(|cell| self.ply(cell))
    }

    fn connections(&self, position: &Pie<ConnectionPosition<G>>) -> Option<Connections> {
        G::Theory::connections(closed(position)?)
    }

    fn reduced(&self, position: &Pie<ConnectionPosition<G>>) -> Option<Reduced> {
        G::Theory::reduced(closed(position)?)
    }
}

/// The board, if nothing may be swapped any more.
fn closed<G: ConnectionRules>(
    position: &Pie<ConnectionPosition<G>>,
) -> Option<&ConnectionPosition<G>> {
    (!position.is_open()).then(|| position.board())
}

/// Whether a game may end without a winner.
fn draws<G: ConnectionRules>() -> bool {
    G::Ply::PASS.is_some() || G::Board::DRAWS
}
