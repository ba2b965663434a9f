//! Rhombi of hexagons as text.

use crosscut_draw::{Diagram, Ink, Place};
use crosscut_rules::{Setup, SetupError, Side};

use super::Point;

/// The letters of the sides that share this diagram.
const SIDES: [char; 2] = ['V', 'H'];

/// The characters for an empty cell.
const EMPTY: [char; 2] = ['.', '-'];

/// Draws the board of `size` x `size` cells, with each row one character further to the right than the one above, and columns
/// lettered above and below, so that a column is one slanting line. `empty` is the character of an empty cell: `.` or `-`.
pub(crate) fn draw(
    size: usize,
    owner: impl Fn(Point) -> Option<Side>,
    empty: impl Fn(Point) -> char,
) -> Diagram {
    let letters = |indent: usize| {
        let letters = (0..size).map(|column| format!(" {}", Point::new(column, 0).letter()));
        format!("{}{}", " ".repeat(indent), letters.collect::<String>())
    };
    let mut diagram = Diagram { lines: vec![letters(1)], ..Diagram::default() };
    for row in 0..size {
        let mut line = format!("{}{:>2}", " ".repeat(row), row + 1);
        for column in 0..size {
            let point = Point::new(column, row);
            line.push(' ');
            diagram.places.push(Place {
                word: point.to_string(),
                line: diagram.lines.len(),
                column: line.len(),
                width: 1,
                ink: owner(point).map(|side| match side {
                    Side::First => Ink::First,
                    Side::Second => Ink::Second,
                }),
            });
            line.push(owner(point).map_or_else(|| empty(point), |side| SIDES[side.index()]));
        }
        line.push_str(&format!(" {}", row + 1));
        diagram.lines.push(line);
    }
    diagram.lines.push(letters(size + 2));
    diagram
}

/// Reads such a diagram into a set-up, with a line `turn:V` or `turn:H` if there is one.
///
/// Blanks of every kind, empty lines, and the letters and numbers around the board are optional.
///
/// # Errors
/// Rows whose length or number is not the board's, wrong row numbers, and characters that such boards do not have.
pub(crate) fn read(size: usize, text: &str) -> Result<Setup, SetupError> {
    let mut setup = Setup::default();
    let mut stones = [Vec::new(), Vec::new()];
    let mut turn = None;
    let mut row = 0;
    for (number, line) in text.lines().enumerate() {
        let wrong = |words: String| SetupError::new(format!("line {}: {words}", number + 1));
        let line: String = line.chars().filter(|it| !it.is_whitespace()).collect();
        if let Some((key, word)) = line.split_once(':')
            && key.eq_ignore_ascii_case("turn")
        {
            if turn.replace(vec![word.to_string()]).is_some() {
                return Err(wrong("whose turn it is was said before".to_string()));
            }
        } else if !line.is_empty() && !letters(size, &line) {
            if row == size {
                return Err(wrong(format!("the board has {size} rows, and this is one more")));
            }
            for (column, side) in cells(size, row, &line).map_err(wrong)? {
                stones[side.index()].push(Point::new(column, row).to_string());
            }
            row += 1;
        }
    }
    if row < size {
        return Err(SetupError::new(format!(
            "the diagram has {row} rows of cells, the board has {size}"
        )));
    }
    for (side, stones) in SIDES.iter().zip(stones) {
        setup.add(&side.to_string(), stones)?;
    }
    if let Some(turn) = turn {
        setup.add("turn", turn)?;
    }
    Ok(setup)
}

/// Whether a line without its blanks is the columns' letters.
fn letters(size: usize, line: &str) -> bool {
    line.len() == size
        && (0..size)
            .zip(line.chars())
            .all(|(column, letter)| letter.eq_ignore_ascii_case(&Point::new(column, 0).letter()))
}

/// The stones in the line of a row, without its blanks, by column.
fn cells(size: usize, row: usize, line: &str) -> Result<Vec<(usize, Side)>, String> {
    let digit = |it: char| it.is_ascii_digit();
    let middle = line.trim_matches(digit);
    let front = &line[..line.len() - line.trim_start_matches(digit).len()];
    let back = &line[line.trim_end_matches(digit).len()..];
    for label in [front, back] {
        if !label.is_empty() && label.parse() != Ok(row + 1) {
            return Err(format!("this row is numbered {label}, and should be row {}", row + 1));
        }
    }
    let mut found = Vec::new();
    for (column, character) in middle.chars().enumerate() {
        let side = SIDES.iter().position(|it| it.eq_ignore_ascii_case(&character));
        match side {
            Some(side) => found.push((column, Side::BOTH[side])),
            None if EMPTY.contains(&character) => {}
            None => {
                return Err(format!("'{character}' is not on these boards: V, H, a dot or a dash"));
            }
        }
    }
    match middle.chars().count() {
        count if count == size => Ok(found),
        count => Err(format!("the row has {count} cells, and rows of this board have {size}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: usize, text: &str) -> String {
        match read(size, text) {
            Ok(setup) => setup.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn columns_slant_and_places_say_where_cells_are() {
        let owner = |point: Point| match point.to_string().as_str() {
            "B1" => Some(Side::First),
            "A3" => Some(Side::Second),
            _ => None,
        };
        let shade = |point: Point| if point.column < 2 { '.' } else { '-' };
        let diagram = draw(3, owner, shade);
        let expected = "  A B C\n 1 . V - 1\n  2 . . - 2\n   3 H . - 3\n      A B C\n";
        assert_eq!(diagram.to_string(), expected);
        for place in &diagram.places {
            let point: Point = place.word.parse().unwrap();
            let there = diagram.lines[place.line].chars().nth(place.column).unwrap();
            let side = owner(point);
            assert_eq!(there, side.map_or(shade(point), |side| SIDES[side.index()]));
            let ink = side.map(|side| [Ink::First, Ink::Second][side.index()]);
            assert_eq!(place.ink, ink);
        }
        assert_eq!(diagram.places.len(), 9);
    }

    #[test]
    fn labels_blanks_and_case_do_not_matter_to_readers() {
        assert_eq!(
            check(3, "  A B C\n 1 . V - 1\n  2 . . - 2\n   3 H . - 3\n      A B C\n"),
            "V:B1 H:A3"
        );
        assert_eq!(check(3, ".v.\n\n...\n\u{a0}h..\nturn: h"), "V:B1 H:A3 turn:h");
        assert_eq!(check(2, "VH\nHV"), "V:A1,B2 H:B1,A2");
    }

    #[test]
    fn refusals_name_the_line() {
        assert_eq!(
            check(2, "..\n. . ."),
            "line 2: the row has 3 cells, and rows of this board have 2"
        );
        assert_eq!(check(2, "..\n..\n.."), "line 3: the board has 2 rows, and this is one more");
        assert_eq!(check(2, ".."), "the diagram has 1 rows of cells, the board has 2");
        assert_eq!(check(2, "2 .."), "line 1: this row is numbered 2, and should be row 1");
        assert_eq!(check(2, ".. 9"), "line 1: this row is numbered 9, and should be row 1");
        assert_eq!(check(2, ".x\n.."), "line 1: 'x' is not on these boards: V, H, a dot or a dash");
        assert_eq!(check(2, "..\n..\nturn:V\nturn:H"), "line 4: whose turn it is was said before");
    }
}
