//! Answers requests, many at once: JSON lines in, JSON lines out.
//!
//! All that is decided is decided here, on one thread. Another reads standard input, and workers analyse; they send
//! what they have, and get their next job when they have done one.

use std::collections::BinaryHeap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use crosscut_catalog::{Budget, Spec};
use serde_json::Value;

use super::request::{self, Query, Request};
use super::worker::{self, Job};
use super::{Means, answer};

/// Something that happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A line came in, without its line break.
    Line(Vec<u8>),
    /// No more will come, or none can be read.
    End(io::Result<()>),
    /// How far an analysis has come.
    During(String),
    /// A worker has nothing to do any more.
    Done { worker: usize, answer: String },
}

/// How long a request's line may be, in bytes.
const LONGEST: usize = 1 << 20;

/// Answers until standard input ends and everything asked is answered.
pub(super) fn run(means: &Means, workers: usize, out: &mut dyn Write) -> Result<()> {
    let (tell, events) = channel();
    let usual = |spec: &Spec| usual(means, workers, spec);
    let mut desk = Desk { usual: &usual, workers: Vec::new(), waiting: BinaryHeap::new(), came: 0 };
    for number in 0..workers {
        let (give, jobs) = channel();
        let tell = tell.clone();
        thread::Builder::new()
            .spawn(move || worker::work(number, &jobs, &tell))
            .context("a worker cannot be started")?;
        desk.workers.push(Worker { give, job: None });
    }
    thread::spawn(move || read(&tell));
    let mut ended = false;
    while !(ended && desk.is_idle()) {
        // All senders are gone only when all threads have died.
        for answer in match events.recv().context("nobody is left to answer")? {
            Event::Line(line) => desk.read(&line),
            Event::During(answer) => vec![answer],
            Event::Done { worker, answer } => {
                desk.workers[worker].job = None;
                vec![answer]
            }
            Event::End(result) => {
                result.context("standard input cannot be read")?;
                ended = true;
                Vec::new()
            }
        } {
            writeln!(out, "{answer}")?;
        }
        out.flush()?;
        desk.assign()?;
    }
    Ok(())
}

/// What a request about a game costs that does not say.
fn usual(means: &Means, workers: usize, spec: &Spec) -> Budget {
    let budget = means.budget(workers, spec);
    match (budget.time, budget.simulations) {
        (None, None) => Budget { time: Some(Duration::from_secs(1)), ..budget },
        _ => budget,
    }
}

/// Sends standard input line by line.
fn read(tell: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match read_line(&mut input, &mut line) {
            Ok(true) if tell.send(Event::Line(line)).is_ok() => {}
            Ok(true) => return,
            Ok(false) => return drop(tell.send(Event::End(Ok(())))),
            Err(error) => return drop(tell.send(Event::End(Err(error)))),
        }
    }
}

/// Reads a line, of which no more than a little above [`LONGEST`] is kept; false at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    loop {
        let part = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            part => part?,
        };
        if part.is_empty() {
            return Ok(!line.is_empty());
        }
        let end = part.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(part.len(), |at| at + 1);
        if line.len() <= LONGEST {
            line.extend(&part[..end.unwrap_or(part.len())]);
        }
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// Who does what, and what is still to be done.
struct Desk<'a> {
    usual: &'a dyn Fn(&Spec) -> Budget,
    workers: Vec<Worker>,
    waiting: BinaryHeap<Waiting>,
    /// How many jobs came before.
    came: u64,
}

struct Worker {
    give: Sender<Job>,
    /// What it is doing: the id, the turn, and how to stop it.
    job: Option<(Value, usize, Arc<AtomicBool>)>,
}

/// A job in the queue: the highest priority first, then the first that came.
struct Waiting {
    priority: i64,
    came: u64,
    job: Job,
}

impl Desk<'_> {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.workers.iter().all(|it| it.job.is_none())
    }

    /// Does what a line says; what is to be answered at once.
    fn read(&mut self, line: &[u8]) -> Vec<String> {
        if line.trim_ascii().is_empty() {
            return Vec::new();
        }
        if line.len() > LONGEST {
            return vec![answer::error(None, "the line is longer than 1 MiB")];
        }
        let json: Value = match serde_json::from_slice(line) {
            Ok(json) => json,
            Err(error) => {
                return vec![answer::error(None, &format!("the line is not JSON: {error}"))];
            }
        };
        let id = request::id(&json);
        match (request::read(json, self.usual), id) {
            (Ok(request), Some(id)) => self.act(&id, request),
            (Ok(_), None) => unreachable!("what has no id is refused"),
            (Err(error), id) => vec![answer::error(id.as_ref(), &format!("{error:#}"))],
        }
    }

    fn act(&mut self, id: &Value, request: Request) -> Vec<String> {
        match request {
            Request::Version => vec![answer::version(id)],
            Request::Terminate { which, turns } => {
                let mut answers = self.terminate(which.as_ref(), turns.as_deref());
                let positions = answers.0;
                answers.1.insert(0, answer::terminated(id, which.as_ref(), positions));
                answers.1
            }
            Request::Analyse(query) => {
                if self.is_known(id) {
                    let error = format!("the id {id} is taken by a request still to be answered");
                    return vec![answer::error(Some(id), &error)];
                }
                self.enqueue(id, &query);
                Vec::new()
            }
        }
    }

    fn is_known(&self, id: &Value) -> bool {
        self.waiting.iter().any(|it| &it.job.id == id)
            || self.workers.iter().any(|it| it.job.as_ref().is_some_and(|job| &job.0 == id))
    }

    fn enqueue(&mut self, id: &Value, query: &Arc<Query>) {
        for &turn in &query.turns {
            self.came += 1;
            let stop = Arc::new(AtomicBool::new(false));
            let job = Job { id: id.clone(), turn, query: Arc::clone(query), stop };
            self.waiting.push(Waiting { priority: query.priority, came: self.came, job });
        }
    }

    /// Ends what was asked under an id, or everything: how many positions, and the answers for those that nobody has
    /// begun with. The others' answers come from their workers.
    fn terminate(
        &mut self,
        which: Option<&Value>,
        turns: Option<&[usize]>,
    ) -> (usize, Vec<String>) {
        let is_meant = |id: &Value, turn: &usize| {
            which.is_none_or(|which| which == id) && turns.is_none_or(|turns| turns.contains(turn))
        };
        let mut positions = 0;
        for (id, turn, stop) in self.workers.iter().filter_map(|it| it.job.as_ref()) {
            if is_meant(id, turn) {
                stop.store(true, Relaxed);
                positions += 1;
            }
        }
        let (gone, kept) = std::mem::take(&mut self.waiting)
            .into_sorted_vec()
            .into_iter()
            .rev()
            .partition::<Vec<_>, _>(|it| is_meant(&it.job.id, &it.job.turn));
        self.waiting = kept.into();
        let nothing = |it: &Waiting| answer::nothing(&it.job.id, it.job.turn);
        (positions + gone.len(), gone.iter().map(nothing).collect())
    }

    /// Gives the idle workers something to do.
    fn assign(&mut self) -> Result<()> {
        for worker in self.workers.iter_mut().filter(|it| it.job.is_none()) {
            let Some(Waiting { job, .. }) = self.waiting.pop() else { break };
            worker.job = Some((job.id.clone(), job.turn, Arc::clone(&job.stop)));
            worker.give.send(job).ok().context("a worker has gone")?;
        }
        Ok(())
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.priority.cmp(&other.priority).then(other.came.cmp(&self.came))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.came == other.came
    }
}

impl Eq for Waiting {}
