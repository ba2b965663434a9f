use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Moment, Terms, same_words};
use crate::read::projection;

/// A challenge as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ChallengeSummary {
    /// The challenge's number.
    id: u64,
    /// The number of the challenger.
    by: u64,
    /// When it was made.
    made: Moment,
    /// To whom it is addressed.
    to: Aim,
    /// What is to be played, and how.
    terms: Terms,
    /// The seat the challenger wants.
    choice: Choice,
    /// Who may accept it.
    audience: Audience,
    /// When it lapses; null if it does not.
    #[schema(required = true)]
    until: Option<Moment>,
}

/// To whom a challenge is addressed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Aim {
    /// To the member or guest with this number.
    Member(u64),
    /// To anybody, in the lobby.
    Open,
    /// To anybody with the link: the challenge's number and code. The code is empty in a command; the club generates it.
    Link(String),
}

/// The seat the challenger wants: the first, the second, or one drawn at random (the default).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Choice {
    /// The challenger has the first seat.
    First,
    /// The challenger has the second seat.
    Second,
    /// The seats are drawn at random.
    #[default]
    Random,
}

/// Who may accept a challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Audience {
    /// Whether guests are excluded. They always are if the match is rated or a rating range is given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    members_only: bool,
    /// The lowest and the highest rating accepted, in points, inclusive, in the game and class of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<[u32; 2]>,
}

same_words!(Choice, club::Choice, First, Second, Random);

impl From<projection::ChallengeSummary> for ChallengeSummary {
    fn from(it: projection::ChallengeSummary) -> Self {
        ChallengeSummary {
            id: it.id.0,
            by: it.by.0,
            made: it.made.into(),
            to: it.to.into(),
            terms: it.terms.into(),
            choice: it.choice.into(),
            audience: it.audience.into(),
            until: it.until.map(Moment::from),
        }
    }
}

impl From<club::Aim> for Aim {
    fn from(it: club::Aim) -> Self {
        match it {
            club::Aim::Member(id) => Aim::Member(id.0),
            club::Aim::Open => Aim::Open,
            club::Aim::Link(code) => Aim::Link(code),
        }
    }
}

impl From<Aim> for club::Aim {
    fn from(it: Aim) -> Self {
        match it {
            Aim::Member(id) => club::Aim::Member(club::MemberId(id)),
            Aim::Open => club::Aim::Open,
            Aim::Link(code) => club::Aim::Link(code),
        }
    }
}

impl From<club::Audience> for Audience {
    fn from(club::Audience { members_only, rating }: club::Audience) -> Self {
        Audience { members_only, rating }
    }
}

impl From<Audience> for club::Audience {
    fn from(Audience { members_only, rating }: Audience) -> Self {
        club::Audience { members_only, rating }
    }
}
