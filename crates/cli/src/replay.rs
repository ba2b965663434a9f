use std::io::Write;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::{AnyPosition, Line, Outcome, Seat, Spec, Told};
use serde::Serialize;

use crate::start::StartArgs;
use crate::teach;
use crosscut_catalog::page::wrap;

/// Play the given moves and show the board, whose turn it is, or the outcome
///
/// If a move is illegal, its number and the reason are printed instead, and the exit status is 2.
#[derive(Args, Debug)]
#[command(after_long_help = teach::replay())]
pub(crate) struct ReplayArgs {
    /// The game and its options
    spec: Spec,
    /// The moves in order (- reads them from standard input, with blanks or newlines between)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

/// The answer as JSON. The names and order of its fields are a contract.
#[derive(Serialize)]
struct ReplayReport<'a> {
    spec: String,
    moves: &'a [String],
    turn: Option<&'static str>,
    side: Option<&'static str>,
    outcome: Option<&'static str>,
    winner_side: Option<&'static str>,
    legal: usize,
    score: Option<[u32; 2]>,
    /// What the rules added to the last move automatically, in rounds; left out if nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forced: Vec<Vec<String>>,
    /// Why the game is drawn, or what won it, where neither the goal nor a chain shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
}

impl ReplayArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let line = self.start.line(self.spec, &self.moves)?;
        if self.json {
            Ok(writeln!(out, "{}", serde_json::to_string(&report(&line))?)?)
        } else {
            Ok(write!(out, "{}", words(&line))?)
        }
    }
}

fn report(line: &Line) -> ReplayReport<'_> {
    let position = line.position();
    ReplayReport {
        spec: line.spec().to_string(),
        moves: line.plies(),
        turn: position.turn().map(Seat::name),
        side: position.side(),
        outcome: position.outcome().map(Outcome::name),
        winner_side: position.winner_side(),
        legal: position.count(),
        score: position.score(),
        forced: position.forced(),
        because: position.drawn_because().map(String::from).or_else(|| position.won_because()),
    }
}

fn words(line: &Line) -> String {
    let mut text = format!("{}\n", line.position());
    if let Some(setup) = line.setup() {
        text.push_str(&wrap(&format!("Set up: {setup}"), "  "));
    }
    if !line.plies().is_empty() {
        let plies: Vec<String> = line
            .plies()
            .iter()
            .zip(line.forced_words())
            .enumerate()
            // A no-break space keeps a number and its move together.
            .map(|(index, (ply, forced))| match forced.is_empty() {
                true => format!("{}.\u{a0}{ply}", index + 1),
                // In braces, so that the list can be typed again as it is.
                false => format!("{}.\u{a0}{ply} {{{forced}}}", index + 1),
            })
            .collect();
        text.push_str(&wrap(&plies.join(" "), "  ").replace('\u{a0}', " "));
    }
    let asked = line.decision(&seats());
    let what = asked.as_ref().and_then(|it| it.what.clone());
    text.push_str(&what.unwrap_or_else(|| standing(line.position())));
    text.push('\n');
    if let Some(asked) = asked {
        text.push_str(&wrap(&asked.why, ""));
    }
    text.push_str(&winning(line.position()));
    text.push_str(&reasons(line.position()));
    if let Some([first, second]) = line.position().score() {
        text.push_str(&format!("Score: {first} for the first seat, {second} for the second\n"));
    }
    text
}

/// A line saying what has won; empty before the end, and where the board shows it by different letters.
pub(crate) fn winning(position: &AnyPosition) -> String {
    let diagram = position.text();
    let words = diagram.winning_words();
    match position.outcome() {
        Some(_) if !words.is_empty() => wrap(&format!("Winning chain: {}", words.join(" ")), "  "),
        _ => String::new(),
    }
}

/// Why the position is as it is where the board does not show it, one line for each sentence.
pub(crate) fn reasons(position: &AnyPosition) -> String {
    position.reasons().iter().map(|why| wrap(why, "  ")).collect()
}

/// Addressed to no particular seat, with no names known.
pub(crate) fn seats() -> Told {
    Told::anybody(|seat| format!("the {} seat", seat.name()))
}

/// Whose turn it is, or how the game ended: a sentence without a full stop.
pub(crate) fn standing(position: &AnyPosition) -> String {
    match (position.outcome(), position.turn(), position.side()) {
        (Some(Outcome::Won(seat)), ..) => {
            format!("The {} seat has won, as {}", seat.name(), position.held_by(seat))
        }
        (Some(Outcome::Drawn), ..) => match position.drawn_because() {
            Some(why) => format!("The game is drawn: {why}"),
            None => "The game is drawn".to_string(),
        },
        (None, Some(seat), Some(side)) if side == position.held_by(seat) => {
            format!("It is {side}'s turn, the {} seat's", seat.name())
        }
        // One rule lets a seat make the opening moves of both sides.
        (None, Some(seat), Some(side)) => {
            format!("It is the {} seat's turn, to move for {side}", seat.name())
        }
        (None, ..) => "The game is not over".to_string(),
    }
}
