use std::error::Error;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::Line;
use crosscut_record::{ReadError, Record};

use crate::convert::{FormName, open};
use crate::teach;

/// Check that records are games by the rules: which are not, where, and why
///
/// Every record is read and played through: its game and options, its set-up, every move, and its result where the rules
/// give one. The exit status is 1 if any is bad.
#[derive(Args, Debug)]
#[command(after_long_help = teach::check())]
pub(crate) struct Check {
    /// Files of records (- is the standard input)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form of the files [default: what their names or contents tell]
    #[arg(long, value_name = "FORM")]
    from: Option<FormName>,
}

/// That some of the records are bad: all that is left to say after each was told.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) bad: usize,
    pub(crate) all: usize,
}

impl Check {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let (mut bad, mut all) = (0, 0);
        for file in &self.files {
            let (name, before) = (file.display(), all);
            for (index, record) in open(file, self.from)?.enumerate() {
                all += 1;
                let problem = match record {
                    Ok(record) => why_bad(&record),
                    Err(ReadError::Io(error)) => return Err(error.into()),
                    Err(error) => Some(error.to_string()),
                };
                if let Some(problem) = problem {
                    bad += 1;
                    writeln!(out, "{name}: record {}: {problem}", index + 1)?;
                }
            }
            if all == before {
                bad += 1;
                all += 1;
                writeln!(out, "{name}: there is no record in it")?;
            }
        }
        if bad > 0 {
            out.flush()?;
            return Err(Failed { bad, all }.into());
        }
        Ok(writeln!(out, "{all} {}", if all == 1 { "record is good" } else { "records are good" })?)
    }
}

fn why_bad(record: &Record) -> Option<String> {
    Line::from_record(record).err().map(|error| error.to_string())
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} are bad", self.bad, self.all)
    }
}

impl Error for Failed {}
