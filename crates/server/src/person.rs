use std::net::IpAddr;

use crosscut_club::{MemberId, Who};

use crate::error::Error;

/// The origin of a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The address, as far as it can be known.
    pub address: IpAddr,
    /// Whether the request claims to have been passed on by a proxy we do not know, so that it is open whose address
    /// this is.
    pub is_doubtful: bool,
    /// The device, as the browser describes it.
    pub device: String,
}

/// The person who makes a request.
#[derive(Clone, Debug)]
pub struct Person {
    /// Their role in the club: a member or guest, or a visitor.
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
    /// The request's origin.
    pub caller: Caller,
}

impl Person {
    /// The member or guest who makes the request.
    ///
    /// # Errors
    /// They are not signed in.
    pub fn signed_in(&self) -> Result<MemberId, Error> {
        self.member.ok_or(match self.lost {
            true => Error::UnknownToken,
            false => Error::NotSignedIn,
        })
    }
}
