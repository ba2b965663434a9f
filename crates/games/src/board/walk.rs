//! Walks over the stones of one side, from neighbour to neighbour.

use std::collections::VecDeque;

use crosscut_rules::Side;

use super::Graph;

/// The stones of a side, and the nodes at which they meet.
struct Stones<'g> {
    graph: &'g Graph,
    side: Side,
    /// By node: the stones that join it in any case. Neighbours meet there.
    at: Vec<Vec<usize>>,
}

impl<'g> Stones<'g> {
    fn new(graph: &'g Graph, side: Side, stones: impl Iterator<Item = usize>) -> Self {
        let mut at = vec![Vec::new(); graph.nodes];
        for cell in stones {
            for &node in graph.joint(side, cell).always() {
                at[usize::from(node)].push(cell);
            }
        }
        Stones { graph, side, at }
    }

    /// The stones at a side's end.
    fn at_end(&self, end: u16) -> &[usize] {
        &self.at[usize::from(end)]
    }

    /// The neighbours of a stone, including itself. Ends do not make their stones neighbours.
    fn around(&self, cell: usize) -> impl Iterator<Item = usize> {
        let joint = self.graph.joint(self.side, cell);
        let nodes = joint.always().iter().chain(joint.near());
        let inside = nodes.filter(|node| !Graph::ends(self.side).contains(node));
        inside.flat_map(|&node| self.at[usize::from(node)].iter().copied())
    }

    /// A breadth-first search from these stones to the first one that satisfies `last`. Returns, by cell, the stone from which
    /// it was reached, and that last stone, if there is one.
    fn spread(
        &self,
        from: &[usize],
        last: impl Fn(usize) -> bool,
    ) -> (Vec<Option<usize>>, Option<usize>) {
        let mut came: Vec<Option<usize>> = vec![None; self.graph.cells()];
        let mut todo = VecDeque::new();
        for &cell in from {
            came[cell] = Some(cell);
            todo.push_back(cell);
        }
        while let Some(cell) = todo.pop_front() {
            if last(cell) {
                return (came, Some(cell));
            }
            for next in self.around(cell) {
                if came[next].is_none() {
                    came[next] = Some(cell);
                    todo.push_back(next);
                }
            }
        }
        (came, None)
    }
}

/// Whether some stone of a side is linked to both of its ends.
pub(crate) fn linked(
    graph: &Graph,
    side: Side,
    stones: impl Iterator<Item = usize>,
    cell: usize,
) -> [bool; 2] {
    let stones = Stones::new(graph, side, stones);
    let (came, _) = stones.spread(&[cell], |_| false);
    Graph::ends(side).map(|end| stones.at_end(end).iter().any(|&it| came[it].is_some()))
}

/// A shortest chain of a side's stones from its first end to its second; empty if they are not joined.
pub(crate) fn chain(graph: &Graph, side: Side, stones: impl Iterator<Item = usize>) -> Vec<usize> {
    let [from, to] = Graph::ends(side);
    let stones = Stones::new(graph, side, stones);
    let (came, last) =
        stones.spread(stones.at_end(from), |cell| graph.joint(side, cell).always().contains(&to));
    let back = |&cell: &usize| came[cell].filter(|&before| before != cell);
    let mut chain: Vec<usize> = std::iter::successors(last, back).collect();
    chain.reverse();
    chain
}
