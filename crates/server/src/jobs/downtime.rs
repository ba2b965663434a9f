use crosscut_club::Moment;

use crate::store::{SHORT, Store};

/// The names of two settings: when the server was last seen alive, and the downtimes that an earlier version was about
/// to give back to each match.
const ALIVE: &str = "alive";
const OWED: &str = "owed";

/// Records how long the server was away, when it starts: once, however many clocks run.
///
/// # Errors
/// The database cannot be read or written.
pub(crate) async fn note_downtime(store: &Store, now: Moment) -> anyhow::Result<()> {
    if let Some(owed) = store.setting(OWED).await? {
        let owed: Vec<(Moment, Moment)> = serde_json::from_str(&owed).unwrap_or_default();
        for (from, until) in owed {
            store.add_downtime(from, until).await?;
        }
        store.set(OWED, None).await?;
    }
    // If the clock was wrong when the server last ran, no clock may stand still until that time comes.
    if store.cut_downtimes(now, false).await? {
        tracing::warn!("a downtime ended in the future: the clock was wrong, and it ends now");
    }
    let alive = store.setting(ALIVE).await?.and_then(|text| text.parse().ok()).map(Moment);
    if let Some(since) = alive.filter(|since| *since + SHORT < now) {
        store.add_downtime(since, now).await?;
        tracing::info!(seconds = (now - since).0 / 1000, "no clock ran while the server was away");
    }
    note_alive(store, now).await?;
    Ok(())
}

/// Records that the server is alive and can write: if it could not, that time is given back first.
pub(crate) async fn note_alive(store: &Store, now: Moment) -> Result<(), sqlx::Error> {
    store.give_back(now).await?;
    let noted = store.set(ALIVE, Some(&now.0.to_string())).await;
    match noted {
        Ok(()) => store.note_success(now),
        Err(_) => store.note_failure(now),
    }
    noted
}
