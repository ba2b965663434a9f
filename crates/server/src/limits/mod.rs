//! How much of anything there is: how often something may be done, how much memory it takes, how long it may say nothing.
//!
//! **Everything has a bound.** `http/connections.rs` lets people in, so many from one network, and gives up those who
//! say or take nothing. A request takes its part of the `Capacity` before it is worked at, its answer holds on to as
//! much of it as it is long until it is sent (`http/middleware.rs`); what is sent to us takes its own, as it comes.
//! What takes more than a moment is done beside the threads that answer, for each network in turn
//! (`capacity/hands.rs`), as lists by command are made, four at a time. What one person may have open at a time is in
//! `members/bounds.rs`, for all transports. Where a bound is reached the answer is a sentence, and when to come again.

pub(crate) mod capacity;
pub(crate) mod guests;
pub(crate) mod patient;
pub(crate) mod queues;
pub(crate) mod rates;
pub(crate) mod streams;
