use std::ops::ControlFlow;

use crosscut_rules::Position;

use crate::evaluate::MoveOf;
use crate::exact::Knowing;
use crate::fair::Fair;
use crate::{Analysis, Budget, Evaluate, Method, uct};

/// A callback that is shown the analysis now and then, and may end the search.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Analysis<M>) -> ControlFlow<()>;

/// A player who follows a game and searches its positions.
pub trait Player<M>: Send {
    /// Looks for the best ply; `None` if the game is over.
    fn think(&mut self, budget: &Budget, watch: Watch<'_, M>) -> Option<Analysis<M>>;

    /// Plays a legal ply, whichever seat played it. What is already known about the position after it is kept.
    fn play(&mut self, ply: M);
}

/// A player at `position`, of the kind the budget asks for.
pub fn player<G: Evaluate>(position: &G::Position, budget: &Budget) -> Box<dyn Player<MoveOf<G>>> {
    match budget.method {
        Method::Tree => {
            let searching = Box::new(Fair::<G>::of(position, budget.knowledge));
            Box::new(Knowing::<G> { position: position.clone(), searching })
        }
        Method::Uct => Box::new(Forgetful::<G>(position.clone())),
    }
}

/// Looks for the best ply of a position, once; `None` if the game is over.
pub fn search<G: Evaluate>(
    position: &G::Position,
    budget: &Budget,
    watch: Watch<'_, MoveOf<G>>,
) -> Option<Analysis<MoveOf<G>>> {
    player::<G>(position, budget).think(budget, watch)
}

/// A player by plain UCT, who starts over at every move.
struct Forgetful<G: Evaluate>(G::Position);

impl<G: Evaluate> Player<MoveOf<G>> for Forgetful<G> {
    fn think(
        &mut self,
        budget: &Budget,
        watch: Watch<'_, MoveOf<G>>,
    ) -> Option<Analysis<MoveOf<G>>> {
        uct::search::<G>(&self.0, budget, watch)
    }

    fn play(&mut self, ply: MoveOf<G>) {
        self.0.play_unchecked(ply);
    }
}
