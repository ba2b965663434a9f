//! The analysis engine's output, one line per answer.

use std::collections::HashMap;

use crosscut_catalog::{Analysis, AnyPosition, Candidate, Outcome, Owned};
use serde::Serialize;
use serde_json::{Value, json};

/// The result of an analysis, or an interim report.
#[derive(Serialize)]
pub(super) struct AnalysisReport<'a> {
    id: &'a Value,
    ply: usize,
    during: bool,
    root: RootReport<'a>,
    candidates: Vec<CandidateReport<'a>>,
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<HashMap<&'a str, MapCell>>,
}

/// The position as a whole.
#[derive(Serialize)]
struct RootReport<'a> {
    turn: Option<&'static str>,
    side: Option<&'a str>,
    outcome: Option<&'static str>,
    share: Option<f64>,
    proved: Option<&'static str>,
    simulations: u64,
    nodes: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct CandidateReport<'a> {
    r#move: &'a str,
    visits: u64,
    share: f64,
    proved: Option<&'static str>,
    line: &'a [String],
}

/// A point on the map.
#[derive(Serialize)]
struct MapCell {
    owner: f64,
    weight: f64,
}

/// The position that a report is about.
pub(super) struct ReportedPosition<'a> {
    pub(super) id: &'a Value,
    pub(super) ply: usize,
    pub(super) position: &'a AnyPosition,
}

/// A report; `analysis` is none where the game is over, `map` where none was requested.
pub(super) fn report<'a>(
    at: &ReportedPosition<'_>,
    analysis: Option<&'a Analysis<String>>,
    during: bool,
    candidates: usize,
    map: Option<&[Owned]>,
) -> String {
    let position = at.position;
    let outcome = position.outcome();
    let choice = |it: &'a Candidate<String>| {
        let Candidate { ply, visits, share, proved, line } = it;
        CandidateReport {
            r#move: ply,
            visits: *visits,
            share: *share,
            proved: proved.map(Outcome::name),
            line,
        }
    };
    let report = AnalysisReport {
        id: at.id,
        ply: at.ply,
        during,
        root: RootReport {
            turn: position.turn().map(|seat| seat.name()),
            side: position.side(),
            outcome: outcome.map(Outcome::name),
            share: analysis.map(|it| it.share),
            proved: outcome.or(analysis.and_then(|it| it.proved)).map(Outcome::name),
            simulations: analysis.map_or(0, |it| it.simulations),
            nodes: analysis.map_or(0, |it| it.nodes),
            seconds: analysis.map_or(0.0, |it| it.time.as_secs_f64()),
        },
        candidates: analysis
            .map_or(&[][..], |it| &it.candidates)
            .iter()
            .take(candidates)
            .map(choice)
            .collect(),
        line: analysis.map_or(&[][..], |it| &it.line),
        map: map.map(|map| {
            let place =
                |it: &Owned| MapCell { owner: rounded(it.owner), weight: rounded(it.weight) };
            map.iter().map(|it| (&it.word[..], place(it))).collect()
        }),
    };
    serde_json::to_string(&report).expect("texts and numbers are JSON")
}

/// The number of games does not support more than three digits.
fn rounded(it: f64) -> f64 {
    // Adding 0 turns a negative zero into a plain one.
    (it * 1000.0).round() / 1000.0 + 0.0
}

/// The answer for a position that was not analysed because its request was terminated first.
pub(super) fn nothing(id: &Value, ply: usize) -> String {
    json!({ "id": id, "ply": ply, "during": false, "noResults": true }).to_string()
}

/// A refusal or an error: a sentence without a full stop.
pub(super) fn error(id: Option<&Value>, error: &str) -> String {
    json!({ "id": id, "error": error }).to_string()
}

/// The answer to a termination: how many positions it stopped.
pub(super) fn terminated(id: &Value, which: Option<&Value>, positions: usize) -> String {
    match which {
        Some(which) => {
            json!({ "id": id, "action": "terminate", "terminateId": which, "positions": positions })
        }
        None => json!({ "id": id, "action": "terminate_all", "positions": positions }),
    }
    .to_string()
}

/// The answer with the program's version.
pub(super) fn version(id: &Value) -> String {
    let version = env!("CARGO_PKG_VERSION");
    json!({ "id": id, "action": "query_version", "program": "crosscut", "version": version })
        .to_string()
}
