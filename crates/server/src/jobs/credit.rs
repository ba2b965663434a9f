use crosscut_club::{Command, MatchId, Moment, Who};
use futures_util::StreamExt;
use futures_util::stream::iter;

use crate::App;
use crate::error::Error;
use crate::store::Store;

/// How many matches are credited at once.
const AT_ONCE: usize = 64;
/// What is shorter is no downtime.
const SHORT: i64 = 200;

/// The names of the settings: when the server was last seen alive, and the downtimes not yet given back.
const ALIVE: &str = "alive";
const OWED: &str = "owed";

/// Notes how long the server was away, when it comes back.
///
/// # Errors
/// The database cannot be read or written.
pub(crate) async fn note_downtime(store: &Store, now: i64) -> anyhow::Result<()> {
    let alive = store.setting(ALIVE).await?.and_then(|text| text.parse::<i64>().ok());
    if let Some(since) = alive.filter(|since| since + SHORT < now) {
        owe(store, since, now).await?;
    }
    note_alive(store, now).await?;
    Ok(())
}

async fn owe(store: &Store, from: i64, until: i64) -> anyhow::Result<()> {
    let mut owed = owed(store).await?;
    owed.push((from, until));
    store.set(OWED, Some(&serde_json::to_string(&owed)?)).await?;
    Ok(())
}

/// Gives all clocks back a time in which nobody could play.
pub(super) async fn give_back(app: &App, from: i64, until: i64) {
    if let Err(error) = owe(app.store(), from, until).await {
        tracing::error!("that time is to be given back cannot be noted: {error:#}");
    }
    credit(app).await;
}

/// Notes that the server is alive.
pub(crate) async fn note_alive(store: &Store, now: i64) -> Result<(), sqlx::Error> {
    store.set(ALIVE, Some(&now.to_string())).await
}

async fn owed(store: &Store) -> anyhow::Result<Vec<(i64, i64)>> {
    let text = store.setting(OWED).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// Gives the time back in which nobody could play. If the server is stopped over it, the next one goes on; time that is
/// given back twice counts once.
pub(super) async fn credit(app: &App) {
    if let Err(error) = all(app).await {
        tracing::error!("the downtime is not given back: {error:#}");
    }
}

async fn all(app: &App) -> anyhow::Result<()> {
    let owed = owed(app.store()).await?;
    if owed.is_empty() {
        return Ok(());
    }
    let ids = app.store().clocked_matches().await?;
    let n = ids.len();
    let owed = &owed;
    iter(ids)
        .for_each_concurrent(AT_ONCE, |id| async move {
            for (from, until) in owed {
                let command = Command::Credit {
                    id: MatchId(id.cast_unsigned()),
                    from: Moment(*from),
                    until: Moment(*until),
                };
                match app.desk().act(Who::House, None, command).await {
                    // It may have ended meanwhile.
                    Ok(_) | Err(Error::Refused(_)) => {}
                    Err(error) => tracing::error!("match {id} is not given its time: {error}"),
                }
            }
        })
        .await;
    app.store().set(OWED, None).await?;
    let away: i64 = owed.iter().map(|(from, until)| until - from).sum();
    tracing::info!(matches = n, seconds = away / 1000, "clocks were given the downtime back");
    Ok(())
}
