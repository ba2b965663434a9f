//! What is asked of the database: streams folded, read models (the lines of lists), and the queries over them.
//!
//! **What is in memory is what is on the disk.** The *stream cache* holds streams folded, a bounded number of them;
//! readers and the writer share them until the writer changes one (copy on write). Nobody ever sees what might still
//! fail. Nothing is folded when the server begins: a match is folded when somebody asks for it. After every 256 events
//! of a member or a match there is a *snapshot* of it (`club/src/snapshot.rs`), so that nobody's long history is ever
//! read from its beginning. It is derived, it carries the number of its form, and where it is missing, of another form
//! or damaged, the events are folded from the first.
//!
//! **What is told again is kept, by what it depends on.** Names are forgotten when one is written (`store/names.rs`).
//! What was read out of a row is found again by the row's text (`queries.rs`). Pictures, tables and lists that are over
//! (`documents.rs`) have in their key all that they depend on: the version of a match, who looks, or a number that
//! changes whenever a match begins or ends. So nothing has to be taken back, and what nobody asks for goes.

pub(crate) mod cache;
pub(crate) mod documents;
pub(crate) mod kept;
pub(crate) mod presence;
pub(crate) mod projection;
pub(crate) mod queries;
pub(crate) mod tallies;
