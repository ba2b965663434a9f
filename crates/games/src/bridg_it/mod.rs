//! Bridg-It, Gale's game: two lattices of dots, one in the holes of the other, and links that cannot cross.

mod graph;
mod notation;
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

use crate::board::{Point, read_stones, settled};
use notation::{slot, width};
pub use position::BridgItPosition;

/// The rules of Bridg-It in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BridgIt {
    /// V's dots in a row, 2 to 15; H has as many in a column.
    size: usize,
    /// Whether the second seat may answer the first move with `swap`.
    swap: bool,
}

impl Game for BridgIt {
    const CARD: Card = Card {
        name: "bridg-it",
        aliases: &["bridgit", "gale"],
        title: "Bridg-It",
        about: "draw links between your dots and join your two sides, which the other's links try to cut off",
        designer: "David Gale",
        year: "1958",
        source: Source {
            title: "Martin Gardner, \"Mathematical Games\"",
            issue: "Scientific American, October 1958",
            rules: None,
            ours: &["size", "opening=swap"],
            unsaid: &["opening"],
            unclear: &[],
            readings: &[],
            request: None,
        },
        copyright: "none known for the rules; Bridg-it was the trade name of a set sold from 1960",
        permission: "none asked for: the rules have been in print since Martin Gardner's column of October 1958",
        sides: ["V", "H"],
        goals: ["joins bottom and top", "joins left and right"],
        options: &[
            GameOption {
                name: "size",
                title: "Size",
                about: "dots in a row of V's (n by n + 1 dots a side, as in 5 by 6)",
                values: Values::Number { least: 2, most: 15, step: 1, default: 5 },
            },
            GameOption {
                name: "opening",
                title: "Opening",
                about: "how the first move's advantage is met",
                values: Values::Choice(&[
                    ("none", "no remedy"),
                    ("swap", "the second seat may answer the first move by exchanging sides"),
                ]),
            },
        ],
        first_game: "size=4",
        spoken: Spoken {
            colours: ["Navy", "Orange"],
            piece: "a link",
            options: &[
                ("size", "{} dots a row"),
                ("opening=swap", "with a swap"),
                ("opening=none", "no swap"),
            ],
            lesson: include_str!("lesson.txt"),
        },
        classic: Classic::AS_ON_THE_CARD,
        sample: include_str!("sample.txt"),
        help: include_str!("help.md"),
    };

    type Position = Pie<BridgItPosition>;

    fn new(options: &Options) -> Self {
        BridgIt { size: options.number("size") as usize, swap: options.is("opening", "swap") }
    }

    fn start(&self) -> Self::Position {
        let board = BridgItPosition::new(self.size);
        if self.swap { Pie::open(board) } else { Pie::closed(board) }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        let width = width(self.size);
        let (points, turn) = read_stones(setup, Self::CARD.sides, width, width)?;
        let mut links = [Vec::new(), Vec::new()];
        for (points, links) in points.iter().zip(&mut links) {
            for &index in points {
                let found = slot(Point::at(index, width), self.size);
                links.push(found.map_err(|error| SetupError::new(error.to_string()))?);
            }
        }
        let winner =
            |links: &_| BridgItPosition::with_links(self.size, links, turn).links().winner();
        let turn = settled(setup, Self::CARD.sides, (&links, turn), |_, _| false, winner)?;
        Ok(Pie::closed(BridgItPosition::with_links(self.size, &links, turn)))
    }
}
