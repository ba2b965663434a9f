use crosscut_club::Moment;
use sqlx::QueryBuilder;

use super::stored::{Stored, row};
use super::{Result, Store, reading};

row! {
    /// An event as it is stored.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct EventRow {
        pub(crate) stream: String,
        pub(crate) version: i64,
        pub(crate) at: Moment,
        pub(crate) who: String,
        pub(crate) once: Option<String>,
        pub(crate) fact: String,
    }
}

impl Store {
    /// The events of a stream after `version`, in order.
    pub(crate) async fn events(&self, stream: &str, version: i64) -> Result<Vec<EventRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: event.
                "SELECT stream, version, at, who, once, fact FROM event WHERE stream = $1 AND version > $2 ORDER BY version",
            )
            .bind(stream)
            .bind(version)
            .fetch_all(pool)
            .await?))
    }

    /// The next events of a stream after `version`, in order.
    pub(crate) async fn next_events(
        &self,
        stream: &str,
        version: i64,
        limit: i64,
    ) -> Result<Vec<EventRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: event.
                "SELECT stream, version, at, who, once, fact FROM event WHERE stream = $1 AND version > $2 \
                 ORDER BY version LIMIT $3",
            )
            .bind(stream)
            .bind(version)
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// The events of several streams: stream by stream, each in order.
    pub(crate) async fn events_of(&self, streams: &[String]) -> Result<Vec<EventRow>> {
        let mut rows = Vec::new();
        // No stream's name contains a NUL, and PostgreSQL rejects a query with one.
        let streams: Vec<&String> = streams.iter().filter(|it| !it.contains('\0')).collect();
        for some in filled(&streams) {
            let more: Vec<EventRow> = reading!(self, pool => {
                let mut query = QueryBuilder::new(
                    // Plan: event.
                    "SELECT stream, version, at, who, once, fact FROM event WHERE stream IN (",
                );
                let mut list = query.separated(", ");
                for stream in some {
                    list.push_bind(stream.as_str());
                }
                query.push(") ORDER BY stream, version");
                query.build_query_as().fetch_all(pool).await?
            });
            rows.extend(more);
        }
        Ok(rows)
    }

    /// The next events after one of a stream, of all streams: stream by stream, each in order.
    pub(crate) async fn events_after(
        &self,
        stream: &str,
        version: i64,
        limit: i64,
    ) -> Result<Vec<EventRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: event.
                "SELECT stream, version, at, who, once, fact FROM event WHERE (stream, version) > ($1, $2) \
                 ORDER BY stream, version LIMIT $3",
            )
            .bind(stream)
            .bind(version)
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// A member's events after an event of a stream: stream by stream, each in order.
    pub(crate) async fn said_by(
        &self,
        who: &str,
        stream: &str,
        version: i64,
        limit: i64,
    ) -> Result<Vec<EventRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: event_said.
                "SELECT stream, version, at, who, once, fact FROM event WHERE who = $1 \
                 AND fact LIKE '{\"fact\":\"said\"%' AND (stream, version) > ($2, $3) \
                 ORDER BY stream, version LIMIT $4",
            )
            .bind(who)
            .bind(stream)
            .bind(version)
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// The names of the streams after `after` with an event since a moment, in order.
    pub(crate) async fn streams_since(&self, at: Moment, after: &str) -> Result<Vec<String>> {
        Ok(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: event: the doctor looks for what is new; an index of moments would cost every turn more than that is
                // worth.
                "SELECT DISTINCT stream FROM event WHERE at >= $1 AND stream > $2 ORDER BY stream",
            )
            .bind(at.stored())
            .bind(after)
            .fetch_all(pool)
            .await?))
    }

    /// The names of the next streams after `after`, in order.
    pub(crate) async fn streams_after(&self, after: &str, limit: i64) -> Result<Vec<String>> {
        Ok(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: event.
                "SELECT DISTINCT stream FROM event WHERE stream > $1 ORDER BY stream LIMIT $2",
            )
            .bind(after)
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }
}

/// Cuts rows into pieces of 64, 32, .. 1: few sizes, so that the statements stay prepared.
pub(super) fn pieces<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let size = [64, 32, 16, 8, 4, 2, 1].into_iter().find(|size| *size <= rest.len())?;
        let (piece, after) = rest.split_at(size);
        rest = after;
        Some(piece)
    })
}

/// The list 64 at a time, the last item repeated until there are 64, 32, .. 1: a list of 63 is one round trip to the database,
/// and a repeated item is answered once.
pub(super) fn filled<T>(asked: &[T]) -> impl Iterator<Item = Vec<&T>> {
    asked.chunks(64).map(|some| {
        let mut some: Vec<&T> = some.iter().collect();
        if let Some(last) = some.last().copied() {
            some.resize(some.len().next_power_of_two(), last);
        }
        some
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_sizes_are_asked_for_and_everything_is() {
        for n in 0..200 {
            let asked: Vec<usize> = (0..n).collect();
            let mut told = Vec::new();
            for some in filled(&asked) {
                assert!(some.len() <= 64 && some.len().is_power_of_two(), "{n}");
                told.extend(some.into_iter().copied());
            }
            told.dedup();
            assert_eq!(told, asked);
            let cut: Vec<usize> = pieces(&asked).flatten().copied().collect();
            assert_eq!(cut, asked);
        }
    }
}
