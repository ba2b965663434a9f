use std::ops::Range;
use std::sync::atomic::Ordering::{Relaxed, Release};

use crosscut_rules::{Outcome, Rng, Seat};

use super::bunch::Bunch;
use super::node::{CLOSED, Edge, Node, OPEN, OPENING, points};
use super::store::Store;
use crate::fair::LEAN;
use crate::{Aim, Budget, Choice, Insight, Trace, Tuning, View};

/// The number of visits from which a node is given a table: tables are large.
const TABLE_AT: u32 = 8;

/// The number of nodes a thread reserves at a time, so that the new nodes of two threads do not share cache lines.
const SPARE: u32 = 16;

/// The exploration among cuts, which should leave both sides equal chances: most plies do not, but many do.
const CUTTING: f32 = 0.15;

/// The greatest depth of a walk down the tree. No game here comes near; it keeps a game with repetitions from circling for
/// ever.
const DEEPEST: usize = 4096;

/// Makes the simulations of one thread.
pub(super) struct Simulator<'a, V: View> {
    root: &'a V,
    store: &'a Store,
    tuning: Tuning,
    sight: usize,
    keys: usize,
    /// Whether the ply to choose is a cut, which should leave both sides equal chances.
    balance: bool,
    rng: Rng,
    // These are reused to avoid allocations.
    path: Vec<(u32, &'a Edge)>,
    trace: Trace,
    choices: Vec<Choice>,
    bunch: Bunch,
    /// Nodes reserved for this thread.
    spare: Range<u32>,
}

impl<'a, V: View> Simulator<'a, V> {
    pub(super) fn new(
        root: &'a V,
        store: &'a Store,
        tuning: Tuning,
        budget: &Budget,
        seed: u64,
    ) -> Self {
        Simulator {
            root,
            store,
            tuning,
            sight: budget.sight.map_or(DEEPEST, |it| (it as usize).min(DEEPEST)),
            keys: if tuning.bias.is_finite() { root.keys() } else { 0 },
            balance: budget.aim == Aim::Balance,
            rng: Rng::new(seed),
            path: Vec::new(),
            trace: Trace::default(),
            choices: Vec::new(),
            spare: 0..0,
            bunch: Bunch::new(budget.threads <= 1),
        }
    }

    pub(super) fn root_is_proved(&self) -> bool {
        let root = &self.store.nodes[0];
        if !self.balance {
            return root.proof.get().is_some();
        }
        let edges = self.store.edges_of(root).unwrap_or_default();
        !edges.is_empty() && edges.iter().all(|edge| edge.proof.get().is_some())
    }

    /// Opens the root, regardless of bounds, since its decisions are the answer, and marks the results that are certain
    /// after one decision.
    pub(super) fn open_root(&mut self, choices: &[Choice]) {
        let root = &self.store.nodes[0];
        root.mover.store(self.root.mover().index() as u8, Relaxed);
        if self.store.edges_of(root).is_none() {
            self.choices.clear();
            self.choices.extend_from_slice(choices);
            self.fill(root);
        }
        if self.keys > 0 && root.table.load(Relaxed) == 0 {
            root.table.store(self.store.new_table(self.keys), Relaxed);
        }
        let Some(edges) = self.store.edges_of(root) else { return };
        for edge in edges.iter().filter(|edge| edge.proof.get().is_none()) {
            let mut after = self.root.clone();
            after.take(edge.step.load(Relaxed));
            if let Some(outcome) = after.verdict() {
                edge.proof.set(outcome);
            }
        }
        if self.balance {
            return;
        }
        // If there was no room to keep the winning ply, the win must be found again.
        let won = root.proof.get().filter(|&it| it == Outcome::Won(root.seat()));
        if won.is_some() && edges.iter().all(|edge| edge.proof.get() != won) {
            root.proof.clear();
        }
        self.prove(root);
    }

