use std::sync::OnceLock;

use crosscut_rules::Side;

use super::Judge;

/// A board on which each side wants to join its two ends: Hex on any planar graph.
///
/// There are cells, on which stones are put, and nodes, which stones join. Nodes 0 and 1 are the ends of the first side, 2
/// and 3 those of the second. On a hexagonal board each cell has a node of its own. On a board for Shannon's switching game
/// (Bridg-It; Trellis, which is Hex on the 4.8.8 board with its squares coloured in advance) the nodes are the preset squares
/// or dots, and a stone is an edge between two of them.
///
/// Graphs are built once for each size and live as long as the program: positions refer to them.
#[derive(Debug)]
pub struct Graph {
    /// The number of nodes.
    pub(crate) nodes: usize,
    /// The node of cell 0, if cells have nodes: cell `c` has node `c + first`.
    pub(crate) first: u16,
    /// By side and cell: what a stone joins.
    joints: [Vec<Joint>; 2],
    /// Made on demand.
    judge: OnceLock<Judge>,
}

/// What a stone on a cell joins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Joint {
    nodes: [u16; 8],
    always: u8,
    all: u8,
}

impl Graph {
    /// A graph of `nodes` nodes; `joints` says, by side and cell, what a stone joins.
    pub(crate) fn new(nodes: usize, first: u16, joints: [Vec<Joint>; 2]) -> Self {
        assert_eq!(joints[0].len(), joints[1].len(), "both sides play on the same cells");
        Graph { nodes, first, joints, judge: OnceLock::new() }
    }

    /// The number of cells, which are numbered from 0.
    #[inline]
    pub(crate) fn cells(&self) -> usize {
        self.joints[0].len()
    }

    /// What a stone of `side` on `cell` joins.
    #[inline]
    pub(crate) fn joint(&self, side: Side, cell: usize) -> &Joint {
        &self.joints[side.index()][cell]
    }

    /// The two nodes that a stone joins, on a board of Shannon's switching game.
    #[inline]
    pub(crate) fn edge(&self, side: Side, cell: usize) -> [u16; 2] {
        match *self.joint(side, cell).always() {
            [a, b] => [a, b],
            _ => unreachable!("a stone of a switching game is an edge"),
        }
    }

    /// [`edge`](Self::edge) of every stone, by side and cell.
    pub(crate) fn edges(&self) -> [Vec<[u16; 2]>; 2] {
        Side::BOTH.map(|side| (0..self.cells()).map(|cell| self.edge(side, cell)).collect())
    }

    /// The [`Judge`], which evaluates many full boards in parallel.
    pub(crate) fn judge(&self) -> &Judge {
        self.judge.get_or_init(|| Judge::new(self))
    }

    /// A side's two ends.
    #[inline]
    pub(crate) const fn ends(side: Side) -> [u16; 2] {
        match side {
            Side::First => [0, 1],
            Side::Second => [2, 3],
        }
    }
}

impl Joint {
    /// The joint of a stone that joins the nodes of `always` (at least one) in any case, and those of `near` whose cell has a
    /// stone of the same side. Eight nodes at most.
    pub(crate) fn new(always: &[u16], near: &[u16]) -> Self {
        let mut joint = Joint {
            nodes: [0; 8],
            always: always.len() as u8,
            all: (always.len() + near.len()) as u8,
        };
        joint.nodes[..always.len()].copy_from_slice(always);
        joint.nodes[always.len()..][..near.len()].copy_from_slice(near);
        joint
    }

    /// The nodes that the stone joins in any case.
    #[inline]
    pub(crate) fn always(&self) -> &[u16] {
        &self.nodes[..usize::from(self.always)]
    }

    /// The nodes that it joins if their cells have stones of the same side.
    #[inline]
    pub(crate) fn near(&self) -> &[u16] {
        &self.nodes[usize::from(self.always)..usize::from(self.all)]
    }
}
