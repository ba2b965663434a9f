//! Shannon's switching game, solved (Lehman, "A solution of the Shannon switching game", 1964).
//!
//! On these boards a stone is an edge between two nodes, and each side wants to join its two ends. A side wins even
//! when the other moves first if and only if, with its own stones contracted and the other's deleted, its ends lie in
//! two edge-disjoint trees on the same nodes. In matroid words: an edge between the ends depends on the others in the
//! union of two graphic matroids, that is, it cannot be added to a largest pair of disjoint forests. Since the other
//! side plays the same game on the dual graph, this decides every position.

use crosscut_rules::Side;

use super::{Connection, Graph};

/// Whether a side can join its ends even if the other side moves first.
pub(crate) fn holds<const WORDS: usize, const NODES: usize>(
    board: &Connection<WORDS, NODES>,
    side: Side,
) -> bool {
    let mut forests = Forests::of(board, side);
    forests.insert_what_fits();
    forests.insert_all();
    !forests.insert(forests.goal())
}

/// If a side holds: the empty cells of two trees that, with its stones contracted, join the same nodes, including its ends.
///
/// They are the edges that an exchange starting from the edge between the ends can reach: for each of these edges that is not
/// in a forest, the path in that forest that closes the cycle is among them.
pub(crate) fn trees<const WORDS: usize, const NODES: usize>(
    board: &Connection<WORDS, NODES>,
    side: Side,
) -> Option<[Vec<usize>; 2]> {
    let mut forests = Forests::of(board, side);
    forests.insert_what_fits();
    forests.insert_all();
    let reached = forests.exchange(forests.goal())?;
    Some([0, 1].map(|forest| {
        let inside = |&&edge: &&usize| edge != forests.goal() && forests.places[edge][forest];
        reached.iter().filter(inside).map(|&edge| forests.cells[edge]).collect()
    }))
}

/// The empty cells with which the side to move wins: all if it holds without moving, none if it is lost.
pub(crate) fn winning_cells<const WORDS: usize, const NODES: usize>(
    board: &Connection<WORDS, NODES>,
    side: Side,
) -> Vec<usize> {
    let all: Vec<usize> = board.empty().iter().collect();
    winning_among(board, side, &all)
}

/// Those of the given empty cells with which the side to move wins.
pub(crate) fn winning_among<const WORDS: usize, const NODES: usize>(
    board: &Connection<WORDS, NODES>,
    side: Side,
    cells: &[usize],
) -> Vec<usize> {
    let mut forests = Forests::of(board, side);
    forests.insert_what_fits();
    forests.insert_all();
    if !forests.clone().insert(forests.goal()) {
        return cells.to_vec();
    }
    let wins = |cell: &usize| {
        let Some(edge) = forests.cells.iter().position(|it| it == cell) else { return false };
        let mut after = forests.clone();
        after.contract(edge);
        !after.insert(after.goal())
    };
    cells.iter().copied().filter(wins).collect()
}

/// A pair of edge-disjoint forests of the edges that a side can still use.
#[derive(Clone)]
struct Forests {
    /// The cell of each edge but the last.
    cells: Vec<usize>,
    /// The nodes each edge joins; the last edge joins the ends.
    edges: Vec<[u16; 2]>,
    /// Which forests an edge is in.
    places: Vec<[bool; 2]>,
    nodes: usize,
}

impl Forests {
    /// Empty forests over the graph in which `side`'s stones are contracted and the other's deleted.
    fn of<const WORDS: usize, const NODES: usize>(
        board: &Connection<WORDS, NODES>,
        side: Side,
    ) -> Self {
        let graph = board.graph();
        let node = |it: u16| board.root(it);
        let cells: Vec<usize> = board.empty().iter().collect();
        let ends = |cell: &usize| graph.edge(side, *cell).map(node);
        let mut edges: Vec<[u16; 2]> = cells.iter().map(ends).collect();
        edges.push(Graph::ends(side).map(node));
        Forests { places: vec![[false; 2]; edges.len()], nodes: graph.nodes, cells, edges }
    }

    /// The edge between the ends, which is not a cell.
    fn goal(&self) -> usize {
        self.edges.len() - 1
    }

