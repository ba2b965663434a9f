use serde::{Deserialize, Serialize};

use crate::{Moment, Who};

/// Who is spoken to at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// The players among themselves; nobody else ever reads it.
    Players,
    /// Those who watch. The players read it when the match is over, for it may hold advice.
    Spectators,
}

/// Something said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// Who said it.
    pub by: Who,
    /// When.
    pub at: Moment,
    /// To whom.
    pub room: Room,
    /// What.
    pub words: String,
}

/// What somebody has written, without what cannot be seen: control characters become blanks, and what turns the direction of
/// the words around it (Unicode's bidirectional formatting) is left out. `keep` says which control characters stay.
pub fn plain(words: &str, keep: &[char]) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let blank = |c: char| if c.is_control() && !keep.contains(&c) { ' ' } else { c };
    words.chars().filter(|c| !turns(*c)).map(blank).collect::<String>().trim().to_string()
}

impl Remark {
    /// The most characters a remark may have.
    pub const MAX_CHARS: usize = 500;

    /// The most remarks that one command makes.
    pub const MAX_AT_ONCE: usize = 10;

    /// What stands in the place of words that were taken from the table.
    pub const REMOVED: &str = "(removed by an operator)";

    /// The most remarks that are made in one room of a table.
    pub const MAX_IN_A_ROOM: usize = 2000;

    /// The most remarks that one member makes in the spectators' room of a table.
    pub const MAX_BY_ONE: usize = 200;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_turn_nothing_around_them() {
        assert_eq!(plain(" a\u{202e}b\u{2066}c\u{7}d\ne ", &['\n']), "abc d\ne");
        // What is written from right to left stays as it is.
        assert_eq!(plain("שלום\u{200f}!", &[]), "שלום\u{200f}!");
        assert_eq!(plain("\u{202a}\n", &[]), "");
    }
}
