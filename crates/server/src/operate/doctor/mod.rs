//! The doctor: checks that everything in a database is as it should be.

mod look;
mod notes;
mod source;

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;

use anyhow::bail;
use crosscut_club::Moment;
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::config::Config;
use crate::operate::operator_view::OperatorView;
use crate::present::times::when;
use crate::read::tallies::{self, Tallies};
use crate::store::{Batch, OWNED, Store};
use look::{CheckSpan, PieceFindings, look};
use notes::Notes;
use source::EventSource;

/// How many pieces are examined while the next is read.
const AT_ONCE: usize = 3;
/// How many errors are reported.
const TOLD: usize = 100;
/// How far the clocks of servers may be wrong, in milliseconds: events from this long before a check are examined again
/// after it.
const MARGIN_MS: i64 = 600_000;
/// How often a list that changes during the check is checked again.
const AGAIN: usize = 3;

/// Options of the doctor.
#[derive(Clone, Debug, Default)]
pub struct DoctorOptions {
    /// Rewrite lists; no server may be running then.
    pub repair: bool,
    /// A file that records the progress of a check, and when all was last well: an interrupted check resumes.
    pub notes: Option<PathBuf>,
    /// Examine only what has happened since all was last well.
    pub since_last_good: bool,
}

/// The progress of a check.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// How many streams were examined.
    pub streams: u64,
    /// About how many there are.
    pub of: u64,
}

/// What was examined, and what is wrong with it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// How many members and guests there are.
    pub members: u64,
    /// How many challenges.
    pub challenges: u64,
    /// How many matches; each was played through by the rules of its game.
    pub matches: u64,
    /// How many events.
    pub events: u64,
    /// The errors, at most the first hundred.
    pub wrong: Vec<String>,
    /// How many rows of lists did not agree with the events: those of one member, challenge or match in one list count
    /// as one.
    pub stale: u64,
    /// The outdated rows by list.
    pub lists: BTreeMap<String, u64>,
    /// Whether these were rewritten.
    pub repaired: bool,
    /// The beginning of the examined period, if not everything was examined.
    pub since: Option<Moment>,
    /// How many streams were examined.
    streams: u64,
    /// The results of rated matches that had ended before the check began, or the last good one: these will not change.
    settled: Tallies,
    /// The results of those that ended later.
    recent: Tallies,
}

/// Asks the database whether it is sound, folds every stream, plays every game through, and compares the lists.
///
/// # Errors
/// The database cannot be read, or the notes belong to another club.
pub async fn doctor(
    config: &Config,
    options: &DoctorOptions,
    mut told: impl FnMut(Progress),
) -> anyhow::Result<Findings> {
    let view = OperatorView::open(config).await?;
    if !options.repair {
        view.store().must_be_current().await?;
        view.store().must_not_be_later().await?;
        let notes = Notes::open(options, view.store()).await?;
        return Check::new(view.store(), false, notes).run(&mut told).await;
    }
    view.store().close().await;
    let store = Store::open(&config.database).await?;
    let Some(_lock) = store.lock().await? else {
        bail!("a server runs on this database: stop it first");
    };
    Check::new(&store, true, Notes::none()).run(&mut told).await
}

#[cfg(test)]
pub(crate) async fn examine(store: &Store, repair: bool) -> anyhow::Result<Findings> {
    Check::new(store, repair, Notes::none()).run(&mut |_| ()).await
}

/// A check in progress.
struct Check<'a> {
    store: &'a Store,
    findings: Findings,
    notes: Notes,
}

impl<'a> Check<'a> {
    fn new(store: &'a Store, repair: bool, notes: Notes) -> Self {
        let findings = Findings { repaired: repair, ..notes.findings() };
        Check { store, findings, notes }
    }

    async fn run(mut self, told: &mut impl FnMut(Progress)) -> anyhow::Result<Findings> {
        if self.notes.after().is_empty() {
            self.findings.wrong = self.store.check(self.findings.since.is_some()).await?;
        }
        let (members, challenges, matches) = self.store.last_numbers().await?;
        let mut of = 2 * members.0 + challenges.0 + matches.0;
        let mut source = match self.findings.since {
            None => EventSource::all(self.notes.after()),
            Some(since) => {
                let streams = self.store.streams_since(since, self.notes.after()).await?;
                of = streams.len() as u64;
                EventSource::some(streams)
            }
        };
        let since = self.findings.since.unwrap_or(Moment(i64::MIN));
        let (span, repair) =
            (CheckSpan { since, until: self.notes.until() }, self.findings.repaired);
        let mut looking = VecDeque::new();
        loop {
            let rows = source.next(self.store).await?;
            let over = rows.is_none();
            looking.extend(rows.map(|it| tokio::spawn(look(self.store.clone(), it, span, repair))));
            if (over || AT_ONCE <= looking.len())
                && let Some(first) = looking.pop_front()
            {
                self.take(first.await??).await?;
                told(Progress { streams: self.findings.streams, of });
            }
            if over && looking.is_empty() {
                break;
            }
        }
        // Damaged streams cannot be counted, so the tallies are compared only without them.
        if self.findings.wrong.is_empty() {
            self.tallies().await?;
        }
        self.strays().await?;
        self.downtimes().await?;
        self.notes.end(&self.findings)?;
        Ok(self.findings)
    }

