use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::openapi::{RefOr, Response};
use utoipa::{IntoResponses, ToSchema};

/// Why a request was refused. The status says it in a number.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// The reason in a sentence, for people; its wording may change.
    #[schema(example = "it is not your turn")]
    pub(crate) error: String,
}

/// In the description of a route: it may be refused with this status, 0 for any other. `http/document.rs` adds the body, and
/// the refusals that every route has.
pub(crate) struct Refused<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for Refused<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let why = match STATUS {
            400 => "The request is not understood.",
            401 => "Authentication is required, or the token is unknown or has expired.",
            403 => "This person may not do that.",
            404 => "There is no such thing, or this person may not see it.",
            409 => "It is not possible now: a stale turn, a name that is taken.",
            422 => "It is understood, but invalid: a ply against the rules.",
            429 => "Too often.",
            503 => "Too busy.",
            _ => "Any other refusal.",
        };
        let status = if STATUS == 0 { "default".to_string() } else { STATUS.to_string() };
        BTreeMap::from([(status, Response::new(why).into())])
    }
}
