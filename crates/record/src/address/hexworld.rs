use super::{cell_of, on_board, split_cell, split_digits, split_size};
use crate::board::{Cell, SWAP, Start, spec_of};
use crate::record::{GameResult, Record};
use crate::tags::tag;

/// The site's code for the colours of the sides: red and blue.
const LOOK: &str = "c1";

/// The letters after a colon that end a game.
const ENDS: [(char, &str); 2] = [('r', "resignation"), ('f', "forfeit")];

/// The letters of the colours, by index.
const COLOURS: [char; 2] = ['b', 'w'];

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Put(Cell),
    Pass,
    /// The board is mirrored and the stones change colour; the seats stay.
    SwapPieces,
    /// The board stays; the seats exchange sides.
    SwapSides,
    /// A colour, by index, gives up, in the way given by an index into [`ENDS`].
    End(usize, usize),
}

/// Parses what follows the `#`: `11r9c1,a3:sb4,c5`.
pub(super) fn read(text: &str) -> Result<Record, String> {
    let mut parts = text.split(',');
    let head = parts.next().unwrap_or_default();
    let (size, mut look) = split_size(head)?;
    if let Some(other) = look.strip_prefix('x') {
        let (rows, rest) = split_digits(other);
        if rows.parse() != Ok(size) {
            return Err(format!("the board is {size}x{rows}; only square boards are read"));
        }
        look = rest;
    }
    if !look.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(format!("'{}' is not a board size", head.escape_debug()));
    }
    // The second comma marks the position displayed; the game continues after it.
    let words = words(&parts.collect::<String>(), size)?;

    let mut record = Record::new(spec_of(size));
    // The rules have no pass. The site uses it to set up positions.
    let first = words.iter().rposition(|word| *word == Word::Pass).map_or(0, |at| at + 1);
    if first > 0 {
        record.tags.set(tag::SETUP, set_up(&words[..first])?.words());
    }
    play(&mut record, &words[first..])?;
    Ok(record)
}

fn words(mut text: &str, size: u32) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    while !text.is_empty() {
        let Some(rest) = text.strip_prefix(':') else {
            let (cell, rest) = split_cell(text, size)?;
            words.push(Word::Put(cell));
            text = rest;
            continue;
        };
        let mut letters = rest.chars();
        let letter = letters.next();
        let word = match letter {
            Some('p') => Word::Pass,
            Some('s') => Word::SwapPieces,
            Some('S') => Word::SwapSides,
            _ => {
                let how = ENDS.iter().position(|(it, _)| Some(*it) == letter);
                let colour = letters.next();
                let colour = COLOURS.iter().position(|it| Some(*it) == colour);
                let (how, colour) = how.zip(colour).ok_or_else(|| {
                    let word: String = rest.chars().take(2).collect();
                    format!(
                        "':{}' is not one of :s, :S, :p, :rb, :rw, :fb and :fw",
                        word.escape_debug()
                    )
                })?;
                Word::End(colour, how)
            }
        };
        words.push(word);
        text = letters.as_str();
    }
    Ok(words)
}

/// The position after the words, the last of which is a pass.
fn set_up(words: &[Word]) -> Result<Start, String> {
    let mut start = Start { stones: [Vec::new(), Vec::new()], turn: 0, given: true };
    for word in words {
        match word {
            Word::Put(cell) => start.stones[start.turn].push(*cell),
            Word::Pass => {}
            Word::SwapPieces => {
                start.stones.swap(0, 1);
                let cells = start.stones.iter_mut().flatten();
                cells.for_each(|cell| *cell = cell.mirrored());
            }
            // The player who moved last moves again, with the same colour.
            Word::SwapSides => continue,
            Word::End(..) => return Err(FOLLOWS.to_string()),
        }
        start.turn = 1 - start.turn;
    }
    Ok(start)
}

const FOLLOWS: &str = "a move follows the end of the game";

/// Plays words without passes.
fn play(record: &mut Record, words: &[Word]) -> Result<(), String> {
    let (mut mirrored, mut exchanged) = (false, false);
    for (at, word) in words.iter().enumerate() {
        match word {
            Word::Put(cell) => {
                record.play(if mirrored { cell.mirrored() } else { *cell }.to_string());
            }
            Word::SwapPieces => {
                record.play(SWAP);
                mirrored = !mirrored;
            }
            Word::SwapSides => {
                record.play(SWAP);
                exchanged = !exchanged;
            }
            Word::Pass => {}
            Word::End(_, _) if at + 1 < words.len() => return Err(FOLLOWS.to_string()),
            Word::End(loser, how) => {
                let seat = loser ^ usize::from(exchanged);
                record.result = [GameResult::Second, GameResult::First][seat];
                record.tags.set(tag::ENDING, ENDS[*how].1);
            }
        }
    }
    Ok(())
}

/// The part of the address after the `#`.
pub(super) fn write(record: &Record, size: u32) -> Result<String, String> {
    let mut text = format!("{size}{LOOK},");
    if let Some(setup) = record.tags.get(tag::SETUP) {
        let start = Start::parse(setup, size)
            .map_err(|part| format!("an address cannot hold the set-up's '{part}'"))?;
        text.push_str(&passes(&start));
    }
    let mut exchanged = false;
    for (ply, number) in record.plies.iter().zip(1..) {
        match cell_of(number, &ply.text, size)? {
            Some(cell) => text.push_str(&on_board(cell, size)?.small()),
            None => {
                text.push_str(":S");
                exchanged = !exchanged;
            }
        }
    }
    let loser = match record.result {
        GameResult::First => 1,
        GameResult::Second => 0,
        GameResult::Draw | GameResult::Open => return Ok(text),
    };
    // The site records a loss on time as a forfeit. An ending by the rules shows on the board.
    let how = match record.tags.get(tag::ENDING) {
        Some("resignation") => 'r',
        Some("time" | "forfeit") => 'f',
        _ => return Ok(text),
    };
    Ok(format!("{text}:{how}{}", COLOURS[loser ^ usize::from(exchanged)]))
}

/// A set-up as the site writes it: stone by stone, with passes, the last of which ends it.
fn passes(start: &Start) -> String {
    let mut text = String::new();
    let put = |cell: Option<&Cell>| cell.map_or(":p".to_string(), |cell| cell.small());
    let [black, white] = &start.stones;
    for at in 0..black.len().max(white.len()) {
        text.push_str(&put(black.get(at)));
        text.push_str(&put(white.get(at)));
    }
    if start.turn == 1 {
        text.push_str(":p");
    }
    if !text.ends_with(":p") {
        text.push_str(":p:p");
    }
    text
}
