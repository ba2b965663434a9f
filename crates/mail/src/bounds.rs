//! Limits on a mail's content, checked without parsing it.
//!
//! The parser builds nested structures, which are freed by recursion: thirty thousand nested mails take less than a megabyte,
//! but overflow a stack. So a mail is first scanned here byte by byte. The scan need not agree with the parser on where a part
//! begins: its counts are never lower than what the parser can find. Mails within mails are not opened at all, since an
//! enclosed mail is not addressed to the club.

use std::borrow::Cow;

/// How much of a mail is read, in bytes. What a person writes is far shorter; attachments do not count.
pub const MOST: usize = 1 << 20;

/// The most bytes in the header section ..
const HEAD: usize = 256 << 10;
/// .. and the most lines.
const HEAD_LINES: usize = 2000;
/// The most parts that declare a type.
const TYPES: usize = 200;
/// The longest header field that declares what a part is, in bytes: its parameters are compared with each other.
const FIELD: usize = 16 << 10;
/// The most lines in a mail: each could be a header.
const LINES: usize = 100_000;
/// The most dashes: at least two precede each part.
const DASHES: usize = 200_000;

/// The types of enclosed mails, and of what contains mails without declaring them.
const MAILS: &[&[u8]] = &[b"rfc822", b"global", b"digest"];

/// A mail contains more than any person writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// The header section of a mail with the empty line after it.
pub(crate) fn head(raw: &[u8]) -> Result<&[u8], TooMuch> {
    let blank = |line: &[u8]| line.iter().all(u8::is_ascii_whitespace);
    let (mut length, mut lines) = (0, 0);
    for line in raw.split_inclusive(|it| *it == b'\n') {
        length += line.len();
        lines += 1;
        if HEAD < length || HEAD_LINES < lines {
            return Err(TooMuch);
        }
        if blank(line) {
            break;
        }
    }
    Ok(&raw[..length])
}

/// The mail with enclosed mails made opaque, if its parts, lines and long fields are within the limits.
pub(crate) fn bounded(raw: &[u8]) -> Result<Cow<'_, [u8]>, TooMuch> {
    let mut out = Cow::Borrowed(raw);
    let mut kinds = SearchWord::new(b"content-type:");
    let mut uses = SearchWord::new(b"content-disposition:");
    let (mut types, mut lines, mut dashes) = (0, 0, 0);
    for (at, byte) in raw.iter().enumerate() {
        lines += usize::from(*byte == b'\n');
        dashes += usize::from(*byte == b'-');
        if LINES < lines || DASHES < dashes {
            return Err(TooMuch);
        }
        let (kind, r#use) = (kinds.ends_with(*byte), uses.ends_with(*byte));
        if kind || r#use {
            let field = field(&raw[at + 1..]);
            types += 1;
            if FIELD < field.len() || TYPES < types {
                return Err(TooMuch);
            }
            if kind {
                close(&mut out, at + 1, field);
            }
        }
    }
    Ok(out)
}

/// The value of a header, with its continuation lines.
fn field(rest: &[u8]) -> &[u8] {
    let goes_on = |at: usize| matches!(rest.get(at + 1), Some(b' ' | b'\t'));
    let end = (0..rest.len()).find(|at| rest[*at] == b'\n' && !goes_on(*at));
    &rest[..end.unwrap_or(rest.len())]
}

/// Turns an enclosed mail into a file: in the type before the parameters, or wherever a comment could hide it.
fn close(out: &mut Cow<'_, [u8]>, at: usize, field: &[u8]) {
    let kind = match field.iter().position(|it| *it == b';') {
        Some(end) if !field[..end].contains(&b'(') => &field[..end],
        _ => field,
    };
    for word in MAILS {
        for (n, some) in kind.windows(word.len()).enumerate() {
            if some.eq_ignore_ascii_case(word) {
                out.to_mut()[at + n + word.len() - 1] = b'-';
            }
        }
    }
}

/// A word to find, in lower case and with any blanks in it: the parser skips them too.
struct SearchWord {
    letters: &'static [u8],
    /// How many of its letters have been matched.
    come: usize,
}

impl SearchWord {
    /// A word whose first letter occurs only once in it.
    fn new(letters: &'static [u8]) -> Self {
        SearchWord { letters, come: 0 }
    }

    fn ends_with(&mut self, byte: u8) -> bool {
        if byte.is_ascii_whitespace() {
            return false;
        }
        let byte = byte.to_ascii_lowercase();
        self.come = match byte == self.letters[self.come] {
            true => self.come + 1,
            false => usize::from(byte == self.letters[0]),
        };
        let whole = self.come == self.letters.len();
        self.come = if whole { 0 } else { self.come };
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_in_a_mail_are_closed() {
        let closed =
            |text: &str| String::from_utf8(bounded(text.as_bytes()).unwrap().into_owned()).unwrap();
        for (text, want) in [
            ("Content-Type: message/rfc822\r\n\r\n", "Content-Type: message/rfc82-\r\n\r\n"),
            (
                "con tent-TYPE : MESSAGE / Global; x=rfc822\n",
                "con tent-TYPE : MESSAGE / Globa-; x=rfc822\n",
            ),
            (
                "--xContent-Type:\n message\n /rfc822\nrfc822",
                "--xContent-Type:\n message\n /rfc82-\nrfc822",
            ),
            ("Content-Type: message(;)/rfc822;\n\n", "Content-Type: message(;)/rfc82-;\n\n"),
            (
                "Content-Type: multipart/digest; boundary=digest\n",
                "Content-Type: multipart/diges-; boundary=digest\n",
            ),
            ("contcontent-type:rfc822", "contcontent-type:rfc82-"),
            ("Content-Types: rfc822\n", "Content-Types: rfc822\n"),
        ] {
            assert_eq!(closed(text), want);
        }
    }

    #[test]
    fn there_is_an_end_of_everything() {
        let too_much = |text: String| bounded(text.as_bytes()) == Err(TooMuch);
        assert!(too_much("Content-Type: message/rfc822\r\n\r\n".repeat(30_000)));
        assert!(too_much("Content - Disposition: x\n\n".repeat(TYPES + 1)));
        assert!(too_much(format!("Content-Type: a/b{}", ";c*1=d".repeat(FIELD / 5))));
        assert!(too_much("\n".repeat(LINES + 1)));
        assert!(too_much("-".repeat(MOST)));
        assert!(!too_much(format!("Content-Type: a/b{}", ";c*1=d".repeat(100))));
        assert!(!too_much(format!("a: b\n\n{}", "word -- word\n".repeat(MOST / 13))));
        assert_eq!(head(b"a: b\n \nc: d\n\n"), Ok(&b"a: b\n \n"[..]));
        assert_eq!(head("a: b\n".repeat(HEAD_LINES + 1).as_bytes()), Err(TooMuch));
        assert_eq!(head(&[b'a'; HEAD + 1]), Err(TooMuch));
    }
}
