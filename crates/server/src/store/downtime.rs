use std::sync::{Arc, PoisonError};

use crosscut_club::{Downtimes, Moment, Period};

use super::{Result, Store, reading, writing};

impl Store {
    /// When nobody could play, as far as it was written down. It is held in memory: whoever looks at a clock asks.
    pub(crate) fn downtimes(&self) -> Arc<Downtimes> {
        self.downtimes.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes down that nobody could play for a while, and lets all clocks know.
    pub(crate) async fn add_downtime(&self, from: i64, until: i64) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(
                "INSERT INTO downtime (since, until) VALUES ($1, $2) \
                 ON CONFLICT (since) DO UPDATE SET until = excluded.until",
            )
            .bind(from)
            .bind(until)
            .execute(&mut *tx)
            .await?;
        });
        self.read_downtimes().await
    }

    /// Reads what was written down.
    pub(super) async fn read_downtimes(&self) -> Result<()> {
        let rows: Vec<(i64, i64)> = reading!(self, pool =>
            sqlx::query_as("SELECT since, until FROM downtime ORDER BY since").fetch_all(pool).await?);
        let period = |(from, until)| Period { from: Moment(from), until: Moment(until) };
        let read: Downtimes = rows.into_iter().map(period).collect();
        *self.downtimes.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(read);
        Ok(())
    }
}
