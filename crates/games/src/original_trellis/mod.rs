//! Trellis as it was first published: five connection games on one board, one stone a turn.

mod board;
mod five;
#[cfg(test)]
mod oracle;
mod picture;
mod player;
#[cfg(test)]
mod tests;

use crosscut_rules::{Card, Classic, GameOption, Source, Spoken, Values};

use crate::board::connection_game::{ConnectionRules, RulesAlone};
use crate::board::{Checkered, ConnectionGame, ConnectionPosition, Point};
use board::Quarters;

/// Win three of five connection games on one board, one stone a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OriginalTrellisRules;

/// The rules of original Trellis in force.
pub type OriginalTrellis = ConnectionGame<OriginalTrellisRules>;

/// A board of original Trellis. Whatever the stones, at most one side has joined its edges in each of the five games.
pub type OriginalTrellisPosition = ConnectionPosition<OriginalTrellisRules>;

impl ConnectionRules for OriginalTrellisRules {
    type Geometry = Checkered;
    type Board = Quarters;
    type Ply = Point;
    type Theory = RulesAlone;

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
        sides: ["V", "H"],
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
}
