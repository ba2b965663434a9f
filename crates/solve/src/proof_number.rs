use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::alpha_beta::{is_decided, unpack};
use crate::checkpoint::{Checkpoint, Damaged, Saved};
use crate::clock::Stopwatch;
use crate::table::{NEVER, Numbers, Table};
use crate::{Bounds, Child, Limits, Node, Progress, mix};

/// A parallel proof-number search, depth first (df-pn; Nagai 2002), with weak proof numbers: what must be proved in
/// common counts as its hardest part and one for each other part, so that transpositions are not counted again and again.
///
/// The table stays from one question to the next.
pub(crate) struct Prover<'w> {
    limits: Limits,
    watch: &'w mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
    table: Table,
    /// How many entries of the table are taken, about.
    taken: u64,
    /// How many threads are below a node, by a part of its key: where one is, others look elsewhere.
    busy: Vec<AtomicU8>,
    clock: Stopwatch,
    nodes: u64,
    /// What earlier runs have spent.
    earlier: (u64, Duration),
    ended: bool,
    /// Questions whose answers show how far the work has come.
    marks: Vec<Asked>,
    checkpoint: Option<Checkpoint<'w>>,
    /// When the next checkpoint is due.
    due: Duration,
}

/// What a prover says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Whether the side to move reaches what was asked.
    pub(crate) reached: bool,
    /// The number of the child that reaches it, among those that [`Node::look`] gave.
    pub(crate) child: Option<usize>,
}

/// A question, as the table knows it.
#[derive(Clone, Copy)]
struct Asked {
    key: u128,
    /// Where the table holds bounds of the result, what is asked of them.
    points: Option<i32>,
}

/// What the threads of one run share.
struct Shared<'a> {
    table: &'a Table,
    busy: &'a [AtomicU8],
    /// Whether a result that is not 1 or -1 occurs.
    fine: bool,
    stop: AtomicBool,
    nodes: AtomicU64,
    taken: AtomicU64,
    /// The run ends when so many nodes are expanded or so many entries taken.
    most_nodes: u64,
    most_taken: u64,
}

/// One thread of a run.
pub(crate) struct Worker<'a, 'r> {
    shared: &'a Shared<'r>,
    /// Nodes expanded and entries taken that are not in `shared` yet.
    nodes: u64,
    taken: u64,
    /// Asked from time to time whether to go on; only one thread does.
    tick: Option<&'a mut (dyn FnMut(u64, u64) -> ControlFlow<()> + Send)>,
}

/// How the children of a node stand.
struct Survey {
    numbers: Numbers,
    /// The child to look at next.
    best: usize,
    /// What of it would make another one better.
    second: u32,
    /// How many children are not answered.
    open: u32,
}

/// A child as the search wants it.
struct Way<P> {
    /// Its number among the children.
    at: usize,
    child: Child<P>,
    key: u128,
    target: i32,
    /// What was known of it last: the table may forget it.
    numbers: Numbers,
}

impl<P> Way<P> {
    /// What it takes to prove that it reaches what is asked.
    fn mine(&self) -> u32 {
        if self.child.again { self.numbers.proof } else { self.numbers.disproof }
    }

    /// What it takes to prove that it does not.
    fn other(&self) -> u32 {
        if self.child.again { self.numbers.disproof } else { self.numbers.proof }
    }
}

/// How many counters there are for busy threads, and how often (in nodes) a thread reports.
const BUSY: usize = 1 << 14;
const REPORT: u64 = 256;
/// The table begins with so many bytes and grows by so much when it is half full.
const SMALLEST: usize = 1 << 16;
const GROWTH: usize = 4;

impl<'w> Prover<'w> {
    /// A prover that has proved nothing yet. Its time begins now. `watch` sees how it goes and may end it.
    pub(crate) fn new(
        limits: &Limits,
        watch: &'w mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
    ) -> Self {
        Prover {
            limits: limits.clone(),
            watch,
            table: Table::new(SMALLEST),
            taken: 0,
            busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect(),
            clock: Stopwatch::start(),
            nodes: 0,
            earlier: (0, Duration::ZERO),
            ended: false,
            marks: Vec::new(),
            checkpoint: None,
            due: Duration::MAX,
        }
    }

