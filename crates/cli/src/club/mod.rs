//! The commands that run a club or talk to one, one file each.

mod backup;
mod doctor;
mod game;
mod mail_in;
mod matches;
mod people;
mod place;
mod say;
mod serve;
mod teach;
mod user;

use std::io::Write;

use anyhow::Result;
use clap::Subcommand;

use backup::{Backup, Restore};
use doctor::Doctor;
pub(crate) use doctor::Unwell;
use game::Game;
pub(crate) use mail_in::Later;
use mail_in::MailIn;
pub(crate) use matches::Matches;
use people::{Address, Audit};
use say::Say;
use serve::Serve;
use user::User;

/// The commands of the club.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Say(Say),
    Serve(Box<Serve>),
    Backup(Backup),
    Restore(Restore),
    Doctor(Doctor),
    User(User),
    Address(Address),
    Audit(Audit),
    Game(Game),
    MailIn(MailIn),
}

impl Command {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        match self {
            Command::Say(it) => it.run(out),
            Command::Serve(it) => it.run(out),
            Command::Backup(it) => it.run(out),
            Command::Restore(it) => it.run(out),
            Command::Doctor(it) => it.run(out),
            Command::User(it) => it.run(out),
            Command::Address(it) => it.run(out),
            Command::Audit(it) => it.run(out),
            Command::Game(it) => it.run(out),
            Command::MailIn(it) => it.run(out),
        }
    }
}
