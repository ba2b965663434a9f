use axum::extract::{FromRequestParts, Query};
use axum::http::Uri;
use axum::http::header::REFERER;
use axum::http::request::Parts;
use crosscut_catalog::{Line, Setup, Spec};
use crosscut_club::MatchId;
use percent_encoding::percent_decode_str;
use serde::Deserialize;

use super::super::page::PageError;
use super::super::query;
use super::Study;
use super::tree::MoveTree;
use crate::App;

/// The query of an address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AnalysisQuery {
    /// The set-up it starts from, and the tree, where older addresses have them.
    setup: String,
    g: String,
    /// The node that is shown; by default the end of the main line.
    at: String,
    /// The turn being put together.
    pub(super) turn: String,
    /// Which step of what the rules added to the last ply is shown.
    pub(super) step: String,
    /// A ply to play at the node.
    pub(super) play: String,
    /// The new comment on the node.
    pub(super) comment: Option<String>,
    /// What to do with the node: `cut` or `prefer`.
    pub(super) change: String,
    /// Whether the computer's opinion is wanted.
    pub(super) ask: String,
}

/// An address of the analysis board: `/analysis/{spec}`, `/analysis/{spec}/{tree}/`, and files below both.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisAddress {
    spec: String,
    /// What follows the spec and the tree.
    pub(super) file: String,
    pub(super) asked: AnalysisQuery,
    /// Whether the tree is in the query, as in older addresses.
    pub(super) by_query: bool,
    /// The address of the match that the visitor came from, if any.
    pub(super) reviewed: Option<String>,
}

/// The address of a study. A set-up is put in brackets before the moves.
pub(crate) fn address_of(spec: &Spec, setup: &str, moves: &str) -> String {
    let path = format!("/analysis/{spec}");
    let study = match setup {
        "" => moves.to_string(),
        setup => format!("[{setup}] {moves}"),
    };
    match study.trim() {
        "" => path,
        study => format!("{path}/{}/", query::segment(study)),
    }
}

/// The line before its first ply, from the set-up if there is one.
pub(super) fn start(spec: &Spec, setup: &str) -> Result<Line, String> {
    match setup.trim() {
        "" => Ok(Line::new(spec.clone())),
        text => Setup::parse(text)
            .and_then(|setup| Line::from_setup(spec.clone(), setup))
            .map_err(|error| format!("its set-up: {error}")),
    }
}

impl AnalysisAddress {
    fn of(uri: &Uri) -> Result<Self, PageError> {
        let asked = Query::<AnalysisQuery>::try_from_uri(uri).map(|it| it.0)?;
        let text = |raw: &str| percent_decode_str(raw).decode_utf8().map(String::from);
        let unclear = |_| PageError::unclear("the address holds what is no text");
        let parts: Vec<&str> = uri.path().split('/').skip(2).collect();
        let spec = text(parts.first().unwrap_or(&"")).map_err(unclear)?;
        let file =
            text(parts.last().filter(|_| parts.len() > 1).unwrap_or(&"")).map_err(unclear)?;
        let mut it = AnalysisAddress { spec, file, by_query: false, asked, reviewed: None };
        match parts.as_slice() {
            [_, study, _] => {
                let study = text(&study.replace('+', " ")).map_err(unclear)?;
                let (setup, moves) = match study.strip_prefix('[').and_then(|it| it.split_once(']'))
                {
                    Some((setup, moves)) => (setup, moves),
                    None => ("", study.as_str()),
                };
                (it.asked.setup, it.asked.g) = (setup.to_string(), moves.to_string());
            }
            _ => it.by_query = !(it.asked.g.is_empty() && it.asked.setup.is_empty()),
        }
        Ok(it)
    }

    /// Whether the computer is asked on a page that is shown.
    pub(super) fn asks(&self) -> bool {
        !self.asked.ask.is_empty() && !self.by_query
    }

    /// Reads the study that the address describes.
    pub(super) fn study(&self) -> Result<Study, PageError> {
        let spec: Spec = self.spec.parse().map_err(|error| {
            let error: crosscut_catalog::SpecError = error;
            PageError::not_found(error.to_string())
        })?;
        let start = start(&spec, &self.asked.setup).map_err(PageError::unclear)?;
        let setup = start.setup().map(ToString::to_string).unwrap_or_default();
        let tree = MoveTree::read(start.position(), &self.asked.g).map_err(PageError::unclear)?;
        let at = match self.asked.at.as_str() {
            "" => tree.end(0),
            text => {
                let at = text.parse().ok().filter(|&at| tree.node(at).is_some());
                at.ok_or_else(|| {
                    PageError::unclear(format!("there is no move {text} in this tree"))
                })?
            }
        };
        Ok(Study { spec, setup, start, tree, at })
    }
}

impl FromRequestParts<App> for AnalysisAddress {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, PageError> {
        let reviewed = parts.headers.get(REFERER).and_then(|it| match_of(it.to_str().ok()?));
        Ok(AnalysisAddress { reviewed, ..AnalysisAddress::of(&parts.uri)? })
    }
}

/// The address of the match, `/match/12`, that a page belongs to.
fn match_of(page: &str) -> Option<String> {
    let uri: Uri = page.parse().ok()?;
    let number: MatchId = uri.path().strip_prefix("/match/")?.parse().ok()?;
    Some(format!("/match/{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back() {
        let spec: Spec = "hex:size=5,opening=none".parse().unwrap();
        let text = "{1+1=2? a/b} A1 {100% sure} B2 (C3 {..} D4)";
        let to = address_of(&spec, "", text);
        assert!(!to[spec.to_string().len() + 11..to.len() - 1].contains(['?', ' ', '#']), "{to}");
        let back = AnalysisAddress::of(&to.parse().unwrap()).unwrap();
        assert_eq!((back.asked.g.as_str(), back.file.as_str()), (text, ""));
        assert_eq!(back.study().unwrap().tree.write().0, text);
        assert_eq!(back.study().unwrap().home(), to);
        let file = AnalysisAddress::of(&format!("{to}game.ccr?at=1").parse().unwrap()).unwrap();
        assert_eq!((file.file.as_str(), file.study().unwrap().at), ("game.ccr", 1));
        let set_up = address_of(&spec, "V:A1,B2 H:C3,D4 turn:V", "E5");
        let back = AnalysisAddress::of(&set_up.parse().unwrap()).unwrap();
        assert_eq!(back.study().unwrap().home(), set_up);
        let old = "/analysis/hex:size=5,opening=none?g=A1+B2&at=1".parse().unwrap();
        let old = AnalysisAddress::of(&old).unwrap();
        assert!(old.by_query);
        assert_eq!(old.study().unwrap().home(), "/analysis/hex:size=5,opening=none/A1+B2/");
    }
}
