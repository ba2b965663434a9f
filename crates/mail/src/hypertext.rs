use mail_parser::decoders::html::html_to_text;

/// What marks the element below which a mail client has put the mail it answers: pieces of tags.
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
/// What marks a signature.
const SIGNATURES: &[&str] =
    &["gmail_signature", "moz-signature", "mobile-signature", "protonmail_signature_block"];
/// Elements whose content nobody reads.
const SILENT: &[&str] = &["blockquote", "style", "script", "title", "head", "template"];

/// Elements that have lines of their own.
const BLOCKS: &[&str] = &[
    "br", "div", "p", "li", "tr", "table", "pre", "h1", "h2", "h3", "ul", "ol", "body", "html",
    "section", "article", "hr",
];

/// The text of a page without what it quotes.
pub(crate) fn text_of(html: &str) -> String {
    let mut kept = String::with_capacity(html.len());
    // Elements that are left out, and how deep in them we are.
    let mut silent: Option<(String, usize)> = None;
    // Whether nothing stands in this line yet.
    let mut fresh = true;
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, tail) = rest.split_at(at);
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
            if *of == name && !void {
                *depth = if closes { *depth - 1 } else { *depth + 1 };
                if *depth == 0 {
                    silent = None;
                }
            }
            continue;
        }
        if !closes && BELOW.iter().any(|it| small.contains(it)) {
            rest = "";
            break;
        }
        let signature = SIGNATURES.iter().any(|it| small.contains(it));
        if !closes && !void && (signature || SILENT.contains(&name.as_str())) {
            silent = Some((name, 1));
            continue;
        }
        // Where a block begins or ends a line does.
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

/// A tag, up to the `>` that ends it and not one in a value, and what follows.
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
    // It never ends: it ends at the first `>` then, or is no tag.
    match text.find('>') {
        Some(at) => text.split_at(at + 1),
        None => ("", &text[1..]),
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
    fn broken_tags_lose_no_words() {
        assert_eq!(text_of("A2 < C3"), "A2 C3");
        assert_eq!(text_of("<p class=\"x>A2,C3"), "A2,C3");
        text_of("<");
        text_of("<blockquote>never closed");
        text_of("</blockquote>");
    }
}
