use std::ops::ControlFlow;

use crosscut_draw::{Diagram, Scene, Stage};
use crosscut_rules::{MoveError, Outcome, Rng, Seat, Seating, Side};
use crosscut_search::{Analysis, Budget, Playout};
use crosscut_solve::{Certified, Damaged, Limits, Progress, Question, Solution, Task};
use crosscut_verify::{Certificate, Fault, Verified};

use crate::{AnyPlayer, Endgame};

pub(crate) type Watch<'a> = &'a mut dyn FnMut(&Analysis<String>) -> ControlFlow<()>;
pub(crate) type Guard<'a> = &'a mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send);

/// What a position answers whatever its game, once its type is forgotten: a move is text, a board is a [`Scene`] or a
/// [`Diagram`]. [`AnyPosition`](crate::AnyPosition) dereferences to it.
pub trait ErasedPosition: Send + Sync {
    /// The seat to move; `None` when the game is over.
    #[must_use]
    fn turn(&self) -> Option<Seat>;

    /// The name of the side the next ply is made for; `None` when the game is over.
    #[must_use]
    fn side(&self) -> Option<&'static str>;

    /// The name of the side a seat holds.
    #[must_use]
    fn held_by(&self, seat: Seat) -> &'static str;

    /// How the game ended by its rules, if it has.
    #[must_use]
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game is drawn by its rules, in words without a full stop (`both passed`); nothing if it is not.
    #[must_use]
    fn drawn_because(&self) -> Option<&'static str>;

    /// What the game is won by, as a sentence without a full stop, where neither the goal nor a chain shows it; nothing elsewhere.
    #[must_use]
    fn won_because(&self) -> Option<String>;

    /// What is left of what is played with, as a sentence without a full stop, where it may run out; nothing elsewhere.
    #[must_use]
    fn remaining(&self) -> Option<String>;

    /// What the winner has joined, where the goal leaves that open (`top and bottom`).
    #[must_use]
    fn joined(&self) -> Option<&'static str>;

    /// Points by seat, in games that count them.
    #[must_use]
    fn score(&self) -> Option<[u32; 2]>;

    /// How many plies are legal.
    #[must_use]
    fn count(&self) -> usize;

    /// Every legal ply in canonical notation, in the game's own order; none when the game is over.
    #[must_use]
    fn legal_moves(&self) -> Vec<String>;

    /// The board in fixed-width characters.
    #[must_use]
    fn text(&self) -> Diagram;

    /// The board as shapes. Its words call the sides by their colours, as whoever sees them does.
    #[must_use]
    fn scene(&self) -> Scene;

    /// The plies that the rules added to the last one by themselves, in the rounds in which they came.
    #[must_use]
    fn forced(&self) -> Vec<Vec<String>>;

    /// What followed by itself from the last ply, step by step, the position itself last; empty if nothing did.
    #[must_use]
    fn stages(&self) -> Vec<Stage>;

    /// The number of sequences of exactly `depth` legal plies.
    #[must_use]
    fn perft(&self, depth: u32) -> u64;

    /// Plays one random game from here to its end.
    fn playout(&self, rng: &mut Rng) -> Playout;

    /// Plays random plies, chosen uniformly among the legal ones, to the end of the game.
    fn play_out(&mut self, rng: &mut Rng);

    /// Finds out for certain what the position is worth, with which plies and how long it lasts, as far as the limits
    /// allow. `watch` sees how it goes and may end it.
    fn solve(&self, question: Question, limits: &Limits, watch: Guard<'_>) -> Solution<String>;

    /// Plays on at random, each side careful not to let the other end the game, and goes back from the end as far as
    /// everything can be tried with `most` positions: the longest endgame on the way, or `None` if none is that small.
    fn endgame(&self, most: usize, rng: &mut Rng) -> Option<Endgame>;

    /// Looks for the best ply; `None` when the game is over. `watch` sees the analysis grow and may end it.
    fn analyse(&self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>>;

    /// A player who follows the game from here on and keeps what it finds out: the one `budget` asks for.
    #[must_use]
    fn player(&self, budget: &Budget) -> AnyPlayer;
}

/// What this crate alone asks of it.
pub(crate) trait Hidden: ErasedPosition {
    /// The same position again.
    fn boxed(&self) -> Box<dyn Hidden>;

    /// The side a seat holds.
    fn side_of(&self, seat: Seat) -> Side;

    /// What the next ply decides about seats and sides, if the opening is not over.
    fn seating(&self) -> Option<Seating<String>>;

    /// Plays the first of the legal plies, where it does not matter which; whether there is one. It is quicker than to have
    /// all of them written down.
    fn play_first(&mut self) -> bool;

    /// Plays a ply, whatever is written around it, and returns its canonical text.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// The scene without the last ply, its sides called as notation calls them.
    fn bare_scene(&self) -> Scene;

    /// Solves, and proves what it finds out in the words of a certificate.
    fn certify<'w>(&self, task: Task<'w>, watch: Guard<'w>) -> Result<Certified<String>, Damaged>;

    /// Checks a certificate of this position.
    fn verify(&self, certificate: &Certificate<'_>) -> Result<Verified, Fault>;
}
