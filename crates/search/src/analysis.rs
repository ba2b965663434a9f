use std::time::Duration;

use crosscut_rules::Outcome;

/// What a search found about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<M> {
    /// Every legal ply, the best first.
    pub candidates: Vec<Candidate<M>>,
    /// The expected line of play, beginning with the best ply.
    pub line: Vec<M>,
    /// The expected result for the seat to move: 1 for a win, 0 for a loss, 1/2 for a draw.
    pub share: f64,
    /// The proved result, if the search has proved one.
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
    /// Its expected result for the seat that plays it; 1/2 if it was never tried.
    pub share: f64,
    /// Its proved result, if there is one.
    pub proved: Option<Outcome>,
    /// The expected line of play that begins with it; empty except for the best [`LINES`] candidates.
    pub line: Vec<M>,
}

/// The number of candidates that come with a line of play, at most.
pub const LINES: usize = 32;
