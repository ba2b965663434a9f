use std::fmt::{self, Write};

use askama::filters::Escaper;

/// Escapes as templates with `escape = "named"` do: `&lt;` where the engine's own escaper writes `&#60;`, and apostrophes
/// stay, since all attributes are in double quotes. Mails and boards have always been written this way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NamedEscapes;

impl Escaper for NamedEscapes {
    fn write_escaped_str<W: Write>(&self, mut dest: W, mut text: &str) -> fmt::Result {
        while let Some(at) = text.find(['&', '<', '>', '"']) {
            dest.write_str(&text[..at])?;
            dest.write_str(match text.as_bytes()[at] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                _ => "&quot;",
            })?;
            text = &text[at + 1..];
        }
        dest.write_str(text)
    }
}

/// Escapes a text in a drawing, which no template writes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let _ = NamedEscapes.write_escaped_str(&mut out, text);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_has_no_markup() {
        let text = "<a href=\"x\">R&D</a>, isn't it? é";
        let escaped = "&lt;a href=&quot;x&quot;&gt;R&amp;D&lt;/a&gt;, isn't it? é";
        assert_eq!(escape(text), escaped);
        assert_eq!(escape(""), "");
    }
}
