//! A whole club at work: its state, the single writer, and the jobs.

use tokio::task::JoinHandle;

use crate::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::jobs::{self, Jobs};
use crate::store::Store;

/// The tasks behind the transports, to be waited for at the end.
#[derive(Debug)]
pub(crate) struct BackgroundTasks {
    pub(crate) writer: JoinHandle<()>,
    pub(crate) jobs: Jobs,
}

impl BackgroundTasks {
    /// Ends everything: first what sends commands, then the writer, then the database.
    pub(crate) async fn end(self, app: App) {
        app.stop();
        app.thinkers().end();
        self.jobs.end().await;
        let store = app.store().clone();
        // Everything after this moment is downtime.
        if let Err(error) = jobs::note_alive(&store, app.clock().now()).await {
            tracing::error!("that the server was alive cannot be noted: {error}");
        }
        // The writer works until no sender is left; a transport may still be using one.
        drop(app);
        let _ = tokio::time::timeout(std::time::Duration::from_secs(5), self.writer).await;
        store.close().await;
    }
}

/// Starts the club on this database.
///
/// # Errors
/// A setting cannot be used, or the database cannot be read.
pub(crate) async fn begin(
    config: Config,
    clock: Clock,
    store: Store,
) -> anyhow::Result<(App, BackgroundTasks)> {
    let (app, writer, errands) = App::open(config, clock, store).await?;
    let jobs = Jobs::begin(app.clone(), errands);
    Ok((app, BackgroundTasks { writer, jobs }))
}
