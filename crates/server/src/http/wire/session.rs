use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Moment;
use crate::auth::accounts::NewSession;

/// What a guest says.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GuestBody {
    /// The time zone, by its name in the tz database; UTC if there is no such zone.
    #[serde(default)]
    #[schema(example = "Europe/Berlin")]
    pub(crate) zone: String,
}

/// A name and its password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CredentialsBody {
    /// The member's name.
    pub(crate) name: String,
    /// The password, in clear.
    pub(crate) password: String,
    /// A newcomer's time zone, by its name in the tz database; UTC if there is no such zone.
    #[serde(default)]
    #[schema(example = "Europe/Berlin")]
    pub(crate) zone: String,
}

/// A session that has begun.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewSessionResponse {
    /// What opens it, shown this once: send it as `Authorization: Bearer TOKEN`.
    token: String,
    /// The number of the member or guest whose session it is.
    member: u64,
}

/// One of the caller's sessions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionResponse {
    /// The session's number, as text, because the numbers are larger than JavaScript's.
    pub(crate) number: String,
    /// When it began.
    pub(crate) began: Moment,
    /// When it was last used.
    pub(crate) seen: Moment,
    /// The device as the browser described it; empty if it did not.
    pub(crate) device: String,
    /// Whether it is the one that asks.
    pub(crate) this: bool,
}

/// What another of the caller's sessions is ended with; the current one needs no body.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct EndSessionBody {
    /// The caller's own password.
    #[serde(default)]
    pub(crate) password: String,
}

impl From<NewSession> for NewSessionResponse {
    fn from(begun: NewSession) -> Self {
        NewSessionResponse { token: begun.token, member: begun.member.0 }
    }
}
