//! What operators do: orders, holds and bans, what they may look at, and the examination of a database.

pub(crate) mod deeds;
pub(crate) mod doctor;
pub(crate) mod operator_view;
