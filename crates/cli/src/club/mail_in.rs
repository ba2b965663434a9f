use std::fmt;
use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use crosscut_server::{OperatorOrder, order, run};

use super::place::DatabaseArgs;
use super::teach;

/// Hand a mail to the club, from a mail server's pipe: `crosscut mail-in < message`
///
/// The server that runs on the database carries it out; if none is running, this command does, with the settings of the
/// file. If it succeeds, what the mail asks for is on disk. Otherwise it exits with 75, and the mail server tries again.
#[derive(Args, Debug)]
#[command(after_long_help = teach::mail_in())]
pub(crate) struct MailInArgs {
    #[command(flatten)]
    place: DatabaseArgs,
    /// The addresses it was sent to [default: those in its header]
    #[arg(value_name = "ADDRESS")]
    to: Vec<String>,
}

/// The mail could not be accepted now: exit status 75 (EX_TEMPFAIL) tells mail servers so.
#[derive(Debug)]
pub(crate) struct TemporaryFailure(anyhow::Error);

impl MailInArgs {
    pub(crate) fn run(self, _: &mut dyn Write) -> Result<()> {
        let MailInArgs { place, to } = self;
        let taken = OperatorOrder::mail(io::stdin().lock(), to)
            .map_err(anyhow::Error::from)
            .and_then(|mail| run(order(place.config()?, mail)));
        match taken {
            Ok(_) => Ok(()),
            Err(error) => Err(TemporaryFailure(error).into()),
        }
    }
}

impl fmt::Display for TemporaryFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for TemporaryFailure {}
