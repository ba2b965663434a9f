use serde::{Deserialize, Serialize};

/// Conditional turns: what a player wants played in answer to turns that the opponent has not made yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The number of the ply, from 1, that the branches answer: the next one, or on one's own turn the one after it.
    pub ply: u32,
    /// What to do in answer to what. A branch for a specific turn takes precedence over one for any turn.
    pub branches: Vec<Branch>,
}

/// One answer of a [`Plan`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The turn to answer, compared as a set where it is one (`A2,C3` is `C3,A2`); if absent, any turn, which makes it a
    /// premove.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The plies to play: usually one, several where the player has several in a row, none to wait for the next turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<String>,
    /// Remarks to make to the opponent with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub say: Vec<String>,
    /// Whether to resign instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    /// What to do in answer to what follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Branch>,
}

impl Plan {
    /// The most turns in a plan.
    pub const MAX_TURNS: usize = 300;

    /// The greatest depth of a plan, in answers.
    pub const MAX_DEPTH: usize = 30;

    /// The most remarks with one answer.
    pub const MAX_SAID: usize = 10;

    /// The branch that answers a ply, if any.
    pub fn answer(&self, ply: u32, text: &str) -> Option<&Branch> {
        if self.ply != ply {
            return None;
        }
        let certain =
            self.branches.iter().find(|it| it.on.as_deref().is_some_and(|on| same_set(on, text)));
        certain.or_else(|| self.branches.iter().find(|it| it.on.is_none()))
    }

    /// The plan that is left after following `branch`, when `plies` plies have been played.
    pub(crate) fn rest(branch: &Branch, plies: u32) -> Option<Plan> {
        let branches = branch.then.clone();
        (!branches.is_empty()).then_some(Plan { ply: plies + 1, branches })
    }
}

impl Branch {
    /// How many turns the branch answers and plays, including those of its own branches, and how deep it goes.
    pub(crate) fn measure(&self) -> (usize, usize) {
        let own = self.play.len().max(1);
        self.then
            .iter()
            .map(Branch::measure)
            .fold((own, 1), |(sum, deep), (n, depth)| (sum + n, deep.max(depth + 1)))
    }
}

/// Whether two turns are the same, ignoring case and the order of their parts.
pub fn same_set(a: &str, b: &str) -> bool {
    let parts = |text: &str| {
        let mut parts: Vec<String> =
            text.split(',').map(|part| part.trim().to_ascii_lowercase()).collect();
        parts.sort();
        parts
    };
    a.eq_ignore_ascii_case(b) || parts(a) == parts(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_a_set_of_its_parts() {
        assert!(same_set("A2,C3", "c3, a2"));
        assert!(same_set("swap", "SWAP"));
        assert!(
            !same_set("A2,C3", "A2,C4") && !same_set("A2", "A2,A2") && !same_set("C3-C4", "C4-C3")
        );
    }

    #[test]
    fn a_certain_turn_goes_before_any_turn() {
        let branch = |on: Option<&str>, play: &str| Branch {
            on: on.map(str::to_string),
            play: vec![play.to_string()],
            ..Branch::default()
        };
        let branches =
            vec![branch(None, "A1"), branch(Some("B2,A3"), "A2"), branch(Some("A3,B2"), "A3")];
        let plan = Plan { ply: 4, branches };
        let answer = |ply, text| plan.answer(ply, text).map(|it| it.play[0].as_str());
        assert_eq!(answer(4, "A3,B2"), Some("A2"), "the first of two alike");
        assert_eq!(answer(4, "C1"), Some("A1"));
        assert_eq!(answer(5, "C1"), None, "bound to its ply");
    }
}
