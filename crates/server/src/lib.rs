//! The doors of the club.
//!
//! Every door does the same four things: it finds out who is there, turns what came in into a command, has the desk
//! carry it out, and renders the answer. No game is named here: a match is a game's name, its options and move texts.

mod accounts;
mod addressees;
mod admin;
mod app;
mod bounds;
mod bulk;
mod clock;
mod config;
mod connections;
mod desk;
mod doctor;
mod documents;
mod doors;
mod error;
mod export;
mod fact;
mod hasher;
mod hub;
mod jobs;
mod kept;
mod leaving;
mod limits;
mod lines;
mod lists;
mod mailbox;
mod moderation;
mod news;
mod office;
mod origin;
mod pairing;
mod passkeys;
mod password;
mod patient;
mod person;
mod presence;
mod private;
mod puzzling;
mod room;
mod run;
mod serve;
mod shelf;
mod store;
mod streams;
mod tallies;
mod telemetry;
#[cfg(test)]
mod tests;
mod token;
mod watch;

/// The version of the server, as its pages and its door for programs say it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub use accounts::{Accounts, Begun};
pub use admin::{Order, order};
pub use app::App;
pub use bulk::bulk;
pub use clock::Clock;
pub use config::{Accept, Config, LogFormat, MailConfig, Settings};
pub use desk::{Desk, Done};
pub use doctor::{Checkup, Findings, Progress, doctor};
pub use error::Error;
pub use jobs::{Thinkers, Waits};
pub use limits::TooOften;
pub use lines::{Finish, Invitation, Summary};
pub use lists::{Listed, Lists, Name, Place, Which};
pub use mailbox::Mailbox;
pub use moderation::{Act, Deed};
pub use news::Wires;
pub use office::{Entry, Office};
pub use person::{Caller, Person, session_cookie};
pub use run::{run, run_gently};
pub use serve::serve;
pub use store::{Session, Store};
pub use telemetry::log;
