//! What is asked of the database: streams folded, read models (the lines of lists), and the queries over them.

pub(crate) mod cache;
pub(crate) mod documents;
pub(crate) mod kept;
pub(crate) mod presence;
pub(crate) mod projection;
pub(crate) mod queries;
pub(crate) mod tallies;
