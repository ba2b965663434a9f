use std::fmt;

use crosscut_rules::{MoveError, Position, Rng};
use crosscut_search::{Analysis, Budget, Evaluate, MoveOf, Player};

use crate::position::{Watch, in_words};

/// A computer player of whatever game, who follows a game and keeps what it has found out.
pub struct AnyPlayer(Box<dyn Hidden>);

impl AnyPlayer {
    /// Looks for the best ply; `None` when the game is over. `watch` sees the analysis grow and may end it.
    pub fn think(&mut self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>> {
        self.0.think(budget, watch)
    }

    /// Takes note of a ply, whoever played it.
    ///
    /// # Errors
    /// The refusal of a ply that is not legal.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.0.play(text)
    }
}

impl fmt::Debug for AnyPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyPlayer").finish_non_exhaustive()
    }
}

/// What a player can do once its type is forgotten.
trait Hidden: Send {
    fn think(&mut self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>>;
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
}

/// A player with its type: the one implementor of [`Hidden`].
pub(crate) struct Seated<G: Evaluate> {
    position: G::Position,
    player: Box<dyn Player<MoveOf<G>>>,
}

impl<G: Evaluate> Seated<G> {
    pub(crate) fn open(position: &G::Position, player: Box<dyn Player<MoveOf<G>>>) -> AnyPlayer {
        AnyPlayer(Box::new(Seated::<G> { position: position.clone(), player }))
    }
}

impl<G: Evaluate> Hidden for Seated<G> {
    fn think(&mut self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>> {
        let analysis = self.player.think(budget, &mut |analysis| watch(&in_words(analysis)));
        analysis.as_ref().map(in_words)
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let ply: MoveOf<G> = text.parse()?;
        self.position.play(ply)?;
        self.player.play(ply);
        Ok(())
    }
}

/// The seed of a search after so many plies of a game with a seed of its own: a game is repeated by its seed.
#[must_use]
pub fn seed_of_ply(seed: u64, plies: usize) -> u64 {
    Rng::new(seed ^ (plies as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
}
