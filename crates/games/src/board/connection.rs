use std::hash::{Hash, Hasher};

use crosscut_rules::Side;

use super::connection_game::{Board, Geometry};
use super::{Bits, Chains, Graph, walk};

/// The stones on a [`Graph`] and the chains they form.
#[derive(Clone, Debug)]
pub struct Connection<const WORDS: usize, const NODES: usize> {
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

    /// The chains of nodes that the stones join.
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

    /// The side that has joined its ends; on a planar graph only one can.
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
        walk::chain(self.graph, side, self.stones[side.index()].iter())
    }

    /// The winner's chain; empty if neither side has won.
    pub(crate) fn won_chain(&self) -> Vec<usize> {
        self.winner().map_or_else(Vec::new, |side| self.winning_chain(side))
    }
}

/// A side wins by joining its two ends; on a planar graph only one side can.
impl<const WORDS: usize, const NODES: usize> Board for Connection<WORDS, NODES> {
    fn empty<G: Geometry>(size: usize) -> Self {
        Connection::new(G::graph(size))
    }

    #[inline]
    fn cells(&self) -> usize {
        self.graph.cells()
    }

    #[inline]
    fn stones(&self, side: Side) -> &[u64] {
        self.stones[side.index()].words()
    }

    #[inline]
    fn place(&mut self, side: Side, cell: usize) {
        self.place(side, cell);
    }

    #[inline]
    fn winner(&self) -> Option<Side> {
        self.winner()
    }
}

/// Only stones are compared: how the chains are stored depends on the order of play.
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
