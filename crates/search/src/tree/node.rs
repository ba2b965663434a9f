use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use crosscut_rules::{Outcome, Seat};

/// A position in the tree.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) key: AtomicU64,
    pub(super) visits: AtomicU32,
    /// Half points of the seat that decides here: 2 for a win, 1 for a draw.
    pub(super) points: AtomicU32,
    /// The number of the first edge.
    pub(super) first: AtomicU32,
    /// [`CLOSED`], [`OPENING`], or [`OPEN`] plus the number of edges.
    pub(super) state: AtomicU32,
    /// Where the entries of the all-moves-as-first table begin, after the word that counts them; 0 if there is no table.
    pub(super) table: AtomicU32,
    /// The index of the seat that decides here.
    pub(super) mover: AtomicU8,
    pub(super) proof: Proof,
}

/// The node has no edges yet.
pub(super) const CLOSED: u32 = 0;
/// A thread is about to make its edges.
pub(super) const OPENING: u32 = 1;
/// The node has its edges: as many as the state is above this.
pub(super) const OPEN: u32 = 2;

/// A decision at a node.
#[derive(Debug, Default)]
pub(super) struct Edge {
    pub(super) step: AtomicU32,
    pub(super) visits: AtomicU32,
    /// Half points of the seat that decides.
    pub(super) points: AtomicU32,
    /// The number of the node it leads to; 0, the root's number, if that node does not exist yet.
    pub(super) child: AtomicU32,
    pub(super) key: AtomicU16,
    /// The game's own opinion of it (its prior), in 255ths.
    pub(super) prior: AtomicU8,
    pub(super) proof: Proof,
}

/// A proved result, or none so far.
#[derive(Debug, Default)]
pub(super) struct Proof(AtomicU8);

impl Proof {
    #[inline]
    pub(super) fn get(&self) -> Option<Outcome> {
        match self.0.load(Relaxed) {
            0 => None,
            1 => Some(Outcome::Won(Seat::First)),
            2 => Some(Outcome::Won(Seat::Second)),
            _ => Some(Outcome::Drawn),
        }
    }

    pub(super) fn set(&self, outcome: Outcome) {
        let code = match outcome {
            Outcome::Won(Seat::First) => 1,
            Outcome::Won(Seat::Second) => 2,
            Outcome::Drawn => 3,
        };
        self.0.store(code, Relaxed);
    }

    /// Withdraws the result.
    pub(super) fn clear(&self) {
        self.0.store(0, Relaxed);
    }
}

impl Node {
    pub(super) fn seat(&self) -> Seat {
        Seat::BOTH[usize::from(self.mover.load(Relaxed) & 1)]
    }
}

impl Edge {
    /// The expected result for the seat that decides.
    pub(super) fn share(&self, mover: Seat) -> f64 {
        let visits = self.visits.load(Relaxed);
        match self.proof.get() {
            Some(outcome) => f64::from(points(outcome, mover)) / 2.0,
            None if visits == 0 => 0.5,
            None => f64::from(self.points.load(Relaxed)) / 2.0 / f64::from(visits),
        }
    }
}

/// The half points of a seat: 2 for a win, 1 for a draw.
#[inline]
pub(super) fn points(outcome: Outcome, seat: Seat) -> u32 {
    match outcome {
        Outcome::Drawn => 1,
        Outcome::Won(winner) => 2 * u32::from(winner == seat),
    }
}
