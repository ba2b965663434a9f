use super::{cell_of, split_cell, split_size};
use crate::board::{Cell, SWAP, spec_of};
use crate::record::{GameResult, Record};
use crate::tags::tag;

/// The words for the winner after an address, in lists of games: blue moves first. The older words are accepted too.
const WINNERS: [(&str, &str, GameResult); 2] =
    [("b", "1", GameResult::First), ("r", "2", GameResult::Second)];

/// Parses what follows the `#`: `13,a3b4 b`.
pub(super) fn read(text: &str) -> Result<Record, String> {
    let (game, winner) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (size, rest) = split_size(game)?;
    let mut moves = match rest.strip_prefix(',') {
        Some(moves) => moves,
        None if rest.is_empty() => "",
        None => return Err("the size of the board must be followed by a comma".to_string()),
    };
    let mut cells: Vec<Cell> = Vec::new();
    while !moves.is_empty() {
        let (cell, rest) = split_cell(moves, size)?;
        cells.push(cell);
        moves = rest;
    }
    let mut record = Record::new(spec_of(size));
    // The second player has taken over the first stone, which changes colour and now connects the other two edges.
    let swapped = cells.len() > 1 && cells[0] == cells[1];
    for (at, cell) in cells.into_iter().enumerate() {
        match (swapped, at) {
            (true, 1) => record.play(SWAP),
            (true, _) => record.play(cell.mirrored().to_string()),
            (false, _) => record.play(cell.to_string()),
        };
    }
    let winner = winner.trim();
    if !winner.is_empty() {
        let known = WINNERS.iter().find(|(word, old, _)| [*word, *old].contains(&winner));
        let (_, _, result) = known
            .ok_or_else(|| format!("'{}' is not a winner: write b or r", winner.escape_debug()))?;
        record.result = *result;
    }
    Ok(record)
}

/// The part of the address after the `#`.
pub(super) fn write(record: &Record, size: u32) -> Result<String, String> {
    if record.tags.get(tag::SETUP).is_some() {
        return Err("an address of TRMPH cannot begin with a set-up; one of HexWorld can".into());
    }
    let swapped = record.plies.get(1).is_some_and(|ply| ply.text == SWAP);
    let mut text = format!("{size},");
    let mut first = None;
    for (ply, number) in record.plies.iter().zip(1..) {
        let cell = match cell_of(number, &ply.text, size)? {
            // This would be read as a swap.
            Some(cell) if number == 2 && first == Some(cell) => {
                return Err(format!("move 2, {cell}, is where a stone stands"));
            }
            Some(cell) if swapped => cell.mirrored(),
            Some(cell) => cell,
            None if number == 2 => first.ok_or("a swap must answer a move")?,
            None => return Err(format!("move {number}, {SWAP}, does not answer the first move")),
        };
        text.push_str(&cell.small());
        first.get_or_insert(cell);
    }
    let winner = WINNERS.iter().find(|(_, _, result)| *result == record.result);
    Ok(winner.map_or(text.clone(), |(word, _, _)| format!("{text} {word}")))
}
