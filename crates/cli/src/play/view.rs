//! Which lines and columns of a diagram fit on the screen, where its places are, and how to move between them.

use crosscut_catalog::{Diagram, Place, Role};

/// A diagram cut to a size: the lines shown, and the scroll position.
#[derive(Debug)]
pub(crate) struct DiagramView {
    /// Indices of the diagram's lines that can be scrolled.
    lines: Vec<usize>,
    /// Indices of the lines that stay below them, wherever the board is scrolled.
    foot: Vec<usize>,
    /// Whether lines are omitted whose squares are shown by the ground instead.
    dense: bool,
    top: usize,
    left: usize,
    height: usize,
    width: usize,
}

/// How many lines of a scrolled board must be visible before other lines may stay below it.
const LEAST: usize = 5;

impl DiagramView {
    /// Shows the diagram in `width` x `height` characters with the character `seen` (line and column) visible. If it is too
    /// high, lines are omitted first whose content is shown elsewhere; if that is not enough, the board is scrolled, and the
    /// text about it stays.
    pub(crate) fn new(
        diagram: &Diagram,
        seen: Option<(usize, usize)>,
        width: usize,
        height: usize,
    ) -> Self {
        let mut lines: Vec<usize> = (0..diagram.lines.len()).collect();
        for least in [Role::Filling, Role::Repeated] {
            if lines.len() > height {
                lines.retain(|&line| diagram.role(line) != Some(least));
            }
        }
        let dense = !lines.iter().any(|&line| diagram.role(line) == Some(Role::Filling));
        let mut foot = Vec::new();
        if lines.len() > height {
            let stays = |&line: &usize| diagram.role(line).is_some();
            (foot, lines) = lines.into_iter().partition(stays);
            let room = height.saturating_sub(LEAST);
            foot.drain(..foot.len().saturating_sub(room));
        }
        let height = height - foot.len();
        let (line, column) = seen.unwrap_or((0, 0));
        let line = lines.iter().position(|&it| line <= it).unwrap_or(0);
        let top = scroll(line, lines.len(), height);
        let left = scroll(column, reach(diagram), width);
        DiagramView { lines, foot, dense, top, left, height, width }
    }

    /// The diagram's lines on the screen, from top to bottom.
    pub(crate) fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.lines.iter().skip(self.top).take(self.height).chain(&self.foot).copied()
    }

    /// The first visible column of a line, and how many are visible: text about the board is not scrolled sideways.
    pub(crate) fn columns(&self, diagram: &Diagram, line: usize) -> (usize, usize) {
        match diagram.role(line) {
            Some(Role::Caption) => (0, self.width),
            _ => (self.left, self.width),
        }
    }

    /// Whether squares are shown by the ground under characters.
    pub(crate) fn is_dense(&self) -> bool {
        self.dense
    }

    /// The place at a character of the screen, counted from the view's upper left corner.
    pub(crate) fn place_at(&self, diagram: &Diagram, column: usize, row: usize) -> Option<usize> {
        let line = self.rows().nth(row)?;
        let column = column + self.left;
        // One column next to a place still counts: places are narrow, and fingers are not.
        let near = |place: &Place| {
            let span = place.column.saturating_sub(1)..=place.column + place.width;
            (place.line == line && span.contains(&column)).then(|| column.abs_diff(place.column))
        };
        let places = diagram.places.iter().enumerate();
        places.filter_map(|(at, place)| Some((near(place)?, at))).min().map(|(_, at)| at)
    }
}

/// How many lines a diagram needs without those that can be omitted.
pub(crate) fn needed(diagram: &Diagram) -> usize {
    let spared = |line: &usize| matches!(diagram.role(*line), Some(Role::Filling | Role::Repeated));
    (0..diagram.lines.len()).filter(|line| !spared(line)).count()
}

/// The length in characters of the board's longest line.
fn reach(diagram: &Diagram) -> usize {
    let lines = diagram.lines.iter().enumerate();
    let own = lines.filter(|(at, _)| diagram.role(*at) != Some(Role::Caption));
    own.map(|(_, line)| line.chars().count()).max().unwrap_or(0)
}

