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
use crate::read::projection::Summary;

/// How many matches are ended at once.
const AT_ONCE: usize = 64;
/// How long one waits at most before looking again: challenges lapse too.
const LONGEST: Duration = Duration::from_secs(10);
/// How long one waits at least: many turns a second are one look at the clocks.
const SHORTEST: Duration = Duration::from_millis(100);

/// How long the machine's clock, once set, has to stay as it was set before it is followed, in milliseconds.
const LASTS: i64 = 60_000;

/// How long a turn may take to be written: so much of what was looked at is looked at again.
const WRITTEN: Span = Span::seconds(10);
/// Before all matches.
const FIRST: MatchId = MatchId(0);
/// How many clocks are looked at together.
const PAGE: i64 = 256;

/// What is known of clocks that the list does not say: the list knows of no downtime, so that nothing in it has to be
/// changed after one.
#[derive(Debug)]
struct Round {
    /// Up to which deadline of the list all was looked at.
    looked: Moment,
    /// When those run out, by number, that have not run out yet.
    later: BTreeSet<(Moment, MatchId)>,
    /// How often all was to be looked at again.
    again: u64,
}

/// Ends matches whose clocks have run out, and lets challenges lapse, for ever.
pub(super) async fn watch(app: &App, mut changed: watch::Receiver<u64>) {
    let mut set = None;
    let mut round = Round { looked: Moment(i64::MIN), later: BTreeSet::new(), again: 0 };
    loop {
        let back = look_at_the_clock(app, &mut set).await;
        let again = *changed.borrow_and_update();
        if back {
            // What was known of a time that has not come says nothing.
            round = Round { looked: Moment(i64::MIN), later: BTreeSet::new(), again };
        }
        if again != round.again {
            round = Round { looked: Moment(i64::MIN), again, ..round };
        }
        let wait = match round.go(app).await {
            Ok(wait) => wait,
            Err(error) => {
                tracing::error!("the clocks cannot be read: {error}");
                LONGEST
            }
        };
        sleep(wait.min(SHORTEST)).await;
        if let Some(rest) = wait.checked_sub(SHORTEST) {
            // A turn may have set a clock that runs out before this one.
            let _ = timeout(rest, changed.changed()).await;
        }
    }
}

/// Follows the machine's clock once it has stayed for a minute as it was set (by how much, and since which tick), and gives
/// back the time it was set forward by: nobody could play in it. So is it after a machine has slept. Set back, it takes away
/// what was given back of a time that has not come; whether it was set back and is followed now.
async fn look_at_the_clock(app: &App, set: &mut Option<(i64, i64)>) -> bool {
    let (by, ticks) = (app.clock().set_by(), app.clock().ticks());
    match *set {
        _ if by == 0 => *set = None,
        Some((before, since)) if (before - by).abs() <= SLACK => {
            if since + LASTS <= ticks {
                let (from, until) = (app.clock().now(), app.clock().now() + Span(by));
                // First it is written down: nobody's time is over at the moment in which the clock is followed.
                let noted = match 0 < by {
                    true => app.store().add_downtime(from, until).await,
                    // Should it be wrong now, that is given back as a whole when it is set forward again.
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

impl Round {
    /// Does what is due; how long until there may be more.
    async fn go(&mut self, app: &App) -> Result<Duration, Error> {
        // Nobody can play, and nobody's time is over.
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
                // It has more time than was thought.
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
            match app.queue().act(Who::House, None, command).await {
                // Accepted or withdrawn meanwhile.
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

    /// Looks at the clocks that would have run out by now, had the house never been closed, and notes when they do run out;
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
            let it = Summary::read(&body, &downtimes).map_err(anyhow::Error::from)?;
            // It may have ended since the page was read.
            self.later.extend(it.deadline.map(|at| (at, id)));
        }
        Ok(())
    }
}

/// Ends a match whose clock has run out; if it has not, says when it will.
async fn time_out(app: &App, id: MatchId) -> Result<Option<Moment>, Error> {
    match app.queue().act(Who::House, None, Command::TimeOut { id }).await {
        Ok(_) => Ok(None),
        Err(Error::Refused(refusal)) => {
            // The list knew an older clock than the match: it learns the new one.
            app.queue().refresh(Key::Match(id)).await?;
            Ok(if let Refusal::TimeLeft(at) = refusal { at } else { None })
        }
        Err(error) => Err(error),
    }
}

/// Looks at the clocks of all matches of a member anew.
pub(super) async fn refresh(app: &App, member: MemberId) -> Result<(), Error> {
    for it in app.queries().at_play(member).await? {
        if it.turn == Some(Player::Member(member)) && it.terms.pauses.vacation {
            app.queue().refresh(Key::Match(it.id)).await?;
        }
    }
    Ok(())
}
