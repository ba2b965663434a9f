use std::fmt::Debug;

use crosscut_rules::{Outcome, Rng, Seat};

use crate::Tuning;

/// A position as the search sees it: a sequence of decisions.
///
/// A ply is made in one decision or in several (a first stone, then its partner); a decision is a number, a [`Step`],
/// whose meaning is the view's own. What a game knows about itself speaks here: which decisions are worth looking at,
/// which look good, how a random game is played sensibly, and what is certain without a search.
pub trait View: Clone + Debug + Send + Sync + 'static {
    /// A ply of the game.
    type Ply: Copy + Eq + std::hash::Hash + Debug + Send + Sync + 'static;

    /// The seat that decides.
    fn mover(&self) -> Seat;

    /// The result, if the game is over or if it is certain and quick to see (a win at the next ply, say).
    fn verdict(&self) -> Option<Outcome>;

    /// Appends the decisions to be looked at, in an order that depends on the position only; at least one, unless the
    /// game is over. What is left out must never be better than what is listed.
    fn choices(&self, out: &mut Vec<Choice>);

    /// Decides.
    fn take(&mut self, step: Step);

    /// The ply that a decision completes; `None` if the ply needs another one.
    fn ply(&self, step: Step) -> Option<Self::Ply>;

    /// Appends the decisions that make up a legal ply, also of one that [`choices`](Self::choices) leaves out.
    fn steps(&self, ply: Self::Ply, out: &mut Vec<Step>);

    /// Appends every legal ply, where no ply is half made.
    fn plies(&self, out: &mut Vec<Self::Ply>);

    /// A hash of all that matters for playing on: positions with the same key are one to the search.
    fn key(&self) -> u64;

    /// How many keys of decisions there are: see [`Choice::key`].
    fn keys(&self) -> usize {
        0
    }

    /// Plays on to the end at random, as well as a quick player can, and notes the keys of what was decided.
    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome;

    /// Looks hard at the decisions, which may take milliseconds; asked of nodes that are visited often.
    fn study(&self) -> Insight {
        Insight::None
    }

    /// The search's numbers for this game.
    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
}

/// What a hard look at a position finds out.
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

/// A decision to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The decision.
    pub step: Step,
    /// What decisions of different moments have in common: the side and the place, usually. Below
    /// [`keys`](View::keys), or [`NO_KEY`](Choice::NO_KEY).
    pub key: u16,
    /// How good it looks, from 0 to 1; 0 if nothing is known.
    pub prior: f32,
}

/// The keys of what was decided in a playout, in order.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub(crate) keys: Vec<u16>,
}

impl Choice {
    /// The key of a decision that has nothing in common with others.
    pub const NO_KEY: u16 = u16::MAX;

    /// A decision of which nothing is known.
    #[must_use]
    pub fn plain(step: Step) -> Self {
        Choice { step, key: Self::NO_KEY, prior: 0.0 }
    }

    /// A decision with a key.
    #[must_use]
    pub fn keyed(step: Step, key: u16) -> Self {
        Choice { step, key, prior: 0.0 }
    }
}

impl Trace {
    /// Notes a key.
    #[inline]
    pub fn push(&mut self, key: u16) {
        self.keys.push(key);
    }

    /// Notes several keys.
    #[inline]
    pub fn extend(&mut self, keys: impl IntoIterator<Item = u16>) {
        self.keys.extend(keys);
    }
}