/// The length in characters of the longest line.
pub(crate) fn breadth(diagram: &Diagram) -> usize {
    diagram.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// The scroll position at which `at` of `all` is visible in a window, near its middle.
fn scroll(at: usize, all: usize, window: usize) -> usize {
    if all <= window { 0 } else { at.saturating_sub(window / 2).min(all - window) }
}

/// A direction of the cursor keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// The place next to the one at index `from`, or `from` if there is none in that direction. Vertical movement keeps to `goal`,
/// the column in which it began.
pub(crate) fn step(places: &[Place], from: usize, goal: usize, direction: Direction) -> usize {
    let Some(here) = places.get(from) else { return 0 };
    let far = |place: &Place| {
        let vertical = matches!(direction, Direction::Up | Direction::Down);
        let lines = place.line as i64 - here.line as i64;
        let columns = place.column as i64 - if vertical { goal } else { here.column } as i64;
        // Characters are about twice as high as wide: each direction covers what lies within 45 degrees of it.
        let within = match direction {
            Direction::Up => lines < 0 && columns.abs() <= -2 * lines,
            Direction::Down => lines > 0 && columns.abs() <= 2 * lines,
            Direction::Left => columns < 0 && 2 * lines.abs() <= -columns,
            Direction::Right => columns > 0 && 2 * lines.abs() <= columns,
        };
        // The next line counts as adjacent even if its places are offset, and so does a place on the same line.
        let per_line = if vertical { 4 } else { 6 };
        within.then_some(per_line * lines.abs() + columns.abs())
    };
    let distances = places.iter().enumerate().filter_map(|(at, place)| Some((far(place)?, at)));
    distances.min().map_or(from, |(_, at)| at)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crosscut_catalog::{GAMES, Spec};

    use super::*;

    fn diagram() -> Diagram {
        let lines = [" A B C", "3 . . .", " |:|-|", "2 . . .", " |-|:|", "1 . . ."];
        let place = |line: usize, column: usize| Place {
            word: format!("{}{}", ["A", "B", "C"][(column - 2) / 2], 3 - line / 2),
            line,
            column,
            width: 1,
            ink: None,
        };
        let places = [1, 3, 5].iter().flat_map(|&line| [2, 4, 6].map(|column| place(line, column)));
        Diagram {
            lines: lines.map(str::to_string).to_vec(),
            places: places.collect(),
            roles: vec![(0, Role::Names), (2, Role::Filling), (4, Role::Filling)],
            ..Diagram::default()
        }
    }

    #[test]
    fn what_can_be_spared_goes_before_anything_scrolls_and_names_stay() {
        let it = diagram();
        let rows =
            |seen, height| DiagramView::new(&it, seen, 20, height).rows().collect::<Vec<_>>();
        assert_eq!(rows(None, 6), [0, 1, 2, 3, 4, 5]);
        assert_eq!(rows(None, 5), [0, 1, 3, 5]);
        assert_eq!(rows(Some((5, 6)), 2), [3, 5]);
        assert!(rows(Some((5, 6)), 0).is_empty());
        assert_eq!(DiagramView::new(&it, Some((5, 6)), 4, 9).columns(&it, 1), (3, 4));
        let mut high = diagram();
        high.lines.extend((0..9).map(|_| "0 . . .".to_string()));
        high.push(Role::Caption, "all is said");
        let rows = |seen| DiagramView::new(&high, Some(seen), 4, 8).rows().collect::<Vec<_>>();
        assert_eq!(rows((1, 2)), [1, 3, 5, 6, 7, 8, 0, 15]);
        assert_eq!(rows((14, 2)), [9, 10, 11, 12, 13, 14, 0, 15]);
        assert_eq!(DiagramView::new(&high, Some((5, 6)), 4, 8).columns(&high, 15), (0, 4));
    }

    #[test]
    fn a_character_leads_to_its_place() {
        let it = diagram();
        let view = DiagramView::new(&it, None, 20, 5);
        let word = |column, row| view.place_at(&it, column, row).map(|at| &it.places[at].word[..]);
        assert_eq!(word(4, 2), Some("B2"));
        assert_eq!(word(4, 0), None);
        assert_eq!(word(7, 1), Some("C3"));
        assert_eq!(word(8, 1), None);
        assert_eq!(word(4, 17), None);
    }

    #[test]
    fn the_cursor_steps_to_its_neighbours_and_stops_at_the_edge() {
        let places = diagram().places;
        let from = |at: usize, direction| step(&places, at, places[at].column, direction);
        assert_eq!(from(4, Direction::Up), 1);
        assert_eq!(from(4, Direction::Down), 7);
        assert_eq!(from(4, Direction::Left), 3);
        assert_eq!(from(4, Direction::Right), 5);
        assert_eq!(from(0, Direction::Up), 0);
        assert_eq!(from(2, Direction::Right), 2);
        assert_eq!(step(&[], 3, 0, Direction::Up), 0);
    }

    #[test]
    fn up_and_down_keep_to_the_column_in_which_one_set_out() {
        let place = |line: usize, column: usize| Place {
            word: String::new(),
            line,
            column: column * 2 + line,
            width: 1,
            ink: None,
        };
        // A leaning board: every line is shifted one character further to the right.
        let places: Vec<Place> =
            (0..5).flat_map(|line| (0..5).map(move |c| place(line, c))).collect();
        let goal = places[12].column;
        let up = step(&places, 12, goal, Direction::Up);
        assert_ne!(up, 12);
        assert_eq!(
            step(&places, step(&places, up, goal, Direction::Up), goal, Direction::Down),
            up
        );
        assert_eq!(step(&places, up, goal, Direction::Down), 12);
    }

    #[test]
    fn the_cursor_keys_reach_every_place_of_every_game() {
        const WAYS: [Direction; 4] =
            [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
        for game in GAMES {
            let name = game.card().name;
            let mut position = name.parse::<Spec>().unwrap().start();
            for ply in 0..40 {
                let places = position.text().places;
                let mut reached = BTreeSet::new();
                let mut todo = vec![0];
                while let Some(at) = todo.pop() {
                    if at < places.len() && reached.insert(at) {
                        todo.extend(WAYS.map(|way| step(&places, at, places[at].column, way)));
                    }
                }
                let missed: Vec<&str> = (0..places.len())
                    .filter(|at| !reached.contains(at))
                    .map(|at| &places[at].word[..])
                    .collect();
                assert!(missed.is_empty(), "{name}, ply {ply}: {missed:?}\n{position}");
                let moves = position.moves();
                let Some(m) = moves.get(ply * 7919 % moves.len().max(1)) else { break };
                position.play(m).unwrap();
            }
        }
    }
}
