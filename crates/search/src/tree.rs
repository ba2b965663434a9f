//! Monte-Carlo tree search.

mod bunch;
mod node;
mod report;
mod simulate;
mod store;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crosscut_rules::Rng;

use self::simulate::Simulator;
use self::store::Store;
use crate::arena::Apart;
use crate::{Aim, Analysis, Budget, Player, Stopwatch, View, Watch};

/// How often the watcher is shown the analysis.
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// The most exploration when the question is what a position is worth, and not which ply is slightly better than others.
/// With more of it the shares of whole boards are too close to a half to tell the middle from a corner.
const NARROW: f32 = 0.03;

/// The most visits before the game studies a node, for the same question, in games that study nodes at all.
const STUDY: u32 = 200;

/// A player by Monte-Carlo tree search, over what a [`View`] knows about a game.
///
/// - All moves as first (GRAVE: Cazenave, 2015), first-play urgency and the game's own opinion guide the walk down; see
///   [`Tuning`](crate::Tuning).
/// - Proved results are carried up (MCTS-Solver: Winands, Björnsson and Saito, 2008), and the search ends when the root is
///   proved.
/// - Positions reached in several ways share one node.
/// - Threads share the tree and keep apart by virtual losses: a visit counts before its result is known.
/// - When a ply is played, the part of the tree after it is kept.
pub struct Tree<V: View> {
    root: V,
    store: Option<Store>,
}

impl<V: View> Tree<V> {
    /// A player at this position, where no ply is half made.
    pub fn new(root: V) -> Self {
        Tree { root, store: None }
    }
}

impl<V: View> fmt::Debug for Tree<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("root", &self.root).finish_non_exhaustive()
    }
}

impl<V: View> Player<V::Ply> for Tree<V> {
    fn think(&mut self, budget: &Budget, watch: Watch<'_, V::Ply>) -> Option<Analysis<V::Ply>> {
        let watcher = Stopwatch::start();
        let mut plies = Vec::new();
        self.root.plies(&mut plies);
        if plies.is_empty() {
            return None;
        }
        let mut choices = Vec::new();
        self.root.choices(&mut choices);
        let fits = |store: &Store| store.most == budget.nodes && store.can_open(choices.len());
        if !self.store.as_ref().is_some_and(fits) {
            self.store = Some(Store::new(budget.nodes, choices.len()));
        }
        let store = self.store.as_ref().expect("it was made just now");
        let simulator = |seed| {
            let mut tuning = budget.tuning.unwrap_or_else(|| self.root.tuning());
            if budget.aim != Aim::Win {
                tuning.exploration = tuning.exploration.min(NARROW);
                tuning.study = tuning.study.min(STUDY);
            }
            Simulator::new(&self.root, store, tuning, budget, seed)
        };
        let mut first = simulator(budget.seed);
        first.open_root(&choices);

        let done = Apart(AtomicU64::new(0));
        let stop = AtomicBool::new(false);
        let most = budget.simulations.unwrap_or(u64::MAX);
        let work = |simulator: &mut Simulator<'_, V>| {
            if stop.load(Relaxed)
                || simulator.root_is_proved()
                || done.0.fetch_add(1, Relaxed) >= most
            {
                stop.store(true, Relaxed);
                return false;
            }
            simulator.simulate();
            true
        };
        let report = |plies: &[V::Ply], time: Duration| {
            let simulations = done.0.load(Relaxed).min(most);
            report::analysis(&self.root, store, plies, simulations, time)
        };
        std::thread::scope(|scope| {
            let mut seeds = Rng::new(budget.seed);
            for _ in 1..budget.threads {
                let mut other = simulator(seeds.next_u64());
                let work = &work;
                let work = move || {
                    while work(&mut other) {}
                    other.tell();
                };
                // If the system provides no more threads, this one does the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            let mut shown = Duration::ZERO;
            for round in 1_u64.. {
                if !work(&mut first) {
                    break;
                }
                // Reading the clock costs about as much as a ply of a playout.
                if !round.is_multiple_of(4) {
                    continue;
                }
                let elapsed = watcher.elapsed();
                if budget.time.is_some_and(|time| elapsed >= time) {
                    break;
                }
                if elapsed - shown >= SHOW_EVERY {
                    shown = elapsed;
                    if watch(&report(&plies, elapsed)).is_break() {
                        break;
                    }
                }
            }
            stop.store(true, Relaxed);
            first.tell();
        });
        Some(report(&plies, watcher.elapsed()))
    }

    fn play(&mut self, ply: V::Ply) {
        let mut steps = Vec::new();
        self.root.steps(ply, &mut steps);
        let mut at = Some(0);
        for step in steps {
            at = at.and_then(|at| self.child(at, step));
            self.root.take(step);
        }
        let old = self.store.take();
        // The decisions may have been made in another order.
        let at = at.or_else(|| old.as_ref()?.find(self.root.key()));
        self.store = old.zip(at).map(|(old, at)| old.grown_from(at));
    }
}

impl<V: View> Tree<V> {
    /// The node a decision leads to, if it exists.
    fn child(&self, at: u32, step: u32) -> Option<u32> {
        let store = self.store.as_ref()?;
        let edges = store.edges_of(&store.nodes[at])?;
        let edge = edges.iter().find(|edge| edge.step.load(Relaxed) == step)?;
        Some(edge.child.load(Relaxed)).filter(|&child| child != 0)
    }
}

#[cfg(test)]
mod tests;
