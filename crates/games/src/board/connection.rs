use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use crosscut_rules::Side;

use super::{Bits, Chains, Graph};

/// The stones on a [`Graph`] and the chains they form.
#[derive(Clone, Debug)]
pub(crate) struct Connection<const WORDS: usize, const NODES: usize> {
    graph: &'static Graph,
    stones: [Bits<WORDS>; 2],
    chains: Chains<NODES>,
}

impl<const WORDS: usize, const NODES: usize> Connection<WORDS, NODES> {
    /// The empty board.
    pub(crate) fn new(graph: &'static Graph) -> Self {
        assert!(graph.cells() <= WORDS * 64 && graph.nodes <= NODES, "the graph fits");
        Connection { graph, stones: [Bits::EMPTY; 2], chains: Chains::new() }
    }

    pub(crate) fn graph(&self) -> &'static Graph {
        self.graph
    }

    /// Which nodes the stones join.
    pub(crate) fn chains(&self) -> &Chains<NODES> {
        &self.chains
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(crate) fn place(&mut self, side: Side, cell: usize) {
        let stones = &mut self.stones[side.index()];
        stones.insert(cell);
        let joint = self.graph.joint(side, cell);
        let (&base, others) = joint.always().split_first().expect("a stone joins something");
        for &node in others {
            self.chains.join(base, node);
        }
        for &node in joint.near() {
            if stones.has(usize::from(node - self.graph.first)) {
                self.chains.join(base, node);
            }
        }
    }

    /// The smallest node of a node's chain.
    pub(crate) fn root(&self, node: u16) -> u16 {
        self.chains.root(node)
    }

    /// Whether a side has joined its ends.
    #[inline]
    pub(crate) fn joined(&self, side: Side) -> bool {
        self.chains.ends_joined(Graph::ends(side)[0])
    }

    /// The side that has joined its ends; a planar graph leaves room for one.
    #[inline]
    pub(crate) fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.joined(side))
    }

    /// The side whose stone is on a cell.
    #[inline]
    pub(crate) fn owner(&self, cell: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stones[side.index()].has(cell))
    }

    pub(crate) fn stones(&self, side: Side) -> &Bits<WORDS> {
        &self.stones[side.index()]
    }

    /// The cells without a stone.
    pub(crate) fn empty(&self) -> Bits<WORDS> {
        Bits::below(self.graph.cells()).without(&self.stones[0].or(&self.stones[1]))
    }

    /// A shortest chain of stones from a side's first end to its second; empty if they are not joined.
    pub(crate) fn winning_chain(&self, side: Side) -> Vec<usize> {
        let [from, to] = Graph::ends(side);
        let stones = &self.stones[side.index()];
        let joint = |cell: usize| self.graph.joint(side, cell);
        // The stones at each node they join whatever stands around: neighbours meet there.
        let mut at = vec![Vec::new(); self.graph.nodes];
        for cell in stones.iter() {
            for &node in joint(cell).always() {
                at[usize::from(node)].push(cell);
            }
        }
        // Breadth first over stones. Ends join nothing but what is asked for here.
        let mut came: Vec<Option<usize>> = vec![None; self.graph.cells()];
        let mut todo = VecDeque::new();
        for &cell in &at[usize::from(from)] {
            came[cell] = Some(cell);
            todo.push_back(cell);
        }
        while let Some(cell) = todo.pop_front() {
            if joint(cell).always().contains(&to) {
                return way_back(&came, cell);
            }
            for &node in joint(cell).always().iter().chain(joint(cell).near()) {
                if node == from || node == to {
                    continue;
                }
                for &next in &at[usize::from(node)] {
                    if came[next].is_none() {
                        came[next] = Some(cell);
                        todo.push_back(next);
                    }
                }
            }
        }
        Vec::new()
    }
}

/// The cells from the first one, which came from itself, to the last.
fn way_back(came: &[Option<usize>], last: usize) -> Vec<usize> {
    let mut chain = vec![last];
    let mut cell = last;
    while let Some(before) = came[cell].filter(|&before| before != cell) {
        chain.push(before);
        cell = before;
    }
    chain.reverse();
    chain
}

/// Stones decide: how the chains are stored depends on the order of play.
impl<const WORDS: usize, const NODES: usize> PartialEq for Connection<WORDS, NODES> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.graph, other.graph) && self.stones == other.stones
    }
}

impl<const WORDS: usize, const NODES: usize> Eq for Connection<WORDS, NODES> {}

impl<const WORDS: usize, const NODES: usize> Hash for Connection<WORDS, NODES> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
    }
}
