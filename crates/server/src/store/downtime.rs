use std::sync::{Arc, MutexGuard, PoisonError};

use crosscut_club::{Downtimes, Moment, Period, Span};

use super::stored::Stored;
use super::{Result, Store, reading, writing};

/// What is shorter is no downtime.
pub(crate) const SHORT: Span = Span(200);

impl Store {
    /// When nobody could play, as far as it was written down. It is held in memory: whoever looks at a clock asks.
    pub(crate) fn downtimes(&self) -> Arc<Downtimes> {
        self.downtimes.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes down that nobody could play for a while, and lets all clocks know.
    pub(crate) async fn add_downtime(&self, from: Moment, until: Moment) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(
                "INSERT INTO downtime (since, until) VALUES ($1, $2) \
                 ON CONFLICT (since) DO UPDATE SET until = excluded.until",
            )
            .bind(from.stored())
            .bind(until.stored())
            .execute(&mut *tx)
            .await?;
        });
        self.read_downtimes().await
    }

    /// Takes away what was written down of a time that has not come: a clock was wrong, and is put right. That is a downtime
    /// which has begun and ends later than now, which is cut, and all after it; where there is none nothing is taken away, for
    /// a clock may be wrong the other way, too, unless it is `sure`. Whether there was one.
    pub(crate) async fn cut_downtimes(&self, now: Moment, sure: bool) -> Result<bool> {
        let cut = writing!(self, tx => {
            sqlx::query(
                // Plan: downtime.
                "DELETE FROM downtime WHERE since >= $1 AND ($2 = 1 OR EXISTS \
                 (SELECT 1 FROM downtime d WHERE d.since <= $1 AND d.until > $1))",
            )
            .bind(now.stored())
            .bind(i64::from(sure))
            .execute(&mut *tx)
            .await?
            .rows_affected()
                // Plan: downtime.
                + sqlx::query("UPDATE downtime SET until = $1 WHERE since < $1 AND until > $1")
                    .bind(now.stored())
                    .execute(&mut *tx)
                    .await?
                    .rows_affected()
        });
        if cut != 0 {
            self.read_downtimes().await?;
        }
        Ok(cut != 0)
    }

    /// The downtimes that end after a moment, each from when until when.
    pub(crate) async fn downtimes_after(&self, at: Moment) -> Result<Vec<(Moment, Moment)>> {
        Stored::read(reading!(self, pool =>
            // Plan: all of downtime.
            sqlx::query_as("SELECT since, until FROM downtime WHERE until > $1 ORDER BY since")
                .bind(at.stored())
                .fetch_all(pool)
                .await?))
    }

    /// Notes that at this moment nothing could be written: nobody can play until something can.
    pub(crate) fn note_failure(&self, at: Moment) {
        self.failing().get_or_insert(at);
    }

    /// Notes that something was written, begun at this moment. What failed since then was tried later: nothing can be written.
    pub(crate) fn note_success(&self, begun: Moment) {
        self.failing().take_if(|since| *since <= begun);
    }

    /// Whether nothing can be written, as far as is known.
    pub(crate) fn fails(&self) -> bool {
        self.failing().is_some()
    }

    fn failing(&self) -> MutexGuard<'_, Option<Moment>> {
        self.fails.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives back the time in which nothing could be written, if it can be again. It comes before all that asks a clock.
    ///
    /// # Errors
    /// Nothing can be written yet.
    pub(crate) async fn give_back(&self, now: Moment) -> Result<()> {
        let since = *self.failing();
        // What is so short is no downtime; whether it is over the next one who writes finds out.
        let Some(since) = since.filter(|since| *since + SHORT < now) else { return Ok(()) };
        self.add_downtime(since, now).await?;
        self.note_success(now);
        tracing::warn!(
            seconds = (now - since).0 / 1000,
            "no clock ran while nothing could be written"
        );
        Ok(())
    }

    /// Reads what was written down.
    pub(super) async fn read_downtimes(&self) -> Result<()> {
        let rows: Vec<(Moment, Moment)> = Stored::read(reading!(self, pool =>
            // Plan: all of downtime.
            sqlx::query_as("SELECT since, until FROM downtime ORDER BY since").fetch_all(pool).await?))?;
        let period = |(from, until)| Period { from, until };
        let read: Downtimes = rows.into_iter().map(period).collect();
        *self.downtimes.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(read);
        Ok(())
    }
}
