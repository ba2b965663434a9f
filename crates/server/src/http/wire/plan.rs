use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Conditional turns: what a player wants played in answer to turns that the opponent has not made yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Plan {
    /// The number of the ply, from 1, that the branches answer: the next one, or on one's own turn the one after it.
    ply: u32,
    /// What to do in answer to what. A branch for a specific turn takes precedence over one for any turn.
    branches: Vec<Branch>,
}

/// One answer of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Branch {
    /// The turn to answer, compared as a set where it is one (`A2,C3` is `C3,A2`); if absent, any turn, which makes it a
    /// premove.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    on: Option<String>,
    /// The plies to play: usually one, several where the player has several in a row, none to wait for the next turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    play: Vec<String>,
    /// Remarks to make to the opponent with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    say: Vec<String>,
    /// Whether to resign instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    resign: bool,
    /// What to do in answer to what follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    then: Vec<Branch>,
}

impl From<club::Plan> for Plan {
    fn from(club::Plan { ply, branches }: club::Plan) -> Self {
        Plan { ply, branches: branches.into_iter().map(Branch::from).collect() }
    }
}

impl From<Plan> for club::Plan {
    fn from(Plan { ply, branches }: Plan) -> Self {
        club::Plan { ply, branches: branches.into_iter().map(club::Branch::from).collect() }
    }
}

impl From<club::Branch> for Branch {
    fn from(club::Branch { on, play, say, resign, then }: club::Branch) -> Self {
        Branch { on, play, say, resign, then: then.into_iter().map(Branch::from).collect() }
    }
}

impl From<Branch> for club::Branch {
    fn from(Branch { on, play, say, resign, then }: Branch) -> Self {
        let then = then.into_iter().map(club::Branch::from).collect();
        club::Branch { on, play, say, resign, then }
    }
}
