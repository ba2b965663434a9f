use crosscut_club::State;
use sqlx::QueryBuilder;

use super::event::filled;
use super::stored::row;
use super::{Result, Store, reading};

row! {
    /// The state of a stream after `version` events.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct SnapshotRow {
        pub(crate) stream: String,
        /// The version of the body's format.
        pub(crate) form: i64,
        pub(crate) version: i64,
        pub(crate) body: String,
    }
}

impl Store {
    /// The snapshots of those streams that have one this version can read.
    pub(crate) async fn snapshots_of(&self, streams: &[String]) -> Result<Vec<SnapshotRow>> {
        let mut rows = Vec::new();
        if self.older {
            return Ok(rows);
        }
        for some in filled(streams) {
            let more: Vec<SnapshotRow> = reading!(self, pool => {
                let mut query =
                    // Plan: snapshot.
                    QueryBuilder::new("SELECT stream, form, version, body FROM snapshot WHERE stream IN (");
                let mut list = query.separated(", ");
                for stream in some {
                    list.push_bind(stream.as_str());
                }
                query.push(")");
                query.build_query_as().fetch_all(pool).await?
            });
            rows.extend(more);
        }
        rows.retain(|it| it.form == State::SNAPSHOT_FORM);
        Ok(rows)
    }

    /// The next members or matches, by number, each with the length of its stream.
    pub(crate) async fn lengths(
        &self,
        members: bool,
        after: i64,
        limit: i64,
    ) -> Result<Vec<(i64, i64)>> {
        let text = if members {
            // Plan: member_line, event.
            "SELECT id, COALESCE((SELECT MAX(version) FROM event WHERE stream = 'member/' || id), 0) \
             FROM member_line WHERE id > $1 ORDER BY id LIMIT $2"
        } else {
            // Plan: match_line, event.
            "SELECT id, COALESCE((SELECT MAX(version) FROM event WHERE stream = 'match/' || id), 0) \
             FROM match_line WHERE id > $1 ORDER BY id LIMIT $2"
        };
        Ok(reading!(self, pool =>
            sqlx::query_as(text).bind(after).bind(limit).fetch_all(pool).await?))
    }
}
