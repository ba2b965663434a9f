//! Text diagrams read back into set-ups.

use crosscut_rules::{Setup, SetupError, shortened};

use super::{SIDES, SLASHES};

/// Reads a diagram of a board of this size: its rows from the top, cells `/`, `\` and `.`.
///
/// Blanks of any kind and empty lines do not matter. Row numbers and the line of letters may be left out, but must not
/// contradict the board. A line `turn:Green` says whose turn it is.
///
/// # Errors
/// The first line that is no row of this board, or too many or too few of them.
pub(super) fn read(size: u8, text: &str) -> Result<Setup, SetupError> {
    let mut tokens = [Vec::new(), Vec::new()];
    let mut turn = None;
    let mut row = size;
    let mut lettered = false;
    for line in text.lines() {
        let line = line.trim();
        let packed: String = line.chars().filter(|it| !it.is_whitespace()).collect();
        // What the board is drawn with says how many tokens are left, where they are counted.
        if packed.is_empty() || line.starts_with("Tokens left") {
            continue;
        }
        if let Some((key, word)) = packed.split_once(':') {
            if !key.eq_ignore_ascii_case("turn") {
                return Err(no_row(line));
            }
            if turn.replace(vec![word.to_string()]).is_some() {
                return Err(SetupError::new("'turn:' is given twice"));
            }
            continue;
        }
        if packed.starts_with(|it: char| it.is_ascii_alphabetic()) {
            let letters: String = (b'a'..b'a' + size).map(char::from).collect();
            if !packed.eq_ignore_ascii_case(&letters) || lettered {
                return Err(no_row(line));
            }
            lettered = true;
            continue;
        }
        if row == 0 {
            return Err(SetupError::new(format!(
                "'{}' is one row too many: a board of size {size} has {size}",
                shortened(line)
            )));
        }
        for (column, side) in cells(size, row, line, &packed)? {
            tokens[side].push(format!("{}{row}", char::from(b'a' + column)));
        }
        row -= 1;
    }
    if row > 0 {
        return Err(SetupError::new(format!(
            "the diagram has {} rows, but a board of size {size} has {size}",
            size - row
        )));
    }
    let mut setup = Setup::default();
    for (name, items) in SIDES.into_iter().zip(tokens) {
        setup.add(name, items)?;
    }
    if let Some(word) = turn {
        setup.add("turn", word)?;
    }
    Ok(setup)
}

/// The tokens of a line of cells that may begin with the row's number: columns from 0, sides as 0 and 1.
fn cells(size: u8, row: u8, line: &str, packed: &str) -> Result<Vec<(u8, usize)>, SetupError> {
    let line = shortened(line);
    let cells = packed.trim_start_matches(|it: char| it.is_ascii_digit());
    let number = &packed[..packed.len() - cells.len()];
    if !number.is_empty() && number.parse() != Ok(row) {
        return Err(SetupError::new(format!(
            "'{line}' says row {number}, but here row {row} is due: rows go from {size} down to 1"
        )));
    }
    if let Some(odd) = cells.chars().find(|&it| it != '.' && !SLASHES.contains(&it)) {
        return Err(SetupError::new(format!(
            r"'{odd}' in '{line}' is not a cell: cells are /, \ and . for an empty one"
        )));
    }
    if cells.len() != usize::from(size) {
        return Err(SetupError::new(format!(
            "'{line}' has {} cells, but a row of a board of size {size} has {size}",
            cells.len()
        )));
    }
    let sides = cells.chars().map(|it| SLASHES.iter().position(|&slash| slash == it));
    Ok((0..).zip(sides).filter_map(|(column, side)| Some((column, side?))).collect())
}

fn no_row(line: &str) -> SetupError {
    let line = shortened(line);
    SetupError::new(format!(
        r"'{line}' is not part of a diagram: it has rows of /, \ and ., one line of the columns' letters, and a line like turn:Green"
    ))
}
