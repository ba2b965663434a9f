use std::fmt;

use serde::Deserialize;
use utoipa::IntoParams;

/// What a listener to the news wants besides.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NewsQuery {
    /// Matches to hear of, 64 at most, with commas between them, each with the version seen last.
    #[serde(default)]
    #[param(example = "12:7,13:9")]
    pub(crate) matches: String,
}

/// A piece of news, as one line of text: `mine`, `lobby`, `both` or `match 12:8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewsMessage {
    /// Something concerns the listener.
    Mine,
    /// Challenges or matches in progress have changed.
    Lobby,
    /// Both.
    Both,
    /// The match with this number has this version now.
    Match(u64, u64),
}

impl fmt::Display for NewsMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NewsMessage::Mine => f.write_str("mine"),
            NewsMessage::Lobby => f.write_str("lobby"),
            NewsMessage::Both => f.write_str("both"),
            NewsMessage::Match(id, version) => write!(f, "match {id}:{version}"),
        }
    }
}
