//! Plexus via Midpoints and Endpoints (Leroy Quet, 2011): two players grow one tree over a square of dots, with two segments a
//! full-move, and a player who leaves the other without a dot of the right class scores.

mod course;
mod dots;
mod figure;
mod frontier;
mod knowledge;
mod notation;
mod picture;
mod player;
mod position;
mod setup;
mod solver;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;

pub use figure::Class;
pub use notation::{Direction, Dot, Segment};
pub use position::PlexusPosition;

use crosscut_rules::{
    Card, Classic, Game, GameOption, Options, Setup, SetupError, Source, Spoken, Values,
};

/// Plexus on a square of dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plexus {
    /// Dots a side: odd, 3 to 19.
    size: u8,
    /// Whether a first half that takes the last dot scores.
    final_scores: bool,
}

impl Game for Plexus {
    const CARD: Card = Card {
        name: "plexus",
        aliases: &["midpoints-and-endpoints"],
        title: "Plexus via Midpoints and Endpoints",
        about: "Both players grow one tree of segments, and whoever leaves the other no dot of the class just used scores",
        designer: "Leroy Quet",
        year: "2011",
        source: Source {
            title: "Leroy Quet, \"Plexus Via Midpoints And Endpoints\"",
            issue: "gamesconceived.blogspot.com, 7 May 2011",
            rules: None,
            ours: &[],
            unsaid: &["size"],
            unclear: &["final"],
            readings: &[],
            request: None,
        },
        copyright: "text of the rules © 2011 Leroy Quet; no notice on the page",
        permission: "nothing is asked or granted: the author published the rules without conditions on his blog, \
            gamesconceived.blogspot.com, on 7 May 2011",
        sides: ["1", "2"],
        goals: ["scores more points", "scores more points"],
        options: &[
            GameOption {
                name: "size",
                title: "Size",
                about: "dots a side",
                values: Values::Number { least: 3, most: 19, step: 2, default: 7 },
            },
            GameOption {
                name: "final",
                title: "Last dot",
                about: "what a first half that takes the last dot is worth",
                values: Values::Choice(&[
                    (
                        "score",
                        "a point, since the second half is lost: totals are odd and nobody draws",
                    ),
                    ("none", "nothing: equal scores are a draw"),
                ]),
            },
        ],
        first_game: "size=5",
        spoken: Spoken {
            colours: ["Navy", "Orange"],
            piece: "a line",
            options: &[
                ("size", "{} by {}"),
                ("final=score", "the last dot scores"),
                ("final=none", "the last dot scores nothing"),
            ],
            lesson: include_str!("lesson.txt"),
        },
        classic: Classic::AS_ON_THE_CARD,
        sample: include_str!("sample.txt"),
        help: include_str!("help.md"),
    };

    type Position = PlexusPosition;

    fn new(options: &Options) -> Self {
        Plexus { size: options.number("size") as u8, final_scores: options.is("final", "score") }
    }

    fn start(&self) -> PlexusPosition {
        PlexusPosition::start(self.size, self.final_scores)
    }

    fn set_up(&self, setup: &Setup) -> Result<PlexusPosition, SetupError> {
        setup::set_up(self, setup)
    }
}
