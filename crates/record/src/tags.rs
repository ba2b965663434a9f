use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Names with texts, in insertion order, each name once. Case matters.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Tags(Vec<(String, String)>);

/// The common names of a record's [`Tags`].
pub mod tag {
    /// The player in the first seat.
    pub const FIRST: &str = "First";
    /// The player in the second seat.
    pub const SECOND: &str = "Second";
    /// When the game began: ISO 8601 with its zone, `2026-05-01T19:30:00+02:00`.
    pub const DATE: &str = "Date";
    /// The tournament or match.
    pub const EVENT: &str = "Event";
    /// Where it was played.
    pub const SITE: &str = "Site";
    /// The round of the event.
    pub const ROUND: &str = "Round";
    /// How the game ended: `rules`, `resignation`, `time` or `agreement`.
    pub const ENDING: &str = "Ending";
    /// The position the game began with, as the game's set-up text: `V:F15 H:A7,B7 turn:V`.
    pub const SETUP: &str = "Setup";
    /// All moves with alternatives, as the analysis board writes them: `C6 A2,C3 (D4 E5) B1`.
    pub const VARIATIONS: &str = "Variations";
}

/// The common names of a [`Ply`](crate::Ply)'s marks.
pub mod mark {
    /// The time the move took, in seconds: `12.5`.
    pub const ELAPSED: &str = "elapsed";
}

impl Tags {
    /// The text for a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(it, _)| it == name).map(|(_, text)| text)
    }

    /// Sets the text for a name: replaces the old one, or adds it at the end.
    pub fn set(&mut self, name: impl Into<String>, text: impl Into<String>) {
        let name = name.into();
        match self.0.iter_mut().find(|(it, _)| *it == name) {
            Some((_, old)) => *old = text.into(),
            None => self.0.push((name, text.into())),
        }
    }

    /// Removes a name, and returns its text.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(it, _)| it == name)?;
        Some(self.0.remove(at).1)
    }

    /// The names and texts, in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tags with these names and texts, or the index and name of the first repeated one.
    ///
    /// It sorts, so that a hostile file with a hundred thousand tags stays cheap.
    pub(crate) fn from_pairs(pairs: Vec<(String, String)>) -> Result<Self, (usize, String)> {
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&at| (&pairs[at].0, at));
        match order.windows(2).find(|two| pairs[two[0]].0 == pairs[two[1]].0) {
            Some(two) => Err((two[1], pairs[two[1]].0.clone())),
            None => Ok(Tags(pairs)),
        }
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of names and texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Tags::from_pairs(pairs)
                    .map_err(|(_, name)| de::Error::custom(format!("'{name}' is there twice")))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
