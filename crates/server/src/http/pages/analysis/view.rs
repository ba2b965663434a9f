//! The computer's opinion of a position.

use std::time::Duration;

use crosscut_catalog::{Analysis, Budget, Line, Outcome};

use super::Study;
use crate::App;
use crate::computer::ThoughtOwner;
use crate::http::pages::page::PageError;
use crate::http::pages::visitor::Visitor;

/// An analysis as it is shown.
pub(crate) struct AnalysisView {
    pub(crate) verdict: String,
    /// Plies with their chances in per cent, each with the address it leads to.
    pub(crate) best: Vec<(String, u32, String)>,
    pub(crate) line: String,
    pub(crate) simulations: u64,
}

/// Asks the computer, which thinks for one second at most when the visitor's turn in the queue comes.
pub(crate) async fn ask(
    app: &App,
    visitor: &Visitor,
    line: &Line,
) -> Result<Analysis<String>, PageError> {
    let waits = ThoughtOwner::of(&visitor.person);
    let budget = Budget { nodes: 200_000, ..Budget::time(Duration::from_millis(800)) };
    let analysis = app.thinkers().analyse(waits, line.position().clone(), budget).await?;
    analysis.ok_or_else(|| PageError::unclear("the game is over: there is nothing to think about"))
}

/// Words an analysis.
pub(super) fn opinion(study: &Study, line: &Line, analysis: &Analysis<String>) -> AnalysisView {
    let position = line.position();
    let card = line.spec().card();
    let side = card.colour(position.side().unwrap_or_default());
    let verdict = match (analysis.proved, position.turn()) {
        (Some(Outcome::Won(seat)), Some(turn)) => match seat == turn {
            true => format!("{side} wins, for certain"),
            false => format!("{side} loses, for certain"),
        },
        (Some(Outcome::Drawn), _) => "a draw, for certain".to_string(),
        _ => format!("{side} wins {} of 100", per_cent(analysis.share)),
    };
    // The most visited candidates, the best of them first. Nothing is known of those never visited.
    let seen = analysis.candidates.iter().filter(|it| it.visits > 0 || it.proved.is_some());
    let mut candidates: Vec<_> = seen.take(6).collect();
    candidates.sort_by(|a, b| b.share.total_cmp(&a.share));
    let best = candidates.into_iter().map(|it| {
        let to = Study::link(study.at, &[("play", &it.ply)]);
        (it.ply.clone(), per_cent(it.share), to)
    });
    AnalysisView {
        verdict,
        best: best.collect(),
        line: analysis.line.iter().take(8).cloned().collect::<Vec<_>>().join(" "),
        simulations: analysis.simulations,
    }
}

fn per_cent(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 100.0).round() as u32
}

#[cfg(test)]
mod tests {
    use crosscut_catalog::{Candidate, Seat, Spec};

    use super::super::tree::MoveTree;
    use super::*;

    #[test]
    fn a_verdict_is_certain_or_in_per_cent() {
        let spec: Spec = "hex:size=5,opening=none".parse().unwrap();
        let start = Line::new(spec.clone());
        let tree = MoveTree::read(start.position(), "").unwrap();
        let study = Study { spec, setup: String::new(), start, tree, at: 0 };
        let line = study.line();
        for (proved, share, verdict, per_cent) in [
            (None, 0.0, "Navy wins 0 of 100", 0),
            (None, 0.626, "Navy wins 63 of 100", 63),
            (None, 1.0, "Navy wins 100 of 100", 100),
            (Some(Outcome::Won(Seat::First)), 0.9, "Navy wins, for certain", 90),
            (Some(Outcome::Won(Seat::Second)), 0.1, "Navy loses, for certain", 10),
            (Some(Outcome::Drawn), 0.5, "a draw, for certain", 50),
        ] {
            let ply = "C3".to_string();
            let best = Candidate { ply: ply.clone(), visits: 9, share, proved: None, line: vec![] };
            let never = Candidate { ply: "A1".to_string(), visits: 0, ..best.clone() };
            let analysis = Analysis {
                candidates: vec![best, never],
                line: vec![ply.clone(), "B2".to_string()],
                share,
                proved,
                simulations: 9,
                nodes: 2,
                time: Duration::ZERO,
            };
            let it = opinion(&study, &line, &analysis);
            assert_eq!((it.verdict.as_str(), it.line.as_str()), (verdict, "C3 B2"));
            let to = Study::link(0, &[("play", "C3")]);
            assert_eq!(it.best, [(ply, per_cent, to)], "{verdict}");
        }
    }
}