    /// Adds to empty forests the edges that can be added without moving others, which are most of those that can be added at
    /// all.
    fn insert_what_fits(&mut self) {
        for forest in 0..2 {
            let mut tree: Vec<usize> = (0..self.nodes).collect();
            for edge in 0..self.goal() {
                let [a, b] = self.edges[edge].map(|node| {
                    let mut at = usize::from(node);
                    while tree[at] != at {
                        tree[at] = tree[tree[at]];
                        at = tree[at];
                    }
                    at
                });
                if a != b && !self.places[edge][0] {
                    tree[a] = b;
                    self.places[edge][forest] = true;
                }
            }
        }
    }

    /// Adds every edge that can be added, but not the goal.
    fn insert_all(&mut self) {
        for edge in 0..self.goal() {
            if self.places[edge] == [false; 2] {
                self.insert(edge);
            }
        }
    }

    /// Adds an edge to the pair of forests, moving others between them as necessary; `false` if that is impossible.
    fn insert(&mut self, edge: usize) -> bool {
        self.exchange(edge).is_none()
    }

    /// Adds an edge, or returns the edges that could move to make room if one of them had a place to go to.
    ///
    /// The search is breadth first over exchanges: an edge that closes a cycle in one forest may replace any edge of that
    /// cycle, which then looks for a place in the other.
    fn exchange(&mut self, edge: usize) -> Option<Vec<usize>> {
        let roots = [0, 1].map(|forest| Rooted::new(self, forest));
        // By edge: the edge that pushes it out of its forest.
        let mut pushed_by: Vec<Option<u16>> = vec![None; self.edges.len()];
        let mut todo = vec![edge];
        let mut next = 0;
        while let Some(&moving) = todo.get(next) {
            next += 1;
            for (forest, rooted) in roots.iter().enumerate() {
                if self.places[moving][forest] {
                    continue;
                }
                let [a, b] = self.edges[moving];
                let Some(cycle) = rooted.path(a, b) else {
                    self.shift(edge, moving, forest, &pushed_by);
                    return None;
                };
                for other in cycle {
                    // An edge in both forests is contracted and stays.
                    let fixed = self.places[usize::from(other)] == [true; 2];
                    if !fixed
                        && usize::from(other) != edge
                        && pushed_by[usize::from(other)].is_none()
                    {
                        pushed_by[usize::from(other)] = Some(moving as u16);
                        todo.push(usize::from(other));
                    }
                }
            }
        }
        Some(todo)
    }

    /// Carries out the exchanges that end with `last` entering `forest`.
    fn shift(&mut self, first: usize, last: usize, forest: usize, pushed_by: &[Option<u16>]) {
        let (mut moving, mut into) = (last, forest);
        loop {
            let from = 1 - into;
            if moving != first {
                self.places[moving][from] = false;
            }
            self.places[moving][into] = true;
            if moving == first {
                return;
            }
            moving = usize::from(pushed_by[moving].expect("whoever moves was pushed"));
            into = from;
        }
    }

    /// Contracts an edge: puts it into both forests for good, and finds new places for the edges it displaces.
    fn contract(&mut self, edge: usize) {
        for forest in 0..2 {
            if self.places[edge][forest] {
                continue;
            }
            let [a, b] = self.edges[edge];
            if let Some(cycle) = Rooted::new(self, forest).path(a, b) {
                let fixed = |&&it: &&u16| self.places[usize::from(it)] != [true; 2];
                if let Some(&out) = cycle.iter().find(fixed) {
                    self.places[usize::from(out)][forest] = false;
                }
            }
            self.places[edge][forest] = true;
        }
        self.insert_all();
    }
}

/// A rooted forest: every node knows the edge towards its root.
struct Rooted {
    up: Vec<Option<(u16, u16)>>,
    depth: Vec<u16>,
    tree: Vec<u16>,
}

