//! Text from outside (moves, names, records, file names) may contain codes that change colours, move the cursor or set a
//! window's title. They are shown, never interpreted.

use std::io::{self, Write};

/// The text with every control character except line breaks and tabs written as `\u001b`: as in JSON, so that JSON stays the
/// same JSON.
pub(crate) fn tame(text: &str) -> String {
    let mut tame = Vec::with_capacity(text.len());
    // Writing to a vector cannot fail.
    let _ = TameWriter::new(&mut tame).write_all(text.as_bytes());
    String::from_utf8_lossy(&tame).into_owned()
}

/// A stream of text that passes through [`tame`].
pub(crate) struct TameWriter<W> {
    to: W,
    /// The beginning of a character that may have to be escaped.
    begun: Vec<u8>,
}

impl<W: Write> TameWriter<W> {
    pub(crate) fn new(to: W) -> Self {
        TameWriter { to, begun: Vec::new() }
    }
}

/// Whether these bytes are the incomplete beginning of a character that is escaped.
fn begins(bytes: &[u8]) -> bool {
    matches!(bytes, [0xc2] | [0xe2] | [0xe2, 0x80 | 0x81])
}

/// The character, if it is a control character or changes the direction of writing (Unicode Standard Annex #9).
fn shown(bytes: &[u8]) -> Option<char> {
    match *bytes {
        [b'\n' | b'\t'] => None,
        [byte] => byte.is_ascii_control().then_some(char::from(byte)),
        _ => str::from_utf8(bytes).ok()?.chars().next().filter(|&it| {
            it.is_control()
                || matches!(it, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        }),
    }
}

impl<W: Write> Write for TameWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut tame = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            // An incomplete character must not hold back the next one.
            if !self.begun.is_empty() && byte.is_ascii() {
                tame.append(&mut self.begun);
            }
            self.begun.push(byte);
            if begins(&self.begun) {
                continue;
            }
            match shown(&self.begun) {
                Some(code) => tame.extend(format!("\\u{:04x}", u32::from(code)).as_bytes()),
                None => tame.extend_from_slice(&self.begun),
            }
            self.begun.clear();
        }
        self.to.write_all(&tame)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_shown_and_not_carried_out() {
        assert_eq!(
            tame("a\x1b[31mb\x07\x7f\u{9b}2Jc\r"),
            r"a\u001b[31mb\u0007\u007f\u009b2Jc\u000d"
        );
        assert_eq!(tame("a\u{202e}b\u{2066}c\u{200f}"), r"a\u202eb\u2066c\u200f");
        let plain = "– … € Ü 中 °\u{a0}§ «é»\tA1\nB2 \u{80}";
        assert_eq!(tame(plain), plain.replace('\u{80}', r"\u0080"));
        let json = "{\"name\": \"a\u{9b}b\u{7f}\"}";
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&tame(json)), read(json));
    }

    #[test]
    fn a_character_may_come_in_two_parts() {
        let mut out = Vec::new();
        let mut tame = TameWriter::new(&mut out);
        for part in [
            &b"\xe2"[..],
            b"\x80",
            b"\xae",
            b"\xe2\x80",
            b"\x93",
            b"\xc2",
            b"\x9b",
            b"\xc2",
            b"\xb0",
            b"\xc3",
            b"\x9b",
        ] {
            tame.write_all(part).unwrap();
        }
        assert_eq!(String::from_utf8(out).unwrap(), "\\u202e–\\u009b°Û");
    }
}
