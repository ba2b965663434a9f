//! Answers requests, several in parallel: JSON lines in, JSON lines out.
//!
//! One thread makes all decisions, here. Another reads standard input, and workers analyse; they send their results, and get
//! the next job when they have finished one.

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

use super::request::{self, AnalysisQuery, AnalysisRequest};
use super::worker::{self, Job};
use super::{BudgetArgs, answer};

/// What the deciding thread waits for.
#[derive(Debug)]
pub(super) enum EngineEvent {
    /// A line of input, without its line break.
    Line(Vec<u8>),
    /// The end of the input, or an error reading it.
    End(io::Result<()>),
    /// An interim report on an analysis.
    During(String),
    /// A worker has finished its job.
    Done { worker: usize, answer: String },
}

/// The longest line of a request, in bytes.
const LONGEST: usize = 1 << 20;

/// Answers until standard input ends and every request is answered.
pub(super) fn run(means: &BudgetArgs, workers: usize, out: &mut dyn Write) -> Result<()> {
    let (tell, events) = channel();
    let usual = |spec: &Spec| usual(means, workers, spec);
    let mut desk =
        Dispatcher { usual: &usual, workers: Vec::new(), waiting: BinaryHeap::new(), came: 0 };
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
        // The channel closes only when all threads have died.
        for answer in match events.recv().context("nobody is left to answer")? {
            EngineEvent::Line(line) => desk.read(&line),
            EngineEvent::During(answer) => vec![answer],
            EngineEvent::Done { worker, answer } => {
                desk.workers[worker].job = None;
                vec![answer]
            }
            EngineEvent::End(result) => {
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

/// The default budget for a request about a game.
fn usual(means: &BudgetArgs, workers: usize, spec: &Spec) -> Budget {
    let budget = means.budget(workers, spec);
    match (budget.time, budget.simulations) {
        (None, None) => Budget { time: Some(Duration::from_secs(1)), ..budget },
        _ => budget,
    }
}

/// Sends standard input line by line.
fn read(tell: &Sender<EngineEvent>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match read_line(&mut input, &mut line) {
            Ok(true) if tell.send(EngineEvent::Line(line)).is_ok() => {}
            Ok(true) => return,
            Ok(false) => return drop(tell.send(EngineEvent::End(Ok(())))),
            Err(error) => return drop(tell.send(EngineEvent::End(Err(error)))),
        }
    }
}

/// Reads a line, keeping little more than [`LONGEST`] bytes of it; false at the end.
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

/// The workers with their jobs, and the jobs waiting.
struct Dispatcher<'a> {
    usual: &'a dyn Fn(&Spec) -> Budget,
    workers: Vec<Worker>,
    waiting: BinaryHeap<QueuedJob>,
    /// How many jobs have been queued so far.
    came: u64,
}

struct Worker {
    give: Sender<Job>,
    /// Its current job: the id, the turn, and the flag that stops it.
    job: Option<(Value, usize, Arc<AtomicBool>)>,
}

/// A job in the queue: the highest priority first, then the oldest.
struct QueuedJob {
    priority: i64,
    came: u64,
    job: Job,
}

impl Dispatcher<'_> {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.workers.iter().all(|it| it.job.is_none())
    }

    /// Carries out a line of input; returns the immediate answers.
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

    fn act(&mut self, id: &Value, request: AnalysisRequest) -> Vec<String> {
        match request {
            AnalysisRequest::Version => vec![answer::version(id)],
            AnalysisRequest::Terminate { which, turns } => {
                let mut answers = self.terminate(which.as_ref(), turns.as_deref());
                let positions = answers.0;
                answers.1.insert(0, answer::terminated(id, which.as_ref(), positions));
                answers.1
            }
            AnalysisRequest::Analyse(query) => {
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

    fn enqueue(&mut self, id: &Value, query: &Arc<AnalysisQuery>) {
        for &turn in &query.turns {
            self.came += 1;
            let stop = Arc::new(AtomicBool::new(false));
            let job = Job { id: id.clone(), turn, query: Arc::clone(query), stop };
            self.waiting.push(QueuedJob { priority: query.priority, came: self.came, job });
        }
    }

    /// Terminates the jobs with an id, or all: returns how many positions, and the answers for those not begun yet. The answers
    /// for the others come from their workers.
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
        let nothing = |it: &QueuedJob| answer::nothing(&it.job.id, it.job.turn);
        (positions + gone.len(), gone.iter().map(nothing).collect())
    }

    /// Gives jobs to the idle workers.
    fn assign(&mut self) -> Result<()> {
        for worker in self.workers.iter_mut().filter(|it| it.job.is_none()) {
            let Some(QueuedJob { job, .. }) = self.waiting.pop() else { break };
            worker.job = Some((job.id.clone(), job.turn, Arc::clone(&job.stop)));
            worker.give.send(job).ok().context("a worker has gone")?;
        }
        Ok(())
    }
}

impl Ord for QueuedJob {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.priority.cmp(&other.priority).then(other.came.cmp(&self.came))
    }
}

impl PartialOrd for QueuedJob {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for QueuedJob {
    fn eq(&self, other: &Self) -> bool {
        self.came == other.came
    }
}

impl Eq for QueuedJob {}
