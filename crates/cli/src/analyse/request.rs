//! Requests to the analysis engine.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use crosscut_catalog::{AnyPosition, Budget, Level, Line, Setup, Spec};
use serde::Deserialize;
use serde_json::Value;

use super::GAMES;

/// A valid line of standard input.
#[derive(Debug)]
pub(super) enum AnalysisRequest {
    /// Analyse positions.
    Analyse(Arc<AnalysisQuery>),
    /// Terminate the requests with an id, or all; only at certain turns, if any are given.
    Terminate { which: Option<Value>, turns: Option<Vec<usize>> },
    /// Report the version.
    Version,
}

/// Positions of one game to analyse.
#[derive(Debug)]
pub(super) struct AnalysisQuery {
    pub(super) line: Line,
    /// The positions, by how many plies have been played.
    pub(super) turns: Vec<usize>,
    pub(super) budget: Budget,
    /// The interval of interim reports.
    pub(super) every: Option<Duration>,
    /// The number of games for the map; zero for no map.
    pub(super) map: u32,
    /// The most candidates to report.
    pub(super) candidates: usize,
    pub(super) priority: i64,
}

/// The fields of a request for analysis.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct AnalysisFields {
    #[serde(rename = "id")]
    _id: Value,
    game: String,
    #[serde(default)]
    moves: Vec<String>,
    setup: Option<String>,
    simulations: Option<u64>,
    seconds: Option<f64>,
    level: Option<u64>,
    seed: Option<u64>,
    threads: Option<usize>,
    every: Option<f64>,
    #[serde(default)]
    map: MapWanted,
    candidates: Option<usize>,
    analyse_turns: Option<Vec<usize>>,
    #[serde(default)]
    priority: i64,
}

/// Whether a map is wanted, or from how many games.
#[derive(Deserialize)]
#[serde(untagged, expecting = "map is true, false or a number of games")]
enum MapWanted {
    Wanted(bool),
    Games(u32),
}

impl Default for MapWanted {
    fn default() -> Self {
        MapWanted::Wanted(false)
    }
}

/// The fields of a request for an action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ActionFields {
    #[serde(rename = "id")]
    _id: Value,
    action: String,
    terminate_id: Option<Value>,
    turns: Option<Vec<usize>>,
}

/// The most games for a map.
const MOST_GAMES: u32 = 1_000_000;
/// The longest analysis, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// The id of a line, if it has one: it goes with every answer, including refusals.
pub(super) fn id(json: &Value) -> Option<Value> {
    json.get("id").filter(|id| is_id(id)).cloned()
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64() || id.is_u64()
}

/// Parses a line, or says what is wrong with it. Limits not given are those of `usual`.
pub(super) fn read(json: Value, usual: &dyn Fn(&Spec) -> Budget) -> Result<AnalysisRequest> {
    let Some(object) = json.as_object() else {
        bail!("a request is an object such as {{\"id\": 1, \"game\": .., \"moves\": [..]}}");
    };
    match object.get("id") {
        None => bail!("a request needs an id: a text or a whole number"),
        Some(id) => ensure!(is_id(id), "the id must be a text or a whole number, not {id}"),
    }
    if object.contains_key("action") {
        action(serde_json::from_value(json)?)
    } else if object.contains_key("game") {
        query(serde_json::from_value(json)?, usual).map(|it| AnalysisRequest::Analyse(Arc::new(it)))
    } else {
        bail!("a request says which game (\"game\": a spec) or what to do (\"action\")");
    }
}

fn action(it: ActionFields) -> Result<AnalysisRequest> {
    let bare = it.terminate_id.is_none();
    match &it.action[..] {
        "terminate" => {
            ensure!(!bare, "terminate what? Give its id as terminateId");
            Ok(AnalysisRequest::Terminate { which: it.terminate_id, turns: it.turns })
        }
        "terminate_all" if bare => Ok(AnalysisRequest::Terminate { which: None, turns: it.turns }),
        "query_version" if bare && it.turns.is_none() => Ok(AnalysisRequest::Version),
        "terminate_all" | "query_version" => {
            bail!("{} does not say which: leave terminateId and turns out", it.action)
        }
        other => bail!(
            "there is no action '{other}': there are terminate, terminate_all and query_version"
        ),
    }
}

fn query(it: AnalysisFields, usual: &dyn Fn(&Spec) -> Budget) -> Result<AnalysisQuery> {
    let spec: Spec = it.game.parse()?;
    let mut line = match &it.setup {
        None => Line::new(spec),
        Some(setup) => Line::from_setup(spec, Setup::parse(setup)?)?,
    };
    for ply in &it.moves {
        line.play(ply.trim())?;
    }
    let last = line.plies().len();
    let mut turns = it.analyse_turns.unwrap_or_else(|| vec![last]);
    if let Some(turn) = turns.iter().find(|&&turn| turn > last) {
        bail!("analyseTurns has {turn}, but the turns go from 0 to {last}");
    }
    turns.sort_unstable();
    turns.dedup();

    let mut budget = usual(line.spec());
    if let Some(level) = it.level {
        let known = u8::try_from(level).ok().and_then(Level::new);
        let Some(level) = known else { bail!("levels go from 1 to 8: {level} is not one") };
        let Budget { nodes, seed, threads, .. } = budget;
        budget = Budget { nodes, seed, threads, ..line.spec().budget(level) };
    }
    let seconds = it.seconds.map(|seconds| time("seconds", seconds)).transpose()?;
    if let Some(simulations) = it.simulations {
        ensure!(simulations > 0, "simulations must be at least 1");
    }
    if seconds.is_some() || it.simulations.is_some() {
        (budget.time, budget.simulations) = (seconds, it.simulations);
    }
    if let Some(threads) = it.threads {
        ensure!((1..=256).contains(&threads), "threads must be a number from 1 to 256");
        budget.threads = threads;
    }
    budget.seed = it.seed.unwrap_or(budget.seed);
    let map = match it.map {
        MapWanted::Wanted(wanted) => u32::from(wanted) * GAMES,
        MapWanted::Games(games) => games,
    };
    ensure!(map <= MOST_GAMES, "map may use at most {MOST_GAMES} games");
    Ok(AnalysisQuery {
        line,
        turns,
        budget,
        every: it.every.map(|every| time("every", every)).transpose()?,
        map,
        candidates: it.candidates.unwrap_or(usize::MAX),
        priority: it.priority,
    })
}

fn time(field: &str, seconds: f64) -> Result<Duration> {
    ensure!(
        (0.001..=LONGEST).contains(&seconds),
        "{field} must be a number of seconds from 0.001 to {LONGEST}"
    );
    Ok(Duration::from_secs_f64(seconds))
}

impl AnalysisQuery {
    /// The position after `turn` plies.
    pub(super) fn position(&self, turn: usize) -> AnyPosition {
        self.line.up_to(turn).position().clone()
    }
}
