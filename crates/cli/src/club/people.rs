use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use crosscut_server::{ActionRequest, Config, OperatorAction, OperatorView, order, run};

use super::place::DatabaseArgs;
use super::teach;

/// What is done to members, and to guests, by their names.
#[derive(Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// Ban a member everywhere, and end their sessions
    ///
    /// With a number of days their matches continue, and their clocks run; for good, their matches are resigned. Open
    /// challenges are withdrawn in either case. They are shown the reason when they try to sign in.
    Ban {
        /// The member's name
        name: String,
        /// For how many days [default: for good]
        #[arg(long, value_name = "N")]
        days: Option<u32>,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Lift a member's ban
    Unban {
        /// The member's name
        name: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Mute a member: they can play, but write to nobody
    Mute {
        /// The member's name
        name: String,
        /// For how many days [default: for good]
        #[arg(long, value_name = "N")]
        days: Option<u32>,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Unmute a member
    Unmute {
        /// The member's name
        name: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// List who is banned or muted, until when, and why
    Held,
    /// Rename a member
    Rename {
        /// The member's name
        name: String,
        /// The name they have from now on
        to: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Make a member an operator, or an operator a member
    Role {
        /// The member's name
        name: String,
        /// The role
        #[arg(value_enum)]
        role: Role,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Close a member's account for good, as if they had left
    Close {
        /// The member's name
        name: String,
        /// That you mean it: this cannot be undone
        #[arg(long, required = true)]
        sure: bool,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Forget guests not seen for a long time who have no match in progress
    PurgeGuests {
        /// Not seen for at least this many days
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36500))]
        days: u32,
    },
}

/// The reason for an action.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReasonArgs {
    /// Why, in a few words; it is kept in the log of what operators did
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    pub(crate) reason: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Role {
    /// Sees reports and acts on them, on the page /operators
    Operator,
    /// Plays
    Member,
}

impl PeopleCommand {
    pub(crate) fn run(self, config: Config, out: &mut dyn Write) -> Result<()> {
        let (act, why) = match self {
            PeopleCommand::Ban { name, days, why } => {
                (OperatorAction::Ban { name, days }, why.reason)
            }
            PeopleCommand::Unban { name, why } => (OperatorAction::Unban { name }, why.reason),
            PeopleCommand::Mute { name, days, why } => {
                (OperatorAction::Mute { name, days }, why.reason)
            }
            PeopleCommand::Unmute { name, why } => (OperatorAction::Unmute { name }, why.reason),
            PeopleCommand::Rename { name, to, why } => {
                (OperatorAction::Rename { name, to }, why.reason)
            }
            PeopleCommand::Role { name, role, why } => (
                OperatorAction::Role { name, operator: matches!(role, Role::Operator) },
                why.reason,
            ),
            PeopleCommand::Close { name, why, .. } => (OperatorAction::Close { name }, why.reason),
            PeopleCommand::PurgeGuests { days } => {
                (OperatorAction::PurgeGuests { days }, String::new())
            }
            PeopleCommand::Held => {
                let lines = run(async { OperatorView::open(&config).await?.holds().await })?;
                return lines.iter().try_for_each(|it| Ok(writeln!(out, "{it}")?));
            }
        };
        done(config, act, &why, out)
    }
}

/// Has the server carry out an action, and prints the outcome.
pub(crate) fn done(
    config: Config,
    act: OperatorAction,
    why: &str,
    out: &mut dyn Write,
) -> Result<()> {
    let deed = ActionRequest::typed(act, why);
    let said = run(order(config, crosscut_server::OperatorOrder::People(deed)))?;
    Ok(writeln!(out, "{said}")?)
}

/// Block networks from which nobody is let in
#[derive(Args, Debug)]
#[command(after_long_help = teach::address())]
pub(crate) struct AddressArgs {
    #[command(flatten)]
    place: DatabaseArgs,
    #[command(subcommand)]
    command: AddressCommand,
}

#[derive(Debug, Subcommand)]
enum AddressCommand {
    /// Block an address or a network: requests get a 403
    Block {
        /// The address or network: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32
        network: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Unblock an address or a network
    Unblock {
        /// The address or network
        network: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// List what is blocked, and why
    List,
}

impl AddressArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        match self.command {
            AddressCommand::Block { network, why } => {
                done(config, OperatorAction::Shut { network }, &why.reason, out)
            }
            AddressCommand::Unblock { network, why } => {
                done(config, OperatorAction::Open { network }, &why.reason, out)
            }
            AddressCommand::List => {
                let lines = run(async { OperatorView::open(&config).await?.shut().await })?;
                lines.iter().try_for_each(|it| Ok(writeln!(out, "{it}")?))
            }
        }
    }
}

/// Show what operators have done: when, who, what, to whom, and why
#[derive(Args, Debug)]
#[command(after_long_help = teach::audit())]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    place: DatabaseArgs,
    /// How many of the latest entries
    #[arg(long, value_name = "N", default_value_t = 100)]
    last: u32,
}

impl AuditArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        let lines = run(async { OperatorView::open(&config).await?.audit(self.last).await })?;
        lines.iter().try_for_each(|it| Ok(writeln!(out, "{it}")?))
    }
}
