use std::io::BufRead;
use std::iter::FusedIterator;

use crate::address::{self, Site};
use crate::error::ReadError;
use crate::form::Form;
use crate::json::{self, Layout};
use crate::record::Record;
use crate::source::Source;
use crate::{sgf, text};

/// Iterates over the records of a file.
///
/// It keeps one record at a time, of at most [`MAX_BYTES`](crate::MAX_BYTES), so a file may have any length. A broken record is
/// an error with line and reason; reading continues with the next one.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    form: Form,
    layout: Layout,
    /// Whether the start of the file, where SGF allows any text, has been passed.
    begun: bool,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader for this form. [`Form::Json`] and [`Form::JsonLines`] are read alike: each accepts the other's files.
    pub fn new(form: Form, input: R) -> Self {
        let source = Source::new(input);
        Reader { source, form, layout: Layout::New, begun: false, ended: false }
    }

    fn read(&mut self) -> Result<Option<Record>, ReadError> {
        let chunk = match self.form {
            Form::Text => text::cut(&mut self.source)?,
            Form::Json | Form::JsonLines => match json::cut(&mut self.source, &mut self.layout) {
                Some(chunk) => chunk?,
                None => return Ok(None),
            },
            Form::Sgf => sgf::cut(&mut self.source, &mut self.begun)?,
            Form::HexWorld | Form::Trmph => address::cut(&mut self.source)?,
        };
        if chunk.is_empty() {
            return Ok(None);
        }
        let line = chunk.line;
        match self.form {
            Form::Text => text::parse(&chunk.text()?, line),
            Form::Json | Form::JsonLines => json::parse(&chunk.bytes()?, line),
            Form::Sgf => sgf::parse(&chunk.bytes()?, line),
            Form::HexWorld => address::parse(Site::HexWorld, &chunk.text()?, line),
            Form::Trmph => address::parse(Site::Trmph, &chunk.text()?, line),
        }
        .map(Some)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let record = self.read().transpose();
        self.ended = matches!(record, None | Some(Err(ReadError::Io(_))));
        record
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}
