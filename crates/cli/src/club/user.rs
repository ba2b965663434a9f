use std::io::{self, BufRead, Write};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use crosscut_server::{OperatorOrder, OperatorView, order, run};

use super::people::PeopleCommand;
use super::place::DatabaseArgs;
use super::teach;

/// Manage the club's members
#[derive(Args, Debug)]
#[command(after_long_help = teach::user())]
pub(crate) struct UserArgs {
    #[command(flatten)]
    place: DatabaseArgs,
    #[command(subcommand)]
    command: UserCommand,
}

#[derive(Debug, Subcommand)]
enum UserCommand {
    /// List number, name, and whether it is a guest
    List {
        /// Only names that begin with this
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Set a member's password, read from standard input, and end their sessions
    Password {
        /// The member's name
        name: String,
    },
    /// End all sessions of a member
    SignOut {
        /// The member's name
        name: String,
    },
    #[command(flatten)]
    People(PeopleCommand),
}

impl UserArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        let order_of = match self.command {
            UserCommand::List { prefix } => {
                let members =
                    run(async { OperatorView::open(&config).await?.members(&prefix).await })?;
                for it in members {
                    let guest = if it.guest { "  guest" } else { "" };
                    writeln!(out, "{:>8}  {}{guest}", it.id, it.name)?;
                }
                return Ok(());
            }
            UserCommand::Password { name } => {
                let mut password = String::new();
                io::stdin().lock().read_line(&mut password)?;
                let password = password.trim_end_matches(['\r', '\n']).to_string();
                if password.is_empty() {
                    bail!("no password on standard input");
                }
                OperatorOrder::set_password(&config, name, &password)?
            }
            UserCommand::SignOut { name } => OperatorOrder::SignOut { name },
            UserCommand::People(it) => return it.run(config, out),
        };
        let said = run(order(config, order_of))?;
        Ok(writeln!(out, "{said}")?)
    }
}
