use crosscut_verify::{Cells, Fact};

/// Facts by what they need, so that those that apply are found without going through all of them: a trie of their cells,
/// first those with stones, then those that must be empty.
#[derive(Debug, Default)]
pub(super) struct Index {
    nodes: Vec<Branch>,
}

/// Where the facts part that begin with the same cells.
#[derive(Debug, Default)]
struct Branch {
    /// The next cell that needs a stone, or must be empty, and the branch of it.
    stone: Vec<(u16, u32)>,
    empty: Vec<(u16, u32)>,
    /// The fact of which this is all.
    fact: Option<usize>,
    /// How few cells those of the facts from here on may want empty.
    least: u32,
}

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
    size: u32,
}

impl Index {
    /// Adds a fact.
    pub(super) fn add(&mut self, fact: &Fact, number: usize) {
        let size = fact.carrier.count();
        if self.nodes.is_empty() {
            self.nodes.push(Branch { least: size, ..Branch::default() });
        }
        let mut at = 0;
        let cells = fact.needs.iter().map(|cell| (true, cell));
        for (stone, cell) in cells.chain(fact.carrier.iter().map(|cell| (false, cell))) {
            let branch = &mut self.nodes[at];
            branch.least = branch.least.min(size);
            let list = if stone { &branch.stone } else { &branch.empty };
            let known = list.iter().find(|it| usize::from(it.0) == cell).map(|it| it.1);
            let next = known.unwrap_or_else(|| {
                let next = self.nodes.len() as u32;
                let branch = &mut self.nodes[at];
                let list = if stone { &mut branch.stone } else { &mut branch.empty };
                list.push((cell as u16, next));
                self.nodes.push(Branch { least: size, ..Branch::default() });
                next
            });
            at = next as usize;
        }
        self.nodes[at].least = self.nodes[at].least.min(size);
        self.nodes[at].fact.get_or_insert(number);
    }

    /// How many bytes it takes, about.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Branch>() + 12)
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
        if let Some(number) = branch.fact
            && (wanted.may)(&missing)
        {
            *best = Some(Found { number, missing, size: branch.least });
        }
        for &(cell, next) in &branch.empty {
            let cell = usize::from(cell);
            if wanted.empty.has(cell) && !missing.has(cell) {
                self.search(next as usize, wanted, missing, count, best);
            }
        }
        for &(cell, next) in &branch.stone {
            let cell = usize::from(cell);
            if wanted.own.has(cell) {
                self.search(next as usize, wanted, missing, count, best);
            } else if count < wanted.missing && wanted.empty.has(cell) {
                let mut missing = missing;
                missing.insert(cell);
                self.search(next as usize, wanted, missing, count + 1, best);
            }
        }
    }
}