    /// Goes on from a checkpoint, if there is one, and keeps one up to date from now on.
    ///
    /// # Errors
    /// What was saved is damaged, or of another solver.
    pub(crate) fn keep(
        &mut self,
        mut checkpoint: Checkpoint<'w>,
        print: u64,
    ) -> Result<(), Damaged> {
        if let Some(from) = &mut checkpoint.from {
            let saved = Saved::begin(from, print)?;
            self.earlier = (saved.nodes, saved.time);
            while saved.entries > self.table.room() as u64 / 2 && self.fullest() < u64::MAX {
                self.table.grow(self.larger());
            }
            self.taken = 0;
            let (table, taken) = (&self.table, &mut self.taken);
            saved.read(print, from, |entry| *taken += u64::from(table.restore(entry)))?;
        }
        self.due = checkpoint.every;
        checkpoint.print = print;
        self.checkpoint = Some(checkpoint);
        Ok(())
    }

    /// Saves what is known, if it is to be saved.
    pub(crate) fn save(&mut self) {
        let (before, nodes, time) = (self.clock.elapsed(), self.nodes(), self.time());
        let Some(checkpoint) = &mut self.checkpoint else { return };
        let print = checkpoint.print;
        let table = &self.table;
        (checkpoint.save)(&|out| {
            let saved = Saved { nodes, time, entries: table.entries().count() as u64 };
            saved.write(out, print, table.entries())
        });
        // What takes long is done rarely: it costs a fiftieth of the time at most.
        let after = self.clock.elapsed();
        self.due = after + checkpoint.every.max((after - before) * 50);
    }

    /// Forgets what was marked.
    pub(crate) fn unmark(&mut self) {
        self.marks.clear();
    }

    /// Counts a question among those whose answers show how far the work has come.
    pub(crate) fn mark<N: Node>(&mut self, node: &N, target: i32, fine: bool) {
        self.marks.push(Asked::of(node, target, fine));
    }

    /// From now on only one thread searches.
    pub(crate) fn alone(&mut self) {
        self.limits.threads = 1;
    }

    /// Nodes expanded so far, in earlier runs too.
    pub(crate) fn nodes(&self) -> u64 {
        self.earlier.0 + self.nodes
    }

    /// The time since the prover was made, and that of earlier runs.
    pub(crate) fn time(&self) -> Duration {
        self.earlier.1 + self.clock.elapsed()
    }

    /// Sets other limits of time and nodes, both counted from the prover's making, and forgets that it was ended.
    pub(crate) fn allow(&mut self, time: Option<Duration>, nodes: Option<u64>) {
        self.limits.time = time;
        self.limits.nodes = nodes;
    }

    /// Whether `watch` has ended the search.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// Whether the side to move of a node gets at least `target`; `None` if the limits do not suffice. `fine` says whether
    /// there are results besides 1 and -1.
    pub(crate) fn ask<N: Node>(&mut self, node: &N, target: i32, fine: bool) -> Option<Answer> {
        let asked = Asked::of(node, target, fine);
        let target = if node.is_sharp() { 1 } else { target };
        if let Some(reached) = asked.answer(&self.table) {
            return Some(Answer { reached, child: None });
        }
        loop {
            let most_nodes = self.limits.nodes.unwrap_or(u64::MAX);
            let late = self.limits.time.is_some_and(|time| self.clock.elapsed() >= time);
            if self.ended || late || self.nodes >= most_nodes {
                return None;
            }
            if let Some(answer) = self.run(node, target, fine, asked) {
                return Some(answer);
            }
            if self.clock.elapsed() >= self.due {
                self.save();
            }
            if self.taken >= self.fullest() {
                self.table.grow(self.larger());
            }
        }
    }

    /// How many entries may be taken before the table grows; no limit for one that may not.
    fn fullest(&self) -> u64 {
        if Table::room_of(self.larger()) > self.table.room() {
            self.table.room() as u64 / 2
        } else {
            u64::MAX
        }
    }

    /// How many bytes the table may take when it has grown the next time.
    fn larger(&self) -> usize {
        (self.table.bytes() * GROWTH).min(self.limits.memory)
    }

