use serde::{Deserialize, Serialize};

/// How a member treats challenges in a game that are made to them by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Welcome {
    /// Each waits for an answer.
    #[default]
    Ask,
    /// Those for correspondence are accepted immediately; others wait for an answer, so that no fast clock starts without the
    /// member knowing.
    Take,
    /// None may be made.
    Refuse,
}
