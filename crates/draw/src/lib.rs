// Its example needs a game, and is run where there are some: in crosscut-games.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]
//!
//! ## What a game says
//!
//! A game says what there is: a [`Scene`] of shapes in board units and *meanings* ([`Ink`]), and a [`Diagram`] of text.
//! Nothing here knows a game, and a game knows a colour only where its rules name it: it says which [`Palette`].

#![warn(clippy::must_use_candidate)]

mod decimal;
mod diagram;
mod palette;
#[cfg(feature = "png")]
mod png;
mod scene;
mod svg;

pub use decimal::Decimal;
pub use diagram::{Diagram, Ground, Place, Role};
pub use palette::Palette;
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use scene::{Gap, Ink, Mark, Point, Scene, Shape, Site, Spot, Stage, Zoom};
pub use svg::svg;

use crosscut_rules::{Game, Position, Setup, SetupError};

/// A function that reads a game's diagram into a set-up.
pub type ReadDiagram<G> = fn(&G, &str) -> Result<Setup, SetupError>;

/// The face of a game that can be seen.
pub trait Draw: Game {
    /// Reads the diagrams that [`text`](Self::text) prints, lenient about blanks, into a set-up; `None` for games whose
    /// diagrams are for the eye only.
    const READ: Option<ReadDiagram<Self>> = None;

    /// The board in fixed-width characters, as in mails and terminals.
    fn text(&self, position: &Self::Position) -> Diagram;

    /// The board as shapes, with what completes the game marked, and the last ply too if there is one.
    fn scene(&self, position: &Self::Position, last: Option<Last<'_, Self::Position>>) -> Scene;

    /// The plies that the rules added to one by themselves, in the rounds in which they came. Empty where the ply is all
    /// that happened, as in most games.
    fn forced(
        &self,
        last: Last<'_, Self::Position>,
        after: &Self::Position,
    ) -> Vec<Vec<<Self::Position as Position>::Move>> {
        let _ = (last, after);
        Vec::new()
    }

    /// What the rules added to a ply by themselves, one picture for each step: first the ply alone, last the position it
    /// led to. Empty where the ply is all that happened, as in most games.
    fn stages(&self, last: Last<'_, Self::Position>, after: &Self::Position) -> Vec<Stage> {
        let _ = (last, after);
        Vec::new()
    }

    /// A picture of the help page that shows no position of the game, by the word behind the fence of its diagram.
    #[must_use]
    fn figure(name: &str) -> Option<Scene> {
        let _ = name;
        None
    }
}

/// The ply that led to a position.
#[derive(Debug)]
pub struct Last<'a, P: Position> {
    /// Where the game stood before it.
    pub before: &'a P,
    /// The ply.
    pub ply: P::Move,
}

impl<P: Position> Clone for Last<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Last<'_, P> {}
