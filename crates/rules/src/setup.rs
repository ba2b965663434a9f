use std::error::Error;
use std::fmt;

use crate::shortened::{readable, shortened};

/// A static position as it is typed: `V:F15,F14 H:A7,B7 turn:V`, groups of a key and a list of items.
///
/// This is only the syntax: each game defines its keys and decides whether the items make a position. `Display` prints
/// what was read, with single blanks.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    groups: Vec<(String, Vec<String>)>,
}

/// The bytes an allocator takes for a short text.
const LEAST: usize = 32;

/// The reason why a set-up is refused: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(String);

impl Setup {
    /// The memory it takes, in bytes, approximately.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let text = |it: &String| size_of::<String>() + it.len().max(LEAST);
        let group = |(key, items): &(String, Vec<String>)| {
            text(key) + size_of::<Vec<String>>() + items.iter().map(text).sum::<usize>()
        };
        self.groups.iter().map(group).sum()
    }

    /// Reads the text.
    ///
    /// # Errors
    /// A group without a colon or without a key, a key given twice, or an empty item.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let mut setup = Setup::default();
        for group in text.split_whitespace() {
            let Some((key, items)) = group.split_once(':').filter(|(key, _)| !key.is_empty())
            else {
                return Err(SetupError(format!(
                    "'{}' is not part of a set-up: write groups like V:A1,B2 separated by spaces",
                    shortened(group)
                )));
            };
            let items: Vec<String> = if items.is_empty() {
                Vec::new()
            } else {
                items.split(',').map(str::to_string).collect()
            };
            if items.iter().any(String::is_empty) {
                return Err(SetupError(format!(
                    "'{}' has a comma with nothing beside it",
                    shortened(group)
                )));
            }
            setup.add(key, items)?;
        }
        Ok(setup)
    }

    /// Adds a group.
    ///
    /// # Errors
    /// A key that is there already, regardless of case.
    pub fn add(&mut self, key: &str, items: Vec<String>) -> Result<(), SetupError> {
        if self.groups.iter().any(|(it, _)| it.eq_ignore_ascii_case(key)) {
            return Err(SetupError(format!("'{key}:' is given twice")));
        }
        self.groups.push((key.to_string(), items));
        Ok(())
    }

    /// The items under a key, regardless of case; empty if the key is not there.
    #[must_use]
    pub fn items(&self, key: &str) -> &[String] {
        self.groups
            .iter()
            .find(|(it, _)| it.eq_ignore_ascii_case(key))
            .map_or(&[], |(_, items)| items)
    }

    /// The single item under a key, if the key is there.
    ///
    /// # Errors
    /// A key with no item, or with several.
    pub fn one(&self, key: &str) -> Result<Option<&str>, SetupError> {
        match self.groups.iter().find(|(it, _)| it.eq_ignore_ascii_case(key)) {
            None => Ok(None),
            Some((_, items)) if items.len() == 1 => Ok(Some(&items[0])),
            Some(_) => Err(SetupError(format!("'{key}:' takes exactly one word"))),
        }
    }

    /// Checks that all keys are in the list.
    ///
    /// # Errors
    /// The first key that is not in the list, with the list.
    pub fn only(&self, keys: &[&str]) -> Result<(), SetupError> {
        match self
            .groups
            .iter()
            .find(|(key, _)| !keys.iter().any(|it| it.eq_ignore_ascii_case(key)))
        {
            None => Ok(()),
            Some((key, _)) => {
                let keys: Vec<String> = keys.iter().map(|key| format!("{key}:")).collect();
                Err(SetupError(format!(
                    "'{key}:' is not part of this game's set-ups; they have {}",
                    keys.join(", ")
                )))
            }
        }
    }

    /// The side named by `turn:`; `None` if that is not given.
    ///
    /// # Errors
    /// A word that is not the name of a side.
    pub fn turn(&self, sides: [&str; 2]) -> Result<Option<crate::Side>, SetupError> {
        match self.one("turn")? {
            None => Ok(None),
            Some(word) if word.eq_ignore_ascii_case(sides[0]) => Ok(Some(crate::Side::First)),
            Some(word) if word.eq_ignore_ascii_case(sides[1]) => Ok(Some(crate::Side::Second)),
            Some(word) => Err(SetupError(format!(
                "'turn:{word}' is not possible: write turn:{} or turn:{}",
                sides[0], sides[1]
            ))),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (key, items)) in self.groups.iter().enumerate() {
            write!(f, "{}{key}:{}", if at == 0 { "" } else { " " }, items.join(","))?;
        }
        Ok(())
    }
}

impl SetupError {
    /// An error with this sentence.
    pub fn new(words: impl Into<String>) -> Self {
        SetupError(words.into())
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&readable(&self.0))
    }
}

impl Error for SetupError {}
