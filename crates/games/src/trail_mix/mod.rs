//! Trail Mix, by Phil Leduc, 2014: two directions of diagonals, and trails that belong to nobody until they are complete.

mod diagram;
mod knowledge;
mod lattice;
mod node;
mod notation;
mod picture;
mod player;
mod position;
mod solver;
mod static_position;
mod trails;
mod verified;
mod winning;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;

pub use notation::{Cell, Placement};
pub use position::TrailMixPosition;
pub use trails::Corner;

use crosscut_rules::{
    Card, Classic, Game, GameOption, Options, Pie, Request, Setup, SetupError, Source, Spoken,
    Values,
};

/// The largest board, in cells a side.
const MOST: u8 = 11;

/// Trail Mix: a size, a supply of tokens and a way to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailMix {
    size: u8,
    /// Tokens a side, if they are counted.
    supply: Option<u8>,
    swap: bool,
}

impl Game for TrailMix {
    const CARD: Card = Card {
        name: "trail-mix",
        aliases: &["trailmix"],
        title: "Trail Mix",
        about: r"Brown lays / and Green lays \ into the cells of a square board; whoever completes a trail between two opposite sides wins, whatever the colours in it",
        designer: "Phil Leduc",
        year: "2014",
        source: Source {
            title: "Phil Leduc, \"Trail Mix\", a rule sheet with two figures",
            issue: "the web; © 2014",
            rules: None,
            ours: &["size", "tokens=unlimited", "opening=swap"],
            unsaid: &[],
            unclear: &[],
            readings: &[],
            request: Some(Request {
                asks: "whoever programs or sells the game in any form should ask its author for \
                       permission or a licence",
                address: "philleduc.pled@gmail.com",
            }),
        },
        copyright: "© 2014 Phil Leduc",
        permission: "The designer's rule sheet asks whoever programs or sells the game to contact him for permission or a licence; we know of no permission given for this program. The sheet itself may be copied and passed on over the web, unaltered and with full credit",
        sides: SIDES,
        goals: ["joins any two opposite sides", "joins any two opposite sides"],
        options: &[
            GameOption {
                name: "size",
                title: "Size",
                about: "cells along each side of the board",
                values: Values::Number { least: 3, most: MOST as u32, step: 1, default: 7 },
            },
            GameOption {
                name: "tokens",
                title: "Tokens",
                about: "how many tokens each side has",
                values: Values::Choice(&[
                    ("unlimited", "as many as it takes, and so there is always a winner"),
                    (
                        "20",
                        "the number in a set; as a house rule, whoever has to move and has none left ends the game as a draw",
                    ),
                ]),
            },
            GameOption {
                name: "opening",
                title: "Opening",
                about: "whether the second player may take over the first move",
                values: Values::Choice(&[
                    ("none", "Brown moves, then Green, and so on"),
                    ("swap", "the second player may answer the first move with swap"),
                ]),
            },
        ],
        first_game: "size=5",
        spoken: Spoken {
            colours: ["Brown", "Green"],
            piece: "a token",
            options: &[
                ("size", "{} by {}"),
                ("tokens=unlimited", "tokens without end"),
                ("tokens=20", "20 tokens each"),
                ("opening=swap", "with a swap"),
                ("opening=none", "no swap"),
            ],
            lesson: include_str!("lesson.txt"),
        },
        classic: Classic::AS_ON_THE_CARD,
        sample: include_str!("sample.txt"),
        help: include_str!("help.md"),
    };

    type Position = Pie<TrailMixPosition>;

    fn new(options: &Options) -> Self {
        TrailMix {
            size: options.number("size") as u8,
            supply: options.is("tokens", "20").then_some(20),
            swap: options.is("opening", "swap"),
        }
    }

    fn start(&self) -> Self::Position {
        let board = TrailMixPosition::start(self.size, self.supply);
        if self.swap { Pie::open(board) } else { Pie::closed(board) }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        static_position::read(self.size, self.supply, setup).map(Pie::closed)
    }
}

/// The sides' names, Brown first as it moves first.
const SIDES: [&str; 2] = ["Brown", "Green"];

/// The direction in which each side lays its tokens.
const SLASHES: [char; 2] = ['/', '\\'];