    /// Adds the findings in a piece.
    async fn take(&mut self, looked: PieceFindings) -> anyhow::Result<()> {
        let it = &mut self.findings;
        it.members += looked.members;
        it.challenges += looked.challenges;
        it.matches += looked.matches;
        it.events += looked.events;
        it.streams += looked.streams;
        it.settled.add(looked.settled);
        it.recent.add(looked.recent);
        it.wrong.extend(looked.wrong.into_iter().take(TOLD.saturating_sub(it.wrong.len())));
        for (list, of, id) in looked.stale {
            it.list(list);
            if it.repaired {
                self.store.forget_line(list, of, id).await?;
            }
        }
        if it.repaired {
            self.store.write(&looked.anew).await?;
        }
        self.notes.come_to(looked.last, &self.findings)
    }

    /// Compares the stored tallies with those counted again.
    async fn tallies(&mut self) -> anyhow::Result<()> {
        let (mut stale, mut anew, mut gone) = self.compare().await?;
        // Matches that have ended meanwhile are in one of the two only.
        for _ in 0..AGAIN {
            if stale == 0 || self.findings.repaired {
                break;
            }
            self.findings.recent = self.count_since(self.notes.until()).await?;
            (stale, anew, gone) = self.compare().await?;
        }
        for _ in 0..stale {
            self.findings.list("tally");
        }
        if self.findings.repaired {
            for game in gone {
                self.store.forget_tally(&game).await?;
            }
            self.store.write(&anew).await?;
        }
        Ok(())
    }

    /// How many games the table has wrong, the rows it should have for them, and the games it should not have.
    async fn compare(&self) -> anyhow::Result<(usize, Batch, Vec<String>)> {
        let (mut anew, mut gone) = (Batch::default(), Vec::new());
        let mut should = self.findings.settled.clone();
        should.add(self.findings.recent.clone());
        for line in self.store.tallies().await? {
            let counted = should.take(&line.game);
            if counted == [line.first, line.second, line.drawn] {
                continue;
            }
            if counted == [0; 3] {
                gone.push(line.game);
            } else {
                anew.tallies.push(tallies::line(line.game, counted));
            }
        }
        anew.tallies.extend(should.lines());
        Ok((anew.tallies.len() + gone.len(), anew, gone))
    }

    /// The results of the rated matches that have ended since a moment.
    async fn count_since(&self, until: Moment) -> anyhow::Result<Tallies> {
        let mut counted = Tallies::default();
        let span = CheckSpan { since: until, until };
        let mut source = EventSource::some(self.store.streams_since(until, "").await?);
        while let Some(rows) = source.next(self.store).await? {
            counted.add(look(self.store.clone(), rows, span, false).await?.recent);
        }
        Ok(counted)
    }

    /// Looks for downtimes in the future, until whose end every clock would stand still.
    async fn downtimes(&mut self) -> anyhow::Result<()> {
        let now = Clock::default().now();
        if self.findings.repaired {
            self.store.cut_downtimes(now, false).await?;
        }
        for (since, until) in
            self.store.downtimes_after(now + crosscut_club::Span(MARGIN_MS)).await?
        {
            let [since, until] = [since, until].map(|at| when(at, "UTC"));
            self.findings.wrong.push(format!(
                "no clock runs from {since} until {until} (UTC), which is in the future: the machine's clock was wrong. \
                 Put it right and begin the server again"
            ));
        }
        Ok(())
    }

    /// Looks for rows of members, challenges and matches that never existed.
    async fn strays(&mut self) -> anyhow::Result<()> {
        for (kind, list, of) in OWNED {
            for id in self.store.strays(kind, list, of).await? {
                self.findings.list(list);
                if self.findings.repaired {
                    self.store.forget_line(list, of, id).await?;
                }
            }
        }
        Ok(())
    }
}

impl Findings {
    /// Whether nothing was found wrong.
    pub fn is_well(&self) -> bool {
        self.wrong.is_empty() && self.stale == 0
    }

    fn list(&mut self, list: &str) {
        self.stale += 1;
        *self.lists.entry(list.to_string()).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_well_if_nothing_is_wrong_and_no_list_is_stale() {
        assert!(Findings::default().is_well());
        assert!(!Findings { stale: 1, ..Findings::default() }.is_well());
        let wrong = vec!["match/1 cannot be told".to_string()];
        assert!(!Findings { wrong, ..Findings::default() }.is_well());
    }
}
