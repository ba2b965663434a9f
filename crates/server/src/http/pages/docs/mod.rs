//! The guide: the files of `docs/`, in the order of the list in its README.md.

mod book;
mod text;

use askama::Template;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};

use super::page::{Frame, PageError, page};
use super::visitor::Visitor;
#[cfg(test)]
pub(crate) use book::API;
use book::{BOOK, Chapter, file};

#[derive(Template)]
#[template(path = "docs.html")]
struct DocsPage {
    frame: Frame,
    chapter: &'static Chapter,
    before: Option<&'static Chapter>,
    after: Option<&'static Chapter>,
}

/// A chapter, by its address.
fn chapter(visitor: &Visitor, address: &str) -> Result<Response, PageError> {
    let at = BOOK.iter().position(|it| it.address == address);
    let at = at.ok_or_else(|| PageError::not_found("there is no such page in the guide"))?;
    let chapter = &BOOK[at];
    page(&DocsPage {
        frame: Frame::new(visitor, "docs", chapter.title.as_str()),
        chapter,
        before: at.checked_sub(1).map(|it| &BOOK[it]),
        after: BOOK.get(at + 1),
    })
}

/// The table of contents.
pub(crate) async fn contents(visitor: Visitor) -> Result<Response, PageError> {
    chapter(&visitor, "/docs")
}

/// A chapter, or a file that chapters show and link to.
pub(crate) async fn docs(
    visitor: Visitor,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, PageError> {
    let Path(path) = path?;
    if let Some((kind, text)) = file(&path) {
        return Ok(([(CONTENT_TYPE, kind)], text).into_response());
    }
    // The file's own name, which help pages and other chapters use, redirects.
    let plain = path.trim_end_matches('/').trim_end_matches(".md").trim_end_matches("README");
    let address = format!("/docs/{plain}");
    let address = address.trim_end_matches('/');
    if address != format!("/docs/{path}") && BOOK.iter().any(|it| it.address == address) {
        return Ok(Redirect::permanent(address).into_response());
    }
    chapter(&visitor, &format!("/docs/{path}"))
}

/// The documentation of the API, at an address that programmers guess.
pub(crate) async fn api(visitor: Visitor) -> Result<Response, PageError> {
    chapter(&visitor, "/docs/api")
}

/// What is stored about whom, and for how long, at the address that every page links to.
pub(crate) async fn privacy(visitor: Visitor) -> Result<Response, PageError> {
    chapter(&visitor, "/docs/privacy")
}
