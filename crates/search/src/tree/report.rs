use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crosscut_rules::Outcome;

use super::node::{Edge, points};
use super::store::Store;
use crate::{Analysis, Candidate, LINES, Step, View};

/// What the tree says about its root. `plies` are all the legal plies there.
pub(super) fn analysis<V: View>(
    root: &V,
    store: &Store,
    plies: &[V::Ply],
    simulations: u64,
    time: Duration,
) -> Analysis<V::Ply> {
    let mover = root.mover();
    // What the view left out is not better than what it listed: if all of that is lost, so is the rest.
    let lost = store.nodes[0].proof.get().filter(|&it| points(it, mover) == 0);
    let mut found = HashMap::new();
    gather(root, store, Some(0), &mut found);
    let mut candidates: Vec<Candidate<V::Ply>> = plies
        .iter()
        .map(|&ply| {
            let tally = found.get(&ply).copied().unwrap_or_default();
            let tally = Tally { proved: tally.proved.or(lost), ..tally };
            let share = match tally.proved {
                Some(outcome) => f64::from(points(outcome, mover)) / 2.0,
                None if tally.visits == 0 => 0.5,
                None => tally.points as f64 / 2.0 / tally.visits as f64,
            };
            Candidate { ply, visits: tally.visits, share, proved: tally.proved, line: Vec::new() }
        })
        .collect();
    // Proved wins first, proved losses last, and the others by how often they were tried.
    candidates.sort_by(|a, b| {
        let rank = |it: &Candidate<V::Ply>| match it.proved {
            Some(Outcome::Won(seat)) => {
                if seat == mover {
                    2
                } else {
                    0
                }
            }
            _ => 1,
        };
        (rank(b), b.visits).cmp(&(rank(a), a.visits)).then(b.share.total_cmp(&a.share))
    });
    for it in candidates.iter_mut().take(LINES) {
        it.line = line(root, store, it.ply);
    }
    Analysis {
        line: candidates[0].line.clone(),
        share: candidates[0].share,
        candidates,
        proved: store.nodes[0].proof.get(),
        simulations,
        nodes: store.size(),
        time,
    }
}

/// What is known about a ply, over all orders of its decisions.
#[derive(Clone, Copy, Default)]
struct Tally {
    visits: u64,
    points: u64,
    proved: Option<Outcome>,
}

/// Collects the plies that begin at a node.
fn gather<V: View>(view: &V, store: &Store, at: Option<u32>, found: &mut HashMap<V::Ply, Tally>) {
    let Some(edges) = at.and_then(|at| store.edges_of(&store.nodes[at])) else {
        return;
    };
    for edge in edges {
        let step = edge.step.load(Relaxed);
        if let Some(ply) = view.ply(step) {
            let tally = found.entry(ply).or_default();
            tally.visits += u64::from(edge.visits.load(Relaxed));
            tally.points += u64::from(edge.points.load(Relaxed));
            tally.proved = tally.proved.or(edge.proof.get());
            continue;
        }
        let mut after = view.clone();
        after.take(step);
        let child = Some(edge.child.load(Relaxed)).filter(|&it| it != 0);
        gather(&after, store, child, found);
        // A win that was certain without a search must be found too.
        if edge.proof.get() == Some(Outcome::Won(view.mover()))
            && let Some((ply, outcome)) = certain(&after)
        {
            found.entry(ply).or_default().proved = Some(outcome);
        }
    }
}

/// The winning completion of a ply that has begun.
fn certain<V: View>(view: &V) -> Option<(V::Ply, Outcome)> {
    let won = Outcome::Won(view.mover());
    let mut choices = Vec::new();
    view.choices(&mut choices);
    choices.iter().find_map(|choice| {
        let mut after = view.clone();
        after.take(choice.step);
        let ply = view.ply(choice.step)?;
        (after.verdict() == Some(won)).then_some((ply, won))
    })
}

/// The line of play that begins with a ply.
fn line<V: View>(root: &V, store: &Store, ply: V::Ply) -> Vec<V::Ply> {
    let mut line = vec![ply];
    let mut steps = Vec::new();
    root.steps(ply, &mut steps);
    let mut view = root.clone();
    let mut at = Some(0);
    for step in steps {
        at = at.and_then(|at| child(store, at, step));
        view.take(step);
    }
    while let Some(edge) = at.and_then(|at| best(store, at)) {
        let step = edge.step.load(Relaxed);
        line.extend(view.ply(step));
        view.take(step);
        at = Some(edge.child.load(Relaxed)).filter(|&it| it != 0);
    }
    line
}

fn child(store: &Store, at: u32, step: Step) -> Option<u32> {
    let edges = store.edges_of(&store.nodes[at])?;
    let edge = edges.iter().find(|edge| edge.step.load(Relaxed) == step)?;
    Some(edge.child.load(Relaxed)).filter(|&child| child != 0)
}

/// The best decision at a node: a proved win, or the one tried most.
fn best(store: &Store, at: u32) -> Option<&Edge> {
    let node = &store.nodes[at];
    let mover = node.seat();
    store.edges_of(node)?.iter().filter(|edge| edge.visits.load(Relaxed) > 0).max_by(|a, b| {
        let rank = |edge: &Edge| match edge.proof.get() {
            Some(Outcome::Won(seat)) => {
                if seat == mover {
                    2
                } else {
                    0
                }
            }
            _ => 1,
        };
        let visits = |edge: &Edge| edge.visits.load(Relaxed);
        (rank(a), visits(a))
            .cmp(&(rank(b), visits(b)))
            .then(a.share(mover).total_cmp(&b.share(mover)))
    })
}
