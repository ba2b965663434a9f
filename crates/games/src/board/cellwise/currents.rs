use crosscut_rules::Side;

use super::{Cells, END, ENDS, MOST, Set, members, only};

/// The number of relaxation rounds: enough to rank the cells, not to compute exact currents.
const ROUNDS: usize = 24;

/// By cell: the share of the current that flows through it, if a side's stones conduct freely, empty cells are resistors, the
/// other side's stones insulate, and a battery connects the side's ends (Shannon's machine for Bridg-It and Hex).
pub(super) fn currents(cells: &Cells, side: Side, stones: [Set; 2]) -> [f32; MOST] {
    let ends = &cells.ends[side.index()];
    let empty = cells.all & !stones[0] & !stones[1];
    // The chains and ends, each with the empty cells around it and, for an end, its fixed potential.
    let mut chains: Vec<(Set, Option<f32>)> = vec![(0, Some(1.0)), (0, Some(0.0))];
    for cell in members(empty) {
        for end in members(ends[cell]) {
            chains[end - END].0 |= only(cell);
        }
    }
    for (_, around) in cells.chains(side, stones) {
        match (around & ENDS) >> END {
            0 => chains.push((around, None)),
            1 => chains[0].0 |= around & empty,
            _ => chains[1].0 |= around & empty,
        }
    }
    let mut at = [0.5f32; MOST];
    let mut potential: Vec<f32> = chains.iter().map(|it| it.1.unwrap_or(0.5)).collect();
    // By cell: the chains that it touches.
    let mut touched = [0u128; MOST];
    for (chain, (around, _)) in chains.iter().enumerate() {
        for cell in members(*around) {
            touched[cell] |= only(chain);
        }
    }
    for _ in 0..ROUNDS {
        for cell in members(empty) {
            let near = cells.near[cell] & empty;
            let (mut sum, mut weight) = (0.0, 0.0);
            for other in members(near) {
                sum += at[other];
                weight += 1.0;
            }
            for chain in members(touched[cell]) {
                sum += 2.0 * potential[chain];
                weight += 2.0;
            }
            if weight > 0.0 {
                at[cell] = sum / weight;
            }
        }
        for (chain, (around, fixed)) in chains.iter().enumerate() {
            if fixed.is_none() && *around != 0 {
                let sum: f32 = members(*around).map(|cell| at[cell]).sum();
                potential[chain] = sum / around.count_ones() as f32;
            }
        }
    }
    let mut flow = [0.0; MOST];
    for cell in members(empty) {
        for other in members(cells.near[cell] & empty) {
            flow[cell] += (at[cell] - at[other]).abs();
        }
        for chain in members(touched[cell]) {
            flow[cell] += 2.0 * (at[cell] - potential[chain]).abs();
        }
    }
    let all: f32 = members(chains[0].0).map(|cell| 4.0 * (at[cell] - 1.0).abs()).sum();
    flow.map(|it| it / all.max(f32::MIN_POSITIVE))
}
