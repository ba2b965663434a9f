//! Analyses one position after another, in parallel with other workers.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use crosscut_catalog::{Analysis, AnyPosition, Owned, Ownership};
use serde_json::Value;

use super::answer::{self, ReportedPosition};
use super::engine::EngineEvent;
use super::request::AnalysisQuery;

/// A position to analyse.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) id: Value,
    pub(super) turn: usize,
    pub(super) query: Arc<AnalysisQuery>,
    /// Set when the result is no longer wanted.
    pub(super) stop: Arc<AtomicBool>,
}

/// The number of games for a map in an interim report.
const GAMES_DURING: u32 = 100;

/// Does jobs until the channel closes, and sends the results.
pub(super) fn work(number: usize, jobs: &Receiver<Job>, tell: &Sender<EngineEvent>) {
    while let Ok(job) = jobs.recv() {
        // A bug in one game must not prevent the answers for the others.
        let last = catch_unwind(AssertUnwindSafe(|| analyse(&job, tell))).unwrap_or_else(|_| {
            answer::error(Some(&job.id), "the analysis broke off, by a defect of this program")
        });
        // The receiver is gone only when the program ends.
        if tell.send(EngineEvent::Done { worker: number, answer: last }).is_err() {
            return;
        }
    }
}

/// Returns the final answer; interim reports are sent.
fn analyse(job: &Job, tell: &Sender<EngineEvent>) -> String {
    let query = &job.query;
    let position = query.position(job.turn);
    let at = ReportedPosition { id: &job.id, ply: job.turn, position: &position };
    let report = |analysis: Option<&Analysis<String>>, during, games: u32| {
        let map = (query.map > 0).then(|| map(&position, analysis, query.budget.seed, games));
        answer::report(&at, analysis, during, query.candidates, map.flatten().as_deref())
    };
    let mut next = query.every.unwrap_or(Duration::MAX);
    let analysis = position.analyse(&query.budget, &mut |analysis| {
        if job.stop.load(Relaxed) {
            return ControlFlow::Break(());
        }
        if analysis.time >= next {
            next = analysis.time + query.every.unwrap_or(Duration::MAX - analysis.time);
            let answer = report(Some(analysis), true, query.map.min(GAMES_DURING));
            if tell.send(EngineEvent::During(answer)).is_err() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    report(analysis.as_ref(), false, query.map)
}

/// The map of a position; none if its game has none.
fn map(
    position: &AnyPosition,
    analysis: Option<&Analysis<String>>,
    seed: u64,
    games: u32,
) -> Option<Vec<Owned>> {
    let analysis = analysis?;
    let mut ownership = Ownership::of(position, seed)?;
    ownership.play(games, &analysis.candidates);
    Some(ownership.places(analysis))
}
