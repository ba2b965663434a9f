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

use backup::{BackupArgs, RestoreArgs};
use doctor::DoctorArgs;
pub(crate) use doctor::ErrorsFound;
use game::GameArgs;
use mail_in::MailInArgs;
pub(crate) use mail_in::TemporaryFailure;
pub(crate) use matches::MatchesCommand;
use people::{AddressArgs, AuditArgs};
use say::SayArgs;
use serve::ServeArgs;
use user::UserArgs;

/// The commands of the club.
#[derive(Debug, Subcommand)]
pub(crate) enum ClubCommand {
    Say(SayArgs),
    Serve(Box<ServeArgs>),
    Backup(BackupArgs),
    Restore(RestoreArgs),
    Doctor(DoctorArgs),
    User(UserArgs),
    Address(AddressArgs),
    Audit(AuditArgs),
    Game(GameArgs),
    MailIn(MailInArgs),
}

impl ClubCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        match self {
            ClubCommand::Say(it) => it.run(out),
            ClubCommand::Serve(it) => it.run(out),
            ClubCommand::Backup(it) => it.run(out),
            ClubCommand::Restore(it) => it.run(out),
            ClubCommand::Doctor(it) => it.run(out),
            ClubCommand::User(it) => it.run(out),
            ClubCommand::Address(it) => it.run(out),
            ClubCommand::Audit(it) => it.run(out),
            ClubCommand::Game(it) => it.run(out),
            ClubCommand::MailIn(it) => it.run(out),
        }
    }
}
