//! Addresses with a query string.

use std::fmt::Write;

/// `path?name=value&..`, without empty values.
pub(crate) fn address(path: &str, query: &[(&str, &str)]) -> String {
    let mut out = path.to_string();
    let mut sign = '?';
    for (name, value) in query.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(out, "{sign}{name}=");
        escape(&mut out, value);
        sign = '&';
    }
    out
}

/// A segment of a path, with a blank as `+`.
pub(crate) fn segment(value: &str) -> String {
    let mut out = String::new();
    escape(&mut out, value);
    out.replace('/', "%2F")
}

/// Appends a value of a query string. The characters of moves and specs (`A2,C3`, `size=9`) stay readable.
fn escape(out: &mut String, value: &str) {
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(byte.into()),
            b'-' | b'.' | b'_' | b'~' | b',' | b':' | b'=' | b'/' | b'(' | b')' | b'*' => {
                out.push(byte.into());
            }
            b' ' => out.push('+'),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_an_address_is_escaped() {
        assert_eq!(
            address("/a", &[("g", "A2,C3 {a&b=+ü}"), ("at", ""), ("x", "1")]),
            "/a?g=A2,C3+%7Ba%26b=%2B%C3%BC%7D&x=1"
        );
    }
}
