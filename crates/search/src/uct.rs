use std::ops::ControlFlow;
use std::time::Duration;

use crosscut_rules::{Outcome, Position, Rng, Seat};

use crate::evaluate::MoveOf;
use crate::{Analysis, Budget, Candidate, Evaluate, LINES, Stopwatch};

/// How strongly rarely tried plies attract the search. Shares lie between 0 and 1.
const EXPLORATION: f32 = 0.7;

/// How often the watcher is shown the analysis.
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// Looks for the best ply by UCT (Kocsis and Szepesvari, 2006) with random playouts; `None` if the game is over.
///
/// A ply that wins immediately is seen before anything else. Proved results are carried up the tree (MCTS-Solver: Winands,
/// Björnsson and Saito, 2008), and the search ends when the root is proved. `watch` is shown the analysis about ten times a
/// second and may end the search.
pub(crate) fn search<G: Evaluate>(
    position: &G::Position,
    budget: &Budget,
    watch: &mut dyn FnMut(&Analysis<MoveOf<G>>) -> ControlFlow<()>,
) -> Option<Analysis<MoveOf<G>>> {
    if position.outcome().is_some() {
        return None;
    }
    let watcher = Stopwatch::start();
    let mut tree = Tree::<G>::new(position, budget);
    tree.see_wins_at_once();
    let mut shown = Duration::ZERO;
    while tree.nodes[ROOT].proved.is_none()
        && budget.simulations.is_none_or(|most| tree.simulations < most)
    {
        tree.simulate();
        // Reading the clock costs about as much as a ply of a playout; once in eight simulations is precise enough.
        if tree.simulations.is_multiple_of(8) {
            let elapsed = watcher.elapsed();
            if budget.time.is_some_and(|time| elapsed >= time) {
                break;
            }
            if elapsed - shown >= SHOW_EVERY {
                shown = elapsed;
                if watch(&tree.analysis(elapsed)).is_break() {
                    break;
                }
            }
        }
    }
    Some(tree.analysis(watcher.elapsed()))
}

const ROOT: usize = 0;

struct Tree<'a, G: Evaluate> {
    root: &'a G::Position,
    nodes: Vec<Node<MoveOf<G>>>,
    most_nodes: usize,
    simulations: u64,
    rng: Rng,
    // These are reused to avoid allocations.
    path: Vec<usize>,
    moves: Vec<MoveOf<G>>,
}

struct Node<M> {
    /// The ply that leads here; `None` at the root.
    ply: Option<M>,
    /// The seat that played it.
    mover: Seat,
    visits: u32,
    /// The mover's half points: 2 for a win, 1 for a draw.
    points: u32,
    /// The children are the `count` nodes from `first` on; none before the node is opened.
    first: u32,
    count: u32,
    proved: Option<Outcome>,
}

impl<M> Node<M> {
    fn new(ply: Option<M>, mover: Seat) -> Self {
        Node { ply, mover, visits: 0, points: 0, first: 0, count: 0, proved: None }
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    fn share(&self) -> f64 {
        match self.proved {
            Some(outcome) => f64::from(points(outcome, self.mover)) / 2.0,
            None if self.visits == 0 => 0.5,
            None => f64::from(self.points) / 2.0 / f64::from(self.visits),
        }
    }

    /// The order of plies: proved wins rank highest, proved losses lowest, and the others by visits.
    fn rank(&self) -> (i8, u32, u32) {
        match self.proved {
            Some(Outcome::Won(seat)) if seat == self.mover => (1, self.visits, self.points),
            Some(Outcome::Won(_)) => (-1, self.visits, self.points),
            _ => (0, self.visits, self.points),
        }
    }
}

fn points(outcome: Outcome, seat: Seat) -> u32 {
    match outcome {
        Outcome::Drawn => 1,
        Outcome::Won(winner) => 2 * u32::from(winner == seat),
    }
}

impl<'a, G: Evaluate> Tree<'a, G> {
    fn new(root: &'a G::Position, budget: &Budget) -> Self {
        let mut tree = Tree {
            root,
            nodes: vec![Node::new(None, !root.turn())],
            most_nodes: budget.nodes.min(u32::MAX as usize),
            simulations: 0,
            rng: Rng::new(budget.seed),
            path: Vec::new(),
            moves: Vec::new(),
        };
        // The root is opened regardless of the bound: its plies are the answer.
        let most = std::mem::replace(&mut tree.most_nodes, usize::MAX);
        tree.open(ROOT, root);
        tree.most_nodes = most;
        tree
    }

    fn see_wins_at_once(&mut self) {
        for child in self.nodes[ROOT].children() {
            let node = &self.nodes[child];
            let mut after = self.root.clone();
            after.play_unchecked(node.ply.expect("a child has a ply"));
            if let Some(outcome) = after.outcome() {
                let won = outcome == Outcome::Won(node.mover);
                self.nodes[child].proved = Some(outcome);
                if won {
                    self.nodes[child].visits = 1;
                    self.nodes[child].points = 2;
                    self.nodes[ROOT].proved = Some(outcome);
                    return;
                }
            }
        }
        self.carry_up(ROOT);
    }

