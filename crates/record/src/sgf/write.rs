use super::{ENDINGS, EXTRA, GAME_NUMBER, TAGS, VOID, is_property};
use crate::board::{Cell, GAME, MAX_SIZE, PASS, SWAP, Start, size_of};
use crate::error::WriteError;
use crate::record::{GameResult, Record};
use crate::tags::{Tags, tag};

/// The line width, in characters.
const WIDTH: usize = 80;

/// The letters of the colours, by index.
const COLOURS: [&str; 2] = ["B", "W"];

/// The record as an SGF game.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let Some(size) = size_of(&record.game) else {
        return Err(WriteError::Unfit(format!(
            "SGF holds games of {GAME} up to size {MAX_SIZE}, not of {}",
            record.game
        )));
    };
    let mut out = Lines { text: "(;".to_string(), column: 2 };
    let version = env!("CARGO_PKG_VERSION");
    out.put(&format!("FF[4]GM[{GAME_NUMBER}]CA[UTF-8]AP[Crosscut:{version}]SZ[{size}]"));
    out.put(&property("RU", &record.game));

    let setup = Start::parse(record.tags.get(tag::SETUP).unwrap_or_default(), size);
    let setup = setup
        .map_err(|part| WriteError::Unfit(format!("SGF cannot hold the set-up's '{part}'")))?;
    let result = result(record);
    for (name, text) in record.tags.iter() {
        let standard = TAGS.iter().find(|(_, tag)| *tag == name);
        match name {
            tag::SETUP => out.put(&set_up(&setup)),
            tag::ENDING if result.tells_ending => out.put(&property("RE", &result.code)),
            _ => match standard {
                Some((standard, _)) => out.put(&property(standard, text)),
                None => out.put(&extra(name, text)),
            },
        }
    }
    if !result.tells_ending && !result.code.is_empty() {
        out.put(&property("RE", &result.code));
    }
    if !record.comment.is_empty() {
        out.put(&property("C", &record.comment));
    }

    let (mut seat, mut exchanged) = (setup.turn, false);
    for (ply, number) in record.plies.iter().zip(1..) {
        let unfit =
            |reason: &str| WriteError::Unfit(format!("move {number}, {}, {reason}", ply.text));
        let word = match ply.text.as_str() {
            SWAP => "swap-sides".to_string(),
            PASS => PASS.to_string(),
            text => {
                let cell = Cell::parse(text).ok_or_else(|| unfit("is not a cell, and not swap"))?;
                if !cell.is_within(size) {
                    return Err(unfit(&format!("is not on a board of {size} x {size}")));
                }
                cell.small()
            }
        };
        let mut node = format!(";{}[{word}]", COLOURS[seat ^ usize::from(exchanged)]);
        node.push_str(&marks(&ply.marks));
        if !ply.comment.is_empty() {
            node.push_str(&property("C", &ply.comment));
        }
        out.put(&node);
        exchanged ^= ply.text == SWAP;
        seat = 1 - seat;
    }
    out.put(")");
    Ok(out.text)
}

/// The property RE. Its colours are the persons of PB and PW, whichever side they end up playing.
struct Outcome {
    code: String,
    /// Whether it already says what the tag Ending says.
    tells_ending: bool,
}

fn result(record: &Record) -> Outcome {
    let ending = record.tags.get(tag::ENDING);
    let seat = match record.result {
        GameResult::First => 0,
        GameResult::Second => 1,
        GameResult::Draw => return Outcome { code: "Draw".to_string(), tells_ending: false },
        GameResult::Open => {
            let void = ending == Some(VOID.1);
            let code = if void { VOID.0 } else { "" };
            return Outcome { code: code.to_string(), tells_ending: void };
        }
    };
    let how = ENDINGS.iter().find(|(_, _, words)| Some(*words) == ending).map(|(code, _, _)| *code);
    let code = format!("{}+{}", COLOURS[seat], how.unwrap_or_default());
    Outcome { code, tells_ending: how.is_some() }
}

fn set_up(start: &Start) -> String {
    let mut text = String::new();
    for (name, stones) in ["AB", "AW"].into_iter().zip(&start.stones) {
        if !stones.is_empty() {
            text.push_str(name);
        }
        for cell in stones {
            text.push_str(&format!("[{}]", cell.small()));
        }
    }
    if start.given {
        text.push_str(&property("PL", COLOURS[start.turn]));
    }
    text
}

fn marks(marks: &Tags) -> String {
    marks.iter().map(|(name, text)| extra(name, text)).collect()
}

/// A tag or mark without a property of its own in SGF.
fn extra(name: &str, text: &str) -> String {
    if is_property(name) {
        return property(name, text);
    }
    format!("{EXTRA}[{}:{}]", escape(name), escape(text))
}

fn property(name: &str, text: &str) -> String {
    format!("{name}[{}]", escape(text))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        // Only composed values require escaped colons, but some readers look for colons everywhere.
        if matches!(c, '\\' | ']' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Text wrapped between its pieces.
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn put(&mut self, piece: &str) {
        let mut lines = piece.split('\n').map(|line| line.chars().count());
        let first = lines.next().unwrap_or_default();
        if self.column > 0 && self.column + first > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push_str(piece);
        self.column = lines.next_back().unwrap_or(self.column + first);
    }
}