impl Rooted {
    fn new(forests: &Forests, forest: usize) -> Self {
        let n = forests.nodes;
        let mut it = Rooted { up: vec![None; n], depth: vec![0; n], tree: vec![u16::MAX; n] };
        let inside = || (0..forests.edges.len()).filter(|&edge| forests.places[edge][forest]);
        // The edges at each node, stored in consecutive rows; `begin` has the start of each row.
        let mut begin = vec![0_u16; n + 1];
        for node in inside().flat_map(|edge| forests.edges[edge]) {
            begin[usize::from(node)] += 1;
        }
        let mut sum = 0;
        for begin in &mut begin {
            sum += *begin;
            *begin = sum;
        }
        let mut at = vec![0_u16; usize::from(sum)];
        for edge in inside() {
            for node in forests.edges[edge] {
                begin[usize::from(node)] -= 1;
                at[usize::from(begin[usize::from(node)])] = edge as u16;
            }
        }
        let mut todo = Vec::new();
        for root in 0..forests.nodes as u16 {
            if it.tree[usize::from(root)] != u16::MAX {
                continue;
            }
            it.tree[usize::from(root)] = root;
            todo.push(root);
            while let Some(node) = todo.pop() {
                let row = [0, 1].map(|next| usize::from(begin[usize::from(node) + next]));
                for &edge in &at[row[0]..row[1]] {
                    let [a, b] = forests.edges[usize::from(edge)];
                    let other = if a == node { b } else { a };
                    if it.tree[usize::from(other)] == u16::MAX {
                        it.tree[usize::from(other)] = root;
                        it.up[usize::from(other)] = Some((edge, node));
                        it.depth[usize::from(other)] = it.depth[usize::from(node)] + 1;
                        todo.push(other);
                    }
                }
            }
        }
        it
    }

    /// The edges on the path between two nodes of one tree; `None` if they are in different trees. For a loop it is empty.
    fn path(&self, a: u16, b: u16) -> Option<Vec<u16>> {
        if self.tree[usize::from(a)] != self.tree[usize::from(b)] {
            return None;
        }
        let (mut a, mut b) = (a, b);
        let mut path = Vec::new();
        while a != b {
            let lower = if self.depth[usize::from(a)] >= self.depth[usize::from(b)] {
                &mut a
            } else {
                &mut b
            };
            let (edge, above) =
                self.up[usize::from(*lower)].expect("the deeper of two nodes has one above it");
            path.push(edge);
            *lower = above;
        }
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crosscut_rules::Rng;

    use super::*;
    use crate::board::checkered;

    type Board = Connection<10, 680>;

    /// Whether `side`, which is to move, wins, found by trying everything; `known` has the results so far.
    fn wins(board: &Board, side: Side, known: &mut HashMap<(Board, Side), bool>) -> bool {
        if let Some(winner) = board.winner() {
            return winner == side;
        }
        if let Some(&won) = known.get(&(board.clone(), side)) {
            return won;
        }
        let won = board.empty().iter().any(|cell| {
            let mut after = board.clone();
            after.place(side, cell);
            !wins(&after, !side, known)
        });
        known.insert((board.clone(), side), won);
        won
    }

    #[test]
    fn forests_decide_like_brute_force() {
        let mut rng = Rng::new(4);
        let mut known = HashMap::new();
        let (mut held, mut open) = (0, 0);
        for _ in 0..150 {
            let mut board = Board::new(checkered(4, 0));
            let stones = 6 + rng.below(6);
            for stone in 0..stones {
                let empty: Vec<usize> = board.empty().iter().collect();
                board.place(
                    if stone % 2 == 0 { Side::First } else { Side::Second },
                    rng.pick(&empty),
                );
            }
            if board.winner().is_some() {
                continue;
            }
            for side in Side::BOTH {
                let second = !wins(&board, !side, &mut known);
                assert_eq!(holds(&board, side), second, "{side:?} moving second on {board:?}");
                held += u32::from(second);
                let mut expected = Vec::new();
                for cell in board.empty().iter() {
                    let mut after = board.clone();
                    after.place(side, cell);
                    if !wins(&after, !side, &mut known) {
                        expected.push(cell);
                    }
                }
                assert_eq!(winning_cells(&board, side), expected, "{side:?} to move on {board:?}");
                open += u32::from(!expected.is_empty() && !second);
            }
        }
        assert!(held > 20 && open > 20, "both kinds were seen: {held} and {open}");
    }

    #[test]
    fn on_odd_boards_whoever_moves_first_wins_with_the_middle() {
        for size in [3, 5, 7, 9, 15] {
            let board = Board::new(checkered(size, size % 2));
            for side in Side::BOTH {
                assert!(!holds(&board, side));
                assert!(winning_cells(&board, side).contains(&(size * size / 2)), "size {size}");
            }
        }
    }
}
