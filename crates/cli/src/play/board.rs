use std::collections::{HashMap, HashSet};

use crosscut_catalog::{AnyPosition, Diagram, Line};

/// The diagram of a position, with what the last ply changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardDiagram {
    pub(crate) diagram: Diagram,
    /// Line and column of the characters changed by the last ply.
    news: HashSet<(usize, usize)>,
}

impl BoardDiagram {
    /// The board at the end of a line.
    pub(crate) fn of(line: &Line) -> Self {
        let diagram = line.position().text();
        let news = match line.plies().len().checked_sub(1) {
            Some(before) => news(&line.up_to(before).position().text(), &diagram),
            None => HashSet::new(),
        };
        BoardDiagram { diagram, news }
    }

    /// The board as it would be after a ply.
    pub(crate) fn after(&self, position: &AnyPosition, ply: &str) -> Self {
        let mut position = position.clone();
        if position.play(ply).is_err() {
            return self.clone();
        }
        let diagram = position.text();
        BoardDiagram { news: news(&self.diagram, &diagram), diagram }
    }

    pub(crate) fn is_new(&self, line: usize, column: usize) -> bool {
        self.news.contains(&(line, column))
    }

    /// Where a character of this diagram is on a later one, as far as their places tell.
    pub(crate) fn moved_to(&self, later: &Diagram, at: (usize, usize)) -> Option<(usize, usize)> {
        let (lines, columns) = shift(&self.diagram, later)?;
        Some((at.0.checked_add_signed(lines)?, at.1.checked_add_signed(columns)?))
    }
}

/// How far a diagram's places have moved on a later one; `None` if they have not all moved equally.
///
/// A board may grow to the left or upwards, and a large one may be drawn on a different scale.
fn shift(before: &Diagram, after: &Diagram) -> Option<(isize, isize)> {
    let stood: HashMap<&str, (usize, usize)> =
        before.places.iter().map(|it| (&it.word[..], (it.line, it.column))).collect();
    let mut shifts = after.places.iter().filter_map(|it| {
        let (line, column) = stood.get(&it.word[..])?;
        Some((it.line as isize - *line as isize, it.column as isize - *column as isize))
    });
    match shifts.next() {
        Some(first) => shifts.all(|it| it == first).then_some(first),
        // A diagram without places: the game is over.
        None => (before.lines.len() == after.lines.len()).then_some((0, 0)),
    }
}

/// What differs on the board itself, except labels and places that only became playable.
fn news(before: &Diagram, after: &Diagram) -> HashSet<(usize, usize)> {
    let Some((lines, columns)) = shift(before, after) else { return HashSet::new() };
    let old: Vec<Vec<char>> = before.lines.iter().map(|line| line.chars().collect()).collect();
    let was = |line: usize, column: usize| {
        let line = line.checked_add_signed(-lines)?;
        old.get(line)?.get(column.checked_add_signed(-columns)?).copied()
    };
    let words: HashSet<&str> = before.places.iter().map(|it| &it.word[..]).collect();
    let opened: HashSet<(usize, usize)> = after
        .places
        .iter()
        .filter(|place| !words.contains(&place.word[..]))
        .map(|place| (place.line, place.column))
        .collect();
    let shifted = before.places.iter().filter_map(|it| it.line.checked_add_signed(lines));
    let board = || shifted.clone().chain(after.places.iter().map(|it| it.line));
    let (Some(top), Some(bottom)) = (board().min(), board().max()) else { return HashSet::new() };
    let mut news = HashSet::new();
    for (line, text) in
        after.lines.iter().enumerate().skip(top.saturating_sub(1)).take(bottom - top + 3)
    {
        for (column, c) in text.chars().enumerate() {
            let new = c != was(line, column).unwrap_or(' ') && !c.is_ascii_digit();
            if new && !opened.contains(&(line, column)) {
                news.insert((line, column));
            }
        }
    }
    news
}