    /// Searches until the question is answered, the table wants to grow, or a limit is reached.
    fn run<N: Node>(&mut self, node: &N, target: i32, fine: bool, asked: Asked) -> Option<Answer> {
        let (most_taken, before) = (self.fullest(), self.nodes);
        let shared = Shared {
            table: &self.table,
            busy: &self.busy,
            fine,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            most_nodes: self.limits.nodes.map_or(u64::MAX, |it| it.saturating_sub(before)),
            most_taken: most_taken.saturating_sub(self.taken).max(1),
        };
        let (clock, time) = (&self.clock, self.limits.time);
        let room = Table::room_of(self.limits.memory).max(self.table.room()) as f64;
        let (watch, taken, ended) = (&mut self.watch, self.taken, &mut self.ended);
        let (marks, earlier, due) = (&self.marks, self.earlier, self.due);
        let shared = &shared;
        let mut tick = |nodes: u64, more: u64| {
            let unknown = Numbers { proof: 1, disproof: 1 };
            let numbers = match asked.points {
                None => shared.table.get(asked.key).unwrap_or(unknown),
                Some(_) => unknown,
            };
            let now = clock.elapsed();
            let answered = |mark: &&Asked| mark.answer(shared.table).is_some();
            let progress = Progress {
                nodes: earlier.0 + before + nodes,
                time: earlier.1 + now,
                plies: [marks.iter().filter(answered).count() as u32, marks.len() as u32],
                proof: numbers.proof,
                disproof: numbers.disproof,
                filled: (taken + more) as f64 / room,
            };
            // The threads stop for a checkpoint, too: what is saved is whole.
            if time.is_some_and(|time| now >= time) || now >= due {
                return ControlFlow::Break(());
            }
            let flow = watch(&progress);
            *ended |= flow.is_break();
            flow
        };
        let work = |tick| Worker { shared, nodes: 0, taken: 0, tick }.root(node, target, asked);
        let answer = std::thread::scope(|scope| {
            let others: Vec<_> =
                (1..self.limits.threads).map(|_| scope.spawn(|| work(None))).collect();
            let first = work(Some(&mut tick));
            let joined = others.into_iter().filter_map(|it| it.join().ok().flatten());
            first.or(joined.last())
        });
        self.nodes += shared.nodes.load(Relaxed);
        self.taken += shared.taken.load(Relaxed);
        answer
    }
}

/// The key of a question about a node.
fn key(fine: bool, key: u128, target: i32) -> u128 {
    if fine { mix(key.wrapping_add(target as u128)) } else { key }
}

impl Asked {
    fn of<N: Node>(node: &N, target: i32, fine: bool) -> Self {
        if node.has_points() {
            return Asked { key: node.key(), points: Some(target) };
        }
        let target = if node.is_sharp() { 1 } else { target };
        Asked { key: key(fine, node.key(), target), points: None }
    }

    fn answer(self, table: &Table) -> Option<bool> {
        let numbers = table.get(self.key)?;
        let Some(target) = self.points else { return numbers.answer() };
        let bounds = unpack(numbers);
        is_decided(bounds, target).then_some(bounds.low >= target)
    }
}

impl Shared<'_> {
    fn busy(&self, key: u128) -> &AtomicU8 {
        &self.busy[(key >> 20) as usize % BUSY]
    }

    fn ways<P>(&self, target: i32, sharp: bool, children: Vec<Child<P>>) -> Vec<Way<P>> {
        let way = |(at, child): (usize, Child<P>)| {
            let [proof, disproof] = child.hint;
            let numbers = Numbers { proof, disproof };
            let target = match child.again {
                _ if !self.fine || sharp || child.sharp => 1,
                true => target,
                false => 1 - target,
            };
            Way { at, key: key(self.fine, child.key, target), target, child, numbers }
        };
        children.into_iter().enumerate().map(way).collect()
    }
}

/// Larger than any threshold a search meets.
const NO_THRESHOLD: Numbers = Numbers { proof: NEVER, disproof: NEVER };

