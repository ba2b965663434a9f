//! The places where a chain that looks complete is broken.

use std::collections::VecDeque;

use crosscut_rules::Side;

use super::Part;

/// Which of the `crossed` pairs, stones that only look connected, break a chain: if they and as few other pairs as possible were
/// connected, their side would join its two edges in some part of the board in which it has not joined them.
pub(crate) fn breaks(
    size: usize,
    owner: &[Option<Side>],
    links: &[(usize, usize)],
    crossed: &[(usize, usize)],
    parts: &[Part],
) -> Vec<bool> {
    let mut steps = vec![Vec::new(); owner.len()];
    for &(a, b) in links {
        steps[a].push((b, None));
        steps[b].push((a, None));
    }
    for (number, &(a, b)) in crossed.iter().enumerate() {
        steps[a].push((b, Some(number)));
        steps[b].push((a, Some(number)));
    }
    let mut found = vec![false; crossed.len()];
    for (part, side) in parts.iter().flat_map(|part| Side::BOTH.map(|side| (*part, side))) {
        // V's rows, or H's columns.
        let line = |cell: usize| Some(part.at(cell, size)?[1 - side.index()]);
        let own = (0..owner.len()).filter(|&cell| owner[cell] == Some(side));
        // By stone: the number of crossed squares on the way to it from the first edge, and the last step of that way.
        let mut over = vec![usize::MAX; owner.len()];
        let mut from = vec![None; owner.len()];
        let mut queue = VecDeque::new();
        for cell in own.filter(|&cell| line(cell) == Some(0)) {
            over[cell] = 0;
            queue.push_back(cell);
        }
        while let Some(cell) = queue.pop_front() {
            for &(next, crossing) in &steps[cell] {
                let cost = over[cell] + usize::from(crossing.is_some());
                if line(next).is_some() && cost < over[next] {
                    (over[next], from[next]) = (cost, Some((cell, crossing)));
                    if crossing.is_some() { queue.push_back(next) } else { queue.push_front(next) }
                }
            }
        }
        let ends = (0..owner.len()).filter(|&cell| line(cell) == Some(part.size - 1));
        let Some(mut cell) =
            ends.min_by_key(|&cell| over[cell]).filter(|&it| over[it] < usize::MAX)
        else {
            continue;
        };
        while let Some((before, crossing)) = from[cell] {
            if let Some(number) = crossing {
                found[number] = true;
            }
            cell = before;
        }
    }
    found
}
