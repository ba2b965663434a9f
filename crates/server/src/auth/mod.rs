//! Authentication: accounts and sessions, passwords, passkeys.
//!
//! **Passwords and passkeys.** `password.rs` is the one place that decides which passwords are acceptable, for every
//! transport, and that hashes them. Passkeys (`passkeys.rs`) are verified by `webauthn-rs`, which has used pure-Rust
//! cryptography since version 0.6. They belong to the host of the public address, and are discoverable: the device
//! offers them without a name being typed, and no page reveals who has a passkey. A challenge to a browser is kept in
//! memory, for five minutes and one answer. A session knows whether a passkey has opened it (`Person::by_passkey`).
//!
//! **A change to an account asks for the password again**, and is reported to the address that received mail until
//! then, with a link that works for a week and once. Whoever made the change knew the password or found a browser open,
//! so the link always does the rest, too: it sets another password, ends all sessions, and removes the passkeys, known
//! places and links made since. No answer reveals whether a name exists, and tries are counted by name and address
//! together; all strangers together are slowed down, but never somebody who has a session or comes from a network where
//! they signed in before.

pub(crate) mod accounts;
mod hasher;
pub(crate) mod passkeys;
pub(crate) mod password;
