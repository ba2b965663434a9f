//! Notifications of what has happened: to listeners of a stream, open pages, jobs, and addressees of mails.
//!
//! **Listeners receive versions.** *Subscriptions* tell the listeners of a stream that it has grown, never what
//! happened: a listener fetches what it has not seen, from a short tail in memory or from the database. A slow one
//! misses nothing, an idle one costs some kilobytes, and one that was away says which version it saw last.

pub(crate) mod addressees;
pub(crate) mod notifier;
pub(crate) mod subscriptions;
