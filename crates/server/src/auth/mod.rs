//! How somebody comes in: accounts and sessions, passwords, passkeys.
//!
//! **Passwords and passkeys.** `password.rs` is the one place that says which passwords will do, for every transport,
//! and that hashes them. Passkeys (`passkeys.rs`) are checked by `webauthn-rs`, which stands on Rust's own cryptography
//! since version 0.6. They are for the host of the public address, and devices offer them by themselves: nobody types a
//! name, and no page tells who has a key. What a browser is asked to sign is kept in memory, for five minutes and one
//! answer. A session knows whether a passkey has opened it (`Person::by_passkey`).
//!
//! **Who changes an account says the password again**, and the address that mails went to until then is told, with a
//! link that is good for a week and once. Whoever made the change knew the password or found a browser open, so the
//! link always does the same besides: another password, no session left, and gone are the passkeys, known places and
//! links made since. Nobody is told whether there is a name, and tries are counted by name and address together; all
//! strangers together are slowed down, but never who has a session or comes from a network where they signed in before.

pub(crate) mod accounts;
mod hasher;
pub(crate) mod passkeys;
pub(crate) mod password;
