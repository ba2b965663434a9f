//! All boards of a game in one document, so that stepping through its moves asks the server nothing.
//!
//! The first table is complete; each of the others is its changes from the one before. A table is cut before every `<`
//! and every `M` (where a path of a drawing moves on) into pieces: `12` keeps the next 12 of them, `-3` drops 3, and a
//! text is inserted.

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use crosscut_catalog::Line;
use serde::{Deserialize, Serialize};

use super::page::PageError;

/// The most tables in a document; for longer games each page is requested.
pub(crate) const MOST: usize = 500;

/// The largest document in bytes; what is never requested as a whole need not fit.
const LARGEST: usize = 1 << 20;

/// Whether the boards of this many plies fit into a document that is made in a moment: a bound on the places drawn in
/// all. Games have the most places at their start, or towards their end.
pub(crate) fn is_short(plies: usize, start: &Line, end: &Line) -> bool {
    const MOST_PLACES: usize = 100_000;
    let places = [start, end].map(|it| it.position().text().places.len());
    plies < MOST && plies * places[0].max(places[1]) <= MOST_PLACES
}

/// The refusal where a document would be too large.
pub(crate) fn too_large() -> PageError {
    PageError::not_found("this is too much for one document: ask for each board")
}

/// A document of tables, by their numbers in addresses (`at`).
#[derive(Debug, Default, Serialize)]
pub(crate) struct BoardSequence {
    tables: Vec<SequenceItem>,
    /// For each table, the one before it and the one after it.
    back: Vec<Option<usize>>,
    next: Vec<Option<usize>>,
    /// The latest table, and where its pieces end.
    #[serde(skip)]
    last: String,
    #[serde(skip)]
    ends: Vec<usize>,
    #[serde(skip)]
    bytes: usize,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum SequenceItem {
    Whole(String),
    Changed(Vec<TextChange>),
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum TextChange {
    /// This many pieces stay; or are dropped, if it is negative.
    Pieces(isize),
    Text(String),
}

impl SequenceItem {
    /// Roughly its length when written.
    fn bytes(&self) -> usize {
        match self {
            SequenceItem::Whole(text) => text.len(),
            SequenceItem::Changed(changes) => changes
                .iter()
                .map(|it| match it {
                    TextChange::Pieces(_) => 4,
                    TextChange::Text(text) => text.len() + 3,
                })
                .sum(),
        }
    }
}

/// The query of such a document's address: the state of the game it is of.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SequenceQuery {
    of: String,
}

impl BoardSequence {
    /// Adds a table with the number of the one before it and of the one that follows.
    ///
    /// # Errors
    /// The document is full.
    pub(crate) fn push(
        &mut self,
        table: String,
        back: Option<usize>,
        next: Option<usize>,
    ) -> Result<(), PageError> {
        let ends = ends(&table);
        let shown = match self.tables.is_empty() {
            true => SequenceItem::Whole(table.clone()),
            false => SequenceItem::Changed(changes(
                &pieces(&self.last, &self.ends),
                &pieces(&table, &ends),
            )),
        };
        self.bytes += shown.bytes();
        if self.tables.len() == MOST || LARGEST < self.bytes {
            return Err(too_large());
        }
        self.tables.push(shown);
        (self.last, self.ends) = (table, ends);
        self.back.push(back);
        self.next.push(next);
        Ok(())
    }

    /// The document.
    pub(crate) fn write(&self) -> Result<Bytes, PageError> {
        serde_json::to_vec(self).map(Bytes::from).map_err(|_| PageError::broken())
    }
}

/// A document as an answer. One requested by its state never changes. Browsers must not store a secret one.
pub(crate) fn answer(document: Bytes, asked: &SequenceQuery, of: &str, secret: bool) -> Response {
    let keep = match asked.of == of && !secret {
        true => "private, max-age=86400, immutable",
        false => "no-store",
    };
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, keep)], document).into_response()
}

/// Where the pieces of a table end.
fn ends(text: &str) -> Vec<usize> {
    let cuts = text.bytes().enumerate().skip(1).filter(|it| matches!(it.1, b'<' | b'M'));
    cuts.map(|it| it.0).chain((!text.is_empty()).then_some(text.len())).collect()
}

fn pieces<'a>(text: &'a str, ends: &[usize]) -> Vec<&'a str> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(from, &to)| &text[from..to]).collect()
}

/// The changes from one list of pieces to another. Few differ, so the next equal ones are near.
fn changes(old: &[&str], new: &[&str]) -> Vec<TextChange> {
    let mut out = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < old.len() || b < new.len() {
        let same = old[a..].iter().zip(&new[b..]).take_while(|(old, new)| old == new).count();
        if same > 0 {
            out.push(TextChange::Pieces(same.cast_signed()));
        }
        (a, b) = (a + same, b + same);
        let (gone, come) = meet(&old[a..], &new[b..]);
        if gone > 0 {
            out.push(TextChange::Pieces(-gone.cast_signed()));
        }
        if come > 0 {
            out.push(TextChange::Text(new[b..b + come].concat()));
        }
        (a, b) = (a + gone, b + come);
    }
    out
}

