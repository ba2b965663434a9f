//! How much of anything there is: how often something may be done, how much memory it takes, how long it may say nothing.

pub(crate) mod capacity;
pub(crate) mod guests;
pub(crate) mod patient;
pub(crate) mod queues;
pub(crate) mod rates;
pub(crate) mod streams;
