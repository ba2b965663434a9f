//! The page about the doors for programs: `docs/api.md`, as it is.

use std::sync::LazyLock;

use askama::Template;
use axum::response::Response;
use pulldown_cmark::{Options, Parser, html};

use super::page::{Frame, Refused, page};
use super::visitor::Visitor;

/// What is said of the doors for programs. A test holds it against the doors there are.
pub(crate) const TEXT: &str = include_str!("../../../../../docs/api.md");

static HTML: LazyLock<String> = LazyLock::new(|| {
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(TEXT, Options::ENABLE_TABLES));
    // Tables may be wider than a telephone.
    out.replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
});

#[derive(Template)]
#[template(path = "prose.html")]
struct ProsePage {
    frame: Frame,
    text: &'static str,
}

pub(crate) async fn api(visitor: Visitor) -> Result<Response, Refused> {
    page(&ProsePage { frame: Frame::new(&visitor, "api", "For programs"), text: &HTML })
}
