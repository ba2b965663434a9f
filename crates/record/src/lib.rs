#![doc = include_str!("../README.md")]
//!
//! ## Records and forms
//!
//! A [`Record`] is text throughout: the game's full spec, tags, moves, comments, the result. Whether its moves are legal is
//! for others to say.
//!
//! A file holds any number of records in one of the [`Form`]s. A [`Reader`] yields one after the other and never holds more
//! than one; a broken record is an error with its line, and reading goes on behind it.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

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
