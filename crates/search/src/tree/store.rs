use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed};

use super::node::{CLOSED, Edge, Node, OPEN};
use crate::arena::Arena;

/// The nodes, edges and tables of a tree, within a bound. Node 0 is the root.
///
/// Each node of the [`Budget`](crate::Budget) accounts for 40 bytes: an edge of 20, a quarter of a node of 40, a quarter
/// of an index entry of 4, and the rest for tables.
pub(super) struct Store {
    pub(super) nodes: Arena<Node>,
    pub(super) edges: Arena<Edge>,
    /// All-moves-as-first statistics: visits in the upper half, half points of the first seat in the lower.
    pub(super) tables: Arena<AtomicU64>,
    /// Node numbers by key; 0 where there is no node.
    index: Box<[AtomicU32]>,
    pub(super) most: usize,
}

/// The number of places in the index where a key may be.
const PROBES: usize = 4;

impl Store {
    /// A store of `most` edges, of which `root` are for the root.
    pub(super) fn new(most: usize, root: usize) -> Self {
        // A quarter is left for what the next tree takes over while this one still exists.
        let room = most - most / 4;
        let nodes = (room / 4).clamp(2, 1 << 30);
        let store = Store {
            nodes: Arena::new(nodes),
            edges: Arena::new(room.clamp(root, 1 << 30)),
            tables: Arena::new((room / 8 * 9).min(1 << 30)),
            index: (0..nodes.next_power_of_two() + 1).map(|_| AtomicU32::new(0)).collect(),
            most,
        };
        store.nodes.reserve(1).expect("there is room for a root");
        store
    }

    /// Whether the root is open or there is room to open it.
    pub(super) fn can_open(&self, n: usize) -> bool {
        self.edges_of(&self.nodes[0]).is_some() || self.edges.has_room(n)
    }

    /// How full the store is, in quarters. The fuller it is, the more visits a node needs before it is opened.
    pub(super) fn fullness(&self) -> u32 {
        (4 * self.edges.len() / self.edges.most()) as u32
    }

    /// The number of nodes, as the budget counts them.
    pub(super) fn size(&self) -> usize {
        1 + self.edges.len()
    }

    /// The edges of a node; `None` if it is not open.
    #[inline]
    pub(super) fn edges_of(&self, node: &Node) -> Option<&[Edge]> {
        let state = node.state.load(Acquire);
        (state >= OPEN).then(|| self.edges.row(node.first.load(Relaxed), (state - OPEN) as usize))
    }

    fn places(&self, key: u64) -> impl Iterator<Item = &AtomicU32> {
        let mask = self.index.len() - 2;
        (0..PROBES).map(move |probe| &self.index[((key >> 20) as usize & mask) ^ probe & mask])
    }

    /// The node with this key.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        let at = |place: &AtomicU32| place.load(Acquire);
        self.places(key)
            .map(at)
            .find(|&node| node != 0 && self.nodes[node].key.load(Relaxed) == key)
    }

    /// Enters a node in the index under its key, if there is a free place.
    pub(super) fn enlist(&self, key: u64, node: u32) {
        for place in self.places(key) {
            let ok = place.compare_exchange(0, node, std::sync::atomic::Ordering::Release, Relaxed);
            if ok.is_ok() {
                return;
            }
        }
    }

    /// A new store with what can be reached from a node of this one: proofs first, as far as there is room; then the rest,
    /// nearest first, up to a quarter of the room.
    pub(super) fn grown_from(&self, root: u32) -> Store {
        let n_root = self.edges_of(&self.nodes[root]).map_or(0, <[Edge]>::len);
        let new = Store::new(self.most, n_root);
        let mut moved = vec![0_u32; self.nodes.len()];
        let mut todo = VecDeque::from([(root, 0_u32)]);
        moved[root as usize] = 0;
        while let Some((from, to)) = todo.pop_front() {
            let (old, node) = (&self.nodes[from], &new.nodes[to]);
            node.key.store(old.key.load(Relaxed), Relaxed);
            node.visits.store(old.visits.load(Relaxed), Relaxed);
            node.points.store(old.points.load(Relaxed), Relaxed);
            node.mover.store(old.mover.load(Relaxed), Relaxed);
            if let Some(outcome) = old.proof.get() {
                node.proof.set(outcome);
            }
            if to != 0 {
                new.enlist(old.key.load(Relaxed), to);
            }
            new.copy_table(self, old, node);
            let Some(edges) = self.edges_of(old) else { continue };
            let room =
                if old.proof.get().is_some() { new.edges.most() / 3 * 2 } else { self.most / 4 };
            let full = to != 0 && new.edges.len() + edges.len() > room;
            let Some(first) = new.edges.reserve(edges.len()).filter(|_| !full) else {
                node.state.store(CLOSED, Relaxed);
                continue;
            };
            node.first.store(first, Relaxed);
            node.state.store(OPEN + edges.len() as u32, Relaxed);
            for (old, edge) in edges.iter().zip(new.edges.row(first, edges.len())) {
                edge.step.store(old.step.load(Relaxed), Relaxed);
                edge.visits.store(old.visits.load(Relaxed), Relaxed);
                edge.points.store(old.points.load(Relaxed), Relaxed);
                edge.key.store(old.key.load(Relaxed), Relaxed);
                edge.prior.store(old.prior.load(Relaxed), Relaxed);
                if let Some(outcome) = old.proof.get() {
                    edge.proof.set(outcome);
                }
                let child = old.child.load(Relaxed);
                if child == 0 {
                    continue;
                }
                if moved[child as usize] == 0 {
                    let Some(next) = new.nodes.reserve(1) else { continue };
                    moved[child as usize] = next;
                    // What carries the node's own proof comes first.
                    if old.proof.get().is_some() && old.proof.get() == node.proof.get() {
                        todo.push_front((child, next));
                    } else {
                        todo.push_back((child, next));
                    }
                }
                edge.child.store(moved[child as usize], Relaxed);
            }
        }
        new
    }

    fn copy_table(&self, from: &Store, old: &Node, node: &Node) {
        let table = old.table.load(Relaxed);
        if table == 0 {
            return;
        }
        let keys = from.tables_of(table).1;
        let Some(first) = self.tables.reserve(keys + 1) else { return };
        let entries = from.tables.row(table - 1, keys + 1);
        for (old, new) in entries.iter().zip(self.tables.row(first, keys + 1)) {
            new.store(old.load(Relaxed), Relaxed);
        }
        node.table.store(first + 1, Relaxed);
    }

    /// A table's entries and their number, which is in the word before them.
    #[inline]
    pub(super) fn tables_of(&self, table: u32) -> (&[AtomicU64], usize) {
        let keys = self.tables[table - 1].load(Relaxed) as usize;
        (self.tables.row(table, keys), keys)
    }

    /// Adds a game, with the half points of the first seat, to the entries of these keys.
    #[inline]
    pub(super) fn add(&self, table: u32, keys: &[u16], first_points: u64) {
        let (entries, _) = self.tables_of(table);
        for &key in keys {
            if let Some(entry) = entries.get(usize::from(key)) {
                // Of two simultaneous additions one may be lost, which does little harm to an estimate.
                entry.store(entry.load(Relaxed) + (1 << 32 | first_points), Relaxed);
            }
        }
    }

    /// Makes a table of `keys` entries; 0 if there is no room for one.
    pub(super) fn new_table(&self, keys: usize) -> u32 {
        let Some(first) = self.tables.reserve(keys + 1) else { return 0 };
        self.tables[first].store(keys as u64, Relaxed);
        first + 1
    }
}
