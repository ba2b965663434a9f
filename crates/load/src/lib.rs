//! Load generation with many players.
//!
//! The parts of `crosscut-load`, which the server's own tests use too: a cheap HTTP client, a server as a process that can be
//! killed, a private PostgreSQL, private mail servers, games to play, and the players, in the browser and by mail; and, with
//! the feature `club`, clubs of any size.

pub mod client;
#[cfg(unix)]
pub mod faults;
#[cfg(feature = "club")]
pub mod fill;
pub mod games;
#[cfg(feature = "club")]
pub mod growth;
pub mod mailers;
pub mod players;
pub mod postgres;
pub mod relay;
pub mod report;
pub mod server;
pub mod writers;
