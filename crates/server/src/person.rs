use std::net::IpAddr;

use crosscut_club::{MemberId, Who};

use crate::error::Error;

/// From where a request comes.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The address, as far as it can be known.
    pub address: IpAddr,
    /// Whether the request says that it was passed on, and nobody we know says so: whose address that is, is open.
    pub is_doubtful: bool,
    /// What the browser says it is.
    pub device: String,
}

/// Who a request comes from.
#[derive(Clone, Debug)]
pub struct Person {
    /// As the club knows them: a member or guest, or a visitor.
    pub who: Who,
    /// The member or guest.
    pub member: Option<MemberId>,
    /// The secret that opens the session, if there is one.
    pub token: Option<String>,
    /// Whether the request came with a token that opens nothing here.
    pub lost: bool,
    /// The session's number among the member's, if there is one.
    pub session: Option<i64>,
    /// Whether that session was opened with a passkey.
    pub by_passkey: bool,
    /// From where.
    pub caller: Caller,
}

impl Person {
    /// The member or guest who asks.
    ///
    /// # Errors
    /// Nobody has come in.
    pub fn signed_in(&self) -> Result<MemberId, Error> {
        self.member.ok_or(match self.lost {
            true => Error::UnknownToken,
            false => Error::NotSignedIn,
        })
    }
}
