//! Quadrant Hex: five games of Hex at once, one on each quarter of a rhombus and one on the whole of it.

mod knowledge;
#[cfg(test)]
mod oracle;
mod parts;
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
pub use position::QuadrantHexPosition;

/// The rules of Quadrant Hex in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuadrantHex {
    /// Cells a side, an even number from 6 to 26.
    size: usize,
    /// Whether the second seat may answer the first move with `swap`.
    swap: bool,
}

/// The sides' names.
const SIDES: [&str; 2] = ["V", "H"];

impl Game for QuadrantHex {
    const CARD: Card = Card {
        name: "quadrant-hex",
        aliases: &[],
        title: "Quadrant Hex",
        about: "win three of five games of Hex, one on each quadrant of a rhombus and one on the whole of it",
        designer: "Steven Meyers",
        year: "2000",
        source: Source {
            title: "Steven Meyers, \"New Connection Games — Part One\", as quadrant Trellis",
            issue: "Games magazine, October 2001",
            rules: Some("http://home.fuse.net/swmeyers/quadrant.htm"),
            ours: &[],
            unsaid: &["opening"],
            unclear: &[],
            readings: &[],
            request: None,
        },
        copyright: "© 2000 Steven Meyers",
        permission: "the rules were described by their author in Games magazine, October 2001, as quadrant Trellis, and \
                     on his web pages; no written permission is known",
        sides: SIDES,
        goals: ["joins top and bottom, in three of five", "joins left and right, in three of five"],
        options: &[
            GameOption {
                name: "size",
                title: "Size",
                about: "cells a side",
                values: Values::Number { least: 6, most: 26, step: 2, default: 14 },
            },
            GameOption {
                name: "opening",
                title: "Opening",
                about: "how the first move's advantage is met",
                values: Values::Choice(&[
                    ("swap", "the second seat may answer the first move by exchanging sides"),
                    ("none", "no remedy"),
                ]),
            },
        ],
        first_game: "size=10,opening=none",
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

    type Position = Pie<QuadrantHexPosition>;

    fn new(options: &Options) -> Self {
        QuadrantHex { size: options.number("size") as usize, swap: options.is("opening", "swap") }
    }

    fn start(&self) -> Self::Position {
        let board = QuadrantHexPosition::new(self.size);
        if self.swap { Pie::open(board) } else { Pie::closed(board) }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        // Whatever the stones, at most one side has joined its edges in each of the five, so no set-up can give three of
        // them to both.
        let (stones, turn) = read_stones(setup, SIDES, self.size, self.size)?;
        let winner =
            |stones: &_| QuadrantHexPosition::with_stones(self.size, stones, turn).winner();
        let turn = settled(setup, SIDES, (&stones, turn), |_, _| false, winner)?;
        Ok(Pie::closed(QuadrantHexPosition::with_stones(self.size, &stones, turn)))
    }
}
