//! The end of a mail as mail servers send it: `CRLF.CRLF` and nothing else (RFC 5321, 4.1.1.4). A server that accepts
//! anything else as the end takes what follows in the same mail for the next command, and that may be a mail in
//! anybody's name.

/// Receives a mail, byte by byte.
#[derive(Debug, Default)]
pub(super) struct Data(LineState);

/// The state within a line.
#[derive(Debug, Default, PartialEq, Eq)]
enum LineState {
    /// At its beginning.
    #[default]
    Begin,
    /// After a dot at its beginning, which belongs to the mail only if there is another.
    Dot,
    /// After `.CR` at its beginning.
    DotCr,
    Inside,
    /// After a `CR`.
    Cr,
}

impl Data {
    /// Takes bytes until the mail ends; returns whether it has ended.
    pub(super) fn hear(
        &mut self,
        bytes: &mut std::slice::Iter<'_, u8>,
        kept: &mut Vec<u8>,
    ) -> bool {
        for &byte in bytes {
            match (&self.0, byte) {
                (LineState::DotCr, b'\n') => return true,
                (LineState::Begin, b'.') => {
                    self.0 = LineState::Dot;
                    continue;
                }
                (LineState::Dot, b'\r') => {
                    self.0 = LineState::DotCr;
                    continue;
                }
                // It was not the end.
                (LineState::DotCr, _) => kept.push(b'\r'),
                _ => {}
            }
            kept.push(byte);
            self.0 = match (&self.0, byte) {
                (_, b'\r') => LineState::Cr,
                (LineState::Cr, b'\n') => LineState::Begin,
                _ => LineState::Inside,
            };
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mail that is received, and what comes after it.
    fn heard(text: &str) -> Option<(String, String)> {
        // Whatever the sizes of the pieces.
        let mut results = (1..=text.len()).map(|size| {
            let (mut data, mut kept) = (Data::default(), Vec::new());
            let mut pieces = text.as_bytes().chunks(size);
            let mut bytes = loop {
                let mut bytes = pieces.next()?.iter();
                if data.hear(&mut bytes, &mut kept) {
                    break bytes.as_slice().to_vec();
                }
            };
            bytes.extend(pieces.flatten());
            Some((String::from_utf8(kept).unwrap(), String::from_utf8(bytes).unwrap()))
        });
        let first = results.next().unwrap();
        assert!(results.all(|it| it == first), "{text:?}");
        first
    }

    #[test]
    fn only_a_dot_alone_between_two_ends_of_lines_ends_a_mail() {
        let ends = |text: &str, mail: &str, rest: &str| {
            assert_eq!(heard(text), Some((mail.to_string(), rest.to_string())), "{text:?}");
        };
        ends("a\r\n.\r\nQUIT\r\n", "a\r\n", "QUIT\r\n");
        ends(".\r\nQUIT\r\n", "", "QUIT\r\n");
        // A dot that was doubled in transit becomes one.
        ends("..\r\n...\r\n.a\r\n.\r\n", ".\r\n..\r\na\r\n", "");
        ends(".\rb\r\n.\r\n", "\rb\r\n", "");
        for smuggled in [
            "\n.\n",
            "\n.\r\n",
            "\r.\r",
            "\r.\r\n",
            "\r\n.\n",
            "\r\n.\r",
            "\r\n.\r\r\n",
            "\r\r.\r\n",
        ] {
            assert_eq!(heard(&format!("a{smuggled}MAIL FROM:<x@y>\r\n")), None, "{smuggled:?}");
            let text = format!("a{smuggled}b\r\n.\r\n");
            let (mail, rest) = heard(&text).unwrap();
            assert!(mail.ends_with("b\r\n") && rest.is_empty(), "{smuggled:?}: {mail:?}");
        }
    }
}
