use std::fmt;
use std::marker::PhantomData;

use crosscut_draw::{Draw, Scene};
use crosscut_rules::{Card, Game, Options, Rng, Setup, SetupError};
use crosscut_search::{Evaluate, Filled, Ladder};
use crosscut_solve::Solve;
use crosscut_verify::Verify;

use crate::AnyPosition;
use crate::held::Held;

/// Any game of the list. The options passed to it are those of its card, checked.
pub trait AnyGame: Sync + fmt::Debug {
    /// What is known about the game.
    fn card(&self) -> Card;

    /// The position before the first ply.
    fn start(&self, options: &Options) -> AnyPosition;

    /// The static position that a set-up describes.
    ///
    /// # Errors
    /// Why it does not describe a position.
    fn set_up(&self, options: &Options, setup: &Setup) -> Result<AnyPosition, SetupError>;

    /// Reads a text diagram of the game into a set-up.
    ///
    /// # Errors
    /// Why the text is not a diagram of the game, or that the game's diagrams cannot be read.
    fn read_diagram(&self, options: &Options, text: &str) -> Result<Setup, SetupError>;

    /// A picture of the help page that does not show a position, by the word after the fence of its diagram.
    fn figure(&self, name: &str) -> Option<Scene>;

    /// The computer's levels in this game, below the highest.
    fn ladder(&self) -> &'static Ladder;

    /// Fills random boards and evaluates each once; `None` if the game must be played ply by ply.
    fn fill(&self, options: &Options, games: u64, rng: &mut Rng) -> Option<Filled>;
}

/// The one adapter between a game's type and the list.
struct Listed<G>(PhantomData<fn() -> G>);

/// A game of any type as an item of the list. The list uses it, and so can anybody with a game of their own.
#[must_use]
pub const fn listed<G: Draw + Evaluate + Solve + Verify>() -> &'static dyn AnyGame {
    &Listed::<G>(PhantomData)
}

impl<G: Draw + Evaluate + Solve + Verify> AnyGame for Listed<G> {
    fn card(&self) -> Card {
        G::CARD
    }

    fn start(&self, options: &Options) -> AnyPosition {
        let game = G::new(options);
        let position = game.start();
        Held::open(game, position)
    }

    fn set_up(&self, options: &Options, setup: &Setup) -> Result<AnyPosition, SetupError> {
        let game = G::new(options);
        let position = game.set_up(setup)?;
        Ok(Held::open(game, position))
    }

    fn read_diagram(&self, options: &Options, text: &str) -> Result<Setup, SetupError> {
        match G::READ {
            Some(read) => read(&G::new(options), text),
            None => Err(SetupError::new(format!(
                "diagrams of {} are drawn, but not read: give the position as a set-up",
                G::CARD.name
            ))),
        }
    }

    fn figure(&self, name: &str) -> Option<Scene> {
        G::figure(name)
    }

    fn ladder(&self) -> &'static Ladder {
        &G::LADDER
    }

    fn fill(&self, options: &Options, games: u64, rng: &mut Rng) -> Option<Filled> {
        G::new(options).fill(games, rng)
    }
}

impl<G: Game> fmt::Debug for Listed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::CARD.name)
    }
}
