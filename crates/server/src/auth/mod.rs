//! How somebody comes in: accounts and sessions, passwords, passkeys.

pub(crate) mod accounts;
mod hasher;
pub(crate) mod passkeys;
pub(crate) mod password;
