use std::error::Error;
use std::fmt;
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use crosscut_server::{DoctorOptions, Progress, doctor, run_gently};

use super::place::DatabaseArgs;
use super::teach;

/// Check the club's database for errors
///
/// The database's own integrity is checked, every stream of events is replayed, every game is played through by its
/// rules, and lists are compared with what they should show.
#[derive(Args, Debug)]
#[command(after_long_help = teach::doctor())]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    place: DatabaseArgs,
    /// Rebuild lists that are wrong; no server may be running
    #[arg(long)]
    repair: bool,
    /// Keep notes in this file, so that an interrupted check can be resumed
    #[arg(long, value_name = "FILE", conflicts_with = "repair")]
    notes: Option<PathBuf>,
    /// Look only at what has happened since the last check in the notes that found no errors
    #[arg(long, requires = "notes")]
    since_last_good: bool,
}

/// The interval at which a long check reports its progress.
const EVERY: Duration = Duration::from_secs(5);

impl DoctorArgs {
    #[expect(clippy::disallowed_methods, reason = "how far it has come is said every few seconds")]
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        let repair = self.repair;
        let checkup =
            DoctorOptions { repair, notes: self.notes, since_last_good: self.since_last_good };
        let mut said = Instant::now();
        let progress = |it: Progress| {
            if EVERY <= said.elapsed() {
                said = Instant::now();
                // Nothing can be done if this fails.
                let of = it.of.max(it.streams);
                let _ = writeln!(stderr(), "{} of about {of} streams checked", it.streams);
            }
        };
        let found = run_gently(doctor(&config, &checkup, progress))?;
        let [members, challenges] = [found.members, found.challenges];
        let (matches, events) = (found.matches, found.events);
        let new = if found.since.is_some() {
            ", changed since the last check without errors"
        } else {
            ""
        };
        writeln!(
            out,
            "{members} members, {challenges} challenges, {matches} matches, {events} events{new}"
        )?;
        for what in &found.wrong {
            writeln!(out, "wrong: {what}")?;
        }
        if found.stale > 0 {
            let n = found.stale;
            let lists: Vec<String> =
                found.lists.iter().map(|(list, n)| format!("{n} in {list}")).collect();
            let lists = lists.join(", ");
            let what = if repair { "rebuilt" } else { "wrong (--repair rebuilds them)" };
            writeln!(out, "{n} list entries {what}: {lists}")?;
        }
        if found.wrong.is_empty() && (found.stale == 0 || repair) {
            return Ok(writeln!(out, "no errors found")?);
        }
        Err(ErrorsFound.into())
    }
}

/// Something is wrong, and was printed.
#[derive(Debug)]
pub(crate) struct ErrorsFound;

impl fmt::Display for ErrorsFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("errors were found")
    }
}

impl Error for ErrorsFound {}
