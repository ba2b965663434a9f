//! What came from outside (moves, names, records, file names) may hold codes that change colours, move the cursor or
//! write a window's title. They are shown, and never carried out.

use std::io::{self, Write};
use std::mem;

/// The text with every control character but line breaks and tabs written as `\u001b`: as in JSON, so that what is
/// JSON stays the same JSON.
pub(crate) fn tame(text: &str) -> String {
    let mut tame = Vec::with_capacity(text.len());
    // A vector takes whatever is written.
    let _ = Tame::new(&mut tame).write_all(text.as_bytes());
    String::from_utf8_lossy(&tame).into_owned()
}

/// A stream of text that is [`tame`] when it comes out.
pub(crate) struct Tame<W> {
    to: W,
    /// Whether the last byte began a character that may be one of control: those from U+0080 on have two bytes.
    begun: bool,
}

/// The byte with which the characters from U+0080 to U+00BF begin.
const BEGIN: u8 = 0xc2;

impl<W: Write> Tame<W> {
    pub(crate) fn new(to: W) -> Self {
        Tame { to, begun: false }
    }
}

impl<W: Write> Write for Tame<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut tame = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            let begun = mem::replace(&mut self.begun, byte == BEGIN);
            let is_control = match byte {
                0x80..=0x9f => begun,
                b'\n' | b'\t' => false,
                _ => byte.is_ascii_control(),
            };
            if is_control {
                tame.extend(format!("\\u{byte:04x}").as_bytes());
                continue;
            }
            if begun {
                tame.push(BEGIN);
            }
            if byte != BEGIN {
                tame.push(byte);
            }
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
        let plain = "Ü 中 °\u{a0}§ «é»\tA1\nB2 \u{80}";
        assert_eq!(tame(plain), plain.replace('\u{80}', r"\u0080"));
        let json = "{\"name\": \"a\u{9b}b\u{7f}\"}";
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&tame(json)), read(json));
    }

    #[test]
    fn a_character_may_come_in_two_parts() {
        let mut out = Vec::new();
        let mut tame = Tame::new(&mut out);
        for part in [&b"\xc2"[..], b"\x9b", b"\xc2", b"\xb0", b"\xc3", b"\x9b"] {
            tame.write_all(part).unwrap();
        }
        assert_eq!(String::from_utf8(out).unwrap(), r"\u009b°Û");
    }
}
