use serde::{Deserialize, Serialize};

/// How somebody takes the challenges in a game that are made to them by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Welcome {
    /// Each is asked about.
    #[default]
    Ask,
    /// All are taken at once, if they are correspondence: no clock of minutes begins behind anybody's back.
    Take,
    /// None may be made.
    Refuse,
}
