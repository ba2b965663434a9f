use std::error::Error;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::Line;
use crosscut_record::{GameResult, ReadError, Record, tag};

use crate::convert::{FormName, open};
use crate::teach;

/// Check that records are games by the rules: which are not, where, and why
///
/// Every record is read and played through: its game and options, its set-up, every move, and its result. A result that
/// the rules do not give, without an Ending that explains it, is reported but does not make the record bad. The exit
/// status is 1 if any is bad.
#[derive(Args, Debug)]
#[command(after_long_help = teach::check())]
pub(crate) struct CheckArgs {
    /// Files of records (- is standard input)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form of the files [default: by their names or contents]
    #[arg(long, value_name = "FORM")]
    from: Option<FormName>,
}

/// An error saying that some records are bad; each was already reported.
#[derive(Debug)]
pub(crate) struct BadRecords {
    pub(crate) bad: usize,
    pub(crate) all: usize,
}

impl CheckArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let (mut bad, mut all) = (0, 0);
        for file in &self.files {
            let (name, before) = (file.display(), all);
            let records = match open(file, self.from) {
                Ok(records) => records,
                // The other files are checked regardless.
                Err(error) if self.files.len() > 1 => {
                    (bad, all) = (bad + 1, all + 1);
                    writeln!(out, "{error:#}")?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            for (index, record) in records.enumerate() {
                all += 1;
                let verdict = match record {
                    Ok(record) => judge(&record),
                    Err(ReadError::Io(error)) => return Err(error.into()),
                    Err(error) => RecordVerdict::Bad(error.to_string()),
                };
                bad += usize::from(matches!(verdict, RecordVerdict::Bad(_)));
                if let RecordVerdict::Odd(what) | RecordVerdict::Bad(what) = verdict {
                    writeln!(out, "{name}: record {}: {what}", index + 1)?;
                }
            }
            if all == before {
                bad += 1;
                all += 1;
                writeln!(out, "{name}: it has no records")?;
            }
        }
        if bad > 0 {
            out.flush()?;
            return Err(BadRecords { bad, all }.into());
        }
        Ok(writeln!(out, "{all} {}", if all == 1 { "record is good" } else { "records are good" })?)
    }
}

/// The verdict on a record.
enum RecordVerdict {
    Good,
    /// It may be correct, but the record does not say how.
    Odd(String),
    Bad(String),
}

fn judge(record: &Record) -> RecordVerdict {
    let line = match Line::checked(record) {
        Ok(line) => line,
        Err(error) => return RecordVerdict::Bad(error.to_string()),
    };
    let said = record.result;
    let unsaid = record.tags.get(tag::ENDING).is_none() && said != GameResult::Open;
    match line.position().outcome() {
        None if unsaid => RecordVerdict::Odd(format!(
            "its result is {}, but by the rules the game is not over, and no tag Ending says how it ended",
            said.name()
        )),
        _ => RecordVerdict::Good,
    }
}

impl fmt::Display for BadRecords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bad of {}", self.bad, self.all)
    }
}

impl Error for BadRecords {}
