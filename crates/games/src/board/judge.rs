use std::collections::BTreeMap;

use crosscut_rules::Side;

use super::Graph;
use super::lanes::{Lanes, WORDS};

/// Decides for many full boards in parallel whether the first side has joined its ends: a list of steps without branches,
/// made once for each [`Graph`].
///
/// Take the nodes of the graph and the stones on it as the points of a net, and for each two points the condition under which
/// they are connected through points already removed. Now remove the points one by one: when `v` is removed, `u` and `w` are
/// connected if they were before, or if `v` is there, `u` is connected to `v` and `v` to `w`. In the end only the two ends are
/// left. Points with few neighbours are removed first, which keeps the list short. (This is Gaussian elimination, with *or*
/// and *and* for plus and times.)
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    steps: Vec<Step>,
    /// The number of registers: [`NEVER`], [`ALWAYS`], one for each cell, and those for computed values.
    registers: usize,
    /// The register of the answer.
    answer: u16,
}

/// `out = or | left & right`, on registers, which are numbered by `usize` while the list is made and by `u16` in the end.
#[derive(Clone, Copy, Debug)]
struct Step<R = u16> {
    out: R,
    or: R,
    left: R,
    right: R,
}

/// The register with no bit set.
const NEVER: usize = 0;
/// The register with all bits set.
const ALWAYS: usize = 1;
/// The register of the first cell.
const CELLS: usize = 2;

impl Judge {
    /// The list of steps for a graph.
    pub(crate) fn new(graph: &Graph) -> Self {
        let cells = graph.cells();
        let mut net = Net::new(graph);
        while let Some(point) = net.cheapest() {
            net.remove(point);
        }
        let [from, to] = Graph::ends(Side::First).map(usize::from);
        let answer = net.links[from].get(&to).copied().unwrap_or(NEVER);
        reuse_registers(net.steps, cells, answer)
    }

    /// The games in which the first side has joined its ends. A cell's bit is set in the games in which the first side has a
    /// stone there; the second side has all other cells.
    pub(crate) fn first_wins(&self, cells: &[Lanes]) -> Lanes {
        let mut registers = vec![[0; WORDS]; self.registers];
        registers[ALWAYS] = [u64::MAX; WORDS];
        registers[CELLS..][..cells.len()].copy_from_slice(cells);
        for step in &self.steps {
            let [or, left, right] =
                [step.or, step.left, step.right].map(|register| &registers[usize::from(register)]);
            registers[usize::from(step.out)] =
                std::array::from_fn(|word| or[word] | left[word] & right[word]);
        }
        registers[usize::from(self.answer)]
    }
}

/// The rest of the net, and the steps so far. Each step has a register of its own.
struct Net {
    /// By point: the points to which it may be connected, each with the register of the condition.
    links: Vec<BTreeMap<usize, usize>>,
    /// By point: the register that says whether it is there. Nodes always are, stones if they are the first side's.
    there: Vec<usize>,
    /// By point: its number of pairs of neighbours; `None` for the ends and for removed points.
    costs: Vec<Option<usize>>,
    steps: Vec<Step<usize>>,
    registers: usize,
}

impl Net {
    fn new(graph: &Graph) -> Self {
        let (nodes, cells) = (graph.nodes, graph.cells());
        let mut links = vec![BTreeMap::new(); nodes + cells];
        let mut link = |a: usize, b: usize| {
            links[a].insert(b, ALWAYS);
            links[b].insert(a, ALWAYS);
        };
        for cell in 0..cells {
            let joint = graph.joint(Side::First, cell);
            for &node in joint.always() {
                link(nodes + cell, usize::from(node));
            }
            for &node in joint.near() {
                link(nodes + cell, nodes + usize::from(node - graph.first));
            }
        }
        let there = |point: usize| {
            if point < nodes { ALWAYS } else { CELLS + point - nodes }
        };
        let mut net = Net {
            there: (0..nodes + cells).map(there).collect(),
            costs: vec![None; links.len()],
            links,
            steps: Vec::new(),
            registers: CELLS + cells,
        };
        for point in 0..net.links.len() {
            let end = Graph::ends(Side::First).contains(&(point as u16));
            net.costs[point] = (!end).then(|| net.pairs(point));
        }
        net
    }

