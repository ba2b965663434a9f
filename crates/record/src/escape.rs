//! The escapes of the text form.

/// The text with `\`, the `special` characters and all control characters escaped.
pub(crate) fn escape(text: &str, special: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        match c {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            // A blank has no short escape; it is special only in the name of a mark.
            c if c.is_control() || (c == ' ' && special.contains(&c)) => {
                // Control characters and blanks all have four digits.
                escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => {
                if c == '\\' || special.contains(&c) {
                    escaped.push('\\');
                }
                escaped.push(c);
            }
        }
    }
    escaped
}

/// The text without its escapes, or what is wrong with one of them.
pub(crate) fn unescape(text: &str) -> Result<String, String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let mut chars = after.chars();
        let c = chars.next();
        rest = chars.as_str();
        plain.push(match c {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some(c @ ('\\' | '"' | '{' | '}' | '%')) => c,
            Some('u') => {
                let digits = rest.get(..4).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()));
                let c = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                let Some(c) = c.and_then(char::from_u32) else {
                    return Err(
                        r"\u is followed by the four digits of a character: \u00e9".to_string()
                    );
                };
                rest = &rest[4..];
                c
            }
            Some(c) => return Err(format!(r"\{c} is not an escape; a backslash is written \\")),
            None => return Err(r"a backslash at the end escapes nothing; write \\".to_string()),
        });
    }
    plain.push_str(rest);
    Ok(plain)
}

/// The position of the first unescaped `end`.
pub(crate) fn find_end(text: &str, end: u8) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let found = byte == end && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })
}

/// The text in quotes.
pub(crate) fn quote(text: &str) -> String {
    format!("\"{}\"", escape(text, &['"']))
}
