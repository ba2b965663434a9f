/// The most moves listed that are not single cells.
const LISTED: usize = 24;

/// How many of the legal moves win, and which: the cells of a column as ranges, others one by one as far as there is room.
pub(super) fn listed(winning: &[String], legal: &[String]) -> String {
    let count = format!("{} of {}", winning.len(), legal.len());
    if winning.is_empty() || winning.len() == legal.len() {
        return count;
    }
    let cells: Option<Vec<(&str, u32)>> = winning.iter().map(|it| cell(it)).collect();
    let list = match cells {
        Some(cells) => columns(cells),
        None if winning.len() <= LISTED => winning.join(" "),
        None => format!("{} and {} more", winning[..LISTED].join(" "), winning.len() - LISTED),
    };
    format!("{count}: {list}")
}

/// The column and row in a cell's name.
fn cell(name: &str) -> Option<(&str, u32)> {
    let (letters, digits) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
    let plain = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_uppercase());
    Some((letters, digits.parse().ok().filter(|_| plain)?))
}

/// `A1-3,5 B2` for A1, A2, A3, A5 and B2. Rows one apart make a range.
fn columns(mut cells: Vec<(&str, u32)>) -> String {
    cells.sort_unstable_by_key(|&(column, row)| (column.len(), column, row));
    let mut text = String::new();
    for column in cells.chunk_by(|a, b| a.0 == b.0) {
        let rows = column.chunk_by(|a, b| a.1 + 1 == b.1).map(|range| match range {
            [only] => only.1.to_string(),
            [first, .., last] => format!("{}-{}", first.1, last.1),
            [] => String::new(),
        });
        if !text.is_empty() {
            text.push(' ');
        }
        text += column[0].0;
        text += &rows.collect::<Vec<_>>().join(",");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_listed_by_column_and_others_as_far_as_there_is_room() {
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        let legal = words("A1 A2 A3 A4 A5 B2 AA1 A10");
        let told = listed(&words("A10 B2 A1 A2 A3 A5 AA1"), &legal);
        assert_eq!(told, "7 of 8: A1-3,5,10 B2 AA1");
        assert_eq!(listed(&[], &legal), "0 of 8");
        assert_eq!(listed(&legal, &legal), "8 of 8");
        assert_eq!(listed(&words("A2,C3 B2"), &legal), "2 of 8: A2,C3 B2");
    }
}
