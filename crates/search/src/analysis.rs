use std::time::Duration;

use crosscut_rules::Outcome;

/// What a search found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<M> {
    /// Every legal ply, the best first.
    pub candidates: Vec<Candidate<M>>,
    /// The line of play the search expects, beginning with the best ply.
    pub line: Vec<M>,
    /// The expected result for the seat to move: 1 for a win, 0 for a loss, 1/2 for a draw.
    pub share: f64,
    /// The result for certain, if the search has proved it.
    pub proved: Option<Outcome>,
    /// How many simulations were made.
    pub simulations: u64,
    /// How many nodes the tree has.
    pub nodes: usize,
    /// How long it took.
    pub time: Duration,
}

/// One ply of an [`Analysis`].
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The ply.
    pub ply: M,
    /// How often it was tried.
    pub visits: u64,
    /// Its expected result for the seat that plays it; 1/2 while it was never tried.
    pub share: f64,
    /// Its result for certain, if that is proved.
    pub proved: Option<Outcome>,
    /// The line of play the search expects if it is played, itself first; of the best [`LINES`] only, empty for others.
    pub line: Vec<M>,
}

/// Of how many candidates, at most, the line of play is told.
pub const LINES: usize = 32;
