//! An analysis as text for people.

use crosscut_catalog::{Analysis, AnyPosition, Diagram, Ink, Outcome, Owned, begins};

/// Characters with their colours, for one line.
pub(super) type TintedRow = Vec<(char, Tint)>;

/// What a character means, for terminals with colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tint {
    Plain,
    First,
    Second,
    /// A candidate of the search.
    Chosen,
}

/// The letters for candidates; those beyond have none.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The diagram of a position, with the candidates' letters in empty places.
pub(super) fn board(
    position: &AnyPosition,
    analysis: &Analysis<String>,
    shown: usize,
) -> Vec<TintedRow> {
    let diagram = position.text();
    let mut rows = rows(&diagram);
    for (it, letter) in analysis.candidates.iter().take(shown).zip(LETTERS.chars()) {
        let is_of = |word: &str| it.ply.split(',').any(|token| begins(token, word));
        for place in diagram.places.iter().filter(|place| is_of(&place.word)) {
            let Some(cell) = rows.get_mut(place.line).and_then(|row| row.get_mut(place.column))
            else {
                continue;
            };
            // Stones are not hidden, and where several candidates begin, the best one gets the place.
            if cell.1 != Tint::Chosen {
                let c = if cell.0 == '.' || cell.0 == ' ' { letter } else { cell.0 };
                *cell = (c, Tint::Chosen);
            }
        }
    }
    rows
}

/// The diagram with a digit in every empty place: how much it matters.
pub(super) fn map(position: &AnyPosition, owned: &[Owned]) -> Vec<TintedRow> {
    let diagram = position.text();
    let mut rows = rows(&diagram);
    let most = owned.iter().map(|it| it.weight).fold(0.0, f64::max);
    for (place, it) in diagram.places.iter().zip(owned).filter(|(place, _)| place.ink.is_none()) {
        let digit = (9.0 * it.weight.max(0.0) / most.max(f64::EPSILON)).round();
        let tint = match it.owner {
            owner if owner > EVEN => Tint::First,
            owner if owner < -EVEN => Tint::Second,
            _ => Tint::Plain,
        };
        if let Some(cell) = rows.get_mut(place.line).and_then(|row| row.get_mut(place.column)) {
            *cell = (char::from(b'0' + digit as u8), tint);
        }
    }
    rows
}

/// Up to this difference between the two sides' shares, a point counts as undecided.
const EVEN: f64 = 0.1;

fn rows(diagram: &Diagram) -> Vec<TintedRow> {
    let mut rows: Vec<TintedRow> = diagram.lines.iter().map(|line| plain(line)).collect();
    for place in &diagram.places {
        let tint = match place.ink {
            Some(Ink::First) => Tint::First,
            Some(Ink::Second) => Tint::Second,
            _ => continue,
        };
        let row = rows.get_mut(place.line).map_or(&mut [][..], |row| &mut row[..]);
        for (_, it) in row.iter_mut().skip(place.column).take(place.width) {
            *it = tint;
        }
    }
    rows
}

/// A line without colours.
pub(super) fn plain(text: &str) -> TintedRow {
    text.chars().map(|c| (c, Tint::Plain)).collect()
}

/// What is known about the position as a whole, in a line.
pub(super) fn summary(position: &AnyPosition, analysis: &Analysis<String>) -> String {
    let result = match analysis.proved {
        Some(Outcome::Won(seat)) => {
            format!("proved: {} wins, the {} seat", position.held_by(seat), seat.name())
        }
        Some(Outcome::Drawn) => "proved: a draw".to_string(),
        None => format!("expected result {:.3}", analysis.share),
    };
    format!(
        "{} to move, {result}, {} simulations in {:.1} s",
        position.side().unwrap_or("nobody"),
        analysis.simulations,
        analysis.time.as_secs_f64()
    )
}

/// The candidates with their letters, one per line, below a line of headings; `width` characters at most.
pub(super) fn table(analysis: &Analysis<String>, shown: usize, width: usize) -> Vec<TintedRow> {
    let rows = || analysis.candidates.iter().take(shown);
    let moves = rows().map(|it| it.ply.chars().count()).max().unwrap_or(0).max(4);
    let sure = rows().any(|it| it.proved.is_some());
    let proof = |word: &str| if sure { format!("  {word:<6}") } else { String::new() };
    let head =
        format!("   {:<moves$}  {:>9}  {:>6}{}  line", "move", "visits", "result", proof("proved"));
    let mut table = vec![plain(head.trim_end())];
    let letters = LETTERS.chars().chain(std::iter::repeat(' '));
    for (it, letter) in rows().zip(letters) {
        let proved = proof(it.proved.map_or("", Outcome::name));
        let mut text =
            format!("   {:<moves$}  {:>9}  {:>6.3}{proved}  ", it.ply, it.visits, it.share);
        for ply in it.line.iter().skip(1) {
            if text.chars().count() + ply.chars().count() + 1 > width {
                break;
            }
            text += &format!("{ply} ");
        }
        let mut row = plain(text.trim_end());
        row[0] = (letter, Tint::Chosen);
        table.push(row);
    }
    let left = analysis.candidates.len().saturating_sub(shown);
    if left > 0 {
        table.push(plain(&format!("   and {left} more")));
    }
    table
}

/// Two blocks of lines side by side, if they fit the width.
pub(super) fn beside(
    left: &[TintedRow],
    right: &[TintedRow],
    width: usize,
) -> Option<Vec<TintedRow>> {
    let longest = |rows: &[TintedRow]| rows.iter().map(Vec::len).max().unwrap_or(0);
    let gap = longest(left) + 4;
    (gap + longest(right) <= width).then(|| {
        let row = |at: usize| {
            let mut row = left.get(at).cloned().unwrap_or_default();
            if let Some(right) = right.get(at) {
                row.resize(gap, (' ', Tint::Plain));
                row.extend(right);
            }
            row
        };
        (0..left.len().max(right.len())).map(row).collect()
    })
}

/// A line for a terminal, cut to a width, or for a file, without colours.
pub(super) fn print(row: &[(char, Tint)], width: usize, colours: bool) -> String {
    let mut text = String::new();
    let mut now = Tint::Plain;
    for &(c, tint) in row.iter().take(width) {
        if colours && tint != now {
            text += match tint {
                Tint::Plain => "\x1b[0m",
                // Light colours are readable on dark and on light backgrounds.
                Tint::First => "\x1b[0;1;94m",
                Tint::Second => "\x1b[0;1;91m",
                Tint::Chosen => "\x1b[0;1;93m",
            };
            now = tint;
        }
        text.push(c);
    }
    if now != Tint::Plain {
        text += "\x1b[0m";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_blocks_stand_beside_each_other_where_they_just_fit() {
        let rows = |texts: &[&str]| -> Vec<TintedRow> {
            texts.iter().map(|it| it.chars().map(|c| (c, Tint::Plain)).collect()).collect()
        };
        let (left, right) = (rows(&["abc", "d"]), rows(&["xy", "z", "w"]));
        let both = beside(&left, &right, 9).unwrap();
        assert_eq!(both, rows(&["abc    xy", "d      z", "       w"]));
        assert_eq!(beside(&left, &right, 8), None);
    }
}
