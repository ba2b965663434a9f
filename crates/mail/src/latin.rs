//! Bytes with no declared character set: where they are not UTF-8 they are Latin-1, as old mail programs write it.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders};

/// The mail with its header section in UTF-8.
pub(crate) fn with_plain_head(raw: &[u8]) -> Cow<'_, [u8]> {
    let blank = |line: &[u8]| line.iter().all(|it| matches!(it, b'\r' | b'\n'));
    let length =
        raw.split_inclusive(|it| *it == b'\n').take_while(|it| !blank(it)).map(<[u8]>::len);
    let (head, rest) = raw.split_at(length.sum());
    if std::str::from_utf8(head).is_ok() {
        return Cow::Borrowed(raw);
    }
    // Line by line: a server may have added a line in UTF-8 to a header section that is not.
    let mut out = Vec::with_capacity(raw.len() + raw.len() / 8);
    for line in head.split_inclusive(|it| *it == b'\n') {
        match std::str::from_utf8(line) {
            Ok(_) => out.extend_from_slice(line),
            Err(_) => out.extend_from_slice(latin(line).as_bytes()),
        }
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// The text of a part without a declared character set, if it is not UTF-8.
pub(crate) fn text(message: &Message<'_>, part: &MessagePart<'_>) -> Option<String> {
    let named = part.content_type().and_then(|it| it.attribute("charset"));
    // Text that claims to be UTF-8 and is not is broken; an unknown name (`unknown-8bit`) counts as none.
    let known =
        |it: &str| it.to_lowercase().starts_with("utf") || charset_decoder(it.as_bytes()).is_some();
    if named.is_some_and(known) {
        return None;
    }
    let (from, to) = (part.raw_body_offset() as usize, part.raw_end_offset() as usize);
    let raw = message.raw_message.get(from..to)?;
    let bytes = match part.encoding {
        Encoding::None => Cow::Borrowed(raw),
        Encoding::QuotedPrintable => Cow::Owned(quoted_printable_decode(raw)?),
        Encoding::Base64 => Cow::Owned(base64_decode(raw)?),
    };
    std::str::from_utf8(&bytes).is_err().then(|| latin(&bytes))
}

/// Decodes Latin-1 as Windows defines it: with quotation marks where Latin-1 has nothing printable.
fn latin(bytes: &[u8]) -> String {
    match charset_decoder(b"windows-1252") {
        Some(decode) => decode(bytes),
        None => bytes.iter().copied().map(char::from).collect(),
    }
}