    /// Gives a node its children, in random order, unless the tree is full.
    fn open(&mut self, at: usize, position: &G::Position) {
        self.moves.clear();
        position.moves(&mut self.moves);
        if self.nodes.len() + self.moves.len() > self.most_nodes {
            return;
        }
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, self.rng.below(i as u32 + 1) as usize);
        }
        let (first, mover) = (self.nodes.len() as u32, position.turn());
        self.nodes.extend(self.moves.iter().map(|&ply| Node::new(Some(ply), mover)));
        self.nodes[at].first = first;
        self.nodes[at].count = self.moves.len() as u32;
    }

    fn simulate(&mut self) {
        self.simulations += 1;
        let mut position = self.root.clone();
        let mut at = ROOT;
        self.path.clear();
        self.path.push(at);
        let outcome = loop {
            if let Some(outcome) = self.nodes[at].proved {
                break outcome;
            }
            if self.nodes[at].count == 0 {
                if self.nodes[at].visits == 0 {
                    break self.try_leaf(at, &position);
                }
                self.open(at, &position);
                if self.nodes[at].count == 0 {
                    break G::playout(&position, &mut self.rng).outcome;
                }
            }
            at = self.select(at);
            self.path.push(at);
            position.play_unchecked(self.nodes[at].ply.expect("a child has a ply"));
        };
        if self.nodes[at].proved.is_some() {
            for i in (0..self.path.len() - 1).rev() {
                let parent = self.path[i];
                if !self.carry_up(parent) {
                    break;
                }
            }
        }
        for &at in &self.path {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.points += points(outcome, node.mover);
        }
    }

    fn try_leaf(&mut self, at: usize, position: &G::Position) -> Outcome {
        match position.outcome() {
            Some(outcome) => {
                self.nodes[at].proved = Some(outcome);
                outcome
            }
            None => G::playout(position, &mut self.rng).outcome,
        }
    }

    /// The child with the highest upper confidence bound among those that are not proved; untried ones come first.
    fn select(&self, at: usize) -> usize {
        let log = (self.nodes[at].visits.max(1) as f32).ln();
        let mut best = (f32::MIN, self.nodes[at].first as usize);
        for child in self.nodes[at].children() {
            let node = &self.nodes[child];
            if node.proved.is_some() {
                continue;
            }
            if node.visits == 0 {
                return child;
            }
            let visits = node.visits as f32;
            let bound = node.points as f32 / 2.0 / visits + EXPLORATION * (log / visits).sqrt();
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }

    /// Proves a node's result from those of its children, if they allow it; returns whether it is proved.
    fn carry_up(&mut self, at: usize) -> bool {
        if self.nodes[at].proved.is_some() || self.nodes[at].count == 0 {
            return self.nodes[at].proved.is_some();
        }
        let mut best: Option<(u32, Outcome)> = None;
        let mut open = false;
        for child in self.nodes[at].children() {
            let node = &self.nodes[child];
            let Some(outcome) = node.proved else {
                open = true;
                continue;
            };
            let worth = points(outcome, node.mover);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, outcome));
            }
        }
        // A win is enough; anything less needs every child's result.
        self.nodes[at].proved =
            best.filter(|&(worth, _)| worth == 2 || !open).map(|(_, outcome)| outcome);
        self.nodes[at].proved.is_some()
    }

    fn best_child(&self, at: usize) -> Option<usize> {
        // Ties go to the first: the order of the children depends on the seed.
        self.nodes[at].children().rev().max_by_key(|&child| self.nodes[child].rank())
    }

    fn analysis(&self, time: Duration) -> Analysis<MoveOf<G>> {
        let mut children: Vec<usize> = self.nodes[ROOT].children().collect();
        children.sort_by_key(|&child| std::cmp::Reverse(self.nodes[child].rank()));
        let ply = |child: usize| self.nodes[child].ply.expect("a child has a ply");
        let line = |mut at: usize| {
            let mut line = vec![ply(at)];
            while let Some(child) =
                self.best_child(at).filter(|&child| self.nodes[child].visits > 0)
            {
                line.push(ply(child));
                at = child;
            }
            line
        };
        let candidate = |(rank, &child): (usize, &usize)| {
            let node = &self.nodes[child];
            Candidate {
                ply: ply(child),
                visits: u64::from(node.visits),
                share: node.share(),
                proved: node.proved,
                line: if rank < LINES { line(child) } else { Vec::new() },
            }
        };
        let candidates: Vec<_> = children.iter().enumerate().map(candidate).collect();
        Analysis {
            share: candidates[0].share,
            line: candidates[0].line.clone(),
            candidates,
            proved: self.nodes[ROOT].proved,
            simulations: self.simulations,
            nodes: self.nodes.len(),
            time,
        }
    }
}

#[cfg(test)]
mod tests;
