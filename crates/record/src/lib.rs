#![doc = include_str!("../README.md")]
//!
//! ## Records and forms
//!
//! A [`Record`] is all text: the game's full spec, tags, moves, comments, the result. Whether the moves are legal is not
//! checked here.
//!
//! A file contains any number of records in one of the [`Form`]s. A [`Reader`] yields them one by one and never keeps more than
//! one in memory; a broken record is an error with its line number, and reading continues after it.

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
