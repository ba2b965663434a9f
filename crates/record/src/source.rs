//! Cutting one record's bytes out of a stream.

use std::io::{self, BufRead, ErrorKind};

use crate::error::ReadError;

/// The longest record a [`Reader`](crate::Reader) takes, in bytes: 1 MiB, some hundred times a long game with comments.
pub const MAX_BYTES: usize = 1 << 20;

/// What becomes of a byte.
pub(crate) enum Step {
    /// It belongs to the record.
    Take,
    /// It is passed over.
    Skip,
    /// It belongs to the record and ends it.
    Last,
    /// It belongs to what follows; the record ends before it.
    Stop,
}

/// A stream of bytes that knows its line.
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    line: u64,
    /// How many bytes of a byte order mark may still follow.
    mark: usize,
}

/// The bytes of one record.
#[derive(Debug)]
pub(crate) struct Chunk {
    bytes: Vec<u8>,
    /// The line of the first byte.
    pub(crate) line: u64,
    /// Whether the stream ended before the record did.
    pub(crate) open: bool,
    too_long: bool,
}

impl<R: BufRead> Source<R> {
    pub(crate) fn new(input: R) -> Self {
        Source { input, line: 1, mark: BYTE_ORDER_MARK.len() }
    }

    /// The line of the next byte, counted from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Cuts along the steps. What goes beyond [`MAX_BYTES`] is followed to its end but not kept.
    pub(crate) fn cut(&mut self, mut step: impl FnMut(u8) -> Step) -> io::Result<Chunk> {
        let mut chunk = Chunk { bytes: Vec::new(), line: self.line, open: true, too_long: false };
        loop {
            let bytes = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                return Ok(chunk);
            }
            let mut used = 0;
            for &byte in bytes {
                if self.mark > 0 {
                    let expected = BYTE_ORDER_MARK[BYTE_ORDER_MARK.len() - self.mark];
                    self.mark = if byte == expected { self.mark - 1 } else { 0 };
                    if byte == expected {
                        used += 1;
                        continue;
                    }
                }
                let step = step(byte);
                if let Step::Stop = step {
                    chunk.open = false;
                    break;
                }
                used += 1;
                if let Step::Take | Step::Last = step {
                    if chunk.bytes.is_empty() {
                        chunk.line = self.line;
                    }
                    if chunk.bytes.len() < MAX_BYTES {
                        chunk.bytes.push(byte);
                    } else {
                        chunk.too_long = true;
                    }
                }
                self.line += u64::from(byte == b'\n');
                if let Step::Last = step {
                    chunk.open = false;
                    break;
                }
            }
            self.input.consume(used);
            if !chunk.open {
                return Ok(chunk);
            }
        }
    }

    /// The next byte that is no blank, left where it is.
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        let mut next = None;
        self.cut(|byte| {
            if byte.is_ascii_whitespace() {
                return Step::Skip;
            }
            next = Some(byte);
            Step::Stop
        })?;
        Ok(next)
    }

    /// Passes over one byte.
    pub(crate) fn bump(&mut self) -> io::Result<()> {
        self.cut(|_| Step::Last).map(drop)
    }
}

impl Chunk {
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes, unless there were too many.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, ReadError> {
        if self.too_long {
            return Err(ReadError::broken(
                self.line,
                format!("the record that begins here is longer than {} MiB", MAX_BYTES >> 20),
            ));
        }
        Ok(self.bytes)
    }

    /// The bytes as text.
    pub(crate) fn text(self) -> Result<String, ReadError> {
        let line = self.line;
        String::from_utf8(self.bytes()?).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = line + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
            ReadError::broken(line, "this is not UTF-8 text")
        })
    }
}

const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
