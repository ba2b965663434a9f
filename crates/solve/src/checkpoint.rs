use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

use crate::mix;

/// A solve that can be cut off at any moment and goes on later: where it is saved, how often, and from what it goes on.
///
/// What is saved is the table, so that nothing which was proved has to be proved again.
pub struct Checkpoint<'a> {
    /// How long it is between two of them, at least.
    pub every: Duration,
    /// What was saved before, if anything was.
    pub from: Option<&'a mut (dyn Read + Send)>,
    /// Saves what the function that it is given writes.
    pub save: Save<'a>,
    pub(crate) print: u64,
}

/// Saves what the function that it is given writes.
pub type Save<'a> = &'a mut (dyn FnMut(&dyn Fn(&mut dyn Write) -> io::Result<()>) + Send);

/// Why a checkpoint cannot be used: a sentence without a full stop.
#[derive(Debug)]
pub enum Damaged {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is not as it was written.
    Changed,
    /// The solver that wrote it saw the game in another way.
    Foreign,
}

/// What stands before the entries.
pub(crate) struct Saved {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) entries: u64,
}

impl<'a> Checkpoint<'a> {
    /// A checkpoint that is saved by `save` every so often, after what is in `from`.
    pub fn new(every: Duration, from: Option<&'a mut (dyn Read + Send)>, save: Save<'a>) -> Self {
        Checkpoint { every, from, save, print: 0 }
    }
}

impl fmt::Debug for Checkpoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checkpoint(every {:?})", self.every)
    }
}

impl Saved {
    /// Writes this, the entries, and a sum of it all.
    pub(crate) fn write(
        &self,
        out: &mut dyn Write,
        print: u64,
        entries: impl Iterator<Item = [u64; 2]>,
    ) -> io::Result<()> {
        let mut sum = Sum::new();
        let mut put = |word: u64| out.write_all(&sum.add(word).to_le_bytes());
        for word in [print, self.nodes, self.time.as_millis() as u64, self.entries] {
            put(word)?;
        }
        for word in entries.flatten() {
            put(word)?;
        }
        out.write_all(&sum.0.to_le_bytes())
    }

    /// Reads what stands before the entries.
    pub(crate) fn begin(from: &mut dyn Read, print: u64) -> Result<Self, Damaged> {
        let [found, nodes, millis, entries] = [word(from)?, word(from)?, word(from)?, word(from)?];
        if found != print {
            return Err(Damaged::Foreign);
        }
        Ok(Saved { nodes, time: Duration::from_millis(millis), entries })
    }

    /// Reads the entries, and that nothing follows.
    pub(crate) fn read(
        &self,
        print: u64,
        from: &mut dyn Read,
        mut take: impl FnMut([u64; 2]),
    ) -> Result<(), Damaged> {
        let mut sum = Sum::new();
        for word in [print, self.nodes, self.time.as_millis() as u64, self.entries] {
            sum.add(word);
        }
        for _ in 0..self.entries {
            let entry = [word(from)?, word(from)?];
            for word in entry {
                sum.add(word);
            }
            take(entry);
        }
        let (sum, mut rest) = (sum.0, [0; 1]);
        let whole = word(from)? == sum && from.read(&mut rest).map_err(Damaged::Unreadable)? == 0;
        if whole { Ok(()) } else { Err(Damaged::Changed) }
    }
}

/// A number that depends on every word.
struct Sum(u64);

impl Sum {
    fn new() -> Self {
        Sum(0x243f_6a88_85a3_08d3)
    }

    fn add(&mut self, word: u64) -> u64 {
        self.0 = mix(u128::from(self.0) << 64 | u128::from(word)) as u64;
        word
    }
}

fn word(from: &mut dyn Read) -> Result<u64, Damaged> {
    let mut bytes = [0; 8];
    match from.read_exact(&mut bytes) {
        Ok(()) => Ok(u64::from_le_bytes(bytes)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(Damaged::Changed),
        Err(error) => Err(Damaged::Unreadable(error)),
    }
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damaged::Unreadable(error) => error.fmt(f),
            Damaged::Changed => f.write_str("the checkpoint is damaged"),
            Damaged::Foreign => f.write_str("the checkpoint is from another version of the solver"),
        }
    }
}

impl Error for Damaged {}
