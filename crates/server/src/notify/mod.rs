//! Who is told that something has happened: listeners of a stream, pages that are open, jobs, and addressees of mails.

pub(crate) mod addressees;
pub(crate) mod notifier;
pub(crate) mod subscriptions;
