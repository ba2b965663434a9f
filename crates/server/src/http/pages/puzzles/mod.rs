//! Puzzles: the list, the puzzle of the day, and a page for each, whose board gives the proved answers.
//!
//! What was tried is in the address; only members' results are stored.

mod list;
mod show;

pub(crate) use list::{PuzzleListItem, daily, puzzles, todays};
pub(crate) use show::{of_game, puzzle, show_solution, turn};

use crosscut_puzzles::Puzzle;

use crate::store::PuzzleTryRow;

/// The title of a puzzle's game.
fn title(puzzle: &Puzzle) -> &'static str {
    crosscut_catalog::find(puzzle.game()).map_or("", |game| game.card().title)
}

/// The subject of a puzzle in a line: `you play Navy, 6 by 6`.
fn what(puzzle: &Puzzle) -> String {
    let Ok(spec) = puzzle.spec.parse::<crosscut_catalog::Spec>() else { return String::new() };
    // How sides are chosen does not matter any more.
    let said = spec.said();
    let said = said.split(", ").filter(|it| !it.is_empty() && !it.contains("swap"));
    let who = format!("you play {}", spec.card().colour(&puzzle.side));
    std::iter::once(who.as_str()).chain(said).collect::<Vec<_>>().join(", ")
}

/// A member's result on a puzzle, in words; empty if they have not tried.
fn done(it: Option<&PuzzleTryRow>) -> &'static str {
    match it {
        None => "",
        Some(PuzzleTryRow { solved: Some(_), shown: false, tries: 1, .. }) => {
            "solved at the first try"
        }
        Some(PuzzleTryRow { solved: Some(_), shown: false, .. }) => "solved",
        Some(PuzzleTryRow { shown: true, .. }) => "solution seen",
        Some(_) => "not solved yet",
    }
}

/// The same as a sentence to the member.
fn told(done: &str) -> &'static str {
    match done {
        "" => "",
        "solved at the first try" => "You solved this at the first try.",
        "solved" => "You solved this.",
        "solution seen" => "You have seen the solution of this one.",
        _ => "You have not solved this yet.",
    }
}
