//! Reading from the database: folded streams, read models (the lines of lists), and the queries over them.
//!
//! **What is in memory is what is on the disk.** The *stream cache* holds a bounded number of folded streams; readers
//! and the writer share them until the writer changes one (copy on write). Nobody ever sees what might still fail.
//! Nothing is folded when the server starts: a match is folded on request. After every 256 events of a member or a
//! match there is a *snapshot* of it (`club/src/snapshot.rs`), so that a long history is never read from its beginning.
//! A snapshot is derived and has a format number; where it is missing, damaged or of another format, the events are
//! folded from the first.
//!
//! **Cached results are keyed by what they depend on.** Names are dropped when one is written (`store/names.rs`).
//! Parsed rows are found again by the row's text (`queries.rs`). Pictures, tables and lists of ended matches
//! (`documents.rs`) have all they depend on in their key: the version of a match, the viewer, or a number that changes
//! whenever a match begins or ends. So nothing has to be invalidated, and what is no longer requested drops out.

pub(crate) mod cache;
pub(crate) mod documents;
pub(crate) mod list_cache;
pub(crate) mod presence;
pub(crate) mod projection;
pub(crate) mod queries;
pub(crate) mod tallies;
