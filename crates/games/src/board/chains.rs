/// The chains of connected nodes: union-find over up to `NODES` nodes.
///
/// A root is the smallest node of its chain. Since the two ends of a side are consecutive small numbers, one look at a parent,
/// without a search, says whether they are joined.
#[derive(Clone, Debug)]
pub(crate) struct Chains<const NODES: usize> {
    parent: [u16; NODES],
}

impl<const NODES: usize> Chains<NODES> {
    pub(crate) fn new() -> Self {
        Chains { parent: const { identity() } }
    }

    /// The smallest node of a node's chain. Shortens the path for later calls.
    #[inline]
    pub(crate) fn find(&mut self, mut node: u16) -> u16 {
        loop {
            let parent = self.parent[usize::from(node)];
            if parent == node {
                return node;
            }
            let above = self.parent[usize::from(parent)];
            self.parent[usize::from(node)] = above;
            node = above;
        }
    }

    /// [`find`](Self::find) without shortening the path.
    #[inline]
    pub(crate) fn root(&self, mut node: u16) -> u16 {
        while self.parent[usize::from(node)] != node {
            node = self.parent[usize::from(node)];
        }
        node
    }

    /// Joins two chains and returns the root of the result.
    #[inline]
    pub(crate) fn join(&mut self, a: u16, b: u16) -> u16 {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        self.parent[usize::from(high)] = low;
        low
    }

    /// Whether `low` and `low + 1` are in one chain, if no smaller node can be in it.
    #[inline]
    pub(crate) fn ends_joined(&self, low: u16) -> bool {
        self.parent[usize::from(low) + 1] == low
    }
}

const fn identity<const NODES: usize>() -> [u16; NODES] {
    let mut parent = [0; NODES];
    let mut node = 0;
    while node < NODES {
        parent[node] = node as u16;
        node += 1;
    }
    parent
}
