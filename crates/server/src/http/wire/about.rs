use serde::Serialize;
use utoipa::ToSchema;

/// What this server is, and where its API is described.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AboutResponse {
    /// The name of the program: `Crosscut`.
    pub(crate) name: &'static str,
    /// The version of the program, as in `0.2.0`. The version of the API is in the address.
    pub(crate) version: &'static str,
    /// The address at this club where the API is described for people.
    pub(crate) docs: &'static str,
}
