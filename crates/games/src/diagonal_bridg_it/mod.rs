//! Diagonal Bridg-It: Trellis with one stone a turn.

mod notation;
#[cfg(test)]
mod oracle;
mod picture;
mod player;
mod position;
mod solver;
mod squared_off;
#[cfg(test)]
mod tests;
mod verified;

use crosscut_rules::{
    Card, Classic, Game, GameOption, Options, Pie, Setup, SetupError, Source, Spoken, Values,
};

use crate::board::{read_stones, settled};
pub use notation::Turn;
pub use position::DiagonalBridgItPosition;

/// The rules of Diagonal Bridg-It in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagonalBridgIt {
    /// Points a side, an odd number from 3 to 25.
    size: usize,
    /// Whether the second seat may answer the first turn with `swap`.
    swap: bool,
}

/// The sides' names.
const SIDES: [&str; 2] = ["V", "H"];

impl Game for DiagonalBridgIt {
    const CARD: Card = Card {
        name: "diagonal-bridg-it",
        aliases: &["diagonal-bridgit"],
        title: "Diagonal Bridg-It",
        about: "join your two edges of a checkered board, one stone a turn",
        designer: "David Gale (Bridg-It) and Steven Meyers (Trellis)",
        year: "1958 and 1999",
        source: Source {
            title: "Steven Meyers, an \"important addendum\" to the history of Trellis",
            issue: "the web, undated, after October 2001",
            rules: None,
            ours: &["size", "opening=swap"],
            unsaid: &["size", "opening"],
            unclear: &[],
            readings: &[],
            request: None,
        },
        copyright: "Trellis © 1999 Steven Meyers, who pointed out that it is Bridg-It when played with one stone a turn",
        permission: "none known to be needed for Bridg-It, whose rules have been in print since 1958; \
                     for Trellis see the card of that game",
        sides: SIDES,
        goals: ["joins top and bottom", "joins left and right"],
        options: &[
            GameOption {
                name: "size",
                title: "Size",
                about: "points a side",
                values: Values::Number { least: 3, most: 25, step: 2, default: 15 },
            },
            GameOption {
                name: "opening",
                title: "Opening",
                about: "how the first turn's advantage is met",
                values: Values::Choice(&[
                    ("swap", "the second seat may answer the first turn by exchanging sides"),
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

    type Position = Pie<DiagonalBridgItPosition>;

    fn new(options: &Options) -> Self {
        DiagonalBridgIt {
            size: options.number("size") as usize,
            swap: options.is("opening", "swap"),
        }
    }

    fn start(&self) -> Self::Position {
        if self.swap {
            Pie::open(DiagonalBridgItPosition::in_opening(self.size))
        } else {
            Pie::closed(DiagonalBridgItPosition::new(self.size))
        }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        let (stones, turn) = read_stones(setup, SIDES, self.size, self.size)?;
        let winner = |stones: &_| {
            DiagonalBridgItPosition::with_stones(self.size, stones, turn).board().winner()
        };
        let turn = settled(setup, SIDES, (&stones, turn), |_, _| false, winner)?;
        Ok(Pie::closed(DiagonalBridgItPosition::with_stones(self.size, &stones, turn)))
    }
}
