//! The whole of a club at work: its state, the one who writes, and its jobs.

use tokio::task::JoinHandle;

use crate::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::jobs::{self, Jobs};
use crate::store::Store;

/// What runs beside the doors, to be waited for at the end.
#[derive(Debug)]
pub(crate) struct Works {
    pub(crate) writer: JoinHandle<()>,
    pub(crate) jobs: Jobs,
}

impl Works {
    /// Ends everything: first what asks, then the one who writes, then the database.
    pub(crate) async fn end(self, app: App) {
        app.stop();
        app.thinkers().end();
        self.jobs.end().await;
        let store = app.store().clone();
        // What comes after this moment is downtime.
        if let Err(error) = jobs::note_alive(&store, app.clock().now()).await {
            tracing::error!("that the server was alive cannot be noted: {error}");
        }
        // The one who writes works until nobody can ask any more; a door may still be at it.
        drop(app);
        let _ = tokio::time::timeout(std::time::Duration::from_secs(5), self.writer).await;
        store.close().await;
    }
}

/// Begins to work on this database.
///
/// # Errors
/// Something that is set cannot be used, or the database cannot be read.
pub(crate) async fn begin(
    config: Config,
    clock: Clock,
    store: Store,
) -> anyhow::Result<(App, Works)> {
    let (app, writer, errands) = App::open(config, clock, store).await?;
    let jobs = Jobs::begin(app.clone(), errands);
    Ok((app, Works { writer, jobs }))
}
