use std::time::Duration;

use crosscut_club::{ChallengeId, Command, MatchId, MemberId, Player, Who};
use futures_util::StreamExt;
use futures_util::stream::iter;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::credit::give_back;
use crate::App;
use crate::clock::SLACK;
use crate::error::Error;

/// How many matches are ended at once.
const AT_ONCE: usize = 64;
/// How long one waits at most before looking again: challenges lapse too.
const LONGEST: Duration = Duration::from_secs(10);
/// How long one waits at least: many turns a second are one look at the clocks.
const SHORTEST: Duration = Duration::from_millis(100);

/// How long the machine's clock, once set, has to stay as it was set before it is followed, in milliseconds.
const LASTS: i64 = 60_000;

/// Ends matches whose clocks have run out, and lets challenges lapse, for ever.
pub(super) async fn watch(app: &App, mut changed: watch::Receiver<()>) {
    let mut set = None;
    loop {
        look_at_the_clock(app, &mut set).await;
        let wait = match round(app).await {
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
/// back the time it was set forward by: nobody could play in it. So is it after a machine has slept.
async fn look_at_the_clock(app: &App, set: &mut Option<(i64, i64)>) {
    let (by, ticks) = (app.clock().set_by(), app.clock().ticks());
    match *set {
        _ if by == 0 => *set = None,
        Some((before, since)) if (before - by).abs() <= SLACK => {
            if since + LASTS <= ticks {
                let from = app.clock().now();
                app.clock().agree();
                *set = None;
                tracing::warn!(seconds = by / 1000, "the machine's clock is followed again");
                if 0 < by {
                    give_back(app, from, from + by).await;
                }
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
}

/// Does what is due; how long until there may be more.
async fn round(app: &App) -> Result<Duration, Error> {
    let now = app.clock().now();
    let clocks = app.store().deadlines(256).await?;
    let (due, later): (Vec<_>, Vec<_>) = clocks.into_iter().partition(|(_, at)| *at <= now);
    let all_due = later.is_empty() && !due.is_empty();
    iter(due).for_each_concurrent(AT_ONCE, |(id, _)| time_out(app, id.cast_unsigned())).await;
    for id in app.store().lapsing(now, 100).await? {
        let command = Command::Lapse { id: ChallengeId(id.cast_unsigned()) };
        match app.desk().act(Who::House, None, command).await {
            // Accepted or withdrawn meanwhile.
            Ok(_) | Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    if all_due {
        return Ok(SHORTEST);
    }
    let next = later.first().map_or(LONGEST, |(_, at)| {
        Duration::from_millis(u64::try_from(at - app.clock().now()).unwrap_or(0))
    });
    Ok(next.min(LONGEST))
}

async fn time_out(app: &App, id: u64) {
    let id = MatchId(id);
    let done = app.desk().act(Who::House, None, Command::TimeOut { id }).await;
    let refreshed = match done {
        Ok(_) => Ok(()),
        // The list knew an older clock than the match: it learns the new one.
        Err(Error::Refused(_)) => app.desk().refresh(id).await,
        Err(error) => Err(error),
    };
    if let Err(error) = refreshed {
        tracing::error!("match {id} is not ended, though its clock has run out: {error}");
    }
}

/// Looks at the clocks of all matches of a member anew.
pub(super) async fn refresh(app: &App, member: MemberId) -> Result<(), Error> {
    for it in app.lists().at_play(member).await? {
        if it.turn == Some(Player::Member(member)) && it.terms.pauses.vacation {
            app.desk().refresh(it.id).await?;
        }
    }
    Ok(())
}
