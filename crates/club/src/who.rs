use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::MemberId;

/// The author of a command or an event. As text and on the wire: `member/3`, `computer/5`, `house`, `visitor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Who {
    /// A member or guest.
    Member(MemberId),
    /// The computer at a level; the caller chooses its moves.
    Computer(u8),
    /// The club itself: its clocks, its operators.
    Club,
    /// Somebody not signed in, who may only look.
    Visitor,
}

/// A player in a match. As text and on the wire: `member/3`, `computer/5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Player {
    /// A member or guest.
    Member(MemberId),
    /// The computer at a level, from 1.
    Computer(u8),
}

impl Player {
    /// The member, unless it is the computer.
    pub fn member(self) -> Option<MemberId> {
        match self {
            Player::Member(id) => Some(id),
            Player::Computer(_) => None,
        }
    }

    /// The player as the author of a command.
    pub fn who(self) -> Who {
        match self {
            Player::Member(id) => Who::Member(id),
            Player::Computer(level) => Who::Computer(level),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Member(id) => write!(f, "member/{id}"),
            Who::Computer(level) => write!(f, "computer/{level}"),
            Who::Club => f.write_str("house"),
            Who::Visitor => f.write_str("visitor"),
        }
    }
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "house" => Ok(Who::Club),
            "visitor" => Ok(Who::Visitor),
            _ => text.parse().map(Player::who),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.who().fmt(f)
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let player = text.split_once('/').and_then(|(kind, number)| match kind {
            "member" => number.parse().ok().map(Player::Member),
            // Whether the level exists is checked when a match begins: old matches stay readable.
            "computer" => number.parse().ok().map(Player::Computer),
            _ => None,
        });
        player.ok_or_else(|| format!("'{text}' is nobody: write member/3, computer/5"))
    }
}

impl From<Who> for String {
    fn from(who: Who) -> String {
        who.to_string()
    }
}

impl TryFrom<String> for Who {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Player> for String {
    fn from(player: Player) -> String {
        player.to_string()
    }
}

impl TryFrom<String> for Player {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
