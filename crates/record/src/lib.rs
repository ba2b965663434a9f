//! A game written down.
//!
//! A [`Record`] is text throughout: the game's full spec, tags, moves, comments, the result. This crate knows no rules, so
//! a record can be read, stored and sent without the game's code; whether its moves are legal is for others to say.
//!
//! A file holds any number of records in one of the [`Form`]s: text in the manner of PGN, JSON, JSON Lines, SGF, addresses. A
//! [`Reader`] yields one after the other and never holds more than one; a broken record is an error with its line, and
//! reading goes on behind it. The page `docs/records.md` is the definition of every form.
//!
//! ```
//! use crosscut_record::{Form, Reader, Record};
//!
//! let mut record = Record::new("chase:size=9,opening=swap");
//! record.tags.set("First", "ann");
//! record.play("C6").play("swap").play("A2,C3");
//! let text = record.to_string();
//! assert!(text.ends_with("1. C6 2. swap 3. A2,C3 *\n"));
//!
//! let read: Vec<_> = Reader::new(Form::Text, text.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(read, [record]);
//! # Ok::<(), crosscut_record::ReadError>(())
//! ```

#![forbid(unsafe_code)]

mod address;
mod board;
mod error;
mod escape;
mod form;
mod json;
mod reader;
mod record;
mod sgf;
mod source;
mod tags;
mod text;
mod writer;

pub use error::{ReadError, WriteError};
pub use form::Form;
pub use reader::Reader;
pub use record::{GameResult, Ply, Record, Typed};
pub use source::MAX_BYTES;
pub use tags::{Tags, mark, tag};
pub use writer::Writer;
