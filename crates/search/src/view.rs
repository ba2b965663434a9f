use std::fmt::Debug;

use crosscut_rules::{Outcome, Rng, Seat};

use crate::Tuning;

/// A position as the search sees it: a sequence of decisions.
///
/// A ply is made in one decision or in several (a first stone, then its partner); a decision is a number, a [`Step`],
/// whose meaning only the view knows. This is where a game's knowledge enters the search: which decisions are worth
/// looking at, which look good, how to play a sensible playout, and what is certain without a search.
pub trait View: Clone + Debug + Send + Sync + 'static {
    /// A ply of the game.
    type Ply: Copy + Eq + std::hash::Hash + Debug + Send + Sync + 'static;

    /// The seat that makes the next decision.
    fn mover(&self) -> Seat;

    /// The result, if the game is over or if the result is certain and quick to see (a win at the next ply, say).
    fn verdict(&self) -> Option<Outcome>;

    /// Appends the decisions to search, in an order that depends only on the position; at least one, unless the game is
    /// over. A decision left out must never be better than the best one listed.
    fn choices(&self, out: &mut Vec<Choice>);

    /// Makes a decision.
    fn take(&mut self, step: Step);

    /// The ply that a decision completes; `None` if the ply needs another decision.
    fn ply(&self, step: Step) -> Option<Self::Ply>;

    /// Appends the decisions that make up a legal ply, even if [`choices`](Self::choices) leaves them out.
    fn steps(&self, ply: Self::Ply, out: &mut Vec<Step>);

    /// Appends every legal ply; called only where no ply is half made.
    fn plies(&self, out: &mut Vec<Self::Ply>);

    /// A hash of everything on which the rest of the game depends: the search takes positions with the same key for the
    /// same.
    fn key(&self) -> u64;

    /// The number of decision keys: see [`Choice::key`].
    fn keys(&self) -> usize {
        0
    }

    /// Plays at random to the end, as sensibly as a quick player can, and records the keys of the decisions.
    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome;

    /// Studies the decisions, which may take milliseconds; called for nodes that are visited often.
    fn study(&self) -> Insight {
        Insight::None
    }

    /// The search's parameters for this game.
    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
}

/// What the study of a position finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insight {
    /// Nothing.
    None,
    /// The seat to move wins with this decision.
    Won(Step),
    /// The seat to move loses.
    Lost,
    /// The seat to move loses with every decision but these.
    Only(Vec<Step>),
}

/// A decision, by its number.
pub type Step = u32;

/// A decision to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The decision.
    pub step: Step,
    /// What identifies the same decision at different moments of a game, for the all-moves-as-first tables: usually the side
    /// and the place. Below [`keys`](View::keys), or [`NO_KEY`](Choice::NO_KEY).
    pub key: u16,
    /// How good the decision looks, from 0 to 1; 0 if nothing is known.
    pub prior: f32,
}

/// The keys of the decisions of a playout, in order.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub(crate) keys: Vec<u16>,
}

impl Choice {
    /// The key of a decision that has nothing in common with others.
    pub const NO_KEY: u16 = u16::MAX;

    /// A decision without a key or a prior.
    #[must_use]
    pub fn plain(step: Step) -> Self {
        Choice { step, key: Self::NO_KEY, prior: 0.0 }
    }

    /// A decision with a key, but without a prior.
    #[must_use]
    pub fn keyed(step: Step, key: u16) -> Self {
        Choice { step, key, prior: 0.0 }
    }
}

impl Trace {
    /// Records a key.
    #[inline]
    pub fn push(&mut self, key: u16) {
        self.keys.push(key);
    }

    /// Records several keys.
    #[inline]
    pub fn extend(&mut self, keys: impl IntoIterator<Item = u16>) {
        self.keys.extend(keys);
    }
}
