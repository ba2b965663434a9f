//! The analysis commands, with answers in the forms that GoGui and HexGui draw on their boards.

use std::collections::BTreeMap;

use crosscut_search::{Analysis, Candidate};

use super::word_of;
use crosscut_catalog::Outcome;

/// A command that shows an analysis.
pub(super) struct AnalysisCommand {
    /// How the answer is drawn: a word of GoGui's that HexGui knows too.
    kind: &'static str,
    /// The label in menus.
    label: &'static str,
    /// The command that is sent.
    pub(super) command: &'static str,
    pub(super) show: fn(&Analysis<String>) -> String,
}

pub(super) const VIEWS: &[AnalysisCommand] = &[
    AnalysisCommand {
        kind: "string",
        label: "Result expected",
        command: "crosscut-share",
        show: share,
    },
    AnalysisCommand {
        kind: "pspairs",
        label: "Results of moves",
        command: "crosscut-values",
        show: values,
    },
    AnalysisCommand {
        kind: "pspairs",
        label: "Visits of moves",
        command: "crosscut-visits",
        show: visits,
    },
    AnalysisCommand {
        kind: "pspairs",
        label: "Best moves",
        command: "crosscut-top-moves",
        show: top_moves,
    },
    AnalysisCommand { kind: "var", label: "Line expected", command: "crosscut-pv", show: line },
    AnalysisCommand {
        kind: "gfx",
        label: "Heat map of visits",
        command: "crosscut-heat",
        show: heat,
    },
];

/// How many moves count as the best.
const BEST: usize = 10;

/// The lines of the menus: how the answer is drawn, the label, and the command that is sent.
pub(super) fn menu() -> String {
    let mut menu = "plist/All legal moves/all_legal_moves\nstring/Show board/showboard\n\
                    string/Final score/final_score\nstring/Game/spec\n"
        .to_string();
    for it in VIEWS {
        menu += &format!("{}/{}/{}\n", it.kind, it.label, it.command);
    }
    menu
}

fn share(analysis: &Analysis<String>) -> String {
    let worth = match analysis.proved {
        Some(Outcome::Won(seat)) => format!("proved: the {} seat wins", seat.name()),
        Some(Outcome::Drawn) => "proved: a draw".to_string(),
        None => format!("{:.1} % for the side to move", 100.0 * analysis.share),
    };
    format!("{worth} ({} simulations)", analysis.simulations)
}

/// The expected result for the side to move in per cent, or a letter for a proved win, loss or draw.
fn worth(it: &Candidate<String>) -> String {
    match it.proved {
        Some(_) if it.share == 1.0 => "W".to_string(),
        Some(_) if it.share == 0.0 => "L".to_string(),
        Some(_) => "D".to_string(),
        None => format!("{:.0}", 100.0 * it.share),
    }
}

fn tried(analysis: &Analysis<String>) -> impl Iterator<Item = &Candidate<String>> {
    analysis.candidates.iter().filter(|it| it.visits > 0 || it.proved.is_some())
}

fn pairs<'a>(them: impl Iterator<Item = (&'a Candidate<String>, String)>) -> String {
    them.map(|(it, what)| format!("{} {what}", word_of(&it.ply))).collect::<Vec<_>>().join(" ")
}

fn values(analysis: &Analysis<String>) -> String {
    pairs(tried(analysis).map(|it| (it, worth(it))))
}

fn visits(analysis: &Analysis<String>) -> String {
    pairs(tried(analysis).map(|it| (it, it.visits.to_string())))
}

fn top_moves(analysis: &Analysis<String>) -> String {
    pairs(
        tried(analysis).take(BEST).zip(1..).map(|(it, rank)| (it, format!("{rank}@{}", worth(it)))),
    )
}

fn line(analysis: &Analysis<String>) -> String {
    analysis.line.iter().map(|it| word_of(it)).collect::<Vec<_>>().join(" ")
}

/// The visits of every place, relative to the most visited one, which is 1; a move of several stones counts for each of its
/// places.
fn heat(analysis: &Analysis<String>) -> String {
    let mut heat = BTreeMap::<&str, u64>::new();
    for it in tried(analysis) {
        for place in it.ply.split(',').filter(|it| it.contains(|c: char| c.is_ascii_digit())) {
            *heat.entry(place).or_default() += it.visits;
        }
    }
    let most = heat.values().copied().max().unwrap_or(0).max(1);
    let places =
        heat.iter().map(|(place, visits)| format!("{place} {:.3}", *visits as f64 / most as f64));
    format!("INFLUENCE {}\nTEXT {}", places.collect::<Vec<_>>().join(" "), share(analysis))
}
