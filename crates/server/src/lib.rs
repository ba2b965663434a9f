//! The club as a program: people play by mail, in the browser, in a terminal or through an API, all in the same match.
//!
//! Every transport does the same four things: it identifies the person, turns the input into a command, hands the command to
//! the command queue, and renders the answer. ARCHITECTURE.md lists the modules in their order. No game is named here: a match
//! is a game's name, its options and move texts.

mod admin;
mod app;
mod auth;
mod bulk;
mod clock;
mod commands;
mod computer;
mod config;
mod error;
mod http;
mod jobs;
mod limits;
mod mail;
mod members;
mod moderation;
mod notify;
mod operate;
mod origin;
mod person;
mod post;
mod present;
mod private;
mod puzzling;
mod read;
mod run;
mod serve;
mod store;
mod telemetry;
#[cfg(test)]
mod tests;
mod token;
mod watch;
mod works;
mod write;

/// The server's version, as shown on its pages and by its API.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub use admin::order;
pub use app::App;
pub use auth::accounts::{Accounts, NewSession};
pub use bulk::bulk;
pub use clock::Clock;
pub use computer::{Thinkers, ThoughtOwner};
pub use config::mailbox::Mailbox;
pub use config::{Accept, Config, LogFormat, MailConfig, Settings};
pub use error::{Error, TooOften};
pub use http::session_cookie;
pub use jobs::OperatorOrder;
pub use notify::notifier::Notifier;
pub use operate::deeds::{ActionRequest, OperatorAction};
pub use operate::doctor::{DoctorOptions, Findings, Progress, doctor};
pub use operate::operator_view::{MemberEntry, OperatorView};
pub use person::{Caller, Person};
pub use read::projection::{ChallengeSummary, Finish, MatchSummary};
pub use read::queries::{LeaderboardPlace, MatchPhase, MemberSummary, Name, Queries};
pub use run::{run, run_gently};
pub use serve::serve;
pub use store::{Session, Store};
pub use telemetry::log;
pub use write::{CommandOutcome, CommandQueue};
