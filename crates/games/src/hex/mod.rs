//! Hex: the first side joins top and bottom of a rhombus, the second left and right.

#[cfg(test)]
mod oracle;
mod picture;
mod player;
#[cfg(test)]
mod tests;

use crosscut_rules::{Card, Classic, GameOption, Source, Spoken, Values};

use crate::board::cellwise::Cellwise;
use crate::board::connection_game::ConnectionRules;
use crate::board::rhombus::{NODES, WORDS};
use crate::board::{Connection, ConnectionGame, ConnectionPosition, Point, Rhombus};

/// Join your two ends of a rhombus, one stone a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexRules;

/// The rules of Hex in force.
pub type Hex = ConnectionGame<HexRules>;

/// A board of Hex.
pub type HexPosition = ConnectionPosition<HexRules>;

impl ConnectionRules for HexRules {
    type Geometry = Rhombus;
    type Board = Connection<WORDS, NODES>;
    type Ply = Point;
    type Theory = Cellwise;

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
        sides: ["V", "H"],
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
}
