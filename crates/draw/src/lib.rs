// The example in the README needs a game, so it is run in crosscut-games.
#![cfg_attr(not(doctest), doc = include_str!("../README.md"))]
//!
//! ## What a game provides
//!
//! A game provides a [`Scene`] of shapes in board units with *meanings* ([`Ink`]), and a [`Diagram`] of text. Nothing here
//! knows any game, and a game knows colours only if its rules name them: then it chooses a [`Palette`].

#![warn(clippy::must_use_candidate)]

mod decimal;
mod diagram;
mod palette;
#[cfg(feature = "png")]
mod pixels;
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

/// A game that can be drawn, as shapes and as text.
pub trait Draw: Game {
    /// Reads the diagrams that [`text`](Self::text) prints into a set-up, and is lenient about blanks; `None` for games whose
    /// diagrams cannot be read back.
    const READ: Option<ReadDiagram<Self>> = None;

    /// The board in fixed-width characters, as in mails and terminals.
    fn text(&self, position: &Self::Position) -> Diagram;

    /// The board as shapes, with what has won marked, and the last ply if there is one.
    fn scene(&self, position: &Self::Position, last: Option<Last<'_, Self::Position>>) -> Scene;

    /// The plies that the rules added to the last ply, in the rounds in which they were added. Empty if they added nothing, as
    /// in most games.
    fn forced(
        &self,
        last: Last<'_, Self::Position>,
        after: &Self::Position,
    ) -> Vec<Vec<<Self::Position as Position>::Move>> {
        let _ = (last, after);
        Vec::new()
    }

    /// What the rules added to the last ply, with one picture for each step: first the ply alone, last the position it led to.
    /// Empty if they added nothing, as in most games.
    fn stages(&self, last: Last<'_, Self::Position>, after: &Self::Position) -> Vec<Stage> {
        let _ = (last, after);
        Vec::new()
    }

    /// A picture of the help page that does not show a position of the game, by the word after the fence of its diagram.
    #[must_use]
    fn figure(name: &str) -> Option<Scene> {
        let _ = name;
        None
    }
}

/// The ply that led to a position.
#[derive(Debug)]
pub struct Last<'a, P: Position> {
    /// The position before it.
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
