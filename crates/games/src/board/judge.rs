use std::collections::BTreeMap;

use crosscut_rules::Side;

use super::Graph;
use super::lanes::{Lanes, WORDS};

/// Says of many full boards at once whether the first side has joined its ends: a list of steps without branches, made
/// once for each [`Graph`].
///
/// Take the nodes of the graph and the stones on it as the points of a net, and for each two points the condition under
/// which they hang together through points that are gone. Now take points away one by one: when `v` goes, `u` and `w` hang
/// together if they did before, or if `v` is there, `u` hangs on `v` and `v` on `w`. In the end only the two ends are left.
/// Points with few neighbours go first, which keeps the list short. (Gaussian elimination, with *or* and *and* for plus
/// and times.)
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    steps: Vec<Step>,
    /// How many registers the steps use: [`NEVER`], [`ALWAYS`], one for each cell, and what is worked out.
    registers: usize,
    /// Where the answer is.
    answer: u16,
}

/// `out = or | left & right`, by register: as numbers of any size while the list is made, as small ones in the end.
#[derive(Clone, Copy, Debug)]
struct Step<R = u16> {
    out: R,
    or: R,
    left: R,
    right: R,
}

/// The register that is no bit set.
const NEVER: usize = 0;
/// The register that is all bits set.
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

    /// The games in which the first side has joined its ends. A cell's bit is set where the first side has its stone; the
    /// second side has all others.
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

/// What is left of the net, and the steps so far. Each step has a register of its own.
struct Net {
    /// For each point those it may hang together with, and the register that says when it does.
    links: Vec<BTreeMap<usize, usize>>,
    /// When a point is there: nodes always, stones when they are the first side's.
    there: Vec<usize>,
    /// How many pairs of neighbours each point has; `None` for the ends and for what is gone.
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

    /// The point that is taken away with the fewest steps.
    fn cheapest(&self) -> Option<usize> {
        let costs = self.costs.iter().enumerate();
        costs.filter_map(|(point, cost)| cost.map(|cost| (cost, point))).min().map(|(_, at)| at)
    }

    /// How many pairs of a point's neighbours do not hang together already, whatever stands where.
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

    /// The register that holds `or | left & right`, worked out by a new step if need be.
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

/// Leaves steps out that nobody asks for, and lets later ones write where earlier results are no longer needed: what fits
/// the cache is read twice as fast.
fn reuse_registers(mut steps: Vec<Step<usize>>, cells: usize, answer: usize) -> Judge {
    let first = CELLS + cells;
    // Backward: a result is wanted from its last reader on.
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
