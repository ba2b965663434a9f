use crosscut_verify::{Cells, Fact};

/// Facts by what they need, so that those that apply are found without going through all of them: a trie of their cells,
/// first those with stones, then those that must be empty.
#[derive(Debug, Default)]
pub(super) struct Index {
    nodes: Vec<Branch>,
}

/// Where the facts part that begin with the same cells. There are many: a node is a few bytes, and [`NONE`] what it lacks.
#[derive(Debug)]
struct Branch {
    /// The last of these cells.
    cell: u16,
    /// How few cells those of the facts from here on may want empty.
    least: u16,
    /// The first of the branches with a cell more that needs a stone, and of those with one that must be empty.
    more: [u32; 2],
    /// The next branch with as many.
    beside: u32,
    /// The fact of which this is all.
    fact: u32,
}

/// No branch leads back to the first, and no fact has this number.
const NONE: u32 = 0;

/// What a fact is looked for.
pub(super) struct Wanted<'a> {
    /// The side's stones.
    pub(super) own: &'a Cells,
    pub(super) empty: &'a Cells,
    /// How many stones may be missing, where a turn brings them.
    pub(super) missing: usize,
    /// Whether they may be.
    pub(super) may: &'a dyn Fn(&Cells) -> bool,
}

/// A fact that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) number: usize,
    /// The stones that are missing.
    pub(super) missing: Cells,
    size: u16,
}

impl Index {
    /// Adds a fact.
    pub(super) fn add(&mut self, fact: &Fact, number: usize) {
        let size = fact.carrier.count() as u16;
        let branch = |cell| Branch { cell, least: size, more: [NONE; 2], beside: NONE, fact: NONE };
        if self.nodes.is_empty() {
            self.nodes.push(branch(0));
        }
        let mut at = 0;
        let cells = fact.needs.iter().map(|cell| (0, cell));
        for (kind, cell) in cells.chain(fact.carrier.iter().map(|cell| (1, cell))) {
            self.nodes[at].least = self.nodes[at].least.min(size);
            let mut last = None;
            let known = self.beyond(at, kind).find(|&(other, next)| {
                last = Some(next);
                other == cell
            });
            let new = self.nodes.len();
            at = match (known, last) {
                (Some((_, next)), _) => {
                    at = next;
                    continue;
                }
                (None, Some(last)) => {
                    self.nodes[last].beside = new as u32;
                    new
                }
                (None, None) => {
                    self.nodes[at].more[kind] = new as u32;
                    new
                }
            };
            self.nodes.push(branch(cell as u16));
        }
        let last = &mut self.nodes[at];
        last.least = last.least.min(size);
        if last.fact == NONE {
            last.fact = number as u32;
        }
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Branch>()
    }

    /// The branches with one cell more: with a stone, or empty.
    fn beyond(&self, at: usize, kind: usize) -> impl Iterator<Item = (usize, usize)> {
        let mut next = self.nodes[at].more[kind];
        std::iter::from_fn(move || {
            let here = (next != NONE).then_some(next as usize)?;
            next = self.nodes[here].beside;
            Some((usize::from(self.nodes[here].cell), here))
        })
    }

    /// Of the facts that apply the one that wants the fewest cells empty.
    pub(super) fn find(&self, wanted: &Wanted<'_>) -> Option<Found> {
        let mut best = None;
        if !self.nodes.is_empty() {
            self.search(0, wanted, Cells::NONE, 0, &mut best);
        }
        best
    }

    fn search(
        &self,
        at: usize,
        wanted: &Wanted<'_>,
        missing: Cells,
        count: usize,
        best: &mut Option<Found>,
    ) {
        let branch = &self.nodes[at];
        if best.as_ref().is_some_and(|it| it.size <= branch.least) {
            return;
        }
        if branch.fact != NONE && (wanted.may)(&missing) {
            let number = branch.fact as usize;
            *best = Some(Found { number, missing, size: branch.least });
        }
        for (cell, next) in self.beyond(at, 1) {
            if wanted.empty.has(cell) && !missing.has(cell) {
                self.search(next, wanted, missing, count, best);
            }
        }
        for (cell, next) in self.beyond(at, 0) {
            if wanted.own.has(cell) {
                self.search(next, wanted, missing, count, best);
            } else if count < wanted.missing && wanted.empty.has(cell) {
                let mut missing = missing;
                missing.insert(cell);
                self.search(next, wanted, missing, count + 1, best);
            }
        }
    }
}
