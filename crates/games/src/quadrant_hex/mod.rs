//! Quadrant Hex: five games of Hex with the same stones, one on each quarter of a rhombus and one on the whole of it.

mod board;
mod knowledge;
#[cfg(test)]
mod oracle;
mod parts;
mod picture;
mod player;
#[cfg(test)]
mod tests;

use crosscut_rules::{Card, Classic, GameOption, Source, Spoken, Values};

use crate::board::cellwise::Cellwise;
use crate::board::connection_game::ConnectionRules;
use crate::board::{ConnectionGame, ConnectionPosition, Point, Rhombus};
use board::Quarters;

/// Win three of five games of Hex on one board, one stone a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuadrantHexRules;

/// The rules of Quadrant Hex in force.
pub type QuadrantHex = ConnectionGame<QuadrantHexRules>;

/// A board of Quadrant Hex. Whatever the stones, at most one side has joined its edges in each of the five games.
pub type QuadrantHexPosition = ConnectionPosition<QuadrantHexRules>;

impl ConnectionRules for QuadrantHexRules {
    type Geometry = Rhombus;
    type Board = Quarters;
    type Ply = Point;
    type Theory = Cellwise;

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
        sides: ["V", "H"],
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
}
