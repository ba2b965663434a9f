use std::fmt;

use super::{BEHIND, GAME, RESULT, before_number, ends_word, is_plain_name, misnamed};
use crate::escape::{escape, quote};
use crate::record::{GameResult, Record};

/// The line width, in characters.
const WIDTH: usize = 80;

/// The record in the text form, ending with a line break.
pub(crate) fn write(record: &Record) -> String {
    let mut text = format!("[{GAME} {}]\n", quote(&record.game));
    for (name, value) in record.tags.iter() {
        // A tag named like one of the form's own two, or nearly so, is written in quotes, which makes it an ordinary tag.
        let plain = is_plain_name(name) && name != GAME && name != RESULT;
        let name = if plain && misnamed(name).is_none() { name.to_string() } else { quote(name) };
        text.push_str(&format!("[{name} {}]\n", quote(value)));
    }
    text.push_str(&format!("[{RESULT} {}]\n\n", quote(record.result.name())));

    let mut lines = Lines { text, column: 0 };
    lines.comment(&record.comment);
    for (ply, number) in record.plies.iter().zip(1..) {
        if is_plain_move(&ply.text) {
            lines.put(&format!("{number}. {}", ply.text));
        } else {
            lines.put(&format!("{number}. {}", quote(&ply.text)));
        }
        for (name, value) in ply.marks.iter() {
            let blank = if value.is_empty() { "" } else { " " };
            let name = escape(name, &['{', '}', ' ']);
            lines.put_words(&format!("{{%{name}{blank}{}}}", escape(value, &['{', '}'])));
        }
        lines.comment(&ply.comment);
    }
    lines.put(record.result.name());
    lines.text.push('\n');
    lines.text
}

/// Whether a move can be written without quotes.
fn is_plain_move(text: &str) -> bool {
    !text.is_empty()
        && GameResult::named(text).is_none()
        && !text.ends_with(BEHIND)
        && before_number(text).is_none()
        && !text.contains(|c: char| ends_word(c) || c.is_control())
}

/// Text wrapped as it grows.
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Adds a piece after a blank or a line break.
    fn put(&mut self, piece: &str) {
        let width = piece.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(piece);
        self.column += width;
    }

    /// Adds a text that may be wrapped at single blanks, but not where the new line would begin like a tag.
    fn put_words(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut from = 0;
        for at in 1..bytes.len().saturating_sub(1) {
            let (before, after) = (bytes[at - 1], bytes[at + 1]);
            if bytes[at] == b' ' && !b" {".contains(&before) && !b" }[".contains(&after) {
                self.put(&text[from..at]);
                from = at + 1;
            }
        }
        self.put(&text[from..]);
    }

    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        let escaped = escape(comment, &['{', '}']);
        let escape = if comment.starts_with('%') { "\\" } else { "" };
        self.put_words(&format!("{{{escape}{escaped}}}"));
    }
}

impl fmt::Display for Record {
    /// Writes the text form, ending with a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}
