//! Operators' tools: deeds such as holds and bans, views for operators, and the examination of a database.

pub(crate) mod deeds;
pub(crate) mod doctor;
pub(crate) mod operator_view;
