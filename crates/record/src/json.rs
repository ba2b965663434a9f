//! The JSON form: one object per record; a file is a list of objects, or a sequence of them.

use std::io::{self, BufRead};

use crate::error::ReadError;
use crate::record::Record;
use crate::source::{Chunk, Source, Step};

/// How the records of a file are separated, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Nothing has been read yet.
    New,
    /// Each line is a record.
    Lines,
    /// Each object is a record.
    Objects,
    /// Objects in a list, with `[`, commas and `]`; the flag is set after a record.
    List(bool),
    /// The list was closed.
    Closed,
    /// Something was not JSON: commas and brackets between records no longer mean anything.
    Torn,
}

/// Cuts out the next record, if any.
pub(crate) fn cut<R: BufRead>(
    source: &mut Source<R>,
    layout: &mut Layout,
) -> Option<Result<Chunk, ReadError>> {
    next(source, layout).transpose()
}

fn next<R: BufRead>(
    source: &mut Source<R>,
    layout: &mut Layout,
) -> Result<Option<Chunk>, ReadError> {
    let mut next = source.peek()?;
    if *layout == Layout::New && next == Some(b'[') {
        *layout = Layout::List(false);
        next = skip(source)?;
        if next == Some(b']') {
            *layout = Layout::Closed;
            next = skip(source)?;
        }
    }
    if *layout == Layout::List(true) {
        match next {
            Some(b',') => next = skip(source)?,
            Some(b']') => {
                *layout = Layout::Closed;
                next = skip(source)?;
            }
            Some(_) => return Err(lost(source, layout, "a comma or the closing ] is missing")),
            None => {}
        }
    }
    while *layout == Layout::Torn && matches!(next, Some(b',' | b']')) {
        next = skip(source)?;
    }
    match (*layout, next) {
        (Layout::List(_), None) => {
            *layout = Layout::Closed;
            Err(ReadError::broken(source.line(), "the list of records has no closing ]"))
        }
        (_, None) => Ok(None),
        (Layout::Closed, _) => Err(lost(source, layout, "something follows the list of records")),
        (Layout::Lines, _) => line(source).map(Some),
        (_, Some(b'{')) => object(source, layout).map(Some),
        (_, Some(_)) => Err(lost(source, layout, "a record is an object, {..}")),
    }
}

/// Skips one byte and the blanks after it; returns the byte that follows.
fn skip<R: BufRead>(source: &mut Source<R>) -> io::Result<Option<u8>> {
    source.bump()?;
    source.peek()
}

fn line<R: BufRead>(source: &mut Source<R>) -> Result<Chunk, ReadError> {
    let mut chunk = source.cut(|byte| if byte == b'\n' { Step::Stop } else { Step::Take })?;
    chunk.open = false;
    Ok(chunk)
}

/// Cuts from `{` to the matching `}`.
fn object<R: BufRead>(source: &mut Source<R>, layout: &mut Layout) -> Result<Chunk, ReadError> {
    let (mut depth, mut in_string, mut escaped) = (0_u64, false, false);
    let (mut torn, mut lines) = (false, 0);
    let chunk = source.cut(|byte| {
        lines += u64::from(byte == b'\n');
        if in_string {
            if byte == b'\n' {
                torn = true;
                return Step::Stop;
            }
            in_string = byte != b'"' || escaped;
            escaped = byte == b'\\' && !escaped;
            return Step::Take;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => return Step::Last,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        Step::Take
    })?;
    if torn {
        let new = *layout == Layout::New;
        let error = lost(source, layout, "a text in quotes is not closed on its line");
        if new && lines == 1 {
            *layout = Layout::Lines;
        }
        return Err(error);
    }
    if chunk.open {
        *layout = Layout::Torn;
        let line = chunk.line;
        return Err(ReadError::broken(line, "the record that begins here has no closing }"));
    }
    *layout = match *layout {
        Layout::List(_) => Layout::List(true),
        Layout::New if lines == 0 => Layout::Lines,
        Layout::New => Layout::Objects,
        layout => layout,
    };
    Ok(chunk)
}

/// The error for the current line; skips everything up to a line beginning with `{`.
fn lost<R: BufRead>(source: &mut Source<R>, layout: &mut Layout, reason: &str) -> ReadError {
    *layout = Layout::Torn;
    let error = ReadError::broken(source.line(), reason);
    let mut line_begins = false;
    let skipped = source.cut(|byte| {
        if line_begins && byte == b'{' {
            return Step::Stop;
        }
        line_begins = byte == b'\n';
        Step::Skip
    });
    skipped.map_or_else(ReadError::Io, |_| error)
}

/// Parses one record; its first line has the number `line`.
pub(crate) fn parse(json: &[u8], line: u64) -> Result<Record, ReadError> {
    serde_json::from_slice(json).map_err(|error| {
        let text = error.to_string();
        // serde_json counts lines from the start of the record; the error gives the line in the file.
        let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
        let line = line + (error.line().max(1) - 1) as u64;
        ReadError::broken(line, format!("this is not a record: {reason}"))
    })
}

/// The record as one line of JSON, without a line break.
pub(crate) fn write(record: &Record) -> io::Result<Vec<u8>> {
    Ok(serde_json::to_vec(record)?)
}
