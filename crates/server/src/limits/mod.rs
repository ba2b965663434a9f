//! Limits: how often something may be done, how much memory it takes, how long a connection may be idle.
//!
//! **Everything has a bound.** `http/connections.rs` admits a number of connections from one network, and gives up those
//! that neither send nor receive. A request takes its part of the `Capacity` before it is handled, and its answer keeps
//! as much of it as it is long until it is sent (`http/middleware.rs`); a request body takes its own, as it arrives. What
//! takes more than a moment is done away from the threads that answer, for each network in turn (`capacity/fair_semaphore.rs`); so
//! are lists by command, four at a time. What one person may have open at a time is in `members/bounds.rs`, for all
//! transports. Where a bound is reached the answer is a sentence, and when to come again.

pub(crate) mod capacity;
pub(crate) mod guests;
pub(crate) mod patient;
pub(crate) mod queues;
pub(crate) mod rates;
pub(crate) mod streams;
