use crosscut_rules::Side;

use super::{Cell, TrailMixPosition};

/// A node by its column and row, from 0 at the lower left.
pub(super) type Node = [u8; 2];

/// A shortest trail from bottom to top and one from left to right, where there are such trails; each as its nodes.
///
/// The last token of a won game is in all of them, because without it there was none.
pub(super) fn winning_trails(board: &TrailMixPosition) -> Vec<Vec<Node>> {
    if !board.is_complete() {
        return Vec::new();
    }
    [1, 0].into_iter().filter_map(|axis| shortest(board, axis)).collect()
}

/// A shortest trail between the two sides that an axis (0 for x, 1 for y) joins, found breadth first.
fn shortest(board: &TrailMixPosition, axis: usize) -> Option<Vec<Node>> {
    let size = board.size();
    let mut seen: Vec<(Node, Option<usize>)> = (0..=size)
        .map(|at| {
            let mut node = [at; 2];
            node[axis] = 0;
            (node, None)
        })
        .collect();
    let mut next = 0;
    while let Some(&(node, _)) = seen.get(next) {
        if node[axis] == size {
            let mut trail = vec![node];
            let mut from = seen[next].1;
            while let Some(at) = from {
                trail.push(seen[at].0);
                from = seen[at].1;
            }
            trail.reverse();
            return Some(trail);
        }
        for neighbour in neighbours(board, node) {
            if seen.iter().all(|&(it, _)| it != neighbour) {
                seen.push((neighbour, Some(next)));
            }
        }
        next += 1;
    }
    None
}

/// The nodes that a token joins to this one.
fn neighbours(board: &TrailMixPosition, [x, y]: Node) -> impl Iterator<Item = Node> {
    let (west, south) = (x.checked_sub(1), y.checked_sub(1));
    let (east, north) = (Some(x), Some(y));
    [
        (east, north, Side::First),
        (west, south, Side::First),
        (west, north, Side::Second),
        (east, south, Side::Second),
    ]
    .into_iter()
    .filter_map(move |(column, row, side)| {
        let (column, row) = (column?, row?);
        let there = board.token(Cell::new(column, row)?) == Some(side);
        // The other end of the cell's diagonal: a cell lies between the nodes of its own number and the next.
        there.then_some([2 * column + 1 - x, 2 * row + 1 - y])
    })
}
