//! Markdown as a page: with headings that can be linked to, and nothing wider than a telephone.

use std::collections::HashSet;

use askama::Template;
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// The longest code, in characters, that is never broken over two lines: a telephone has room for it.
const WHOLE: usize = 30;

/// What a cell says in front of its text where there is no room for columns.
#[derive(Template)]
#[template(source = r#"<span class="label">{{ head }}: </span>"#, ext = "html", escape = "named")]
struct CellLabel<'a> {
    head: &'a str,
}

/// Code that is never broken over two lines.
#[derive(Template)]
#[template(source = r#"<code class="whole">{{ code }}</code>"#, ext = "html", escape = "named")]
struct WholeCode<'a> {
    code: &'a str,
}

/// A heading of level 2.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) id: String,
    pub(super) words: String,
}

/// A text as HTML, with its sections. A link goes where `led` says, and becomes plain text where that gives nothing.
pub(super) fn written(text: &str, led: impl Fn(&str) -> Option<String>) -> (String, Vec<Section>) {
    let mut events: Vec<Event> = Vec::new();
    let mut sections = Vec::new();
    let mut ids = HashSet::new();
    let mut plain = false;
    // Where the current heading begins, and its words.
    let mut heading: Option<(usize, String)> = None;
    // The headings of a table's columns, and the current cell of a row.
    let (mut heads, mut column): (Vec<String>, usize) = (Vec::new(), 0);
    let mut in_head = false;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => match led(&dest_url) {
                Some(to) => {
                    let dest_url = to.into();
                    events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                None => plain = true,
            },
            Event::End(TagEnd::Link) if std::mem::take(&mut plain) => {}
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = led(&dest_url).map_or(dest_url, Into::into);
                events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Heading { .. }) => {
                heading = Some((events.len(), String::new()));
                events.push(event);
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some((at, words)) = heading.take() {
                    let anchor = free(anchor(&words), &mut ids);
                    if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
                        *id = Some(anchor.clone().into());
                    }
                    if level == HeadingLevel::H2 {
                        sections.push(Section { id: anchor, words });
                    }
                }
                events.push(event);
            }
            // The elements around a table are written here: nothing of the text is in them.
            // Where there is no room for columns, each row becomes a paragraph; columns of numbers stay, to be
            // compared.
            Event::Start(Tag::Table(ref columns)) => {
                let class =
                    if columns.contains(&Alignment::Right) { "scroll" } else { "scroll stack" };
                let open = format!("<div class=\"{class}\" tabindex=\"0\">");
                events.extend([Event::Html(open.into()), event]);
            }
            Event::End(TagEnd::Table) => events.extend([event, Event::Html("</div>".into())]),
            Event::Start(Tag::TableHead) => {
                (heads, in_head) = (Vec::new(), true);
                events.push(event);
            }
            Event::End(TagEnd::TableHead) => {
                in_head = false;
                events.push(event);
            }
            Event::Start(Tag::TableRow) => {
                column = 0;
                events.push(event);
            }
            Event::Start(Tag::TableCell) if in_head => {
                heads.push(String::new());
                events.push(event);
            }
            Event::Start(Tag::TableCell) => {
                events.push(event);
                // In a table of two columns, the second says about the first what the table is about.
                if 0 < column && 2 < heads.len() && !heads[column].is_empty() {
                    let label = CellLabel { head: &heads[column] };
                    events.push(Event::InlineHtml(label.to_string().into()));
                }
                column += 1;
            }
            // `--data` is not broken after its first hyphen.
            Event::Code(it) if it.chars().count() <= WHOLE && heading.is_none() && !in_head => {
                let code = WholeCode { code: &it };
                events.push(Event::InlineHtml(code.to_string().into()));
            }
            event => {
                if let (true, Some(head), Event::Text(it) | Event::Code(it)) =
                    (in_head, heads.last_mut(), &event)
                {
                    head.push_str(it);
                }
                if let (Some((_, words)), Event::Text(it) | Event::Code(it)) =
                    (&mut heading, &event)
                {
                    words.push_str(it);
                }
                events.push(event);
            }
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    (fitted(&out), sections)
}

/// Removes what pages may not have: inline styles, and content wider than the page.
fn fitted(html: &str) -> String {
    let mut out = html
        .replace(" style=\"text-align: right\"", " class=\"number\"")
        .replace("<pre>", "<pre tabindex=\"0\">");
    // Markdown has no table without headings, so a row of empty headings is removed.
    for n in 1..=4 {
        let none = format!("<thead><tr>{}</tr></thead>", "<th></th>".repeat(n));
        out = out.replace(&none, "");
    }
    out
}

/// A heading's anchor as code forges make it, so that a link works there and here.
fn anchor(words: &str) -> String {
    let kept = words.trim().to_lowercase();
    kept.chars()
        .filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'))
        .map(|it| if it == ' ' { '-' } else { it })
        .collect()
}

/// Numbers the later ones of equal headings.
fn free(name: String, taken: &mut HashSet<String>) -> String {
    let numbered = (1..).map(|n| format!("{name}-{n}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|it| !taken.contains(it));
    let free = free.unwrap_or(name);
    taken.insert(free.clone());
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_can_be_led_to() {
        let text = "# A page\n\n## Who-ever `may`, what?\n\n## Twice\n\n### Twice\n\n[on](a.md) [off](b.md)\n";
        let (html, sections) = written(text, |to| (to == "a.md").then(|| "/a".to_string()));
        assert!(
            html.contains("<h2 id=\"who-ever-may-what\">Who-ever <code>may</code>, what?</h2>")
        );
        assert!(html.contains("<h3 id=\"twice-1\">"), "{html}");
        assert!(html.contains("<a href=\"/a\">on</a> off</p>"), "{html}");
        let told: Vec<(&str, &str)> =
            sections.iter().map(|it| (it.id.as_str(), it.words.as_str())).collect();
        assert_eq!(told, [("who-ever-may-what", "Who-ever may, what?"), ("twice", "Twice")]);
    }

    #[test]
    fn tables_and_code_scroll_in_themselves_and_have_no_styles() {
        let text =
            "| a | n |\n|---|---:|\n| b | 1 |\n\n| | |\n|---|---|\n| c | d |\n\n```\ncode\n```\n";
        let (html, _) = written(text, |_| None);
        assert!(!html.contains("style="), "{html}");
        assert!(html.contains("<td class=\"number\">1</td>"), "{html}");
        assert_eq!(
            html.matches("<div class=\"scroll\" tabindex=\"0\"><table>").count(),
            1,
            "{html}"
        );
        assert_eq!(html.matches("<div class=\"scroll stack\" tabindex=\"0\"><table>").count(), 1);
        assert_eq!(html.matches("</table>\n</div>").count(), 2);
        assert_eq!(html.matches("<thead>").count(), 1, "{html}");
        assert!(html.contains("<pre tabindex=\"0\"><code>code"), "{html}");
    }

    #[test]
    fn a_row_without_columns_says_what_each_of_its_cells_is() {
        let text = "| door | `who` | what & why |\n|---|---|---|\n| `GET /a` | all | `--data` |\n";
        let (html, _) = written(text, |_| None);
        assert!(html.contains("<td><code class=\"whole\">GET /a</code></td>"), "{html}");
        assert!(html.contains("<td><span class=\"label\">who: </span>all</td>"), "{html}");
        let last =
            "<span class=\"label\">what &amp; why: </span><code class=\"whole\">--data</code>";
        assert!(html.contains(last), "{html}");
        let (two, _) = written("| a | b |\n|---|---|\n| c | d |\n", |_| None);
        assert!(!two.contains("label"), "{two}");
    }
}
