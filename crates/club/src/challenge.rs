use serde::{Deserialize, Serialize};

use crate::{ChallengeId, Choice, MatchId, MemberId, Moment, Span, Terms};

/// An invitation to a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// How many events it has had.
    pub version: u64,
    /// Who made it.
    pub by: MemberId,
    /// When.
    pub made: Moment,
    /// To whom.
    pub to: Aim,
    /// What is to be played.
    pub terms: Terms,
    /// Which seat the challenger wants.
    pub choice: Choice,
    /// Who may accept it.
    pub audience: Audience,
    /// When it lapses, if ever.
    pub until: Option<Moment>,
    /// What is said to whom it goes.
    pub greeting: Option<String>,
    /// What has become of it.
    pub fate: Fate,
}

impl Challenge {
    /// How long a guest's challenge to anybody stays at most: few guests come back, and all of one network share a measure.
    pub const OF_A_GUEST: Span = Span::days(1);
}

/// To whom a challenge goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// To one member or guest.
    Member(MemberId),
    /// To whoever comes, in the lobby.
    Open,
    /// To whoever has the link: number and code of the challenge. In a command the code is empty; the club makes it.
    Link(String),
}

/// Who may accept a challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Audience {
    /// Whether guests may not. (They never may if the match is rated or a rating is asked for.)
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub members_only: bool,
    /// The lowest and the highest rating, both included, in the game and class of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<[u32; 2]>,
}

/// What has become of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It waits.
    Open,
    /// It became this match.
    Accepted(MatchId),
    /// Whom it went to does not want to.
    Declined,
    /// Who made it does not want to any more.
    Withdrawn,
    /// Its time is over.
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
