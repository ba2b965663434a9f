use std::sync::{Arc, MutexGuard, PoisonError};

use crosscut_club::{Downtimes, Moment, Period, Span};

use super::stored::Stored;
use super::{Result, Store, reading, writing};

/// The shortest downtime that counts.
pub(crate) const SHORT: Span = Span(200);

impl Store {
    /// The recorded periods in which nobody could play. They are held in memory, since every look at a clock needs them.
    pub(crate) fn downtimes(&self) -> Arc<Downtimes> {
        self.downtimes.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records a period in which nobody could play, for all clocks.
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

    /// Removes recorded downtime that lies in the future, which means that a clock was wrong and has been put right: a
    /// downtime that has begun and ends after `now` is cut, and all later ones are removed. Without such a downtime nothing is
    /// removed unless `sure`, since a clock may be wrong in the other direction too. Returns whether any was removed.
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

    /// The downtimes that end after a moment, each with its start and end.
    pub(crate) async fn downtimes_after(&self, at: Moment) -> Result<Vec<(Moment, Moment)>> {
        Stored::read(reading!(self, pool =>
            // Plan: all of downtime.
            sqlx::query_as("SELECT since, until FROM downtime WHERE until > $1 ORDER BY since")
                .bind(at.stored())
                .fetch_all(pool)
                .await?))
    }

    /// Notes that nothing could be written at this moment: nobody can play until a write succeeds.
    pub(crate) fn note_failure(&self, at: Moment) {
        self.failing().get_or_insert(at);
    }

    /// Notes that a write begun at this moment succeeded. A failure noted since then was a later attempt, and stays noted.
    pub(crate) fn note_success(&self, begun: Moment) {
        self.failing().take_if(|since| *since <= begun);
    }

    /// Whether writing fails, as far as is known.
    pub(crate) fn fails(&self) -> bool {
        self.failing().is_some()
    }

    fn failing(&self) -> MutexGuard<'_, Option<Moment>> {
        self.fails.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives back the time in which nothing could be written, if writing works again. Called before anything that asks a
    /// clock.
    ///
    /// # Errors
    /// Nothing can be written yet.
    pub(crate) async fn give_back(&self, now: Moment) -> Result<()> {
        let since = *self.failing();
        // Anything this short does not count; the next write finds out whether it is over.
        let Some(since) = since.filter(|since| *since + SHORT < now) else { return Ok(()) };
        self.add_downtime(since, now).await?;
        self.note_success(now);
        tracing::warn!(
            seconds = (now - since).0 / 1000,
            "no clock ran while nothing could be written"
        );
        Ok(())
    }

    /// Reads the recorded downtimes into memory.
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
