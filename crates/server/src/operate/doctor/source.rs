use std::mem::replace;

use crate::store::{EventRow, Store};

/// How many events are read at a time.
const EVENTS: i64 = 8192;
/// How many streams are read at a time, where not all are.
const STREAMS: usize = 256;

/// The source of events, stream by stream, however many there are.
pub(super) enum EventSource {
    /// Every stream: the last event that was read, and what was read of the last stream so far.
    All { stream: String, version: i64, begun: Vec<EventRow> },
    /// These streams.
    Some(std::vec::IntoIter<String>),
}

impl EventSource {
    /// All streams after one.
    pub(super) fn all(after: &str) -> EventSource {
        EventSource::All { stream: after.to_string(), version: i64::MAX, begun: Vec::new() }
    }

    /// Certain streams.
    pub(super) fn some(streams: Vec<String>) -> EventSource {
        EventSource::Some(streams.into_iter())
    }

    /// The events of the next streams, complete.
    pub(super) async fn next(&mut self, store: &Store) -> anyhow::Result<Option<Vec<EventRow>>> {
        let (stream, version, begun) = match self {
            EventSource::All { stream, version, begun } => (stream, version, begun),
            EventSource::Some(streams) => {
                let next: Vec<String> = streams.take(STREAMS).collect();
                let rows = store.events_of(&next).await?;
                return Ok((!rows.is_empty()).then_some(rows));
            }
        };
        loop {
            let rows = store.events_after(stream, *version, EVENTS).await?;
            let Some(last) = rows.last() else {
                let rest = std::mem::take(begun);
                return Ok((!rest.is_empty()).then_some(rest));
            };
            stream.clone_from(&last.stream);
            *version = last.version;
            begun.extend(rows);
            let whole = begun.iter().rposition(|row| row.stream != *stream).map_or(0, |at| at + 1);
            if whole > 0 {
                let rest = begun.split_off(whole);
                return Ok(Some(replace(begun, rest)));
            }
        }
    }
}
