#![doc = include_str!("../README.md")]
//!
//! ## Seats and sides
//!
//! Two words that are easily mixed up: a [`Seat`] is a person's place at the table, a [`Side`] is a role on the board
//! (V and H, Brown and Green). The swap rule changes which seat plays which side. What all games have in common is in the
//! traits [`Game`] and [`Position`] and the small types around them; random seeds are always passed as arguments.

#![warn(clippy::must_use_candidate)]

mod card;
mod conform;
mod cut_and_choose;
mod error;
mod minimax;
mod options;
mod perft;
mod pie;
mod rng;
mod seat;
mod seating;
mod setup;
mod shortened;
mod spoken;

pub use card::{Card, Classic, Request, Source};
pub use conform::conform;
pub use cut_and_choose::CutAndChoose;
pub use error::MoveError;
pub use minimax::{Minimax, Worth};
pub use options::{GameOption, Options, OptionsError, Values};
pub use perft::perft;
pub use pie::{Pie, PieMove};
pub use rng::Rng;
pub use seat::{Outcome, Seat, Side};
pub use seating::Seating;
pub use setup::{Setup, SetupError};
pub use shortened::{readable, shortened};
pub use spoken::Spoken;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// The rules in force: a game together with its options.
pub trait Game: Clone + Debug + Eq + Send + Sync + 'static {
    /// What is known about the game: names, designer, options, help page.
    const CARD: Card;

    /// The state of a game.
    type Position: Position;

    /// The game with these options, which were checked against [`Card::options`].
    fn new(options: &Options) -> Self;

    /// The position before the first ply.
    fn start(&self) -> Self::Position;

    /// The static position that `setup` describes.
    ///
    /// In it the opening is over (nothing to swap, no choice to make) and the first seat holds the first side.
    ///
    /// # Errors
    /// A sentence for the person who typed the set-up, if it names a place that the board does not have, or does not
    /// describe a position.
    fn set_up(&self, setup: &Setup) -> Result<Self::Position, SetupError>;
}

/// The state of a game: the board, who is to move, and as much of the past as the rules need.
///
/// Positions with the same possible continuations are equal and have equal hashes.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One ply. `Display` writes the canonical notation, `FromStr` reads every accepted one; neither needs the board.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = MoveError> + Send + Sync;

    /// The seat that decides the next ply (either seat, once the game is over).
    fn turn(&self) -> Seat;

    /// The side for which the next ply is made. It differs from the side that the seat to move holds only while a rule
    /// lets one seat make the opening plies of both sides.
    fn side(&self) -> Side {
        self.held_by(self.turn())
    }

    /// The side a seat holds now.
    fn held_by(&self, seat: Seat) -> Side {
        match seat {
            Seat::First => Side::First,
            Seat::Second => Side::Second,
        }
    }

    /// What the next ply decides about seats and sides, in an opening where one seat cuts and the other chooses; `None`
    /// in every other position, and when the game is over.
    fn seating(&self) -> Option<Seating<Self::Move>> {
        None
    }

    /// The same board with the opening over and each seat holding its own side, as if the seats had never swapped: the
    /// game on the board, whoever plays which side.
    #[must_use]
    fn settled(&self) -> Self {
        self.clone()
    }

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The seat that has won; `None` while the game is in progress, and in a draw.
    fn winner(&self) -> Option<Seat> {
        self.outcome().and_then(Outcome::winner)
    }

    /// Why the game is drawn, in words without a full stop (`both passed`); `None` if it is not drawn.
    fn drawn_because(&self) -> Option<&'static str> {
        None
    }

    /// Why the game is won, as a sentence without a full stop, in games where neither the goal nor a chain shows it
    /// (`A white region of 14 tiles is closed`).
    fn won_because(&self) -> Option<String> {
        None
    }

    /// How many pieces are left to play with, as a sentence without a full stop (`82 tiles are left`), in games where they
    /// may run out.
    fn remaining(&self) -> Option<String> {
        None
    }

    /// What the winner has joined, in games where the goal leaves that open (`top and bottom`).
    fn joined(&self) -> Option<&'static str> {
        None
    }

    /// The points of each seat, in games with points.
    fn score(&self) -> Option<[u32; 2]> {
        None
    }

    /// Appends every legal ply once, in the game's own order; nothing when the game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Every legal ply once, in the game's own order; empty when the game is over. Where speed matters, reuse one list and
    /// call [`moves`](Self::moves).
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// The number of legal plies: how many [`moves`](Self::moves) appends.
    fn count(&self) -> usize {
        self.legal_moves().len()
    }

    /// Reads a ply as a player at this board writes it: what `FromStr` reads. A game that reads places beyond some of its
    /// boards can say in a refusal which places this board has.
    ///
    /// # Errors
    /// What is wrong with the text, in the notation of the person who typed it.
    fn read(&self, text: &str) -> Result<Self::Move, MoveError> {
        text.parse()
    }

    /// Checks that a ply is legal.
    ///
    /// # Errors
    /// Why it is refused, in the notation of the person who typed the move.
    fn check(&self, m: Self::Move) -> Result<(), MoveError>;

    /// Plays a ply that [`check`](Self::check) accepts. Any other ply leaves the position in an unspecified state
    /// (but memory-safe, and without a panic where that costs nothing).
    fn play_unchecked(&mut self, m: Self::Move);

    /// Plays a ply, or says why not and leaves the position as it was.
    ///
    /// # Errors
    /// What [`check`](Self::check) says.
    fn play(&mut self, m: Self::Move) -> Result<(), MoveError> {
        self.check(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// The position after a ply; `self` stays as it is. A loop that no longer needs the position before the ply calls
    /// [`play`](Self::play), which copies nothing.
    ///
    /// # Errors
    /// What [`check`](Self::check) says.
    fn apply(&self, m: Self::Move) -> Result<Self, MoveError> {
        let mut after = self.clone();
        after.play(m)?;
        Ok(after)
    }
}
