use std::collections::BTreeSet;
use std::time::Duration;

use crosscut_club::{Command, Key, MatchId, MemberId, Moment, Player, Refusal, Span, Who};
use futures_util::StreamExt;
use futures_util::stream::iter;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::AGAIN;
use crate::App;
use crate::clock::SLACK;
use crate::error::Error;
use crate::read::projection::MatchSummary;

/// How many matches are ended in parallel.
const AT_ONCE: usize = 64;
/// The longest pause before the clocks are checked again: challenges lapse too.
const LONGEST: Duration = Duration::from_secs(10);
/// The shortest pause: many turns a second cause one check.
const SHORTEST: Duration = Duration::from_millis(100);

/// How long the machine's clock, after being set, must stay as set before it is followed, in milliseconds.
const LASTS: i64 = 60_000;

/// How long writing a turn may take: deadlines this close to those checked are checked again.
const WRITTEN: Span = Span::seconds(10);
/// Before all matches.
const FIRST: MatchId = MatchId(0);
/// How many clocks are read at a time.
const PAGE: i64 = 256;

/// What is known of the clocks beyond the list: the list ignores downtimes, so that nothing in it has to be changed
/// after one.
#[derive(Debug)]
struct DeadlineTracker {
    /// All deadlines in the list up to this one have been checked.
    looked: Moment,
    /// When those among them that have not run out yet do, with the match.
    later: BTreeSet<(Moment, MatchId)>,
    /// The number of requests so far to check all again.
    again: u64,
}

/// Ends matches whose clocks have run out, and lets challenges lapse, for ever.
pub(super) async fn watch(app: &App, mut changed: watch::Receiver<u64>) {
    let mut set = None;
    let mut round = DeadlineTracker { looked: Moment(i64::MIN), later: BTreeSet::new(), again: 0 };
    loop {
        let back = look_at_the_clock(app, &mut set).await;
        let again = *changed.borrow_and_update();
        if back {
            // What was known about a time that has not come is void.
            round = DeadlineTracker { looked: Moment(i64::MIN), later: BTreeSet::new(), again };
        }
        if again != round.again {
            round = DeadlineTracker { looked: Moment(i64::MIN), again, ..round };
        }
        let wait = match round.go(app).await {
            Ok(wait) => wait,
            Err(error) => {
                tracing::error!("the clocks cannot be read: {error}");
                LONGEST
            }
        };
        #[cfg(test)]
        app.clock_checks().fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        sleep(wait.min(SHORTEST)).await;
        if let Some(rest) = wait.checked_sub(SHORTEST) {
            // A turn may have set a clock that runs out before this one.
            let _ = timeout(rest, changed.changed()).await;
        }
    }
}

/// Follows the machine's clock once it has stayed as set for a minute (`set`: by how much, and since which tick), and
/// gives back the time by which it was set forward, because nobody could play in it. The same goes for a machine that
/// has slept. If it was set back, time given back for a period that has not come is taken away. Returns whether it was
/// set back and is followed now.
async fn look_at_the_clock(app: &App, set: &mut Option<(i64, i64)>) -> bool {
    let (by, ticks) = (app.clock().set_by(), app.clock().ticks());
    match *set {
        _ if by == 0 => *set = None,
        Some((before, since)) if (before - by).abs() <= SLACK => {
            if since + LASTS <= ticks {
                let (from, until) = (app.clock().now(), app.clock().now() + Span(by));
                // Recorded first, so that no time runs out at the moment when the clock is followed.
                let noted = match 0 < by {
                    true => app.store().add_downtime(from, until).await,
                    // If it is wrong now, that is given back as a whole when it is set forward again.
                    false => app.store().cut_downtimes(until, true).await.map(drop),
                };
                if let Err(error) = noted {
                    tracing::error!("that time is to be given back cannot be noted: {error}");
                    return false;
                }
                app.clock().agree();
                *set = None;
                tracing::warn!(seconds = by / 1000, "the machine's clock is followed again");
                return by < 0;
            }
        }
        _ => {
            *set = Some((by, ticks));
            tracing::warn!(
                seconds = by / 1000,
                "the machine's clock was set: the club keeps its own time until that has lasted a minute"
            );
        }
    }
    false
}

