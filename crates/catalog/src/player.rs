use std::fmt;

use crosscut_rules::{MoveError, Position, Rng};
use crosscut_search::{Analysis, Budget, Evaluate, MoveOf, Player};

use crate::erased::Watch;
use crate::held::in_words;

/// A computer player of any game, who follows a game and keeps what it has found.
pub struct AnyPlayer(Box<dyn Hidden>);

impl AnyPlayer {
    /// Looks for the best ply; `None` when the game is over. `watch` is shown the analysis as it grows and may end it.
    pub fn think(&mut self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>> {
        self.0.think(budget, watch)
    }

    /// Plays a ply, whichever seat played it.
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

/// What a player can do once its type is erased.
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

/// The seed of the search after this many plies of a game with a seed of its own, so that the seed repeats the whole game.
#[must_use]
pub fn seed_of_ply(seed: u64, plies: usize) -> u64 {
    Rng::new(seed ^ (plies as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
}
