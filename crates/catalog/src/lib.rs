#![doc = include_str!("../README.md")]
//!
//! ## Where types end
//!
//! Below this crate moves, positions and rules are types of each game; above it a move is text, a board is a [`Scene`] or a
//! [`Diagram`], and the types are gone. They are erased once per request, never per node: a caller asks for a whole search
//! or a whole list.

#![warn(clippy::must_use_candidate)]

mod compose;
mod decision;
mod endgame;
mod erased;
mod fair_start;
mod game;
mod held;
mod lesson;
mod line;
mod list;
mod opening;
mod ownership;
pub mod page;
mod player;
mod position;
mod proof;
mod record;
mod spec;
mod turns;

pub use compose::{Continuations, begins};
pub use crosscut_draw::{
    Decimal, Diagram, Gap, Ground, Ink, Mark, Palette, Place, Point, Role, Scene, Shape, Site,
    Spot, Stage, svg,
};
#[cfg(feature = "png")]
pub use crosscut_draw::{PngError, png};
pub use crosscut_rules::{
    Card, Classic, GameOption, MoveError, Options, OptionsError, Outcome, Request, Rng, Seat,
    Setup, SetupError, Side, Source, Spoken, Values, Worth, readable, shortened,
};
pub use crosscut_search::{
    Analysis, Budget, Candidate, Filled, Knowledge, Level, Method, Playout, Stopwatch, Tuning,
};
pub use crosscut_solve::{
    Certified, Checkpoint, Damaged, Limits, Progress, Question, Solution, Task, Uncertified, Value,
};
pub use crosscut_verify::Verified;
pub use decision::{Decision, Told, decision};
pub use endgame::{Disagreement, Endgame};
pub use erased::ErasedPosition;
pub use fair_start::{ALIKE, FairStart, Wanted};
pub use game::{AnyGame, listed};
pub use lesson::{Asked, Lesson, Shown, Step};
pub use line::{Line, LineError};
pub use list::{misnumbered, unmarked};
pub use opening::Opening;
pub use ownership::{Owned, Ownership};
pub use player::{AnyPlayer, seed_of_ply};
pub use position::AnyPosition;
pub use proof::{ProofError, verify};
pub use record::{RecordError, in_turns, result};
pub use spec::{Spec, SpecError};
pub use turns::{is_a_move, is_last_move, is_list};

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

use crosscut_games as games;

/// The games, in the order in which they are shown. A new game is one line here.
pub static GAMES: &[&dyn AnyGame] = &[
    listed::<games::trellis::Trellis>(),
    listed::<games::original_trellis::OriginalTrellis>(),
    listed::<games::diagonal_bridg_it::DiagonalBridgIt>(),
    listed::<games::bridg_it::BridgIt>(),
    listed::<games::hex::Hex>(),
    listed::<games::quadrant_hex::QuadrantHex>(),
    listed::<games::trail_mix::TrailMix>(),
    listed::<games::trichet::Trichet>(),
    listed::<games::plexus::Plexus>(),
];

/// The game with this name or alias, regardless of case.
pub fn find(name: &str) -> Option<&'static dyn AnyGame> {
    let is = |it: &str| it.eq_ignore_ascii_case(name);
    GAMES
        .iter()
        .copied()
        .find(|game| is(game.card().name) || game.card().aliases.iter().any(|alias| is(alias)))
}
