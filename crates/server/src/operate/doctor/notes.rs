use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use crosscut_club::Moment;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::{DoctorOptions, Findings, MARGIN_MS};
use crate::private;
use crate::read::tallies::Tallies;
use crate::store::Store;

/// How often notes are written.
const EVERY: Duration = Duration::from_secs(1);

/// The notes of a check, in a file if one was named.
#[derive(Debug)]
pub(super) struct Notes {
    file: Option<PathBuf>,
    page: NotesFile,
    written: Instant,
}

/// The content of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct NotesFile {
    /// The club: its first event.
    club: String,
    /// The last check that found all well.
    good: Option<LastGoodCheck>,
    /// The check that is in progress, or was interrupted.
    begun: Option<InterruptedCheck>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct LastGoodCheck {
    /// Everything before this was examined.
    until: Moment,
    /// The results of the rated matches that had ended before.
    settled: Tallies,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct InterruptedCheck {
    /// Later events are left to the next check.
    until: Moment,
    /// The last stream that was examined.
    after: String,
    findings: Findings,
}

impl Notes {
    /// Notes without a file.
    pub(super) fn none() -> Notes {
        let mut notes = Notes { file: None, page: NotesFile::default(), written: Instant::now() };
        notes.begin(Findings::default());
        notes
    }

    /// Opens the notes of this club, to resume.
    pub(super) async fn open(options: &DoctorOptions, store: &Store) -> anyhow::Result<Notes> {
        let Some(file) = &options.notes else {
            if options.since_last_good {
                bail!("when all was well last is kept in a file: name it with --notes");
            }
            return Ok(Notes::none());
        };
        let first = store.events("member/1", 0).await?.into_iter().next();
        let club = first.map_or(String::new(), |row| format!("{} {}", row.at.0, row.fact));
        let mut page = match std::fs::read_to_string(file) {
            Ok(text) => serde_json::from_str::<NotesFile>(&text)
                .with_context(|| format!("{} does not hold notes of a check", file.display()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => NotesFile::default(),
            Err(error) => bail!("{} cannot be read: {error}", file.display()),
        };
        if !page.club.is_empty() && page.club != club {
            bail!("{} holds notes of another club", file.display());
        }
        page.club = club;
        let since = match (options.since_last_good, &page.good) {
            (false, _) => None,
            (true, Some(good)) => Some(good.until),
            (true, None) => bail!(
                "{} tells of no check that found all well: leave --since-last-good out once",
                file.display()
            ),
        };
        let mut notes = Notes { file: Some(file.clone()), page, written: Instant::now() };
        let goes_on = notes.page.begun.as_ref().is_some_and(|it| it.findings.since == since);
        if !goes_on {
            let good = notes.page.good.as_ref().filter(|_| since.is_some());
            let settled = good.map(|good| good.settled.clone()).unwrap_or_default();
            notes.begin(Findings { since, settled, ..Findings::default() });
        }
        Ok(notes)
    }

    fn begin(&mut self, findings: Findings) {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_millis();
        let until = Moment(i64::try_from(now).unwrap_or(i64::MAX).saturating_sub(MARGIN_MS));
        self.page.begun = Some(InterruptedCheck { until, after: String::new(), findings });
    }

    /// The earlier findings.
    pub(super) fn findings(&self) -> Findings {
        self.page.begun.as_ref().map(|it| it.findings.clone()).unwrap_or_default()
    }

    /// The last stream examined earlier.
    pub(super) fn after(&self) -> &str {
        self.page.begun.as_ref().map_or("", |it| &it.after)
    }

    /// The moment before which events are settled.
    pub(super) fn until(&self) -> Moment {
        self.page.begun.as_ref().map_or(Moment(0), |it| it.until)
    }

    /// Notes the progress of the check, now and then.
    pub(super) fn come_to(&mut self, after: String, findings: &Findings) -> anyhow::Result<()> {
        if self.file.is_none() || self.written.elapsed() < EVERY {
            return Ok(());
        }
        if let Some(begun) = &mut self.page.begun {
            (begun.after, begun.findings) = (after, findings.clone());
        }
        self.written = Instant::now();
        self.write()
    }

    /// Notes that the check is over.
    pub(super) fn end(&mut self, findings: &Findings) -> anyhow::Result<()> {
        let until = self.until();
        self.page.begun = None;
        if findings.is_well() {
            self.page.good = Some(LastGoodCheck { until, settled: findings.settled.clone() });
        }
        self.write()
    }

    fn write(&self) -> anyhow::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        private::write(file, &serde_json::to_vec(&self.page)?)
            .with_context(|| format!("{} cannot be written", file.display()))
    }
}