impl<'a> Worker<'a, '_> {
    fn root<N: Node>(mut self, node: &N, target: i32, asked: Asked) -> Option<Answer> {
        let (reached, child) = if asked.points.is_some() {
            let (bounds, child) = self.test(node, target, asked.key);
            (is_decided(bounds, target).then_some(bounds.low >= target), child)
        } else {
            let (numbers, child) = self.search(node, target, asked.key, NO_THRESHOLD);
            (numbers.answer(), child)
        };
        self.report();
        self.shared.stop.store(true, Relaxed);
        let reached = reached?;
        Some(Answer { reached, child: child.filter(|_| reached) })
    }

    /// Counts a node.
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= REPORT.min(self.shared.most_nodes) {
            self.report();
        }
    }

    /// How many nodes all have counted, about.
    pub(crate) fn work(&self) -> u64 {
        self.nodes + self.shared.nodes.load(Relaxed)
    }

    /// Whether the search is to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.shared.stop.load(Relaxed)
    }

    /// What the table says of a node.
    pub(crate) fn known(&self, key: u128) -> Option<Numbers> {
        self.shared.table.get(key)
    }

    /// Puts into the table what is known of a node after so much work.
    pub(crate) fn keep(&mut self, key: u128, numbers: Numbers, work: u64) {
        self.taken += u64::from(self.shared.table.put(key, numbers, work));
    }

    /// How many threads are below a node, about.
    pub(crate) fn busy(&self, key: u128) -> &'a AtomicU8 {
        self.shared.busy(key)
    }

    /// Tells the others how much was done, and hears whether to go on.
    fn report(&mut self) {
        let nodes = self.shared.nodes.fetch_add(self.nodes, Relaxed) + self.nodes;
        let taken = self.shared.taken.fetch_add(self.taken, Relaxed) + self.taken;
        (self.nodes, self.taken) = (0, 0);
        let end = nodes >= self.shared.most_nodes || taken >= self.shared.most_taken;
        if end || self.tick.as_mut().is_some_and(|tick| tick(nodes, taken).is_break()) {
            self.shared.stop.store(true, Relaxed);
        }
    }

    /// Searches below a node until one of its numbers reaches its threshold; which child the proof goes through, or the
    /// search went last.
    fn search<N: Node>(
        &mut self,
        node: &N,
        target: i32,
        key: u128,
        until: Numbers,
    ) -> (Numbers, Option<usize>) {
        self.count();
        let mut children = Vec::new();
        let Bounds { low, high } = node.look(&mut children);
        let known = match () {
            () if low >= target => Some(Numbers::PROVED),
            () if high < target => Some(Numbers::DISPROVED),
            () => None,
        };
        if let Some(numbers) = known {
            self.taken += u64::from(self.shared.table.put(key, numbers, 1));
            return (numbers, None);
        }
        let mut ways = self.shared.ways(target, node.is_sharp(), children);
        let mut work = 1;
        loop {
            let survey = self.survey(&mut ways, until.proof);
            let numbers = survey.numbers;
            if numbers.proof >= until.proof
                || numbers.disproof >= until.disproof
                || self.shared.stop.load(Relaxed)
            {
                self.taken += u64::from(self.shared.table.put(key, numbers, work));
                return (numbers, ways.get(survey.best).map(|it| it.at));
            }
            if let Some(numbers) = self.shared.table.get(key).filter(|it| it.answer().is_some())
                && until != NO_THRESHOLD
            {
                // Another thread was quicker.
                return (numbers, None);
            }
            let way = &ways[survey.best];
            let mut next = node.clone();
            next.play(way.child.ply);
            // One of the two numbers of a child is ours to compare with those of its siblings.
            let mine =
                until.proof.min(survey.second.saturating_add(survey.second / 4).saturating_add(1));
            let other = until.disproof.saturating_sub(survey.open - 1).max(1);
            let until = if way.child.again {
                Numbers { proof: mine, disproof: other }
            } else {
                Numbers { proof: other, disproof: mine }
            };
            let busy = self.shared.busy(way.key);
            busy.fetch_add(1, Relaxed);
            let before = self.work();
            self.search(&next, way.target, way.key, until);
            work += self.work().saturating_sub(before);
            busy.fetch_sub(1, Relaxed);
        }
    }

    /// Looks the children up, and drops those that do not reach what is asked: there may be so many that the table cannot
    /// keep them. The next one is below `until`, if one is.
    fn survey<P>(&self, ways: &mut Vec<Way<P>>, until: u32) -> Survey {
        for (best, way) in ways.iter_mut().enumerate() {
            if let Some(numbers) = self.shared.table.get(way.key) {
                way.numbers = numbers;
            }
            if way.mine() == 0 {
                return Survey { numbers: Numbers::PROVED, best, second: NEVER, open: 1 };
            }
        }
        ways.retain(|it| it.other() != 0);
        if ways.is_empty() {
            return Survey { numbers: Numbers::DISPROVED, best: 0, second: NEVER, open: 0 };
        }
        let mut proof = NEVER;
        let mut hardest = 0;
        // By what a child costs with a surcharge for the threads that are at it already.
        let (mut best, mut best_cost, mut best_proof, mut second) = (0, u32::MAX, NEVER, NEVER);
        for (at, way) in ways.iter().enumerate() {
            let (mine, other) = (way.mine(), way.other());
            hardest = hardest.max(other);
            proof = proof.min(mine);
            let threads = u32::from(self.shared.busy(way.key).load(Relaxed));
            // Small, so that threads part where little is left to do, and not near the root.
            let surcharge = if mine < until { threads } else { NEVER };
            let cost = mine + surcharge;
            if cost < best_cost {
                second = second.min(best_proof);
                (best, best_cost, best_proof) = (at, cost, mine);
            } else {
                second = second.min(mine);
            }
        }
        let open = ways.len() as u32;
        let numbers = Numbers {
            proof: proof.min(NEVER - 1),
            disproof: (hardest + (open - 1)).min(NEVER - 1),
        };
        // The child chosen gets a little to do even where busy threads have made a worse one the choice.
        Survey { numbers, best, second: second.max(best_proof), open }
    }
}

impl std::fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Prover({} nodes)", self.nodes)
    }
}
