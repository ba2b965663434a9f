use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::MemberId;

/// What a member who follows a match without playing in it is notified of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Follow {
    /// Each turn, and the end.
    Turns,
    /// Only the end.
    End,
}

/// The members who follow every public match of a game, by the game's name.
pub type GameFollowers = BTreeMap<String, BTreeMap<MemberId, Follow>>;
