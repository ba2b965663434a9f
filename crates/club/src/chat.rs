use serde::{Deserialize, Serialize};

use crate::{Moment, Who};

/// A room at a table: who hears a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// The players; nobody else ever reads it.
    Players,
    /// The spectators. The players can read it once the match is over, since it may contain advice.
    Spectators,
}

/// A remark at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// Who said it.
    pub by: Who,
    /// When it was said.
    pub at: Moment,
    /// In which room.
    pub room: Room,
    /// Its text.
    pub words: String,
}

/// Text without invisible characters: control characters except those in `keep` become blanks, and Unicode's bidirectional
/// formatting, which would reorder the text around it, is removed.
pub fn plain(words: &str, keep: &[char]) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let blank = |c: char| if c.is_control() && !keep.contains(&c) { ' ' } else { c };
    words.chars().filter(|c| !turns(*c)).map(blank).collect::<String>().trim().to_string()
}

impl Remark {
    /// The most characters a remark may have.
    pub const MAX_CHARS: usize = 500;

    /// The most remarks one command may make.
    pub const MAX_AT_ONCE: usize = 10;

    /// What replaces the words of a remark that an operator removed.
    pub const REMOVED: &str = "(removed by an operator)";

    /// The most remarks in one room of a table.
    pub const MAX_IN_A_ROOM: usize = 2000;

    /// The most remarks one member may make in the spectators' room of a table.
    pub const MAX_BY_ONE: usize = 200;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_turn_nothing_around_them() {
        assert_eq!(plain(" a\u{202e}b\u{2066}c\u{7}d\ne ", &['\n']), "abc d\ne");
        // Right-to-left text stays as it is.
        assert_eq!(plain("שלום\u{200f}!", &[]), "שלום\u{200f}!");
        assert_eq!(plain("\u{202a}\n", &[]), "");
    }
}
