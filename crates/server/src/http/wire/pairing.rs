use serde::Serialize;
use utoipa::ToSchema;

use crate::members::pairing::PairingOutcome;

/// The outcome of asking to be paired: one of the two.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct PairingResponse {
    /// The number of the match that began, if somebody was waiting.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    id: Option<u64>,
    /// The number of the open challenge that waits for somebody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    challenge: Option<u64>,
}

impl From<PairingOutcome> for PairingResponse {
    fn from(it: PairingOutcome) -> Self {
        let (id, challenge) = match it {
            PairingOutcome::Match(id) => (Some(id.0), None),
            PairingOutcome::Waits(id) => (None, Some(id.0)),
        };
        PairingResponse { id, challenge }
    }
}
