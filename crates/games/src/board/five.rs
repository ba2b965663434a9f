//! Five games on one board, one in each quadrant and one on the whole of it: the side that wins three has won.

use crosscut_draw::{Ink, Point as Place, Scene, Shape};
use crosscut_rules::Side;

/// The number of games on the board.
pub(crate) const GAMES: usize = 5;

/// How many of them a side must win.
pub(crate) const MAJORITY: usize = 3;

/// The game on the whole board; those before it are the quadrants.
pub(crate) const WHOLE: usize = 4;

/// The games' names in diagrams.
pub(crate) const NAMES: [&str; GAMES] = ["NW", "NE", "SW", "SE", "whole"];

/// The winners of the five games. A decided game stays decided: the winner's chain is a wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Won(pub(crate) [Option<Side>; GAMES]);

impl Won {
    /// How many of the five a side has won.
    #[inline]
    pub(crate) fn points(&self, side: Side) -> usize {
        self.0.iter().filter(|&&it| it == Some(side)).count()
    }

    /// The side that has won a majority of the five.
    #[inline]
    pub(crate) fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.points(side) >= MAJORITY)
    }

    /// How many games each side has won.
    pub(crate) fn score(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.points(side) as u32)
    }

    /// The state of the five games in words: `NW V, NE -, SW -, SE H, whole -`.
    pub(crate) fn standing(&self, sides: [&str; 2]) -> String {
        let word = |won: Option<Side>| won.map_or("-", |side| sides[side.index()]);
        let words = NAMES.iter().zip(self.0).map(|(name, won)| format!("{name} {}", word(won)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Draws a row under the board: the name of each game, and a stone of the side that has won it. `stone` draws a stone on a
    /// scale given in board units.
    pub(crate) fn legend(&self, scene: &mut Scene, stone: fn(Place, Side, f32, &mut Vec<Shape>)) {
        let apart = (scene.to.0 - scene.from.0) / GAMES as f32;
        // As large as there is room for: on a phone a large board has small units.
        let large = apart / 2.4;
        let y = scene.to.1 + 0.3 * large;
        scene.to.1 += 0.8 * large;
        for (game, (name, won)) in NAMES.iter().zip(self.0).enumerate() {
            let x = scene.from.0 + apart * (game as f32 + 0.5);
            let at = (x - 0.7 * large, y);
            match won {
                Some(side) => stone(at, side, large, &mut scene.shapes),
                None => {
                    scene.shapes.push(Shape::Ring {
                        at,
                        radius: 0.24 * large,
                        width: 0.04 * large,
                        ink: Ink::Neutral,
                    });
                }
            }
            scene.shapes.push(Shape::Label {
                at: (x + 0.34 * large, y),
                size: 0.3 * large,
                text: (*name).to_string(),
                ink: Ink::Neutral,
            });
        }
    }
}
