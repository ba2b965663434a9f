//! Who is told that something has happened: listeners of a stream, pages that are open, jobs, and addressees of mails.
//!
//! **Listeners are told versions.** *Subscriptions* tell whoever listens to a stream that it has grown, never what
//! happened: a listener fetches what it has not seen, from a short tail in memory or from the database. A slow one
//! misses nothing, an idle one costs some kilobytes, and one that was away says which version it saw last.

pub(crate) mod addressees;
pub(crate) mod notifier;
pub(crate) mod subscriptions;
