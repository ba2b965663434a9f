//! The pages about the doors for programs, and those they lead to: files of `docs/`, as they are.

use std::sync::LazyLock;

use askama::Template;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::response::Response;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use super::page::{Frame, Refused, page};
use super::visitor::Visitor;

/// What is said of the doors for programs. A test holds it against the doors there are.
pub(crate) const TEXT: &str = include_str!("../../../../../docs/api.md");

/// The files that are pages: the name, the address, the title and the text of each.
const PAGES: [(&str, &str, &str, &str); 4] = [
    ("api.md", "/api", "For programs", TEXT),
    ("privacy.md", "/privacy", "Privacy", include_str!("../../../../../docs/privacy.md")),
    ("commands.md", "/docs/commands", "Commands", include_str!("../../../../../docs/commands.md")),
    ("puzzles.md", "/docs/puzzles", "Puzzles", include_str!("../../../../../docs/puzzles.md")),
];

/// The same as HTML.
static HTML: LazyLock<Vec<String>> =
    LazyLock::new(|| PAGES.iter().map(|it| written(it.3)).collect());

fn written(text: &str) -> String {
    // The files lead to each other by their names, the pages by their addresses; what is no page is only named.
    let mut named = false;
    let led = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let page = PAGES.iter().find(|it| it.0 == &*dest_url).map(|it| it.1.into());
            let dest_url = page.or_else(|| dest_url.contains(':').then_some(dest_url));
            named = dest_url.is_none();
            Some(Event::Start(Tag::Link { link_type, dest_url: dest_url?, title, id }))
        }
        Event::End(TagEnd::Link) if std::mem::take(&mut named) => None,
        event => Some(event),
    });
    let mut out = String::new();
    html::push_html(&mut out, led);
    // Tables may be wider than a telephone.
    out.replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">")
}

#[derive(Template)]
#[template(path = "prose.html")]
struct ProsePage {
    frame: Frame,
    text: &'static str,
}

fn prose(visitor: &Visitor, address: &str) -> Result<Response, Refused> {
    let at = PAGES.iter().position(|it| it.1 == address);
    let at = at.ok_or_else(|| Refused::not_found("there is no such page of the manual"))?;
    page(&ProsePage { frame: Frame::new(visitor, "api", PAGES[at].2), text: &HTML[at] })
}

/// The doors for programs.
pub(crate) async fn api(visitor: Visitor) -> Result<Response, Refused> {
    prose(&visitor, "/api")
}

/// What is kept of whom, and for how long.
pub(crate) async fn privacy(visitor: Visitor) -> Result<Response, Refused> {
    prose(&visitor, "/privacy")
}

/// What they lead to.
pub(crate) async fn docs(
    visitor: Visitor,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Refused> {
    prose(&visitor, &format!("/docs/{}", name?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_leads_to_a_file() {
        for (page, text) in PAGES.iter().zip(&*HTML) {
            for to in text.split("<a href=\"").skip(1) {
                let to = to.split('"').next().unwrap_or_default();
                let leads = to.contains(':') || PAGES.iter().any(|it| it.1 == to);
                assert!(leads, "{} leads to {to}", page.0);
            }
        }
    }
}
