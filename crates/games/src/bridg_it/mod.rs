//! Bridg-It, Gale's game: two lattices of dots, one in the holes of the other, and links that cannot cross.

mod graph;
mod notation;
#[cfg(test)]
mod oracle;
mod picture;
mod player;
#[cfg(test)]
mod tests;

use crosscut_rules::{Card, Classic, GameOption, MoveError, Source, Spoken, Values};

use crate::board::connection_game::{ConnectionRules, Lehman};
use crate::board::{Connection, ConnectionGame, ConnectionPosition, Point};
use graph::Slots;

/// Join your two rows of dots, one link a turn. A stone is a link, and a cell is the slot in which it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BridgItRules;

/// The rules of Bridg-It in force; the size is the number of V's dots in a row, 2 to 15, and H has as many in a column.
pub type BridgIt = ConnectionGame<BridgItRules>;

/// A board of Bridg-It.
pub type BridgItPosition = ConnectionPosition<BridgItRules>;

/// The links of the largest board, 421 slots in seven words, and its 424 nodes.
type Links = Connection<7, 424>;

impl ConnectionRules for BridgItRules {
    type Geometry = Slots;
    type Board = Links;
    type Ply = Point;
    type Theory = Lehman;

    fn read(text: &str) -> Result<Point, MoveError> {
        // The point that other games name as an example is a dot here.
        text.parse().map_err(|_| {
            MoveError::syntax(format!(
                "'{text}' is not a slot: write a letter and a number, such as B2"
            ))
        })
    }

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
}
