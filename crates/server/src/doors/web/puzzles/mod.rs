//! Puzzles: all of them, the one of the day, and a page for each, whose board is answered by what was proved.
//!
//! What was tried stands in the address; nothing is kept but how members did.

mod list;
mod show;

pub(crate) use list::{Shown, daily, puzzles, todays};
pub(crate) use show::{of_game, puzzle, show_solution, turn};

use crosscut_puzzles::Puzzle;

use crate::store::PuzzleTry;

/// The title of a game by its name.
fn title(puzzle: &Puzzle) -> &'static str {
    crosscut_catalog::find(puzzle.game()).map_or("", |game| game.card().title)
}

/// What a puzzle is about, in a line: `size=6, V to move`.
fn what(puzzle: &Puzzle) -> String {
    let options = puzzle.spec.split_once(':').map_or("", |(_, options)| options);
    let options: Vec<&str> = options.split(',').filter(|it| !it.is_empty()).collect();
    let mut words = vec![format!("{} to move and win", puzzle.side)];
    words.extend(
        options
            .iter()
            .filter(|it| !it.starts_with("opening="))
            .map(|it| it.replace(['=', '_'], " ")),
    );
    words.join(", ")
}

/// How a member did with a puzzle, in words; empty if they have not tried.
fn done(it: Option<&PuzzleTry>) -> &'static str {
    match it {
        None => "",
        Some(PuzzleTry { solved: Some(_), shown: 0, tries: 1, .. }) => "solved at once",
        Some(PuzzleTry { solved: Some(_), shown: 0, .. }) => "solved",
        Some(PuzzleTry { shown: 1.., .. }) => "seen the solution",
        Some(_) => "tried",
    }
}
