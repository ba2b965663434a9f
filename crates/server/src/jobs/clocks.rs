use std::time::Duration;

use crosscut_club::{ChallengeId, Command, MatchId, MemberId, Player, Who};
use futures_util::StreamExt;
use futures_util::stream::iter;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::App;
use crate::error::Error;

/// How many matches are ended at once.
const AT_ONCE: usize = 64;
/// How long one waits at most before looking again: challenges lapse too.
const LONGEST: Duration = Duration::from_secs(10);
/// How long one waits at least: many turns a second are one look at the clocks.
const SHORTEST: Duration = Duration::from_millis(100);

/// Ends matches whose clocks have run out, and lets challenges lapse, for ever.
pub(super) async fn watch(app: &App, mut changed: watch::Receiver<()>) {
    loop {
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