impl DeadlineTracker {
    /// Does what is due; returns how long until there may be more.
    async fn go(&mut self, app: &App) -> Result<Duration, Error> {
        // Nobody can play, so nobody's time runs out.
        if app.store().fails() {
            return Ok(AGAIN);
        }
        let now = app.clock().now();
        let next = self.look(app, now).await?;
        let rest = self.later.split_off(&(now + Span(1), FIRST));
        let due = std::mem::replace(&mut self.later, rest);
        let due: Vec<MatchId> = due.into_iter().map(|(_, id)| id).collect();
        let ended = iter(due).map(|id| async move { (id, time_out(app, id).await) });
        let mut ended = ended.buffer_unordered(AT_ONCE);
        while let Some((id, ended)) = ended.next().await {
            match ended {
                Ok(None) => {}
                // It has more time than expected.
                Ok(Some(at)) => drop(self.later.insert((at, id))),
                Err(error) => {
                    tracing::error!(
                        "match {id} is not ended, though its clock has run out: {error}"
                    );
                    self.later.insert((now + Span(AGAIN.as_millis() as i64), id));
                }
            }
        }
        for id in app.store().lapsing(now, 100).await? {
            let command = Command::Lapse { id };
            match app.queue().act(Who::Club, None, command).await {
                // Accepted or withdrawn in the meantime.
                Ok(_) | Err(Error::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let first = self.later.first().map(|(at, _)| *at);
        let next = first.into_iter().chain(next).min().map_or(LONGEST, |at| {
            Duration::from_millis(u64::try_from((at - app.clock().now()).0).unwrap_or(0))
        });
        Ok(next.min(LONGEST))
    }

    /// Checks the clocks that would have run out by now without any downtime, and records when they do run out; returns
    /// when the next one may.
    async fn look(&mut self, app: &App, now: Moment) -> Result<Option<Moment>, Error> {
        let mut after = (self.looked, FIRST);
        let next = loop {
            let page = app.store().deadlines(after, PAGE).await?;
            let passed = page.partition_point(|(at, _)| *at <= now);
            self.note(app, &page[..passed]).await?;
            match (page.get(passed), page.last()) {
                (Some((at, _)), _) => break Some(*at),
                (None, Some(last)) if page.len() as i64 == PAGE => after = *last,
                _ => break None,
            }
        };
        self.looked = self.looked.max(now - WRITTEN);
        Ok(next)
    }

    async fn note(&mut self, app: &App, page: &[(Moment, MatchId)]) -> Result<(), Error> {
        let ids: Vec<MatchId> = page.iter().map(|(_, id)| *id).collect();
        let downtimes = app.store().downtimes();
        for (id, body) in app.store().bodies(&ids).await? {
            let it = MatchSummary::read(&body, &downtimes).map_err(anyhow::Error::from)?;
            // It may have ended since the page was read.
            self.later.extend(it.deadline.map(|at| (at, id)));
        }
        Ok(())
    }
}

/// Ends a match whose clock has run out; if it has not, returns when it will.
async fn time_out(app: &App, id: MatchId) -> Result<Option<Moment>, Error> {
    match app.queue().act(Who::Club, None, Command::TimeOut { id }).await {
        Ok(_) => Ok(None),
        Err(Error::Refused(refusal)) => {
            // The list had an older clock than the match: it gets the new one.
            app.queue().refresh(Key::Match(id)).await?;
            Ok(if let Refusal::TimeLeft(at) = refusal { at } else { None })
        }
        Err(error) => Err(error),
    }
}

/// Checks the clocks of all matches of a member again.
pub(super) async fn refresh(app: &App, member: MemberId) -> Result<(), Error> {
    for it in app.queries().at_play(member).await? {
        if it.turn == Some(Player::Member(member)) && it.terms.pauses.vacation {
            app.queue().refresh(Key::Match(it.id)).await?;
        }
    }
    Ok(())
}
