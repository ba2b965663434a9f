//! Fills a whole club from existing events, to see what a large one costs.

use std::collections::VecDeque;

use anyhow::{Context, bail};
use crosscut_club::{Event, Key, State};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::jobs::clocks_are_new;
use crate::read::cache::row;
use crate::read::projection::project;
use crate::read::tallies::Tallies;
use crate::store::{Batch, Store};

/// How many pieces are folded at a time.
const AT_ONCE: usize = 2;

/// Fills a database without a club with whole streams, and derives from them what lists show.
///
/// A piece is some streams, each from its first event to its last; it becomes one transaction. Streams in the order of their
/// names are written fastest. Clocks do not take players' vacations into account here, so nobody should be on one. An
/// interrupted fill leaves part of a club: start over with another database.
///
/// # Errors
/// The database contains a club already, it cannot be written, or an event does not follow from those before it.
pub async fn bulk(
    database: &str,
    pieces: impl IntoIterator<Item = Vec<Event>>,
) -> anyhow::Result<()> {
    if let Ok(known) = Store::open_to_read(database).await {
        let begun = known.steps_done().await.is_ok_and(|steps| steps > 0);
        let used = begun && !known.streams_after("", 1).await?.is_empty();
        known.close().await;
        if used {
            bail!("there is a club in this database already: name one that is new or empty");
        }
    }
    let store = Store::open(database).await?;
    let Some(_lock) = store.lock().await? else {
        bail!("a server runs on this database: stop it first");
    };
    store.hurry(true).await?;
    let (to_writer, mut batches) = mpsc::channel::<Batch>(1);
    let writer = tokio::spawn({
        let store = store.clone();
        async move {
            while let Some(batch) = batches.recv().await {
                store.write_new(&batch).await?;
            }
            anyhow::Ok(())
        }
    });
    let filled = fold_all(pieces, &to_writer).await;
    drop(to_writer);
    // The writer's error says more than that nobody receives any longer.
    writer.await??;
    filled?;
    clocks_are_new(&store).await?;
    store.hurry(false).await?;
    store.close().await;
    Ok(())
}

/// Folds pieces, a few at a time, and passes the batches on to be written.
async fn fold_all(
    pieces: impl IntoIterator<Item = Vec<Event>>,
    to_writer: &mpsc::Sender<Batch>,
) -> anyhow::Result<()> {
    let mut folding: VecDeque<JoinHandle<anyhow::Result<(Batch, Tallies)>>> = VecDeque::new();
    let mut tallies = Tallies::default();
    let mut pieces = pieces.into_iter();
    loop {
        let piece = pieces.next();
        let over = piece.is_none();
        folding.extend(piece.map(|piece| spawn_blocking(move || fold(&piece))));
        if (over || AT_ONCE < folding.len())
            && let Some(first) = folding.pop_front()
        {
            let (batch, counted) = first.await??;
            tallies.add(counted);
            to_writer.send(batch).await.context("nothing can be written any more")?;
        }
        if over && folding.is_empty() {
            break;
        }
    }
    let last = Batch { tallies: tallies.lines().collect(), ..Batch::default() };
    to_writer.send(last).await.context("nothing can be written any more")
}

/// The rows to be written for some streams.
fn fold(events: &[Event]) -> anyhow::Result<(Batch, Tallies)> {
    let (mut batch, mut tallies) = (Batch::default(), Tallies::default());
    for stream in events.chunk_by(|a, b| a.key == b.key) {
        let (was, mut state) = (State::default(), State::default());
        for (version, event) in (1..).zip(stream) {
            state.apply(event)?;
            batch.events.push(row(event, version)?);
        }
        let Some(key) = stream.first().map(|it| &it.key) else { continue };
        project(key, &was, &state, &mut batch)?;
        if let Key::Match(id) = key
            && let Some(it) = state.match_with(*id)
        {
            tallies.count(it);
        }
    }
    Ok((batch, tallies))
}
