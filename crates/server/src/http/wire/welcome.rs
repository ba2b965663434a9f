use crosscut_club as club;
use serde::Deserialize;
use utoipa::ToSchema;

use super::same_words;

/// How a member treats challenges in a game that are made to them by name: each waits for an answer, those to slow
/// matches are accepted immediately, or none may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Welcome {
    /// Each waits for an answer.
    Ask,
    /// Those for correspondence are accepted immediately; others wait for an answer.
    Take,
    /// None may be made.
    Refuse,
}

same_words!(Welcome, club::Welcome, Ask, Take, Refuse);
