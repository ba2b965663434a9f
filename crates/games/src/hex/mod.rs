//! Hex: the first side joins top and bottom of a rhombus, the second left and right.

mod knowledge;
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
pub use position::HexPosition;

/// The sides' names.
const SIDES: [&str; 2] = ["V", "H"];

/// The rules of Hex in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// Cells a side, 2 to 26.
    size: usize,
    /// Whether the second seat may answer the first move with `swap`.
    swap: bool,
}

impl Game for Hex {
    const CARD: Card = Card {
        name: "hex",
        aliases: &[],
        title: "Hex",
        about: "join your two sides of a rhombus of hexagons before the other joins theirs",
        designer: "Piet Hein; independently John Nash",
        year: "1942 and 1948",
        source: Source {
            title: "Piet Hein, \"Polygon\"",
            issue: "the newspaper Politiken, 26 December 1942",
            rules: None,
            ours: &[],
            unsaid: &["size", "opening"],
            unclear: &[],
            readings: &[],
            request: None,
        },
        copyright: "none known: the rules have been free for anyone to use since their publication",
        permission: "none needed",
        sides: SIDES,
        goals: ["joins top and bottom", "joins left and right"],
        options: &[
            GameOption {
                name: "size",
                title: "Size",
                about: "cells a side",
                values: Values::Number { least: 2, most: 26, step: 1, default: 11 },
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
        first_game: "size=7,opening=none",
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

    type Position = Pie<HexPosition>;

    fn new(options: &Options) -> Self {
        Hex { size: options.number("size") as usize, swap: options.is("opening", "swap") }
    }

    fn start(&self) -> Self::Position {
        let board = HexPosition::new(self.size);
        if self.swap { Pie::open(board) } else { Pie::closed(board) }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        let (stones, turn) = read_stones(setup, SIDES, self.size, self.size)?;
        let winner =
            |stones: &_| HexPosition::with_stones(self.size, stones, turn).board().winner();
        let turn = settled(setup, SIDES, (&stones, turn), |_, _| false, winner)?;
        Ok(Pie::closed(HexPosition::with_stones(self.size, &stones, turn)))
    }
}
