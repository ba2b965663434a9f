use serde::{Deserialize, Serialize};

use crate::{ChallengeId, Choice, MatchId, MemberId, Moment, Span, Terms};

/// An invitation to a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The challenge's number.
    pub id: ChallengeId,
    /// How many events its stream has.
    pub version: u64,
    /// Who made it.
    pub by: MemberId,
    /// When it was made.
    pub made: Moment,
    /// To whom it is addressed.
    pub to: Aim,
    /// What is to be played, and how.
    pub terms: Terms,
    /// Which seat the challenger wants.
    pub choice: Choice,
    /// Who may accept it.
    pub audience: Audience,
    /// When it lapses, if ever.
    pub until: Option<Moment>,
    /// A message to those it is addressed to.
    pub greeting: Option<String>,
    /// What became of it.
    pub fate: Fate,
}

impl Challenge {
    /// The longest that a guest's challenge to anybody stays open: few guests come back, and all guests of one network share a
    /// limit.
    pub const OF_A_GUEST: Span = Span::days(1);
}

/// To whom a challenge is addressed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// To one member or guest.
    Member(MemberId),
    /// To anybody, in the lobby.
    Open,
    /// To anybody with the link: the challenge's number and code. The code is empty in a command; the club generates it.
    Link(String),
}

/// Who may accept a challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Audience {
    /// Whether guests are excluded. (They always are if the match is rated or a rating range is given.)
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub members_only: bool,
    /// The lowest and highest rating accepted, inclusive, in the game and class of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<[u32; 2]>,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is waiting for an answer.
    Open,
    /// It led to this match.
    Accepted(MatchId),
    /// The player it was made to declined.
    Declined,
    /// The challenger withdrew it.
    Withdrawn,
    /// It expired.
    Lapsed,
}

impl Fate {
    /// The word for it: `accepted`, `declined`, ..
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Open => "open",
            Fate::Accepted(_) => "accepted",
            Fate::Declined => "declined",
            Fate::Withdrawn => "withdrawn",
            Fate::Lapsed => "lapsed",
        }
    }
}
