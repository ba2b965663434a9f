//! Checkered boards as text: the diagrams of the old play-by-mail server.

use crosscut_draw::{Diagram, Ground, Ink, Place, Role};
use crosscut_rules::{Setup, SetupError, Side};

use super::Point;
use super::checkered::home;

/// The letters of the sides that share this diagram.
const SIDES: [&str; 2] = ["V", "H"];

/// Draws the board of `size` x `size` points: lines of points joined by `---`, between them the squares, `:` for dark and `-`
/// for light, with columns lettered above and below, and rows numbered on both sides.
pub(crate) fn draw(size: usize, owner: impl Fn(Point) -> Option<Side>) -> Diagram {
    let letters = || {
        let letters = (0..size).map(|column| format!("   {}", Point::new(column, 0).letter()));
        letters.collect::<String>()
    };
    let mut diagram = Diagram::default();
    diagram.push(Role::Repeated, letters());
    // The square between this column and the one before, below this row.
    let square = |column: usize, row: usize| {
        (1..size).contains(&row).then(|| match home(size % 2, column, row) {
            Side::First => Ink::HomeFirst,
            Side::Second => Ink::HomeSecond,
        })
    };
    for row in (0..size).rev() {
        let mut line = format!("{:>2} ", row + 1);
        for column in 0..size {
            if column > 0 {
                diagram.grounds.push(Ground {
                    line: diagram.lines.len(),
                    column: line.len(),
                    width: 3,
                    halves: [square(column, row + 1), square(column, row)],
                });
                line.push_str("---");
            }
            let point = Point::new(column, row);
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
            line.push_str(owner(point).map_or(" ", |side| SIDES[side.index()]));
        }
        line.push_str(&format!(" {}", row + 1));
        diagram.lines.push(line);
        if row > 0 {
            let squares = (1..size).map(|column| match home(size % 2, column, row) {
                Side::First => " : |",
                Side::Second => " - |",
            });
            diagram.push(Role::Filling, format!("   |{}", squares.collect::<String>()));
        }
    }
    diagram.push(Role::Names, letters());
    diagram
}

