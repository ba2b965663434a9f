use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::{Answer, Asked};
use crate::alpha_beta::is_decided;
use crate::clock::Stopwatch;
use crate::table::{NEVER, Numbers, Table};
use crate::{Bounds, Child, Node, mix};

/// What the threads of one run share.
pub(super) struct Shared<'a> {
    table: &'a Table,
    busy: &'a [AtomicU8],
    /// Whether a result that is not 1 or -1 occurs.
    fine: bool,
    stop: AtomicBool,
    nodes: AtomicU64,
    taken: AtomicU64,
    /// Whether there is only one thread.
    alone: bool,
    /// The run ends when so many nodes are expanded or so many entries taken.
    most_nodes: u64,
    most_taken: u64,
    /// And at this time on this clock.
    deadline: Option<(Stopwatch, Duration)>,
}

/// One thread of a run.
pub(crate) struct Worker<'a, 'r> {
    shared: &'a Shared<'r>,
    /// Nodes expanded and entries taken that are not in `shared` yet.
    nodes: u64,
    taken: u64,
    /// Asked from time to time whether to go on; only one thread does.
    tick: Option<Tick<'a>>,
    pace: Pace,
    /// The nodes above the one it is at, but for the first, with what ends the search below each.
    path: Vec<(u128, Numbers)>,
}

/// How often a thread looks at the clock: about once in a millisecond, however slow nodes are.
#[derive(Default)]
struct Pace {
    /// Nodes from one look to the next, and since the last.
    stride: u64,
    since: u64,
    /// When that was.
    last: Duration,
}

type Tick<'a> = &'a mut (dyn FnMut(u64, u64) -> ControlFlow<()> + Send);

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
pub(super) const BUSY: usize = 1 << 14;
const REPORT: u64 = 256;
/// The key of a question about a node.
pub(super) fn key(fine: bool, key: u128, target: i32) -> u128 {
    if fine { mix(key.wrapping_add(target as u128)) } else { key }
}

impl<'a> Shared<'a> {
    /// Nothing is expanded yet, and no end to it.
    pub(super) fn new(table: &'a Table, busy: &'a [AtomicU8], fine: bool, alone: bool) -> Self {
        Shared {
            table,
            busy,
            fine,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            alone,
            most_nodes: u64::MAX,
            most_taken: u64::MAX,
            deadline: None,
        }
    }

    /// Ends the run when so many nodes are expanded or so many entries taken.
    pub(super) fn until(self, most_nodes: u64, most_taken: u64) -> Self {
        Shared { most_nodes, most_taken, ..self }
    }

    /// Ends the run in time.
    pub(super) fn by(self, deadline: Option<(Stopwatch, Duration)>) -> Self {
        Shared { deadline, ..self }
    }

    /// The nodes expanded and the entries taken.
    pub(super) fn spent(&self) -> [u64; 2] {
        [self.nodes.load(Relaxed), self.taken.load(Relaxed)]
    }

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

impl Pace {
    fn is_due(&mut self) -> bool {
        self.since += 1;
        self.since >= self.stride
    }

    fn look(&mut self, now: Duration) -> Duration {
        let slow = now - self.last > Duration::from_millis(1);
        self.stride = if slow { self.stride / 2 } else { (2 * self.stride).clamp(1, REPORT) };
        (self.since, self.last) = (0, now);
        now
    }
}

/// Larger than any threshold a search meets.
const NO_THRESHOLD: Numbers = Numbers { proof: NEVER, disproof: NEVER };

impl<'a, 'r> Worker<'a, 'r> {
    pub(super) fn new(shared: &'a Shared<'r>, tick: Option<Tick<'a>>) -> Self {
        Worker { shared, nodes: 0, taken: 0, tick, pace: Pace::default(), path: Vec::new() }
    }

    /// Searches until the question is answered or the run ends.
    pub(super) fn root<N: Node>(mut self, node: &N, target: i32, asked: Asked) -> Option<Answer> {
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
        if let (Some((clock, time)), Some(_)) = (self.shared.deadline, &self.tick)
            && self.pace.is_due()
            && self.pace.look(clock.elapsed()) >= time
        {
            self.shared.stop.store(true, Relaxed);
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
            if numbers.reach(until) || self.shared.stop.load(Relaxed) {
                self.taken += u64::from(self.shared.table.put(key, numbers, work));
                return (numbers, ways.get(survey.best).map(|it| it.at));
            }
            if self.is_over(key, until) {
                return (numbers, None);
            }
            if self.path.iter().any(|&(key, until)| self.is_over(key, until)) {
                self.taken += u64::from(self.shared.table.put(key, numbers, work));
                return (numbers, None);
            }
            let way = &ways[survey.best];
            let mut next = node.clone();
            next.play(way.child.ply);
            // One of the two numbers of a child is ours to compare with those of its siblings.
            let mine =
                until.proof.min(survey.second.saturating_add(survey.second / 4).saturating_add(1));
            let other = until.disproof.saturating_sub(survey.open - 1).max(1);
            let below = if way.child.again {
                Numbers { proof: mine, disproof: other }
            } else {
                Numbers { proof: other, disproof: mine }
            };
            let busy = self.shared.busy(way.key);
            busy.fetch_add(1, Relaxed);
            let before = self.work();
            if !self.shared.alone {
                self.path.push((key, until));
            }
            self.search(&next, way.target, way.key, below);
            self.path.pop();
            work += self.work().saturating_sub(before);
            busy.fetch_sub(1, Relaxed);
        }
    }