    /// The point whose removal takes the fewest steps.
    fn cheapest(&self) -> Option<usize> {
        let costs = self.costs.iter().enumerate();
        costs.filter_map(|(point, cost)| cost.map(|cost| (cost, point))).min().map(|(_, at)| at)
    }

    /// The number of pairs of a point's neighbours that are not already connected whatever the stones are.
    fn pairs(&self, point: usize) -> usize {
        let near = &self.links[point];
        let apart = |u: usize| {
            let links = &self.links[u];
            near.keys().filter(|&&w| w < u && links.get(&w) != Some(&ALWAYS)).count()
        };
        near.keys().map(|&u| apart(u)).sum()
    }

    fn remove(&mut self, point: usize) {
        let near: Vec<(usize, usize)> =
            std::mem::take(&mut self.links[point]).into_iter().collect();
        for &(u, _) in &near {
            self.links[u].remove(&point);
        }
        for (at, &(u, to_u)) in near.iter().enumerate() {
            let mut through = None;
            for &(w, to_w) in &near[..at] {
                let before = self.links[u].get(&w).copied().unwrap_or(NEVER);
                if before == ALWAYS {
                    continue;
                }
                let through = match through {
                    Some(register) => register,
                    None => *through.insert(self.step(NEVER, self.there[point], to_u)),
                };
                let now = self.step(before, through, to_w);
                self.links[u].insert(w, now);
                self.links[w].insert(u, now);
            }
        }
        self.costs[point] = None;
        let mut changed: Vec<usize> = near.iter().map(|&(u, _)| u).collect();
        for &(u, _) in &near {
            changed.extend(self.links[u].keys());
        }
        changed.sort_unstable();
        changed.dedup();
        for it in changed {
            if self.costs[it].is_some() {
                self.costs[it] = Some(self.pairs(it));
            }
        }
    }

    /// The register with `or | left & right`, computed by a new step if necessary.
    fn step(&mut self, or: usize, left: usize, right: usize) -> usize {
        match (or, left, right) {
            (NEVER, ALWAYS, it) | (NEVER, it, ALWAYS) => it,
            (NEVER, left, right) if left == right => left,
            (_, ALWAYS, ALWAYS) => ALWAYS,
            _ => {
                let out = self.registers;
                self.registers += 1;
                self.steps.push(Step { out, or, left, right });
                out
            }
        }
    }
}

/// Removes steps whose results are not needed, and lets later steps reuse registers that are no longer needed: data that fits
/// the cache is read twice as fast.
fn reuse_registers(mut steps: Vec<Step<usize>>, cells: usize, answer: usize) -> Judge {
    let first = CELLS + cells;
    // Backward: a result is needed up to its last reader.
    let mut wanted = vec![false; first + steps.len()];
    wanted[answer] = true;
    let mut last_read: Vec<Vec<usize>> = Vec::new();
    steps.reverse();
    steps.retain(|step| {
        if !wanted[step.out] {
            return false;
        }
        let mut read = vec![step.or, step.left, step.right];
        read.retain(|&it| !std::mem::replace(&mut wanted[it], true));
        last_read.push(read);
        true
    });
    steps.reverse();
    last_read.reverse();
    // Forward: a register is free again after its last reader.
    let mut place: Vec<usize> = (0..wanted.len()).collect();
    let mut free = Vec::new();
    let mut registers = first;
    let small = |register: usize| u16::try_from(register).expect("a few are in use at a time");
    let mut list = Vec::with_capacity(steps.len());
    for (step, done) in steps.into_iter().zip(last_read) {
        let [or, left, right] = [step.or, step.left, step.right].map(|it| small(place[it]));
        free.extend(done.into_iter().filter(|&it| it >= CELLS).map(|it| place[it]));
        place[step.out] = free.pop().unwrap_or_else(|| {
            registers += 1;
            registers - 1
        });
        list.push(Step { out: small(place[step.out]), or, left, right });
    }
    Judge { steps: list, registers, answer: small(place[answer]) }
}
