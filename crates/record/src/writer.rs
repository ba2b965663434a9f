use std::io::Write;

use crate::address::{self, Site};
use crate::error::WriteError;
use crate::form::Form;
use crate::record::Record;
use crate::{json, sgf, text};

/// Writes records to an output, one after the other.
///
/// Call [`finish`](Writer::finish) after the last one: it closes a JSON list.
#[derive(Debug)]
#[must_use = "a JSON list is closed by `finish`"]
pub struct Writer<W> {
    output: W,
    form: Form,
    first: bool,
}

impl<W: Write> Writer<W> {
    /// A writer for this form. Each record is written in one piece, so wrap a file in a `BufWriter`.
    pub fn new(form: Form, output: W) -> Self {
        Writer { output, form, first: true }
    }

    /// Writes a record.
    ///
    /// # Errors
    /// [`WriteError::Unfit`] if the form is for one game and the record is of another, or has a move that the form cannot
    /// express: the output is unchanged and may be written to again. Otherwise the error of the output.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        let (open, bytes, close) = match self.form {
            Form::Text if self.first => ("", text::write(record).into_bytes(), ""),
            Form::Text => ("\n", text::write(record).into_bytes(), ""),
            Form::Json if self.first => ("[\n", json::write(record)?, ""),
            Form::Json => (",\n", json::write(record)?, ""),
            Form::JsonLines => ("", json::write(record)?, "\n"),
            Form::Sgf => ("", sgf::write(record)?.into_bytes(), "\n"),
            Form::HexWorld => ("", address::write(Site::HexWorld, record)?.into_bytes(), "\n"),
            Form::Trmph => ("", address::write(Site::Trmph, record)?.into_bytes(), "\n"),
        };
        self.first = false;
        for part in [open.as_bytes(), &bytes, close.as_bytes()] {
            self.output.write_all(part)?;
        }
        Ok(())
    }

    /// Writes what belongs after the last record, flushes, and returns the output.
    ///
    /// # Errors
    /// The error of the output.
    pub fn finish(mut self) -> Result<W, WriteError> {
        if self.form == Form::Json {
            let end: &[u8] = if self.first { b"[]\n" } else { b"\n]\n" };
            self.output.write_all(end)?;
        }
        self.output.flush()?;
        Ok(self.output)
    }
}