/// After how many pieces of each the two lists are equal again; a run that is equal by chance does not count.
fn meet(old: &[&str], new: &[&str]) -> (usize, usize) {
    const FAR: usize = 400;
    const ALIKE: usize = 3;
    for sum in 1..=FAR {
        for gone in sum.saturating_sub(new.len())..=sum.min(old.len()) {
            let (rest, other) = (&old[gone..], &new[sum - gone..]);
            let n = rest.len().min(other.len());
            if (n >= ALIKE || rest.len() == other.len())
                && rest[..n.min(ALIKE)] == other[..n.min(ALIKE)]
            {
                return (gone, sum - gone);
            }
        }
    }
    (old.len(), new.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        pieces(text, &ends(text))
    }

    /// Applies changes as a browser does.
    fn apply(old: &str, changes: &[TextChange]) -> String {
        let (old, mut at, mut out) = (cut(old), 0, String::new());
        for change in changes {
            match change {
                TextChange::Text(text) => out.push_str(text),
                TextChange::Pieces(n) => {
                    let to = at + n.unsigned_abs();
                    if *n > 0 {
                        out.push_str(&old[at..to].concat());
                    }
                    at = to;
                }
            }
        }
        out
    }

    #[test]
    fn a_document_has_so_many_tables_and_so_many_bytes() {
        let mut walk = BoardSequence::default();
        for _ in 0..MOST {
            walk.push(String::new(), None, None).unwrap();
        }
        assert!(walk.push(String::new(), None, None).is_err());

        // A table equal to the last one takes only as many bytes as saying so.
        let (mut walk, same) = (BoardSequence::default(), TextChange::Pieces(1));
        let table = "x".repeat(LARGEST - SequenceItem::Changed(vec![same]).bytes());
        walk.push(table.clone(), None, None).unwrap();
        walk.push(table.clone(), None, None).unwrap();
        assert!(walk.push(table, None, None).is_err());

        // One that is new takes its length, and what says that the old one is dropped.
        let fits = |room: usize| {
            let mut walk = BoardSequence::default();
            walk.push("x".repeat(LARGEST - room), None, None).unwrap();
            walk.push("y".repeat(10), None, None).is_ok()
        };
        assert!(fits(4 + 13) && !fits(4 + 12));
    }

    #[test]
    fn browsers_keep_what_was_asked_for_by_its_state_and_is_no_secret() {
        let kept = |of: &str, secret| {
            let asked = SequenceQuery { of: of.to_string() };
            answer(Bytes::new(), &asked, "now", secret).headers()[CACHE_CONTROL].clone()
        };
        assert_eq!(kept("now", false), "private, max-age=86400, immutable");
        assert_eq!([kept("now", true), kept("before", false), kept("", false)], ["no-store"; 3]);
    }

    #[test]
    fn the_boards_of_a_long_game_or_a_large_one_are_asked_for_one_by_one() {
        let line = |size: u32| Line::new(format!("hex:size={size},opening=none").parse().unwrap());
        let fits = |plies, start, end| is_short(plies, &line(start), &line(end));
        assert!(fits(MOST - 1, 2, 2) && !fits(MOST, 2, 2));
        // As many places as are drawn at most.
        assert!(fits(250, 20, 20) && !fits(251, 20, 20));
        // Games have the most places at their start, or at their end.
        assert!(!fits(251, 20, 2) && !fits(251, 2, 20));
    }

    #[test]
    fn what_changes_leads_from_one_text_to_the_other() {
        let texts = [
            "<svg><path d=\"M1 2M3 4\"/><g>A1, empty</g><g>A2, empty</g><g>B1, empty</g></svg>",
            "<svg><path d=\"M1 2M3 4M5 6\"/><g>A1, V</g><g>A2, empty</g><g>B1, empty</g></svg>",
            "<svg><path d=\"M3 4M5 6\"/><g>A1, V</g><g>A2, empty</g><g>B1, H</g></svg><p>H to move</p>",
            "",
            "no tag at all",
            "<p>",
        ];
        for old in texts {
            for new in texts {
                assert_eq!(apply(old, &changes(&cut(old), &cut(new))), new, "{old} -> {new}");
            }
        }
    }

    #[test]
    fn what_stays_is_not_written_again() {
        let board = |stones: std::ops::Range<usize>| {
            let stones: String = stones.map(|it| format!("<circle cx=\"{it}\"/>")).collect();
            format!("<svg><path d=\"M0 0\"/>{stones}<g>last</g></svg>")
        };
        let (old, new) = (board(0..300), board(0..301));
        let changes = changes(&cut(&old), &cut(&new));
        let text = TextChange::Text("<circle cx=\"300\"/>".to_string());
        assert_eq!(changes, [TextChange::Pieces(303), text, TextChange::Pieces(3)]);
    }
}