    /// Gives a node its edges, from `self.choices`; `None` if there is no room for them.
    fn fill(&mut self, node: &Node) -> Option<&'a [Edge]> {
        let n = self.choices.len();
        let Some(first) = self.store.edges.reserve(n) else {
            node.state.store(CLOSED, Relaxed);
            return None;
        };
        let edges = self.store.edges.row(first, n);
        for (edge, choice) in edges.iter().zip(&self.choices) {
            edge.step.store(choice.step, Relaxed);
            edge.key.store(choice.key, Relaxed);
            edge.prior.store((choice.prior * 255.0) as u8, Relaxed);
        }
        node.first.store(first, Relaxed);
        node.state.store(OPEN + n as u32, Release);
        Some(edges)
    }

    /// One walk down the tree, a playout from where it ends, and the way back.
    pub(super) fn simulate(&mut self) {
        let mut view = self.root.clone();
        let mut at = 0;
        let mut speaker = 0;
        // How many decisions belong to a cut. No proof is carried up over them: a cut is not meant to win.
        let mut cut = 0;
        let mut cutting = self.balance;
        self.path.clear();
        self.trace.keys.clear();
        let (outcome, mut certain) = loop {
            let node = &self.store.nodes[at];
            let visits = node.visits.fetch_add(1, Relaxed) + 1;
            if let Some(outcome) = node.proof.get() {
                break (outcome, true);
            }
            let Some(edges) = self.edges(node, visits, &view, cutting) else {
                break (view.playout(&mut self.rng, &mut self.trace), false);
            };
            if visits == self.tuning.study
                && !cutting
                && self.study(at, edges, &view)
                && let Some(outcome) = node.proof.get()
            {
                break (outcome, true);
            }
            speaker = self.speaker(node, visits, speaker);
            let Some(edge) = self.select(node, visits, edges, speaker, cutting) else {
                // All edges are proved, and another thread is about to mark the node.
                if !cutting {
                    self.prove(node);
                }
                break match node.proof.get() {
                    Some(outcome) => (outcome, true),
                    None => (view.playout(&mut self.rng, &mut self.trace), false),
                };
            };
            edge.visits.fetch_add(1, Relaxed);
            self.path.push((at, edge));
            self.trace.push(edge.key.load(Relaxed));
            let step = edge.step.load(Relaxed);
            if cutting {
                cut += 1;
                cutting = view.ply(step).is_none();
            }
            view.take(step);
            match self.child(edge, &view) {
                Some(child) => at = child,
                // The tree is full.
                None => match view.verdict() {
                    Some(outcome) => break (outcome, true),
                    None => break (view.playout(&mut self.rng, &mut self.trace), false),
                },
            }
        };
        let first = u64::from(points(outcome, Seat::First));
        self.bunch.begin(&self.trace.keys);
        for depth in (0..self.path.len()).rev() {
            let (at, edge) = self.path[depth];
            let node = &self.store.nodes[at];
            let gain = points(outcome, node.seat());
            edge.points.fetch_add(gain, Relaxed);
            node.points.fetch_add(gain, Relaxed);
            if certain {
                edge.proof.set(outcome);
                certain = depth >= cut && self.prove(node) && node.proof.get() == Some(outcome);
            }
            self.remember(node, depth, first);
        }
        if self.bunch.is_full() {
            self.tell();
        }
    }

    /// A node's edges; `None` if it is too early to open the node, or there is no room. In the middle of a cut a node is
    /// opened immediately, so that the ply is complete however short the search.
    fn edges(
        &mut self,
        node: &'a Node,
        visits: u32,
        view: &V,
        cutting: bool,
    ) -> Option<&'a [Edge]> {
        if let Some(edges) = self.store.edges_of(node) {
            return Some(edges);
        }
        let early = visits <= self.tuning.patience << self.store.fullness()
            || self.path.len() >= self.sight;
        if early && !cutting {
            return None;
        }
        node.state.compare_exchange(CLOSED, OPENING, Relaxed, Relaxed).ok()?;
        self.choices.clear();
        view.choices(&mut self.choices);
        self.fill(node)
    }

    /// Lets the game study a node, and keeps what that proves; returns whether the node's result is proved.
    fn study(&self, at: u32, edges: &[Edge], view: &V) -> bool {
        let node = &self.store.nodes[at];
        let [won, lost] = [node.seat(), !node.seat()].map(Outcome::Won);
        match view.study() {
            Insight::None => {}
            Insight::Won(step) => {
                for edge in edges.iter().filter(|edge| edge.step.load(Relaxed) == step) {
                    edge.proof.set(won);
                }
            }
            // At the root the search continues, to find the most stubborn decision.
            Insight::Lost if at == 0 => {}
            Insight::Lost => node.proof.set(lost),
            Insight::Only(steps) => {
                for edge in edges.iter().filter(|edge| edge.proof.get().is_none()) {
                    if !steps.contains(&edge.step.load(Relaxed)) {
                        edge.proof.set(lost);
                    }
                }
            }
        }
        self.prove(node)
    }

    /// The table used at a node: its own if it has seen enough games, otherwise that of the nearest such node above.
    fn speaker(&self, node: &Node, visits: u32, above: u32) -> u32 {
        if self.keys == 0 {
            return 0;
        }
        let mut table = node.table.load(Relaxed);
        if table == 0 && visits >= TABLE_AT {
            table = self.store.new_table(self.keys);
            node.table.store(table, Relaxed);
        }
        if table != 0 && (above == 0 || visits >= self.tuning.reference) { table } else { above }
    }

    /// The most promising decision that is not proved; `None` if all are proved.
    fn select(
        &mut self,
        node: &Node,
        visits: u32,
        edges: &'a [Edge],
        speaker: u32,
        cutting: bool,
    ) -> Option<&'a Edge> {
        let tuning = &self.tuning;
        let exploration = if cutting { CUTTING } else { tuning.exploration };
        let log = (visits as f32).ln() * exploration * exploration;
        let urgency = node.points.load(Relaxed) as f32 / 2.0 / visits as f32 + tuning.urgency;
        let table = if speaker == 0 { &[][..] } else { self.store.tables_of(speaker).0 };
        let second = node.seat() == Seat::Second;
        let mut best: (f32, Option<&Edge>) = (f32::MIN, None);
        // Ties go to the first, counting from a random edge.
        let (before, from) = edges.split_at(self.rng.below(edges.len() as u32) as usize);
        for edge in from.iter().chain(before) {
            if edge.proof.get().is_some() {
                continue;
            }
            let n = edge.visits.load(Relaxed) as f32;
            let share = edge.points.load(Relaxed) as f32 / 2.0 / n;
            let entry = match table.get(usize::from(edge.key.load(Relaxed))) {
                Some(entry) => entry.load(Relaxed),
                None => 0,
            };
            let m = (entry >> 32) as f32;
            let value = if entry == 0 {
                if n == 0.0 { urgency } else { share }
            } else {
                let won = entry as u32 as f32 / 2.0 / m;
                let amaf = if second { 1.0 - won } else { won };
                if n == 0.0 {
                    amaf
                } else {
                    let beta = m / (m + n + tuning.bias * m * n);
                    share + beta * (amaf - share)
                }
            };
            let prior = f32::from(edge.prior.load(Relaxed)) / 255.0;
            let bound = match cutting {
                // What is left after the other seat has taken the better side.
                true => {
                    let value = value + LEAN as f32;
                    value.min(1.0 - value) + (log / (n + 1.0)).sqrt()
                }
                false => value + (log / (n + 1.0)).sqrt() + tuning.prior * prior / (n + 1.0),
            };
            if bound > best.0 {
                best = (bound, Some(edge));
            }
        }
        best.1
    }

    /// The node an edge leads to, created if necessary; `None` if there is no room.
    fn child(&mut self, edge: &Edge, view: &V) -> Option<u32> {
        let child = edge.child.load(Relaxed);
        if child != 0 {
            return Some(child);
        }
        let key = view.key();
        let child = self.store.find(key).or_else(|| {
            let child = self.room()?;
            let node = &self.store.nodes[child];
            node.key.store(key, Relaxed);
            node.mover.store(view.mover().index() as u8, Relaxed);
            if let Some(outcome) = view.verdict() {
                node.proof.set(outcome);
            }
            self.store.enlist(key, child);
            Some(child)
        })?;
        edge.child.store(child, Release);
        Some(child)
    }

    /// The number of a new node; `None` if there is no room.
    fn room(&mut self) -> Option<u32> {
        if self.spare.is_empty() {
            // When little room is left, one at a time, down to the last.
            let n = if self.store.nodes.has_room(SPARE as usize) { SPARE } else { 1 };
            let first = self.store.nodes.reserve(n as usize)?;
            self.spare = first..first + n;
        }
        self.spare.next()
    }

    /// Proves a node's result from those of its edges, if they allow it; returns whether it is proved.
    fn prove(&self, node: &Node) -> bool {
        if node.proof.get().is_some() {
            return true;
        }
        let Some(edges) = self.store.edges_of(node) else { return false };
        let seat = node.seat();
        let mut best: Option<(u32, Outcome)> = None;
        let mut open = false;
        for edge in edges {
            let Some(outcome) = edge.proof.get() else {
                open = true;
                continue;
            };
            let worth = points(outcome, seat);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, outcome));
            }
        }
        // A win is enough; anything less needs every decision's result.
        match best.filter(|&(worth, _)| worth == 2 || !open) {
            Some((_, outcome)) => {
                node.proof.set(outcome);
                true
            }
            None => false,
        }
    }

    /// Adds the decisions made from a node on to its table, now or later with other games.
    fn remember(&mut self, node: &Node, depth: usize, first_points: u64) {
        let table = node.table.load(Relaxed);
        if table == 0 || self.keys == 0 {
            return;
        }
        if !self.bunch.defer(node.visits.load(Relaxed), table, depth, first_points) {
            self.store.add(table, &self.trace.keys[depth..], first_points);
        }
    }

    /// Adds the games that were put off to the tables.
    pub(super) fn tell(&mut self) {
        self.bunch.tell(self.store);
    }
}
