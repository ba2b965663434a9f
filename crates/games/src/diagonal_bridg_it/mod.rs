//! Diagonal Bridg-It: Trellis with one stone a turn.

mod notation;
#[cfg(test)]
mod oracle;
mod picture;
mod player;
mod squared_off;
#[cfg(test)]
mod tests;

use crosscut_rules::{Card, Classic, GameOption, Source, Spoken, Values};

use crate::board::checkered::{NODES, WORDS};
use crate::board::connection_game::{ConnectionRules, Lehman};
use crate::board::{Checkered, Connection, ConnectionGame, ConnectionPosition};
pub use notation::Turn;

/// Join your two edges of a checkered board, at most one stone a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiagonalBridgItRules;

/// The rules of Diagonal Bridg-It in force.
pub type DiagonalBridgIt = ConnectionGame<DiagonalBridgItRules>;

/// A board of Diagonal Bridg-It.
pub type DiagonalBridgItPosition = ConnectionPosition<DiagonalBridgItRules>;

impl ConnectionRules for DiagonalBridgItRules {
    type Geometry = Checkered;
    type Board = Connection<WORDS, NODES>;
    type Ply = Turn;
    type Theory = Lehman;

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
        sides: ["V", "H"],
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
}
