//! Trellis as it was first published: five connections at once on one board, one stone a turn.

mod five;
#[cfg(test)]
mod oracle;
mod picture;
mod player;
mod position;
mod solver;
#[cfg(test)]
mod tests;
mod verified;

use crosscut_rules::{
    Card, Classic, Game, GameOption, Options, Pie, Setup, SetupError, Source, Spoken, Values,
};

use crate::board::{read_stones, settled};
pub use position::OriginalTrellisPosition;

/// The rules of original Trellis in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginalTrellis {
    /// Points a side: 9, 13, 17 or 21.
    size: usize,
    /// Whether the second seat may answer the first move with `swap`.
    swap: bool,
}

/// The sides' names.
const SIDES: [&str; 2] = ["V", "H"];

impl Game for OriginalTrellis {
    const CARD: Card = Card {
        name: "original-trellis",
        aliases: &[],
        title: "Original Trellis",
        about: "win three of five connections, one in each quadrant of a checkered board and one on the whole of it",
        designer: "Steven Meyers",
        year: "1999/2000",
        source: Source {
            title: "R. Wayne Schmittberger, \"Making Connections\"",
            issue: "Games magazine, June 2000",
            rules: None,
            ours: &["size", "opening=swap"],
            unsaid: &["opening"],
            unclear: &[],
            readings: &[],
            request: None,
        },
        copyright: "© 1999 Steven Meyers",
        permission: "the rules were described by R. Wayne Schmittberger in Games magazine, June 2000, and by their \
                     author on his web pages; no written permission is known",
        sides: SIDES,
        goals: ["joins top and bottom, in three of five", "joins left and right, in three of five"],
        options: &[
            GameOption {
                name: "size",
                title: "Size",
                about: "points a side",
                values: Values::Number { least: 9, most: 21, step: 4, default: 17 },
            },
            GameOption {
                name: "opening",
                title: "Opening",
                about: "how the first move's advantage is met",
                values: Values::Choice(&[
                    ("swap", "the second seat may answer the first move by exchanging sides"),
                    ("none", "no swap: whoever moves first has an advantage"),
                ]),
            },
        ],
        first_game: "size=9,opening=none",
        spoken: Spoken {
            colours: ["Navy", "Orange"],
            piece: "a stone",
            options: &[
                ("size", "{} by {}"),
                ("opening=swap", "with a swap"),
                ("opening=none", "no swap"),
            ],
            lesson: include_str!("lesson.txt"),
        },
        classic: Classic::AS_ON_THE_CARD,
        sample: include_str!("sample.txt"),
        help: include_str!("help.md"),
    };

    type Position = Pie<OriginalTrellisPosition>;

    fn new(options: &Options) -> Self {
        OriginalTrellis {
            size: options.number("size") as usize,
            swap: options.is("opening", "swap"),
        }
    }

    fn start(&self) -> Self::Position {
        let board = OriginalTrellisPosition::new(self.size);
        if self.swap { Pie::open(board) } else { Pie::closed(board) }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        // Whatever the stones, at most one side has joined its edges in each of the five, so no set-up can give three of
        // them to both.
        let (stones, turn) = read_stones(setup, SIDES, self.size, self.size)?;
        let winner =
            |stones: &_| OriginalTrellisPosition::with_stones(self.size, stones, turn).winner();
        let turn = settled(setup, SIDES, (&stones, turn), |_, _| false, winner)?;
        Ok(Pie::closed(OriginalTrellisPosition::with_stones(self.size, &stones, turn)))
    }
}
