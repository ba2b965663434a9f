//! Operators' orders from the command line: a running server carries them out, so that there is one writer.

use std::time::Duration;

use anyhow::bail;

use crate::clock::Clock;
use crate::config::Config;
use crate::jobs::{OperatorOrder, obey};
use crate::operate::operator_view::OperatorView;
use crate::store::Store;
use crate::token;

/// How long the command line waits for a running server.
const PATIENCE: Duration = Duration::from_secs(20);

/// Carries out an order: through the server running on this database, or here if none is.
///
/// # Errors
/// The order was refused or could not be carried out.
pub async fn order(config: Config, order: OperatorOrder) -> anyhow::Result<String> {
    // A misspelt name must not create a new database.
    OperatorView::open(&config).await?.store().close().await;
    let store = Store::open(&config.database).await?;
    if let Some(lock) = store.lock().await? {
        let (app, works) = crate::works::begin(config, Clock::default(), store.clone()).await?;
        let done = obey(&app, order).await;
        works.end(app).await;
        drop(lock);
        return done;
    }
    let id = token::number()?;
    store.leave_errand(id, Clock::default().now(), &serde_json::to_string(&order)?).await?;
    let waited = tokio::time::timeout(PATIENCE, async {
        loop {
            tokio::time::sleep(Duration::from_millis(200)).await;
            if let Some(answer) = store.take_errand(id, false).await? {
                let answer: Result<String, String> = serde_json::from_str(&answer)?;
                return answer.map_err(anyhow::Error::msg);
            }
        }
    });
    match waited.await {
        Ok(answer) => answer,
        Err(_) => {
            store.take_errand(id, true).await?;
            bail!("the server that runs on this database does not answer")
        }
    }
}
