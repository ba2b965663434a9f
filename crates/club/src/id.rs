use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map($name)
            }
        }
    };
}

id! {
    /// The number of a member (or guest).
    MemberId
}
id! {
    /// The number of a challenge.
    ChallengeId
}
id! {
    /// The number of a match.
    MatchId
}

/// The key of a stream, to which an event belongs; the stream's version is its number of events.
///
/// As text and on the wire: `member/3`, `name/ann`, `challenge/7`, `match/12`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Key {
    /// A member or guest.
    Member(MemberId),
    /// A name, in lower case: its only event is that somebody took it.
    Name(String),
    /// A challenge.
    Challenge(ChallengeId),
    /// A match.
    Match(MatchId),
}

impl Key {
    /// The stream of a name, in whatever case it is written.
    pub fn name(name: &str) -> Self {
        Key::Name(name.to_lowercase())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Member(id) => write!(f, "member/{id}"),
            Key::Name(name) => write!(f, "name/{name}"),
            Key::Challenge(id) => write!(f, "challenge/{id}"),
            Key::Match(id) => write!(f, "match/{id}"),
        }
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("'{text}' is not a key: write member/3, name/ann, challenge/7, match/12");
        let (kind, id) = text.split_once('/').ok_or_else(wrong)?;
        let number = || id.parse::<u64>().map_err(|_| wrong());
        Ok(match kind {
            "member" => Key::Member(MemberId(number()?)),
            "name" => Key::name(id),
            "challenge" => Key::Challenge(ChallengeId(number()?)),
            "match" => Key::Match(MatchId(number()?)),
            _ => return Err(wrong()),
        })
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.to_string()
    }
}

impl TryFrom<String> for Key {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
