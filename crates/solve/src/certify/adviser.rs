use crosscut_rules::Position;

use super::{Ply, Uncertified};
use crate::proof_number::Prover;
use crate::root_node::{RootNode, Wanted, candidates};
use crate::{ConnectionTheory, Solve};

/// Whom the writers of a proof ask what wins: the prover, whose table is warm.
pub(super) struct Adviser<'a, 'p, 'w, G: Solve> {
    pub(super) game: &'a G,
    pub(super) theory: Option<&'a dyn ConnectionTheory<G::Position>>,
    pub(super) prover: &'p mut Prover<'w>,
}

impl<G: Solve> Adviser<'_, '_, '_, G> {
    /// Whether the side to move gets a draw at least.
    pub(super) fn holds_a_draw(&mut self, position: &G::Position) -> Result<bool, Uncertified> {
        let node = RootNode::Rules(self.game, position.clone(), Wanted::Result);
        let answer = self.prover.ask(&node, 0, self.game.draws());
        Ok(answer.ok_or(Uncertified::Unknown)?.reached)
    }

    /// A ply by which the side to move gets `target`, as the prover knows it; `None` if there is none.
    pub(super) fn winning(
        &mut self,
        position: &G::Position,
        target: i32,
    ) -> Result<Option<Ply<G>>, Uncertified> {
        let game = self.game;
        let listed = game.winning(position);
        if let Some(m) = listed.as_ref().and_then(|it| it.first()) {
            return Ok(Some(*m));
        }
        if listed.is_some() && target > 0 {
            return Ok(None);
        }
        if let Some(m) = self.theory.and_then(|it| it.sighted(position)) {
            return Ok(Some(m));
        }
        let lead = G::lead(position);
        let fine = game.draws() || lead.is_some();
        let target = target - lead.unwrap_or(0);
        let root = RootNode::Rules(game, position.clone(), Wanted::Candidate);
        let answer = self.prover.ask(&root, target, fine).ok_or(Uncertified::Unknown)?;
        if !answer.reached {
            return Ok(None);
        }
        let moves = candidates(game, position);
        if let Some(child) = answer.child {
            return Ok(Some(moves[child]));
        }
        for m in moves {
            let mut next = position.clone();
            next.play_unchecked(m);
            let (again, lead) = (next.turn() == position.turn(), G::lead(&next).unwrap_or(0));
            let node = RootNode::of(game, next);
            let wanted = target + G::lead(position).unwrap_or(0);
            let target = if again { wanted - lead } else { 1 - wanted - lead };
            let answer = self.prover.ask(&node, target, fine).ok_or(Uncertified::Unknown)?;
            if answer.reached == again {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }
}
