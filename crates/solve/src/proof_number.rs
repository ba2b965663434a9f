mod worker;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU8;
use std::time::Duration;

pub(crate) use worker::Worker;
use worker::{BUSY, Shared, key};

use crate::alpha_beta::{is_decided, unpack};
use crate::checkpoint::{Checkpoint, Damaged, Saved};
use crate::clock::Stopwatch;
use crate::table::{Numbers, Table};
use crate::{Limits, Node, Progress};

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
        let most_nodes = self.limits.nodes.map_or(u64::MAX, |it| it.saturating_sub(before));
        let most_taken = most_taken.saturating_sub(self.taken).max(1);
        let table = &self.table;
        let (clock, time) = (&self.clock, self.limits.time);
        let shared = Shared::new(table, &self.busy, fine, self.limits.threads < 2)
            .until(most_nodes, most_taken)
            .by(time.map(|time| (*clock, time)));
        let room = Table::room_of(self.limits.memory).max(self.table.room()) as f64;
        let (watch, taken, ended) = (&mut self.watch, self.taken, &mut self.ended);
        let (marks, earlier, due) = (&self.marks, self.earlier, self.due);
        let shared = &shared;
        let mut tick = |nodes: u64, more: u64| {
            let unknown = Numbers { proof: 1, disproof: 1 };
            let numbers = match asked.points {
                None => table.get(asked.key).unwrap_or(unknown),
                Some(_) => unknown,
            };
            let now = clock.elapsed();
            let answered = |mark: &&Asked| mark.answer(table).is_some();
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
        let work = |tick| Worker::new(shared, tick).root(node, target, asked);
        let answer = std::thread::scope(|scope| {
            let others: Vec<_> =
                (1..self.limits.threads).map(|_| scope.spawn(|| work(None))).collect();
            let first = work(Some(&mut tick));
            let joined = others.into_iter().filter_map(|it| it.join().ok().flatten());
            first.or(joined.last())
        });
        let [nodes, taken] = shared.spent();
        self.nodes += nodes;
        self.taken += taken;
        answer
    }
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

impl std::fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Prover({} nodes)", self.nodes)
    }
}
