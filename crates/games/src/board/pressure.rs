use crosscut_rules::Side;

use super::{Connection, Graph};

/// By cell: how much current from a side's first end to its second an empty cell carries, if the side's stones conduct freely,
/// the other side's not at all, and an empty cell has a resistance of 1. Cells with stones carry 0, and so do all cells if
/// nothing can flow.
///
/// The cell with the most current is Shannon's move in his switching game. (The other side's network is the dual of this one:
/// the cell that carries the most current of one is the cell across which the most voltage of the other drops, and vice versa.)
pub(crate) fn pressures<const WORDS: usize, const NODES: usize>(
    board: &Connection<WORDS, NODES>,
    side: Side,
) -> Vec<f64> {
    let graph = board.graph();
    let mut wires: Vec<(usize, [usize; 2])> = Vec::new();
    for cell in board.empty().iter() {
        let [a, b] = *graph.joint(side, cell).always() else { continue };
        let [a, b] = [a, b].map(|node| usize::from(board.root(node)));
        if a != b {
            wires.push((cell, [a, b]));
        }
    }
    let [from, to] = Graph::ends(side).map(|end| usize::from(board.root(end)));
    let voltage = voltages(graph.nodes, &wires, from, to);
    let mut flow = vec![0.0; graph.cells()];
    for (cell, [a, b]) in wires {
        flow[cell] = (voltage[a] - voltage[b]).abs();
    }
    flow
}

/// The voltage at each node when there is 1 at `from` and 0 at `to`, by conjugate gradients.
fn voltages(nodes: usize, wires: &[(usize, [usize; 2])], from: usize, to: usize) -> Vec<f64> {
    // The current out of each node except these two.
    let out = |voltage: &[f64]| {
        let mut out = vec![0.0; nodes];
        for &(_, [a, b]) in wires {
            out[a] += voltage[a] - voltage[b];
            out[b] += voltage[b] - voltage[a];
        }
        (out[from], out[to]) = (0.0, 0.0);
        out
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut voltage = vec![0.0; nodes];
    voltage[from] = 1.0;
    let mut rest: Vec<f64> = out(&voltage).into_iter().map(|it| -it).collect();
    let mut step = rest.clone();
    let mut error = dot(&rest, &rest);
    // In exact arithmetic, as many rounds as there are nodes suffice.
    for _ in 0..nodes {
        if error < 1e-18 {
            break;
        }
        let image = out(&step);
        let length = error / dot(&step, &image);
        for at in 0..nodes {
            voltage[at] += length * step[at];
            rest[at] -= length * image[at];
        }
        let before = std::mem::replace(&mut error, dot(&rest, &rest));
        for (step, rest) in step.iter_mut().zip(&rest) {
            *step = rest + error / before * *step;
        }
    }
    voltage
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::checkered;

    #[test]
    fn what_flows_in_flows_out_and_the_middle_carries_most() {
        let size = 7;
        let mut board: Connection<10, 680> = Connection::new(checkered(size, size % 2));
        let flow = pressures(&board, Side::First);
        // Every row of points is a cut between top and bottom.
        let rows: Vec<f64> = flow.chunks(size).map(|row| row.iter().sum()).collect();
        assert!(rows.iter().all(|it| (it - rows[0]).abs() < 1e-6), "{rows:?}");
        // In a wall with one gap, all current must go through the gap.
        for column in (0..size).filter(|&it| it != 2) {
            board.place(Side::Second, 3 * size + column);
        }
        let flow = pressures(&board, Side::First);
        let most = (0..size * size).max_by(|&a, &b| flow[a].total_cmp(&flow[b]));
        assert_eq!(most, Some(3 * size + 2), "{flow:?}");
    }
}
