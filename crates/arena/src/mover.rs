use std::ops::ControlFlow;

use crosscut_search::Budget;

use super::Ending;
use crosscut_catalog::{AnyPlayer, AnyPosition, Spec, seed_of_ply};

/// A player of the games of a match, one after the other.
pub trait Mover {
    /// Begins a game after its opening. With the same seed the player plays the same moves, as far as it can.
    ///
    /// # Errors
    /// Why this player cannot play the match at all.
    fn begin(&mut self, spec: &Spec, opening: &[String], seed: u64) -> Result<(), String>;

    /// Chooses what to play; the game is not over. Once `go_on` returns `false` it should return soon, with any choice.
    ///
    /// # Errors
    /// Why it does not choose.
    fn choose(&mut self, position: &AnyPosition, go_on: &dyn Fn() -> bool)
    -> Result<Choice, Fault>;

    /// Notifies the player of a legal ply, possibly its `own`, which led to `after`.
    ///
    /// # Errors
    /// Why the player does not accept it.
    fn note(&mut self, ply: &str, after: &AnyPosition, own: bool) -> Result<(), Fault>;
}

/// A player's decision in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It plays this ply, legal or not.
    Ply {
        /// The ply as the player writes it.
        text: String,
        /// How many simulations were made for it, if the player reports that.
        simulations: Option<u64>,
    },
    /// It resigns.
    Resign,
}

/// The reason why a player does not play on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The player has lost the game.
    Lost {
        /// How the game ends.
        ending: Ending,
        /// Why, in words.
        reason: String,
    },
    /// The match cannot continue: why, in words.
    Stop(String),
}

/// A player by our own search.
#[derive(Debug)]
pub struct Inside {
    budget: Budget,
    seed: u64,
    plies: usize,
    player: Option<AnyPlayer>,
}

impl Inside {
    /// A player with this budget for each ply.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Inside { budget, seed: 0, plies: 0, player: None }
    }
}

impl Mover for Inside {
    fn begin(&mut self, spec: &Spec, opening: &[String], seed: u64) -> Result<(), String> {
        let mut position = spec.start();
        for ply in opening {
            position.play(ply).map_err(|refusal| format!("{ply}: {refusal}"))?;
        }
        self.seed = seed;
        self.plies = opening.len();
        self.player = Some(position.player(&self.budget));
        Ok(())
    }

    fn choose(
        &mut self,
        _position: &AnyPosition,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Choice, Fault> {
        let budget = self.budget.clone().with_seed(seed_of_ply(self.seed, self.plies));
        let player = self.player.as_mut();
        let mut watch = |_: &_| match go_on() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let analysis = player.and_then(|it| it.think(&budget, &mut watch));
        let Some(analysis) = analysis else {
            return Err(Fault::Stop("the computer has found no move".to_string()));
        };
        let text = analysis.candidates[0].ply.clone();
        Ok(Choice::Ply { text, simulations: Some(analysis.simulations) })
    }

    fn note(&mut self, ply: &str, _after: &AnyPosition, _own: bool) -> Result<(), Fault> {
        self.plies += 1;
        match self.player.as_mut().map(|it| it.play(ply)) {
            Some(Err(refusal)) => Err(Fault::Stop(format!("{ply}: {refusal}"))),
            _ => Ok(()),
        }
    }
}

/// A different seed for each number.
pub(super) fn mix(seed: u64, number: u64) -> u64 {
    seed_of_ply(seed, number as usize)
}
