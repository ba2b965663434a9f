use serde::Serialize;
use utoipa::ToSchema;

/// Who the caller is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeResponse {
    /// The caller's number.
    pub(crate) member: u64,
    /// The caller's name.
    pub(crate) name: String,
    /// Whether the caller is a guest.
    pub(crate) guest: bool,
    /// The caller's time zone, by its name in the tz database.
    pub(crate) zone: String,
}

/// Who is online.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OnlineResponse {
    /// The names of the members, in alphabetical order, without those who do not want to be seen.
    pub(crate) members: Vec<String>,
    /// The number of guests.
    pub(crate) guests: usize,
}