/// Reads such a diagram into a set-up, with a line `turn:V` or `turn:H` if there is one.
///
/// Blanks of every kind, empty lines, labels and the lines of squares are optional: the dashes say where points are. A point
/// may also be a dot.
///
/// # Errors
/// Rows whose length or number is not the board's, wrong row labels, and lines that are not part of a diagram.
pub(crate) fn read(size: usize, text: &str) -> Result<Setup, SetupError> {
    let mut setup = Setup::default();
    let mut stones = [Vec::new(), Vec::new()];
    let mut turn = None;
    let mut rows = 0;
    for (number, line) in text.lines().enumerate() {
        let wrong = |words: String| SetupError::new(format!("line {}: {words}", number + 1));
        let line: String = line.chars().filter(|it| !it.is_whitespace()).collect();
        if let Some((key, word)) = line.split_once(':')
            && key.eq_ignore_ascii_case("turn")
        {
            if turn.replace(vec![word.to_string()]).is_some() {
                return Err(wrong("whose turn it is was said before".to_string()));
            }
        } else if line.contains("---") {
            if rows == size {
                return Err(wrong(format!("the board has {size} rows, and this is one more")));
            }
            let row = size - 1 - rows;
            for (column, side) in points(size, row, &line).map_err(wrong)? {
                stones[side.index()].push(Point::new(column, row).to_string());
            }
            rows += 1;
        } else if !line.chars().all(|it| "|:-".contains(it)) && !letters(size, &line) {
            return Err(wrong(format!(
                "'{line}' is not a line of a diagram of {size} x {size} points"
            )));
        }
    }
    if rows < size {
        return Err(SetupError::new(format!(
            "the diagram has {rows} rows of points, the board has {size}"
        )));
    }
    for (side, stones) in SIDES.iter().zip(stones) {
        setup.add(side, stones)?;
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
fn points(size: usize, row: usize, line: &str) -> Result<Vec<(usize, Side)>, String> {
    let digit = |it: char| it.is_ascii_digit();
    let middle = line.trim_matches(digit);
    let front = &line[..line.len() - line.trim_start_matches(digit).len()];
    let back = &line[line.trim_end_matches(digit).len()..];
    for label in [front, back] {
        if !label.is_empty() && label.parse() != Ok(row + 1) {
            return Err(format!("this row is labelled {label}, and should be row {}", row + 1));
        }
    }
    let mut found = Vec::new();
    let mut column = 0;
    let mut rest = middle;
    loop {
        if let Some(letter) = rest.chars().next().filter(|&it| it != '-') {
            match letter.to_ascii_uppercase() {
                'V' => found.push((column, Side::First)),
                'H' => found.push((column, Side::Second)),
                '.' => {}
                _ => return Err(format!("'{letter}' is not on these boards: V, H or a blank")),
            }
            rest = &rest[letter.len_utf8()..];
        }
        match rest.strip_prefix("---") {
            Some(more) => rest = more,
            None if rest.is_empty() => break,
            None => return Err("three dashes stand between two points".to_string()),
        }
        column += 1;
    }
    if column + 1 != size {
        return Err(format!("this row has {} points, the board has {size}", column + 1));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_looks_as_in_the_old_mails() {
        let stones = |point: Point| match (point.column, point.row) {
            (0, 0) => Some(Side::First),
            (2, 1) => Some(Side::Second),
            _ => None,
        };
        let diagram = draw(3, stones);
        let lines = [
            "   A   B   C",
            " 3  --- ---  3",
            "   | : | - |",
            " 2  --- ---H 2",
            "   | - | : |",
            " 1 V--- ---  1",
            "   A   B   C",
        ];
        assert_eq!(diagram.lines, lines);
        for place in &diagram.places {
            let point: Point = place.word.parse().unwrap();
            let there = &diagram.lines[place.line][place.column..][..place.width];
            assert_eq!(there, stones(point).map_or(" ", |side| SIDES[side.index()]));
        }
        assert_eq!(diagram.places.len(), 9);
        // Without the lines of squares, the dashes say which two squares they are between.
        let halves = |line, column| {
            let ground = diagram.grounds.iter().find(|it| (it.line, it.column) == (line, column));
            ground.unwrap().halves
        };
        let (dark, light) = (Some(Ink::HomeFirst), Some(Ink::HomeSecond));
        assert_eq!([halves(1, 4), halves(1, 8)], [[None, dark], [None, light]]);
        assert_eq!([halves(3, 4), halves(3, 8)], [[dark, light], [light, dark]]);
        assert_eq!([halves(5, 4), halves(5, 8)], [[light, None], [dark, None]]);
        assert_eq!(diagram.role(2), Some(Role::Filling));
    }

    fn check(size: usize, text: &str) -> String {
        match read(size, text) {
            Ok(setup) => setup.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn blanks_labels_and_squares_are_not_needed_to_read() {
        assert_eq!(check(3, "------\n\n---h---\r\nv---.---H\nTurn: H\n"), "V:A1 H:B2,C1 turn:H");
        assert_eq!(check(3, "3\u{a0} --- ---\u{a0} 3\n| - |\n---V ---\n--- --- 1"), "V:B2 H:");
    }

    #[test]
    fn refusals_name_the_line() {
        assert_eq!(check(3, "------\n------"), "the diagram has 2 rows of points, the board has 3");
        assert_eq!(
            check(3, "------\n------\n------\n------"),
            "line 4: the board has 3 rows, and this is one more"
        );
        assert_eq!(check(3, "2 ------ 3"), "line 1: this row is labelled 2, and should be row 3");
        assert_eq!(check(3, "---------"), "line 1: this row has 4 points, the board has 3");
        assert_eq!(check(3, "---x---"), "line 1: 'x' is not on these boards: V, H or a blank");
        assert_eq!(check(3, "---V--"), "line 1: three dashes stand between two points");
        assert_eq!(
            check(3, "A B C\nhello"),
            "line 2: 'hello' is not a line of a diagram of 3 x 3 points"
        );
        assert_eq!(check(3, "turn:V\nturn:H"), "line 2: whose turn it is was said before");
    }
}
