//! Trellis: V joins top and bottom of a checkered board, H left and right, with up to two stones a turn.

mod duel;
mod free;
mod knowledge;
mod mirror;
mod notation;
#[cfg(test)]
mod oracle;
mod partners;
mod picture;
mod player;
mod position;
mod solver;
#[cfg(test)]
mod tests;
mod verified;

use crosscut_rules::{
    Card, Classic, Game, GameOption, Options, Setup, SetupError, Source, Spoken, Values,
};

use crate::board::{Point, read_stones, settled};
pub use notation::{Stones, Turn};
pub use position::TrellisPosition;

/// The rules of Trellis in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trellis {
    /// Points a side, an odd number from 3 to 25.
    size: usize,
    /// How the advantage of the first turn is balanced.
    opening: Opening,
    /// Whether the mirror rule is in force.
    mirror: bool,
}

/// How the advantage of the first turn is balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// The first seat plays a turn for V, one for H and one for V; the second chooses its side.
    Official,
    /// The second seat may answer the first turn by swapping sides.
    Swap,
    /// It is not balanced.
    None,
}

/// The sides' names.
const SIDES: [&str; 2] = ["V", "H"];

impl Game for Trellis {
    const CARD: Card = Card {
        name: "trellis",
        aliases: &["square-trellis"],
        title: "Trellis",
        about: "join your two edges of a checkered board, two stones a turn, exactly three points apart",
        designer: "Steven Meyers",
        year: "1999 to 2001",
        source: Source {
            title: "Steven Meyers, \"New Connection Games — Part One\"",
            issue: "Games magazine, October 2001",
            rules: Some("http://home.fuse.net/swmeyers/trellis.htm"),
            ours: &["size=3", "size=5", "size=21", "size=23", "size=25", "opening=none"],
            unsaid: &[],
            unclear: &[],
            readings: &[],
            request: None,
        },
        copyright: "© 1999 Steven Meyers",
        permission: "the rules were published by their author (Games magazine, October 2001; his web pages) and \
                     offered with credit to him by a play-by-mail server from 2003 on; no written permission is known",
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
                    (
                        "official",
                        "the first player makes three turns, for V, H and V; the second then chooses a side, and H moves next",
                    ),
                    ("swap", "the second seat may answer the first turn by exchanging sides"),
                    ("none", "no remedy"),
                ]),
            },
            GameOption {
                name: "mirror",
                title: "Mirroring",
                about: "whether mirroring the opponent for long is forbidden",
                values: Values::Choice(&[
                    ("any", "a tenth turn in a row that mirrors the one before it is not allowed"),
                    ("off", "anything goes"),
                ]),
            },
        ],
        first_game: "size=9,opening=none",
        spoken: Spoken {
            colours: ["Navy", "Orange"],
            piece: "one or two stones",
            options: &[
                ("size", "{} by {}"),
                ("opening=official", "official opening"),
                ("opening=swap", "with a swap"),
                ("opening=none", "no swap"),
                ("mirror=any", "mirror rule on"),
                ("mirror=off", "mirroring allowed"),
            ],
            lesson: include_str!("lesson.txt"),
        },
        classic: Classic { options: "opening=swap,mirror=off", bounds: &[("size", 7, 19)] },
        sample: include_str!("sample.txt"),
        help: include_str!("help.md"),
    };

    type Position = TrellisPosition;

    fn new(options: &Options) -> Self {
        let opening = if options.is("opening", "official") {
            Opening::Official
        } else if options.is("opening", "swap") {
            Opening::Swap
        } else {
            Opening::None
        };
        let mirror = options.is("mirror", "any");
        Trellis { size: options.number("size") as usize, opening, mirror }
    }

    fn start(&self) -> TrellisPosition {
        TrellisPosition::new(self)
    }

    fn set_up(&self, setup: &Setup) -> Result<TrellisPosition, SetupError> {
        let (stones, turn) = read_stones(setup, SIDES, self.size, self.size)?;
        let winner = |stones: &_| TrellisPosition::with_stones(self, stones, turn).board().winner();
        let point = |cell| Point::at(cell, self.size);
        let three_apart = |one, two| {
            let (one, two) = (point(one), point(two));
            one.column.abs_diff(two.column) + one.row.abs_diff(two.row) == 3
        };
        let turn = settled(setup, SIDES, (&stones, turn), three_apart, winner)?;
        Ok(TrellisPosition::with_stones(self, &stones, turn))
    }
}
