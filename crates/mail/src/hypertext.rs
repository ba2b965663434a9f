use mail_parser::decoders::html::html_to_text;

/// Parts of tags that mark the element in which a mail client has put the mail being replied to.
const BELOW: &[&str] = &[
    "gmail_quote",
    "gmail_extra",
    "yahoo_quoted",
    "divrplyfwdmsg",
    "appendonsend",
    "moz-cite-prefix",
    "protonmail_quote",
    "mail-editor-reference-message-container",
    "ymail_android_signature",
    "outlook-signature-quote",
    "zmail_extra",
    "apple-mail-quote",
    "olk_src_body_section",
    "moz-forward-container",
    "replyforward",
    "border-top:solid #e1e1e1",
    "border-top:solid #b5c4df",
    "k9mail-quote",
    "tutanota_quote",
    "forwarded-content",
];
/// Parts of tags that mark a signature.
const SIGNATURES: &[&str] = &[
    "gmail_signature",
    "moz-signature",
    "mobile-signature",
    "protonmail_signature_block",
    "composer_signature",
];
/// Elements whose content is not part of the text.
const SILENT: &[&str] = &["blockquote", "style", "script", "title", "head", "template"];

/// Elements without content, in which nothing can be hidden.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];
/// Elements that end where the next of their kind begins, if not closed.
const OPEN: &[&str] = &["p", "li", "tr", "td", "th", "option"];
/// Styles that make content invisible: mail programs show such text next to the subject in lists of mails, but not in the mail.
const HIDDEN: &[(&str, &[&str])] = &[
    ("display", &["none"]),
    ("visibility", &["hidden", "collapse"]),
    ("mso-hide", &["all"]),
    ("max-height", &["0", "0px", "0pt", "0em"]),
    ("font-size", &["0", "0px", "0pt", "0em"]),
    ("opacity", &["0", "0.0"]),
];

/// Elements that begin a new line.
const BLOCKS: &[&str] = &[
    "br", "div", "p", "li", "tr", "table", "pre", "h1", "h2", "h3", "ul", "ol", "body", "html",
    "section", "article", "hr",
];

/// The text of an HTML page without what it quotes.
pub(crate) fn text_of(html: &str) -> String {
    let mut kept = String::with_capacity(html.len());
    // The element being skipped, and its nesting depth.
    let mut silent: Option<(String, usize)> = None;
    // Whether the current line is still empty.
    let mut fresh = true;
    let mut rest = html;
    let last = html.rfind('>').unwrap_or(0);
    while let Some(at) = rest.find('<') {
        let (text, tail) = rest.split_at(at);
        // After the last `>` no tag can end, so none is looked for: this avoids searching to the end again and again.
        if last < html.len() - tail.len() {
            let words = rest.split("<!--").next().unwrap_or_default().replace('<', "");
            kept.push_str(if silent.is_none() { &words } else { "" });
            rest = "";
            break;
        }
        if silent.is_none() {
            kept.push_str(text);
            fresh &= text.trim().is_empty();
        }
        if let Some(comment) = tail.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let (tag, after) = tag(tail);
        rest = after;
        let small = tag.to_lowercase();
        let name: String = small
            .trim_start_matches(['<', '/'])
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        let closes = small.starts_with("</");
        let void = small.ends_with("/>");
        if let Some((of, depth)) = &mut silent {
            let next = *of == name && !closes && *depth == 1 && OPEN.contains(&name.as_str());
            if *of == name && !void && !next {
                *depth = if closes { *depth - 1 } else { *depth + 1 };
                if *depth == 0 {
                    silent = None;
                }
            }
            if !next {
                continue;
            }
            silent = None;
        }
        if !closes && BELOW.iter().any(|it| small.contains(it)) {
            rest = "";
            break;
        }
        let signature = SIGNATURES.iter().any(|it| small.contains(it));
        let hidden = !VOID.contains(&name.as_str()) && is_hidden(&small);
        if !closes && !void && (signature || hidden || SILENT.contains(&name.as_str())) {
            silent = Some((name, 1));
            continue;
        }
        // A line ends where a block begins or ends.
        if !BLOCKS.contains(&name.as_str()) {
            kept.push_str(tag);
        } else if name == "br" || !fresh {
            kept.push_str("<br>");
            fresh = true;
        }
    }
    if silent.is_none() {
        kept.push_str(rest);
    }
    let text = html_to_text(&kept);
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n").trim().to_string()
}

/// A tag, up to the closing `>` and not one within a value, and the rest of the text.
fn tag(text: &str) -> (&str, &str) {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return text.split_at(at + 1),
            (None, '"' | '\'') => quote = Some(c),
            (Some(it), _) if it == c => quote = None,
            _ => {}
        }
    }
    // An unterminated tag ends at the first `>`, or is not a tag.
    match text.find('>') {
        Some(at) => text.split_at(at + 1),
        None => ("", &text[1..]),
    }
}

/// Whether an element is invisible, judging by its tag in lower case.
fn is_hidden(tag: &str) -> bool {
    let Some(style) = attribute(tag, "style") else { return false };
    style.split(';').filter_map(|it| it.split_once(':')).any(|(name, value)| {
        let value = value.trim().trim_end_matches("!important").trim();
        HIDDEN.iter().any(|(it, values)| *it == name.trim() && values.contains(&value))
    })
}

/// The value of an attribute in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let at = tag.match_indices(name).map(|it| it.0).find(|&at| {
        tag[..at].ends_with(|it: char| it.is_whitespace() || "\"'".contains(it))
            && tag[at + name.len()..].trim_start().starts_with('=')
    })?;
    let value = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next(),
        _ => value.split([' ', '>']).next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_left_out() {
        assert_eq!(
            text_of("<div>A2,C3</div><blockquote>B1<blockquote>x</blockquote>y</blockquote>"),
            "A2,C3"
        );
        assert_eq!(text_of("A2,C3<br><div class=\"gmail_quote\">On Monday:<br>x</div>"), "A2,C3");
        assert_eq!(
            text_of("<style>p { x }</style><p>A2,&#67;3</p><p>well met</p>"),
            "A2,C3\nwell met"
        );
        assert_eq!(text_of("<p title='>'>A2</p><!-- <p>no --> and B3"), "A2\nand B3");
    }

    #[test]
    fn what_is_not_to_be_seen_is_no_text() {
        for style in [
            "display:none",
            "color: red; Display : None !important; x",
            "mso-hide:all",
            "max-height:0px;overflow:hidden",
            "font-size:0",
            "opacity:0;",
            "visibility: hidden",
        ] {
            let page =
                format!("<body><div style=\"{style}\">Your <b>turn</b><div>B1</div></div>A2,C3");
            assert_eq!(text_of(&page), "A2,C3", "{style}");
        }
        assert_eq!(text_of("<p style='display:none'>B1<p>A2,C3</p>"), "A2,C3");
        for seen in [
            "<p style=\"opacity:0.9;max-height:0.5em;font-size:08pt\">A2,C3</p>",
            "<p data-style=\"display:none\" title='style display:none'>A2,C3</p>",
            "<img style=\"display:none\">A2,C3",
            "<br style='display:none'>A2,C3",
        ] {
            assert_eq!(text_of(seen), "A2,C3", "{seen}");
        }
    }

    #[test]
    fn broken_tags_lose_no_words() {
        assert_eq!(text_of("A2 < C3"), "A2 C3");
        assert_eq!(text_of("<p class=\"x>A2,C3"), "A2,C3");
        text_of("<");
        text_of("<blockquote>never closed");
        text_of("</blockquote>");
    }
}
