//! Cutting one record's bytes out of a stream.

use std::io::{self, BufRead, ErrorKind};

use crate::error::ReadError;

/// The longest record a [`Reader`](crate::Reader) accepts, in bytes: 1 MiB, about a hundred times a long game with comments.
pub const MAX_BYTES: usize = 1 << 20;

/// What to do with a byte.
pub(crate) enum Step {
    /// It belongs to the record.
    Take,
    /// Drop it.
    Skip,
    /// It belongs to the record and ends it.
    Last,
    /// It belongs to what follows: the record ends before it.
    Stop,
}

/// A stream of bytes with a count of its lines.
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    line: u64,
    begun: bool,
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
        Source { input, line: 1, begun: false }
    }

    /// The line of the next byte, counted from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Cuts out a record as `step` directs. Bytes beyond [`MAX_BYTES`] are read to the record's end but not kept.
    pub(crate) fn cut(&mut self, mut step: impl FnMut(u8) -> Step) -> io::Result<Chunk> {
        if !self.begun {
            self.begun = true;
            self.skip_byte_order_mark()?;
        }
        let mut chunk = Chunk { bytes: Vec::new(), line: self.line, open: true, too_long: false };
        while chunk.open {
            let bytes = fill(&mut self.input)?;
            if bytes.is_empty() {
                break;
            }
            // The bytes from `from` on belong to the record but are not yet in the chunk.
            let mut from = 0;
            let mut used = 0;
            for (at, &byte) in bytes.iter().enumerate() {
                let step = step(byte);
                chunk.open = !matches!(step, Step::Last | Step::Stop);
                if let Step::Skip | Step::Stop = step {
                    chunk.take(&bytes[from..at]);
                    from = at + 1;
                } else if from == at && chunk.bytes.is_empty() {
                    chunk.line = self.line;
                }
                if let Step::Stop = step {
                    break;
                }
                used = at + 1;
                self.line += u64::from(byte == b'\n');
                if let Step::Last = step {
                    break;
                }
            }
            chunk.take(bytes.get(from..used).unwrap_or_default());
            self.input.consume(used);
        }
        Ok(chunk)
    }

    fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        for byte in [0xef, 0xbb, 0xbf] {
            if fill(&mut self.input)?.first() != Some(&byte) {
                break;
            }
            self.input.consume(1);
        }
        Ok(())
    }

    /// The next non-blank byte, which is not consumed.
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

    /// Skips one byte.
    pub(crate) fn bump(&mut self) -> io::Result<()> {
        self.cut(|_| Step::Last).map(drop)
    }
}

/// The bytes available, at least one unless the stream has ended.
fn fill(input: &mut impl BufRead) -> io::Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    input.fill_buf()
}

impl Chunk {
    fn take(&mut self, bytes: &[u8]) {
        let fitting = bytes.len().min(MAX_BYTES - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..fitting]);
        self.too_long |= fitting < bytes.len();
    }

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
