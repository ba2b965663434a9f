//! Trichet: triangles whose arcs join up into rounded regions.
//!
//! The sides of all tiles match exactly when every point of the lattice has one colour and no tile has only one colour. So
//! the whole game is colours on points: `board` has them, `position` says whose turn it is and who has won.

mod board;
mod cell;
mod figures;
mod knowledge;
mod last_ply;
mod notation;
mod picture;
mod player;
mod position;
mod scene;
mod setup;
mod solver;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;

pub use cell::{Cell, Point, Tile};
pub use position::{Region, TrichetPosition};

use crosscut_rules::{
    Card, Classic, Game, GameOption, Options, Setup, SetupError, Source, Spoken, Values,
};

/// The most tiles of a game, and of a winning region: more than twice the box. A table can grow to as many rows as the game has
/// tiles, and drawing it, mailing it and searching it costs time for each row.
const MOST: u32 = 200;

/// Trichet by Cameron Browne, with the sizes of the pool and of a winning region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trichet {
    num_tiles: u16,
    win_size: u16,
}

impl Game for Trichet {
    const CARD: Card = Card {
        name: "trichet",
        aliases: &[],
        title: "Trichet",
        about: "Lay triangles whose arcs join up into rounded regions, and close one of your colour that is more than a circle.",
        designer: "Cameron Browne",
        year: "2008",
        source: Source {
            title: "Cameron Browne, \"Trichet\", a rule sheet with four figures",
            issue: "the web; © 2008",
            rules: None,
            ours: &[],
            unsaid: &[],
            unclear: &[],
            readings: &[
                "forced tiles are laid where a tile on the table lies along a side, which is our reading; by its letter the \
                sheet also fills places that touch a corner alone",
            ],
            request: None,
        },
        copyright: "© 2008 Cyberite Ltd (tiles and rules by Cameron Browne)",
        permission: "none asked for yet; the designer's rule sheet of 2008 names the copyright and invites players to Richard's PBeM server, and says nothing of other programs",
        sides: ["Oh", "Dot"],
        goals: ["closes a large white region (o)", "closes a large blue region (.)"],
        options: &[
            GameOption {
                name: "num_tiles",
                title: "Tiles",
                about: "tiles in the game, including the two of the start",
                values: Values::Number { least: 4, most: MOST, step: 2, default: 96 },
            },
            GameOption {
                name: "win_size",
                title: "Tiles to win",
                about: "the fewest tiles a closed region must touch to win",
                values: Values::Number { least: 7, most: MOST, step: 1, default: 10 },
            },
        ],
        first_game: "",
        spoken: Spoken {
            colours: ["White", "Blue"],
            piece: "a tile",
            options: &[("num_tiles", "{} tiles"), ("win_size", "a region of {} tiles wins")],
            lesson: include_str!("lesson.txt"),
        },
        classic: Classic::AS_ON_THE_CARD,
        sample: include_str!("sample.txt"),
        help: include_str!("help.md"),
    };

    type Position = TrichetPosition;

    fn new(options: &Options) -> Self {
        Trichet {
            num_tiles: options.number("num_tiles") as u16,
            win_size: options.number("win_size") as u16,
        }
    }

    fn start(&self) -> TrichetPosition {
        TrichetPosition::start(self.num_tiles, self.win_size)
    }

    fn set_up(&self, setup: &Setup) -> Result<TrichetPosition, SetupError> {
        setup::set_up(self, setup)
    }
}
