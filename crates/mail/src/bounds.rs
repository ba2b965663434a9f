//! How much there may be in a mail, found out without parsing it.
//!
//! The parser builds what a mail is nested of, and what is nested is freed by recursion: thirty thousand mails in each
//! other are less than a megabyte and more than a stack. So a mail is looked at here first, byte by byte, and nothing here
//! has to agree with the parser on where a part begins: what is counted is never less than what the parser can find.
//! Mails in mails are not opened at all. What is enclosed is nobody's words to us.

use std::borrow::Cow;

/// How much of a mail is read, in bytes. What a person writes is far shorter; what is attached does not count.
pub const MOST: usize = 1 << 20;

/// How many bytes the head may have ..
const HEAD: usize = 256 << 10;
/// .. and how many lines.
const HEAD_LINES: usize = 2000;
/// How many parts may say what they are.
const TYPES: usize = 200;
/// How long a field may be that says what a part is: its parameters are looked for among each other.
const FIELD: usize = 16 << 10;
/// How many lines a mail may have: each could be a header.
const LINES: usize = 100_000;
/// How many dashes: two at least come before each part.
const DASHES: usize = 200_000;

/// What is enclosed as a mail, and what encloses mails without saying so.
const MAILS: &[&[u8]] = &[b"rfc822", b"global", b"digest"];

/// There is more in a mail than anybody writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// The head of a mail with the empty line after it.
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

/// A mail in which mails are closed, if it has no more parts, lines and long fields than it may.
pub(crate) fn bounded(raw: &[u8]) -> Result<Cow<'_, [u8]>, TooMuch> {
    let mut out = Cow::Borrowed(raw);
    let mut kinds = Word::new(b"content-type:");
    let mut uses = Word::new(b"content-disposition:");
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

/// The value of a header, with the lines that go on.
fn field(rest: &[u8]) -> &[u8] {
    let goes_on = |at: usize| matches!(rest.get(at + 1), Some(b' ' | b'\t'));
    let end = (0..rest.len()).find(|at| rest[*at] == b'\n' && !goes_on(*at));
    &rest[..end.unwrap_or(rest.len())]
}

/// Makes an enclosed mail a file: in the type before the parameters, or wherever a comment could hide it.
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

/// A word that is looked for, in small letters and whatever blanks stand in it: the parser passes over them too.
struct Word {
    letters: &'static [u8],
    /// How many of them have come.
    come: usize,
}

impl Word {
    /// A word whose first letter does not come again in it.
    fn new(letters: &'static [u8]) -> Self {
        Word { letters, come: 0 }
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
