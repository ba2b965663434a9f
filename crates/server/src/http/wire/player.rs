use crosscut_club as club;
use serde::Serialize;
use utoipa::ToSchema;

/// A player in a match: a member or guest by number, or the computer by level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(examples("member/3", "computer/5"), pattern = "^(member|computer)/[0-9]+$")]
pub(crate) struct Player(String);

/// Who did something: a player, or `house`, the club itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(
    examples("member/3", "computer/5", "house"),
    pattern = "^((member|computer)/[0-9]+|house|visitor)$"
)]
pub(crate) struct Who(String);

impl From<club::Player> for Player {
    fn from(it: club::Player) -> Self {
        Player(it.to_string())
    }
}

impl From<club::Who> for Who {
    fn from(it: club::Who) -> Self {
        Who(it.to_string())
    }
}