    /// Whether the search below a node has come to its end by what another thread has noted.
    ///
    /// What ends it below a node must end it at the node, too, whatever its children say: else the search would come back
    /// for ever.
    fn is_over(&self, key: u128, until: Numbers) -> bool {
        // The first node is left with its answer, and by all threads.
        until != NO_THRESHOLD && self.shared.table.get(key).is_some_and(|it| it.reach(until))
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
        let proof = ways.iter().map(Way::mine).min().unwrap_or(NEVER);
        let hardest = ways.iter().map(Way::other).max().unwrap_or(0);
        let open = ways.len() as u32;
        let disproof = hardest + (open - 1);
        // Where it looks as if none would reach what is asked, all must be looked at: nothing that a thread does at another
        // child is in vain.
        let parting = !self.shared.alone && u64::from(disproof) * 2 <= u64::from(proof);
        // By what a child costs with a surcharge for the threads that are at it already.
        let (mut best, mut best_cost, mut best_proof, mut second) = (0, u32::MAX, NEVER, NEVER);
        for (at, way) in ways.iter().enumerate() {
            let mine = way.mine();
            let threads = u32::from(self.shared.busy(way.key).load(Relaxed));
            let surcharge = match () {
                () if mine >= until => NEVER,
                () if parting => threads.saturating_mul(1 + mine).min(NEVER - 1),
                // Small, so that threads part where little is left to do, and not near the root.
                () => threads,
            };
            let cost = mine + surcharge;
            if cost < best_cost {
                second = second.min(best_proof);
                (best, best_cost, best_proof) = (at, cost, mine);
            } else {
                second = second.min(mine);
            }
        }
        let numbers = Numbers { proof: proof.min(NEVER - 1), disproof: disproof.min(NEVER - 1) };
        // The child chosen gets a little to do even where busy threads have made a worse one the choice.
        Survey { numbers, best, second: second.max(best_proof), open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key_of;

    /// A tree of two plies at each node, in which nobody wins soon.
    #[derive(Clone)]
    struct Deep(u32);

    impl Node for Deep {
        type Ply = u32;

        fn key(&self) -> u128 {
            key_of(&self.0)
        }

        fn look(&self, children: &mut Vec<Child<u32>>) -> Bounds {
            if self.0 >> 12 > 0 {
                return Bounds::WIN;
            }
            let next = [2 * self.0, 2 * self.0 + 1];
            children.extend(next.map(|ply| Child::new(ply, Deep(ply).key())));
            Bounds::OPEN
        }

        fn play(&mut self, ply: u32) {
            self.0 = ply;
        }
    }

    fn idle() -> Vec<AtomicU8> {
        (0..BUSY).map(|_| AtomicU8::new(0)).collect()
    }

    #[test]
    fn a_thread_leaves_what_another_has_finished_further_up() {
        let (table, busy) = (Table::new(1 << 16), idle());
        let shared = Shared::new(&table, &busy, false, false);
        let (above, until) = (key_of(&"above"), Numbers { proof: 5, disproof: 5 });
        let nodes = |known| {
            table.put(above, known, 1);
            let mut worker = Worker::new(&shared, None);
            worker.path.push((above, until));
            let before = worker.work();
            worker.search(&Deep(1), 1, Deep(1).key(), NO_THRESHOLD);
            worker.work() - before
        };
        assert_eq!(nodes(Numbers { proof: 5, disproof: 2 }), 1);
        assert_eq!(nodes(Numbers { proof: 2, disproof: 7 }), 1);
        assert!(nodes(Numbers { proof: 4, disproof: 4 }) > 100);
        assert_eq!(nodes(Numbers::DISPROVED), 1);
    }

    #[test]
    fn threads_part_where_all_children_must_be_looked_at() {
        let (table, busy) = (Table::new(1 << 16), idle());
        let shared = Shared::new(&table, &busy, false, false);
        shared.busy(Deep(1).key()).store(1, Relaxed);
        let best = |refuting: u32| {
            let child = |ply, proving| Child {
                hint: [refuting, proving],
                ..Child::new(ply, Deep(ply).key())
            };
            let mut ways = shared.ways(1, false, vec![child(1, 10), child(2, 20)]);
            Worker::new(&shared, None).survey(&mut ways, 30).best
        };
        assert_eq!(best(1), 1, "nobody is at the second");
        assert_eq!(best(10), 0, "the first may be all that is wanted");
    }
}
