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
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Remark {
    /// The most characters a remark may have.
    pub const MAX_CHARS: usize = 500;

    /// What stands in the place of words that were taken from the table.
    pub const REMOVED: &str = "(removed by an operator)";

    /// The most remarks that are made in one room of a table.
    pub const MAX_IN_A_ROOM: usize = 2000;
}
